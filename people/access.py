"""Who may open a page: strangers sign in, members do what their role allows, all else is refused."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from people.requests import MemberRequest, OrganizationRequest, SignedInRequest
from people.roles import Action

Arguments = ParamSpec("Arguments")


def signed_in(
    view: Callable[Concatenate[SignedInRequest, Arguments], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]:
    """A view of a person's own login, whatever organizations they belong to. A stranger is sent to sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        return view(cast("SignedInRequest", request), *args, **kwargs)

    return guarded


def _to_sign_in(request: HttpRequest) -> HttpResponseBase:
    """A part of a page that asks for itself loads the page anew, and that leads there: no form to sign in stands within another page."""
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return redirect_to_login(request.get_full_path())


def member_may(
    action: Action,
) -> Callable[
    [Callable[Concatenate[MemberRequest, Arguments], HttpResponseBase]], Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]
]:
    """A view for members whose role allows the action; it is given a `MemberRequest`.

    A stranger is sent to sign in; a user of no organization, or whose role does not allow it, gets 403.
    Rows are the view's own to look up through `request.organization`: another organization's are 404.
    """

    def guard(
        view: Callable[Concatenate[MemberRequest, Arguments], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            membership = cast("OrganizationRequest", request).membership
            if membership is None or not membership.may(action):
                raise PermissionDenied(_("Your role does not allow this."))
            return view(cast("MemberRequest", request), *args, **kwargs)

        guarded.action = action  # type: ignore[attr-defined]  # tests read there what each address asks for
        return guarded

    return guard
