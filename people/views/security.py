"""A person's own login: password, second factor, sessions; and the second step of signing in."""

import segno
from django.contrib import messages
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.access import SignedInRequest, signed_in
from people.forms import CodeForm, OwnPasswordForm
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
from people.sign_in.sessions import VERIFIED, end_other_sessions, pending_user, sign_in


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step of signing in: a code after the password."""
    waiting = pending_user(request)
    if waiting is None:
        return redirect("sign_in")
    user, there = waiting
    form = CodeForm(request.POST or None)
    if form.is_valid():
        passed = passes(user, form.cleaned_data["code"])
        if passed is True:
            sign_in(request, user, verified=True)
            return redirect(there)
        user_login_failed.send(sender=__name__, credentials={"username": user.get_username()}, request=request)
        if isinstance(passed, Wait):
            form.add_error("code", _("Too many codes were wrong. Wait a moment before the next one."))
        else:
            form.add_error("code", _("This code is wrong, or was used before."))
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
        return redirect("security")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        codes = confirm(request.user, form.cleaned_data["code"])
        if codes:
            request.session[VERIFIED] = True
            end_other_sessions(request, request.user)
            return _codes_page(request, codes)
        form.add_error("code", _("This is not the code of this picture. Look whether the telephone's clock is right."))
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
        messages.success(request, _("The second factor was removed."))
    return redirect("security")


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
    return _codes_page(request, codes) if codes else redirect("security")


@require_POST
@signed_in
def sessions_end(request: SignedInRequest) -> HttpResponse:
    end_other_sessions(request, request.user)
    messages.success(request, _("Everywhere else you are signed out."))
    return redirect("security")


def _codes_page(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "finance/recovery_codes.html", {"codes": codes})
