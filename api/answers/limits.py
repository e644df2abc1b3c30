"""How often a token may ask: counted by each web process for itself, so that no other server is needed for it."""

from django.conf import settings
from django.http import HttpRequest
from ninja.throttling import AuthRateThrottle


class TokenRate(AuthRateThrottle):
    def get_cache_key(self, request: HttpRequest) -> str:
        return f"api-rate:{getattr(request, 'token').pk}"  # noqa: B009  authenticated before


def token_rate() -> TokenRate:
    return TokenRate(settings.API_RATE)
