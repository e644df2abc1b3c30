"""How often a token may ask: counted by each web process for itself, so that no other server is needed for it."""

from threading import local

from django.conf import settings
from django.http import HttpRequest
from ninja.throttling import AuthRateThrottle, BaseThrottle


class _Asked(AuthRateThrottle):
    """One question: the library keeps what it counts in the object, which threads must not share."""

    def get_cache_key(self, request: HttpRequest) -> str:
        return f"api-rate:{request.token.pk}"  # type: ignore[attr-defined]


class TokenRate(BaseThrottle):
    """As many questions in a time as `API_RATE` says."""

    def __init__(self) -> None:
        self._last = local()

    def allow_request(self, request: HttpRequest) -> bool:
        asked = _Asked(settings.API_RATE)
        allowed: bool = asked.allow_request(request)
        self._last.wait = None if allowed else asked.wait() or 1.0
        return allowed

    def wait(self) -> float | None:
        """Seconds after which this thread's last question may be asked again."""
        found: float | None = self._last.wait
        return found
