"""Pages for signing in: the first owner, the sign-in form, and the choice of an organization."""

from typing import Any
from uuid import UUID

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.access import member_may
from people.forms import FirstRunForm
from people.middleware import CHOSEN
from people.requests import MemberRequest
from people.services import OwnerExists, found_first_organization
from people.sign_in.letters import can_write
from people.sign_in.second_factor import factor_of
from people.sign_in.sessions import sign_in, wait_for_code


class SignIn(LoginView):
    """Redirects the very first visitor to create an organization, and users with a second factor to the code."""

    template_name = "finance/sign_in.html"
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not User.objects.exists():
            return redirect("first_run")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if factor_of(user):
            wait_for_code(self.request, user, self.get_success_url())
            return redirect("sign_in_code")
        sign_in(self.request, user)
        return redirect(self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"can_write": can_write()}


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def first_run(request: HttpRequest) -> HttpResponse:
    """Create the owner once; afterwards redirect to signing in."""
    if User.objects.exists():
        return redirect("sign_in")
    form = FirstRunForm(request.POST or None)
    if not form.is_valid():
        return render(request, "finance/first_run.html", {"form": form})
    wanted = form.cleaned_data
    try:
        owner = found_first_organization(name=wanted["organization"], username=wanted["username"], password=wanted["password"])
    except OwnerExists:
        return redirect("sign_in")
    sign_in(request, owner)
    return redirect("imports")


@require_safe
@member_may("read")
def open_organization(request: MemberRequest, organization_id: UUID) -> HttpResponse:
    """Choose another organization of the user and show `next`, for links between organizations. Nothing else changes."""
    if organization_id not in {membership.organization_id for membership in request.memberships}:
        raise Http404
    request.session[CHOSEN] = str(organization_id)
    there = request.GET.get("next", "")
    return HttpResponseRedirect(there) if url_has_allowed_host_and_scheme(there, allowed_hosts=None) else redirect("imports")


@require_POST
@member_may("read")
def switch_organization(request: MemberRequest) -> HttpResponse:
    """Store the chosen organization in the session and redirect to `next` if it is a page of this site."""
    chosen = request.POST.get("organization", "")
    if chosen not in {str(membership.organization_id) for membership in request.memberships}:
        raise Http404
    request.session[CHOSEN] = chosen
    wanted = request.POST.get("next", "")
    return redirect(wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else "imports")
