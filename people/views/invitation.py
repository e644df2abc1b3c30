"""The page that an invitation's link leads to: a new person makes a login, a signed-in one joins."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.forms import LoginForm
from people.invitations.services import NotInvited, accept, accept_as_newcomer, invitation_of, why_not
from people.middleware import CHOSEN
from people.models import Invitation
from people.sign_in.sessions import sign_in
from people.words import NOT_INVITED


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    found = invitation_of(token)
    if found is None:
        raise Http404
    refused = why_not(found)
    if refused:
        return _page(request, found, refused=refused)
    if request.user.is_authenticated:
        return _join(request, found, request.user) if request.method == "POST" else _page(request, found)
    form = LoginForm(request.POST or None)
    return _begin(request, found, form) if form.is_valid() else _page(request, found, form=form)


def _join(request: HttpRequest, found: Invitation, user: User) -> HttpResponse:
    try:
        accept(invitation=found, user=user)
    except NotInvited as refused:
        return _page(request, found, refused=refused.code)
    return _welcome(request, found)


def _begin(request: HttpRequest, found: Invitation, form: LoginForm) -> HttpResponse:
    try:
        user = accept_as_newcomer(invitation=found, username=form.cleaned_data["username"], password=form.cleaned_data["password"])
    except NotInvited as refused:
        return _page(request, found, refused=refused.code)
    except IntegrityError:
        form.add_error("username", _("This user name is taken. If it is yours, sign in first."))
        return _page(request, found, form=form)
    sign_in(request, user)
    return _welcome(request, found)


def _welcome(request: HttpRequest, found: Invitation) -> HttpResponse:
    request.session[CHOSEN] = str(found.organization_id)
    messages.success(request, _("Welcome to %(organization)s.") % {"organization": found.organization})
    return redirect("imports")


def _page(request: HttpRequest, found: Invitation, *, form: LoginForm | None = None, refused: str = "") -> HttpResponse:
    context = {"invitation": found, "form": form, "refused": NOT_INVITED.get(refused, "")}
    return render(request, "finance/invitation.html", context, status=410 if refused else 200)
