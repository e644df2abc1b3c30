"""Idempotent requests: under one `Idempotency-Key`, a repeated request gets the first answer.

The answer is written in the transaction of the request's changes, so that both are there or neither: after a crash the request runs
again. Of two at once the second waits for the first. A refusal is not stored: a refused request may be repeated."""

import datetime as dt
import hashlib
import re
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from api.http.problems import problem
from api.models import KeptAnswer, Token

HEADER = "Idempotency-Key"
KEY = re.compile("[!-~]{1,255}")
FOR = dt.timedelta(hours=24)
SAID_AGAIN = ("Content-Type", "Location")
LARGEST = 1_000_000
"""Bytes of a stored answer; no answer to a change is longer."""


def once(token: Token, key: str, *, request: HttpRequest, run: Any, **parts: Any) -> HttpResponseBase:
    """Return the answer of `run`, or the stored one."""
    if not KEY.fullmatch(key):
        return problem(400, "bad_idempotency_key", "A key is of 1 to 255 letters of ASCII without blanks.")
    fingerprint = _fingerprint(request)
    with transaction.atomic():
        record = _taken(token, key, fingerprint)
        if record is None:
            return _before(KeptAnswer.objects.of(token.membership.organization).get(token=token, key=key), fingerprint)
        answer = run(request, **parts)
        done = isinstance(answer, HttpResponse) and answer.status_code < 400 and len(answer.content) <= LARGEST
        if done:
            record.status, record.body = answer.status_code, answer.content
            record.headers = {name: answer[name] for name in SAID_AGAIN if name in answer}
            record.save(update_fields=["status", "body", "headers"])
        elif answer.status_code >= 500 or transaction.get_rollback():
            transaction.set_rollback(True)
        else:
            record.delete()
    return cast("HttpResponseBase", answer)


def forget_old() -> int:
    """Delete the expired answers and return their number."""
    old = KeptAnswer.objects.across_organizations("all of them grow old").filter(made_at__lt=timezone.now() - FOR)
    return old.delete()[0]


def _taken(token: Token, key: str, fingerprint: str) -> KeptAnswer | None:
    """Return a new record for the key, or None if the key was used before."""
    KeptAnswer.objects.of(token.membership.organization).filter(token=token, key=key, made_at__lt=timezone.now() - FOR).delete()
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(token=token, key=key, asked=fingerprint)
    except IntegrityError:
        return None


def _before(record: KeptAnswer, fingerprint: str) -> HttpResponse:
    if record.asked != fingerprint:
        return problem(409, "idempotency_key_reused", "This key was used for another request. Use a new key for a new request.")
    return HttpResponse(bytes(record.body), status=record.status, headers={**record.headers, "Idempotent-Replayed": "true"})


def _fingerprint(request: HttpRequest) -> str:
    """Return the SHA-256 of a request in hexadecimal; of a form, its fields and files, since the boundary between them changes."""
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode())
    if request.content_type == "multipart/form-data":
        for name, values in sorted(request.POST.lists()):
            digest.update(repr((name, values)).encode())
        for name, files in sorted(request.FILES.lists()):
            for file in files:
                content = hashlib.sha256(file.read()).hexdigest()
                file.seek(0)
                digest.update(repr((name, file.name, content)).encode())
    else:
        digest.update(request.body)
    return digest.hexdigest()
