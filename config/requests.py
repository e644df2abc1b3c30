"""Ids of requests, which their answers, log lines and tasks carry."""

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
    """The first middleware, so that all log lines belong to this request. Its id stays bound until the next request of this thread,
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
    """Return the id that the installation's own proxy gave, if it is well-formed, else a new one; ids of clients are ignored."""
    given = request.headers.get(HEADER, "") if settings.BEHIND_PROXY else ""
    return given if FORM.fullmatch(given) else uuid4().hex
