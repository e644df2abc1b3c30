"""Pages of a person's login: sign in with password and code, change or reset the password, second factor, sessions."""

from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, PasswordResetForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.contrib.auth.views import LoginView, PasswordChangeView, PasswordResetConfirmView, PasswordResetView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.access import SignedInRequest, signed_in
from people.addresses import lazy_address, redirect_to
from people.audit import Act, record_of
from people.forms import CodeForm, FirstRunForm, ForgottenForm, OwnPasswordForm
from people.mail import can_write
from people.members import OwnerExists, found_first_organization
from people.sign_in.second_factor import (
    AlreadySet,
    Wait,
    address_for,
    begin,
    codes_left,
    confirm,
    factor_of,
    passes,
    remove,
    replace_recovery_codes,
)
from people.sign_in.sessions import VERIFIED, end_other_sessions, pending_user, sign_in, wait_for_code
from people.sign_in.throttle import forgive


class SignIn(LoginView):
    """Redirects the very first visitor to create an organization, and users with a second factor to the code."""

    template_name = "finance/sign_in.html"
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not User.objects.exists():
            return redirect_to("first_run")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if factor_of(user):
            wait_for_code(self.request, user, self.get_success_url())
            return redirect_to("sign_in_code")
        sign_in(self.request, user)
        return HttpResponseRedirect(self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"can_write": can_write()}


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def first_run(request: HttpRequest) -> HttpResponse:
    """Create the owner once; afterwards redirect to signing in."""
    if User.objects.exists():
        return redirect_to("sign_in")
    form = FirstRunForm(request.POST or None)
    if not form.is_valid():
        return render(request, "finance/first_run.html", {"form": form})
    wanted = form.cleaned_data
    try:
        owner = found_first_organization(name=wanted["organization"], username=wanted["username"], password=wanted["password"])
    except OwnerExists:
        return redirect_to("sign_in")
    sign_in(request, owner)
    return redirect_to("start")


@method_decorator(never_cache, name="dispatch")
class ChangePassword(PasswordChangeView):
    """Changes the password; Django ends all other sessions, which are bound to the old one."""

    template_name = "finance/password_change.html"
    success_url = lazy_address("security")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        answer = super().form_valid(form)
        record_of(form.user, Act.CHANGED_PASSWORD)
        messages.success(self.request, _("The password was changed. You are signed out everywhere else."))
        return answer


class Forgotten(PasswordResetView):
    """Shows the same message whether such a login exists or not."""

    template_name = "finance/password_forgotten.html"
    form_class = ForgottenForm
    success_url = lazy_address("sign_in")

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        if can_write():
            answer = super().form_valid(form)
            messages.success(self.request, _("If an account has this address, an e-mail with further steps is on its way."))
            return answer
        return self.render_to_response(self.get_context_data(form=form))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"can_write": can_write()}


class NewPassword(PasswordResetConfirmView):
    """Sets the password without signing in, because the second factor is still missing."""

    template_name = "finance/password_new.html"
    success_url = lazy_address("sign_in")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        answer = super().form_valid(form)
        record_of(form.user, Act.CHANGED_PASSWORD)
        forgive(form.user.get_username())
        messages.success(self.request, _("The password was changed. Sign in with it."))
        return answer


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step of signing in: a code after the password."""
    waiting = pending_user(request)
    if waiting is None:
        return redirect_to("sign_in")
    user, there = waiting
    form = CodeForm(request.POST or None)
    if form.is_valid():
        passed = passes(user, form.cleaned_data["code"])
        if passed is True:
            sign_in(request, user, verified=True)
            return HttpResponseRedirect(there)
        user_login_failed.send(sender=__name__, credentials={"username": user.get_username()}, request=request)
        if isinstance(passed, Wait):
            form.add_error("code", _("Too many wrong codes. Wait a moment, then try again."))
        else:
            form.add_error("code", _("This code is wrong or was already used."))
    return render(request, "finance/sign_in_code.html", {"form": form})


@require_safe
@signed_in
def security(request: SignedInRequest) -> HttpResponse:
    factor = factor_of(request.user)
    context = {"section": "security", "factor": factor, "codes_left": codes_left(factor) if factor else 0}
    return render(request, "finance/security.html", context)


@never_cache
@sensitive_variables()
@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
@signed_in
def second_factor(request: SignedInRequest) -> HttpResponse:
    """Set up a second factor: show the QR code, confirm a code, then show the recovery codes once."""
    try:
        secret = begin(request.user)
    except AlreadySet:
        return redirect_to("security")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        codes = confirm(request.user, form.cleaned_data["code"])
        if codes:
            request.session[VERIFIED] = True
            end_other_sessions(request, request.user)
            return _codes_page(request, codes)
        form.add_error("code", _("This code does not match. Check that the clock of your phone is right."))
    address = address_for(secret, name=request.user.get_username(), issuer="Tieout")
    drawn = segno.make(address, error="m").svg_inline(scale=5, border=4, dark="#000", light="#fff", omitsize=True)
    picture = mark_safe(drawn)  # noqa: S308  # nosec B308 B703  squares alone, no text of the address
    return render(request, "finance/second_factor.html", {"form": form, "secret": secret, "picture": picture})


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@signed_in
def second_factor_remove(request: SignedInRequest) -> HttpResponse:
    form = OwnPasswordForm(request.POST or None, request=request)
    if not form.is_valid():
        return render(request, "finance/second_factor_remove.html", {"form": form})
    if remove(request.user):
        request.session.pop(VERIFIED, None)
        end_other_sessions(request, request.user)
        messages.success(request, _("Two-factor authentication was turned off."))
    return redirect_to("security")


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@signed_in
def recovery_codes(request: SignedInRequest) -> HttpResponse:
    """Create new recovery codes after the password is entered again."""
    form = OwnPasswordForm(request.POST or None, request=request)
    if not form.is_valid():
        return render(request, "finance/recovery_codes_new.html", {"form": form})
    codes = replace_recovery_codes(request.user)
    return _codes_page(request, codes) if codes else redirect_to("security")


@require_POST
@signed_in
def sessions_end(request: SignedInRequest) -> HttpResponse:
    end_other_sessions(request, request.user)
    messages.success(request, _("You are signed out everywhere else."))
    return redirect_to("security")


def _codes_page(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "finance/recovery_codes.html", {"codes": codes})
