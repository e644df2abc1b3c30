"""The organization that a request is made in."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from people.audit.origin import comes_from
from people.formats import use_formats
from people.models import Membership
from people.preferences import formats_for, language_for
from people.requests import OrganizationRequest

CHOSEN = "organization"
"""The session's key of the chosen organization's id."""


class CurrentOrganization:
    """Sets `request.membership` and `request.organization`: those that the request itself names (`named`), those chosen in the session,
    else the user's first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        ours = cast("OrganizationRequest", request)
        named: Membership | None = getattr(request, "named", None)
        ours.memberships = (named,) if named else _memberships(request)
        ours.membership = named or _chosen(ours)
        ours.organization = ours.membership.organization if ours.membership else None
        _speak(ours)
        with comes_from(request):
            return self.get_response(ours)


def _memberships(request: HttpRequest) -> tuple[Membership, ...]:
    if not request.user.is_authenticated:
        return ()
    return tuple(
        request.user.memberships.active(timezone.now()).select_related("organization", "user__preferences").order_by("created_at", "id")
    )


def _speak(request: OrganizationRequest) -> None:
    """In the reader's language and formats, else in their organization's, else in the browser's language."""
    own = getattr(request.membership.user, "preferences", None) if request.membership else None
    use_formats(formats_for(own, request.organization))
    language = language_for(own, request.organization)
    if language:
        translation.activate(language)
        request.LANGUAGE_CODE = language


def _chosen(request: OrganizationRequest) -> Membership | None:
    if not request.memberships:
        return None
    chosen = request.session.get(CHOSEN)
    return next((membership for membership in request.memberships if str(membership.organization_id) == chosen), request.memberships[0])
