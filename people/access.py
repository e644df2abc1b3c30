"""Rights: the check that services make before they write, and decorators that guard views and pass them typed requests.

Visitors sign in, members do what their role allows.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from people.models import Membership, Organization
from people.roles import Action

PRIVATE = {"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff"}
"""Headers of a file that only this member may see."""


class NotYours(PermissionDenied):
    """The user is no member of the organization, or their role does not allow the action."""


def require(user: User | None, organization: Organization, action: Action) -> None:
    """Raise NotYours unless the user may do the action. None, the organization acting itself, is always allowed."""
    if user is None:
        return
    membership = Membership.objects.of(organization).filter(user=user).select_related("organization").first()
    if membership is None or not membership.may(action):
        raise NotYours


class SignedInRequest(HttpRequest):
    """The request of a view behind `@signed_in`."""

    user: User


class OrganizationRequest(HttpRequest):
    """A request after the middleware. Membership and organization are None for visitors and for users without an organization.

    `memberships` are the user's in open organizations, each with its organization, to switch to.
    """

    membership: Membership | None
    organization: Organization | None
    memberships: tuple[Membership, ...]


class MemberRequest(OrganizationRequest):
    """The request of a view behind `@member_may(...)`."""

    user: User
    membership: Membership
    organization: Organization


Arguments = ParamSpec("Arguments")


def signed_in(
    view: Callable[Concatenate[SignedInRequest, Arguments], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]:
    """Guard a view of a person's own login; visitors are redirected to sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        return view(cast("SignedInRequest", request), *args, **kwargs)

    return guarded


def _to_sign_in(request: HttpRequest) -> HttpResponseBase:
    """Redirect to the sign-in page. An htmx request reloads its whole page, so that the form never appears inside another page."""
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return redirect_to_login(request.get_full_path())


def member_may(
    action: Action,
) -> Callable[
    [Callable[Concatenate[MemberRequest, Arguments], HttpResponseBase]], Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]
]:
    """Guard a view for members whose role allows the action; the view receives a `MemberRequest`.

    Visitors are redirected to sign in; users without an organization or without the right get 403.
    Views look up rows through `request.organization`, so that rows of another organization are 404.
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
