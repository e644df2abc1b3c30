"""Middleware that sets the organization of each request."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from people.access import OrganizationRequest
from people.audit import comes_from
from people.formats import use_formats
from people.models import Membership, formats_for, language_for

CHOSEN = "organization"
"""Session key of the chosen organization's id."""


class CurrentOrganization:
    """Sets `request.membership` and `request.organization`: named by the request itself (`named`), else chosen in the session, else the
    user's first.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set membership and organization, and activate the language and formats of the reader, else those of the organization."""
        typed_request = cast("OrganizationRequest", request)
        named: Membership | None = getattr(request, "named", None)
        memberships: tuple[Membership, ...] = (named,) if named else ()
        if request.user.is_authenticated and not named:
            active = request.user.memberships.active(timezone.now()).select_related("organization", "user__preferences")
            memberships = tuple(active.order_by("created_at", "id"))
        membership = named
        if memberships and not named:
            chosen = request.session.get(CHOSEN)
            membership = next((member for member in memberships if str(member.organization_id) == chosen), memberships[0])
        organization = membership.organization if membership else None
        typed_request.memberships, typed_request.membership, typed_request.organization = memberships, membership, organization
        own = getattr(membership.user, "preferences", None) if membership else None
        use_formats(formats_for(own, organization))
        language = language_for(own, organization)
        if language:  # else the browser's
            translation.activate(language)
            request.LANGUAGE_CODE = language
        with comes_from(request):
            return self.get_response(typed_request)
