"""Rate limit of a token, counted by each web process for itself, so that no other server is needed."""

from threading import local

from django.conf import settings
from django.http import HttpRequest
from ninja.throttling import AuthRateThrottle, BaseThrottle


class _Asked(AuthRateThrottle):
    """Throttle of one request: the library stores its counts in the object, which threads must not share."""

    def get_cache_key(self, request: HttpRequest) -> str:
        return f"api-rate:{request.token.pk}"  # type: ignore[attr-defined]


class TokenRate(BaseThrottle):
    """Allows as many requests in a time as `API_RATE` says."""

    def __init__(self) -> None:
        self._last = local()

    def allow_request(self, request: HttpRequest) -> bool:
        throttle = _Asked(settings.API_RATE)
        allowed: bool = throttle.allow_request(request)
        self._last.wait = None if allowed else throttle.wait() or 1.0
        return allowed

    def wait(self) -> float | None:
        """Return the seconds after which this thread's last request may be repeated."""
        seconds: float | None = self._last.wait
        return seconds
