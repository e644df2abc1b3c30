"""What may be too large or too long on its way is refused before a byte of it is kept: Django bounds its fields, and no file."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

LENGTH_REQUIRED, TOO_LARGE = 411, 413


class Bodies:
    """After the middleware that says who asks: a stranger sends no files. Before whatever reads a form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refused = _refused(request)
        return HttpResponse(render_to_string("400.html"), status=refused) if refused else self.get_response(request)


def _refused(request: HttpRequest) -> int | None:
    """The status to refuse it with."""
    said = request.META.get("CONTENT_LENGTH") or ""
    if not said and request.META.get("HTTP_TRANSFER_ENCODING"):  # Django would take it for empty
        return LENGTH_REQUIRED
    length = int(said) if said.isdigit() else 0
    least = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
    if length <= least:
        return None
    return TOO_LARGE if length > settings.REQUEST_MAX_BYTES or not request.user.is_authenticated else None
