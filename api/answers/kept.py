"""A request that is sent twice is done once: under one `Idempotency-Key`, the same request gets the same answer.

The answer is written in the transaction of what the request did, so that both are there or neither: after a crash the request is done
anew. Of two at once the second waits for the first. A refusal is not kept: what was refused may be asked for again.
"""

import datetime as dt
import hashlib
import re
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from api.answers.problems import problem
from api.models import KeptAnswer, Token

HEADER = "Idempotency-Key"
KEY = re.compile("[!-~]{1,255}")
FOR = dt.timedelta(hours=24)
SAID_AGAIN = ("Content-Type", "Location")
LARGEST = 1_000_000
"""Bytes of an answer that is kept; a longer one is never the answer to a change."""


def once(token: Token, key: str, *, request: HttpRequest, run: Any, **parts: Any) -> HttpResponseBase:
    """What `run` answers, or has answered before."""
    if not KEY.fullmatch(key):
        return problem(400, "bad_idempotency_key", "A key is of 1 to 255 letters of ASCII without blanks.")
    asked = _fingerprint(request)
    with transaction.atomic():
        kept = _taken(token, key, asked)
        if kept is None:
            return _before(KeptAnswer.objects.of(token.membership.organization).get(token=token, key=key), asked)
        answer = run(request, **parts)
        done = isinstance(answer, HttpResponse) and answer.status_code < 400 and len(answer.content) <= LARGEST
        if done:
            kept.status, kept.body = answer.status_code, answer.content
            kept.headers = {name: answer[name] for name in SAID_AGAIN if name in answer}
            kept.save(update_fields=["status", "body", "headers"])
        elif answer.status_code >= 500 or transaction.get_rollback():
            transaction.set_rollback(True)
        else:
            kept.delete()
    return cast("HttpResponseBase", answer)


def forget_old() -> int:
    """How many answers were kept for long enough."""
    old = KeptAnswer.objects.across_organizations("all of them grow old").filter(made_at__lt=timezone.now() - FOR)
    return old.delete()[0]


def _taken(token: Token, key: str, asked: str) -> KeptAnswer | None:
    """None where the key was used before."""
    KeptAnswer.objects.of(token.membership.organization).filter(token=token, key=key, made_at__lt=timezone.now() - FOR).delete()
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(token=token, key=key, asked=asked)
    except IntegrityError:
        return None


def _before(kept: KeptAnswer, asked: str) -> HttpResponse:
    if kept.asked != asked:
        return problem(409, "idempotency_key_reused", "This key was used for another request. Use a new key for a new request.")
    return HttpResponse(bytes(kept.body), status=kept.status, headers={**kept.headers, "Idempotent-Replayed": "true"})


def _fingerprint(request: HttpRequest) -> str:
    """Of a form its fields and files: the line between them is another each time."""
    asked = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode())
    if request.content_type == "multipart/form-data":
        for name, values in sorted(request.POST.lists()):
            asked.update(repr((name, values)).encode())
        for name, files in sorted(request.FILES.lists()):
            for file in files:
                content = hashlib.sha256(file.read()).hexdigest()
                file.seek(0)
                asked.update(repr((name, file.name, content)).encode())
    else:
        asked.update(request.body)
    return asked.hexdigest()
