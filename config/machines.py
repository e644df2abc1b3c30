"""What machines ask, over plain HTTP and under any name: is this server there, can the installation work, and how is it doing."""

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
    """Answers before any other middleware looks at the host or insists on HTTPS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.answers = {ALIVE: alive, READY: ready, METRICS: metrics}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answers.get(request.path, self.get_response)(request)


def alive(_request: HttpRequest) -> HttpResponse:
    """This process answers: what restarts it may ask no more, since nothing else is mended by a restart."""
    return _text("ok")


def ready(_request: HttpRequest) -> HttpResponse:
    missing = _lacking_at(int(time.monotonic() // FRESH))
    return _text("ok") if not missing else _text("\n".join(missing), status=503)


@lru_cache(maxsize=1)
def _lacking_at(_moment: int) -> tuple[str, ...]:
    return tuple(lacking())


def metrics(request: HttpRequest) -> HttpResponse:
    """For who knows the token; without one in the settings there is no such page."""
    if not settings.METRICS_TOKEN:
        return _text("not found", status=404)
    if not secrets.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return _text("the token is missing or wrong", status=401)
    content, content_type = exposition()
    return HttpResponse(content, content_type=content_type)


def _text(said: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{said}\n", status=status, content_type="text/plain")
