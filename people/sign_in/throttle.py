"""Limits on failed sign-ins by account and address, by address, and by account, counted in the database for all processes.

A success forgives the failures of that account from that address, and nothing else: the counts of the address and of the account end with
time alone, so that a sign-in to another account does not reset them. Unknown names are limited in the same way. Names are stored as keyed
hashes, because people type passwords into that field."""

import hashlib
import hmac
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from people.mail import can_write
from people.sign_in import LIMIT, LIMITS, PAUSE

COUNTED = ""
"""The user agent that is stored with every failure, so that an account has one row of failures for each address."""
_FORGIVEN = Concat(Value("forgiven "), Cast("pk", CharField()))
"""The value that replaces a key of a forgiven failure. The row no longer counts by this key, and counts by the others as before."""


class Throttle(AxesDatabaseHandler):  # type: ignore[misc]  # it has no types
    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        of_account_and_address, *others = self.get_user_attempts(request, credentials)
        attempts = zip([of_account_and_address.filter(user_agent=COUNTED), *others], LIMITS, strict=True)
        counted = [(sum(rows.values_list("failures_since_start", flat=True)), limit) for rows, (_parameter, limit) in attempts]
        return int(max(LIMIT * failures // limit for failures, limit in counted))

    def user_login_failed(self, sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **more: Any) -> None:
        if request is not None:
            request.axes_user_agent = COUNTED  # type: ignore[attr-defined]  # an attribute of axes
        super().user_login_failed(sender, credentials, request, **more)

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Forgive the failures of the account that signed in, from its address. Return the number of changed rows."""
        own = AccessAttempt.objects.filter(
            username=get_client_username(request, credentials),
            ip_address=request.axes_ip_address,  # type: ignore[attr-defined]
            user_agent=COUNTED,
        )
        return int(own.update(user_agent=_FORGIVEN))


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
    """Forgive all failures of an account whose owner has proved their identity in another way. Counts of addresses do not change."""
    AccessAttempt.objects.filter(username=hashed(name)).update(username=_FORGIVEN)
