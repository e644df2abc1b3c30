"""Middleware that sets the organization of each request."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from people.access import OrganizationRequest
from people.audit.trail import comes_from
from people.formats import use_formats
from people.models import Membership
from people.models.preferences import formats_for, language_for

CHOSEN = "organization"
"""Session key of the chosen organization's id."""


class CurrentOrganization:
    """Sets `request.membership` and `request.organization`: named by the request itself (`named`), else chosen in the session, else the
    user's first.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        typed_request = cast("OrganizationRequest", request)
        named: Membership | None = getattr(request, "named", None)
        memberships = (named,) if named else _memberships(request)
        membership = named
        if memberships and not named:
            chosen = request.session.get(CHOSEN)
            membership = next((member for member in memberships if str(member.organization_id) == chosen), memberships[0])
        typed_request.memberships, typed_request.membership = memberships, membership
        typed_request.organization = membership.organization if membership else None
        _speak(typed_request)
        with comes_from(request):
            return self.get_response(typed_request)


def _memberships(request: HttpRequest) -> tuple[Membership, ...]:
    if not request.user.is_authenticated:
        return ()
    return tuple(
        request.user.memberships.active(timezone.now()).select_related("organization", "user__preferences").order_by("created_at", "id")
    )


def _speak(request: OrganizationRequest) -> None:
    """Activate the language and formats of the reader, else of their organization, else the browser's language."""
    own = getattr(request.membership.user, "preferences", None) if request.membership else None
    use_formats(formats_for(own, request.organization))
    language = language_for(own, request.organization)
    if language:
        translation.activate(language)
        request.LANGUAGE_CODE = language
