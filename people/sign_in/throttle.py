"""Limits on failed sign-ins by account and address, by address, and by account, counted in the database for all processes.

Unknown names are limited in the same way. Names are stored as keyed hashes, because people type passwords into that field.
"""

import hashlib
import hmac
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from people.mail import can_write
from people.sign_in import LIMIT, LIMITS, PAUSE


class Throttle(AxesDatabaseHandler):  # type: ignore[misc]  # it has no types
    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        attempts = zip(self.get_user_attempts(request, credentials), LIMITS, strict=True)
        counted = [(sum(rows.values_list("failures_since_start", flat=True)), limit) for rows, (_parameter, limit) in attempts]
        return int(max(LIMIT * failures // limit for failures, limit in counted))


def name_of(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    return hashed(str((credentials or {}).get("username") or request.POST.get("username", "")))


def hashed(name: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), name.strip().casefold().encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def turned_away(request: HttpRequest, response: HttpResponse | None = None, credentials: object = None) -> HttpResponse:
    """Return the page with status 429 that replaces the sign-in page."""
    seconds = int(PAUSE.total_seconds())
    answer = render(request, "finance/turned_away.html", {"minutes": seconds // 60, "can_write": can_write()}, status=429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def forgive(name: str) -> None:
    """Reset the failures of an account whose owner has proved their identity in another way."""
    AxesProxyHandler.reset_attempts(username=hashed(name))
