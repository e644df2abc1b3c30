"""Each request has an id, which its answer, its log and the work that it sets off carry."""

import logging
import re
import time
from collections.abc import Callable
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars

from config.metrics import count_request
from config.routes import ASKED_BY_MACHINES, route

logger = logging.getLogger(__name__)
HEADER = "X-Request-ID"
FORM = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Requests:
    """The first of all: what the others write is said of this request. Its id stays bound until the next one comes to this thread,
    since an answer may still be streaming."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = id_of(request)
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


def id_of(request: HttpRequest) -> str:
    """The one that our own proxy gave it, if it has the form of one; anybody else's word is not taken."""
    given = request.headers.get(HEADER, "") if settings.BEHIND_PROXY else ""
    return given if FORM.fullmatch(given) else uuid4().hex
