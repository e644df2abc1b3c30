"""Middleware of all requests: their ids, early refusal of large bodies, and headers that restrict browsers.

Answers, log lines and tasks carry the id of their request. Django limits form fields, but not files.
"""

import logging
import re
import time
from collections.abc import Callable
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from structlog.contextvars import bind_contextvars, clear_contextvars

from config.logs import ASKED_BY_MACHINES, route
from config.metrics import count_request

logger = logging.getLogger(__name__)
HEADER = "X-Request-ID"
FORM = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Requests:
    """The first middleware, so that all log lines belong to this request. Its id stays bound until the next request of this thread,
    since an answer may still be streaming."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = (
            request.headers.get(HEADER, "") if settings.BEHIND_PROXY else ""
        )  # by the installation's own proxy: ids of clients are ignored
        request_id = given if FORM.fullmatch(given) else uuid4().hex
        clear_contextvars()
        bind_contextvars(request_id=request_id)
        started = time.monotonic()
        response = self.get_response(request)
        seconds = time.monotonic() - started
        count_request(request, response, seconds)
        if request.path not in ASKED_BY_MACHINES:  # several times a minute, for ever
            logger.info("method=%s route=%s status=%d seconds=%.3f", request.method, route(request), response.status_code, seconds)
        response[HEADER] = request_id
        return response


LENGTH_REQUIRED, TOO_LARGE = 411, 413


class Bodies:
    """Refuses bodies by size. Runs after authentication, since a stranger sends no files, and before any code that reads a form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refused: int | None = None
        stated = request.META.get("CONTENT_LENGTH") or ""
        length = int(stated) if stated.isdigit() else 0
        if not stated and request.META.get("HTTP_TRANSFER_ENCODING"):  # Django would take it for empty
            refused = LENGTH_REQUIRED
        elif length > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
            refused = TOO_LARGE if length > settings.REQUEST_MAX_BYTES or not request.user.is_authenticated else None
        return HttpResponse(render_to_string("400.html"), status=refused) if refused else self.get_response(request)


FEATURES = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
NONE_OF_THEM = ", ".join(f"{feature}=()" for feature in FEATURES)


class Permissions:
    """Denies these features, embedding by other sites, and storing of answers, which show books, unless they say how they may be stored."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        answer.headers.setdefault("Permissions-Policy", NONE_OF_THEM)
        answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        answer.headers.setdefault("Cache-Control", "private, no-store")
        return answer
