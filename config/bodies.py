"""Early refusal of requests that are too large or have no length: Django limits form fields, but not files."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

LENGTH_REQUIRED, TOO_LARGE = 411, 413


class Bodies:
    """Refuses bodies by size. Runs after authentication, since a stranger sends no files, and before any code that reads a form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refused = _refused(request)
        return HttpResponse(render_to_string("400.html"), status=refused) if refused else self.get_response(request)


def _refused(request: HttpRequest) -> int | None:
    """Return the status of a refusal, or None."""
    stated = request.META.get("CONTENT_LENGTH") or ""
    if not stated and request.META.get("HTTP_TRANSFER_ENCODING"):  # Django would take it for empty
        return LENGTH_REQUIRED
    length = int(stated) if stated.isdigit() else 0
    least = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
    if length <= least:
        return None
    return TOO_LARGE if length > settings.REQUEST_MAX_BYTES or not request.user.is_authenticated else None
