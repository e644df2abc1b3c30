"""Middleware that sets the organization of each request."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone, translation

from people.access import OrganizationRequest
from people.addresses import PART, addresses_within, organization_in, parts_within
from people.audit import comes_from
from people.formats import use_formats
from people.models import Membership, formats_for, language_for

CHOSEN = "organization"
"""Session key of the id of the organization whose page was opened last."""


class CurrentOrganization:
    """Sets `request.membership` and `request.organization`.

    On a page of an organization the address alone decides; the page does not exist for a user who is no member. The request of a program
    names its own membership (`named`). Any other page gets the organization whose page was opened last, else the user's first that is
    open: for the links around the page, language, formats and time zone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set membership and organization, and activate the language and formats of the reader, else those of the organization."""
        typed_request = cast("OrganizationRequest", request)
        named: Membership | None = getattr(request, "named", None)
        slug = None if named else organization_in(request.path_info)
        every: tuple[Membership, ...] = (named,) if named else ()
        if request.user.is_authenticated and not named:
            active = request.user.memberships.active(timezone.now()).select_related("organization", "user__preferences")
            every = tuple(active.order_by("created_at", "id"))
        memberships = tuple(member for member in every if member.organization.closed_at is None)
        last = named
        if every and not named:
            chosen, offered = request.session.get(CHOSEN), memberships or every
            last = next((member for member in offered if str(member.organization_id) == chosen), offered[0])
        membership = next((member for member in every if member.organization.slug == slug), None) if slug else last
        organization = membership.organization if membership else None
        typed_request.memberships, typed_request.membership, typed_request.organization = memberships, membership, organization
        own = getattr(membership.user, "preferences", None) if membership else None
        use_formats(formats_for(own, organization))
        language = language_for(own, organization)
        if language:  # else the browser's
            translation.activate(language)
            request.LANGUAGE_CODE = language
        slug, zone = (organization.slug, organization.zone) if organization else (None, timezone.get_default_timezone())
        with comes_from(request), addresses_within(slug), timezone.override(zone):
            answer = self.get_response(typed_request)
        if answer.streaming:  # its parts are made after this
            streamed = cast("StreamingHttpResponse", answer)
            streamed.streaming_content = parts_within(slug, zone, cast("Iterable[bytes]", streamed.streaming_content))
        # A page that a person opened, not a file or a request of a page in the background.
        is_html = answer.headers.get("Content-Type", "").startswith("text/html")
        is_page = is_html and request.method == "GET" and answer.status_code == 200 and "HX-Request" not in request.headers
        if is_page and membership is not None and membership != last:
            request.session[CHOSEN] = str(membership.organization_id)
        return answer

    def process_view(self, request: HttpRequest, _view: object, _arguments: object, parts: dict[str, Any]) -> None:
        """Take the organization out of the view's arguments. Raise Http404 for a user who is no member; visitors are sent to sign in."""
        if parts.pop(PART, None) and request.user.is_authenticated and cast("OrganizationRequest", request).membership is None:
            raise Http404
