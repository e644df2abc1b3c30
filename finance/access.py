"""Who may open a page: strangers sign in, members do what their role allows, all else is refused."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from finance.requests import MemberRequest, OrganizationRequest, SignedInRequest
from finance.roles import Action

Arguments = ParamSpec("Arguments")


def signed_in(
    view: Callable[Concatenate[SignedInRequest, Arguments], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]:
    """A view of a person's own login, whatever organizations they belong to. A stranger is sent to sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(cast("SignedInRequest", request), *args, **kwargs)

    return guarded


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
                return redirect_to_login(request.get_full_path())
            membership = cast("OrganizationRequest", request).membership
            if membership is None or not membership.may(action):
                raise PermissionDenied(_("Your role does not allow this."))
            return view(cast("MemberRequest", request), *args, **kwargs)

        guarded.action = action  # type: ignore[attr-defined]  # tests read there what each address asks for
        return guarded

    return guard
