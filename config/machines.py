"""Health endpoints for machines, over plain HTTP and for any host name: liveness, readiness, and metrics."""

import secrets
import time
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.metrics import exposition
from config.readiness import lacking
from config.routes import ALIVE, METRICS, READY

FRESH = 5.0  # seconds for which an answer about readiness holds, however often it is asked for


class Machines:
    """Answers before any other middleware checks the host or requires HTTPS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.answers = {ALIVE: alive, READY: ready, METRICS: metrics}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answers.get(request.path, self.get_response)(request)


def alive(_request: HttpRequest) -> HttpResponse:
    """Answer that this process responds; nothing else is checked, since a restart would mend nothing else."""
    return _text("ok")


def ready(_request: HttpRequest) -> HttpResponse:
    missing = _lacking_at(int(time.monotonic() // FRESH))
    return _text("ok") if not missing else _text("\n".join(missing), status=503)


@lru_cache(maxsize=1)
def _lacking_at(_moment: int) -> tuple[str, ...]:
    return tuple(lacking())


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics for the token in the settings; without one there is no such page."""
    if not settings.METRICS_TOKEN:
        return _text("not found", status=404)
    if not secrets.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return _text("the token is missing or wrong", status=401)
    content, content_type = exposition()
    return HttpResponse(content, content_type=content_type)


def _text(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")
