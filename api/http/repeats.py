"""Repeated and conditional requests.

Under one `Idempotency-Key`, a repeated request gets the first answer. The answer is written in the transaction of the request's changes,
so that both are there or neither: after a crash the request runs again. Of two at once the second waits for the first. A refusal is not
stored: a refused request may be repeated.

With `If-Match`, a change applies only to the state that its author fetched. An answer that the client already has is not sent again.
"""

import datetime as dt
import hashlib
import re
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.http import parse_etags
from ninja import Schema

from api.access import ORGANIZATION
from api.http.problems import Refused, problem
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
        records = KeptAnswer.objects.of(token.membership.organization).filter(token=token, key=key)
        records.filter(made_at__lt=timezone.now() - FOR).delete()
        try:
            with transaction.atomic():
                record = KeptAnswer.objects.create(token=token, key=key, asked=fingerprint)
        except IntegrityError:  # the key was used before
            before = records.get()
            if before.asked != fingerprint:
                return problem(409, "idempotency_key_reused", "This key was used for another request. Use a new key for a new request.")
            return HttpResponse(bytes(before.body), status=before.status, headers={**before.headers, "Idempotent-Replayed": "true"})
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


def _fingerprint(request: HttpRequest) -> str:
    """Return the SHA-256 of a request in hexadecimal; of a form, its fields and files, since the boundary between them changes."""
    organization = request.headers.get(ORGANIZATION, "")
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()}\n{organization}\n".encode())
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


def tag_of(shape: Schema) -> str:
    """Return the entity tag of a shape, which differs after any change."""
    return f'"{hashlib.sha256(shape.model_dump_json().encode()).hexdigest()[:32]}"'


def tagged(response: HttpResponse, shape: Schema) -> Schema:
    """Return the shape, and set its tag on the response."""
    response["ETag"] = tag_of(shape)
    return shape


def refuse_unseen(request: HttpRequest, shape: Schema) -> None:
    """Raise Refused if the request names another state than the current one; a request that names none is accepted."""
    header = request.headers.get("If-Match")
    wanted = parse_etags(header or "")
    if header is not None and not wanted:
        raise Refused(400, "bad_if_match", "If-Match takes an ETag in quotation marks, as it was fetched.")
    if wanted and wanted != ["*"] and tag_of(shape) not in wanted:
        raise Refused(412, "changed_meanwhile", "It was changed since you fetched it. Fetch it again, and decide again.")


Run = Callable[..., HttpResponseBase]
TRIES = 4


def around(run: Run) -> Run:
    """Wrap an operation: changes run once for each key, and a response that the client already has is not sent again."""

    @wraps(run)
    def answered(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        key, token = request.headers.get(HEADER), getattr(request, "token", None)
        if request.method not in {"GET", "HEAD"}:
            keyed = partial(once, token, key, run=run) if token and key is not None else run
            return _until_free(request, keyed, **parts)
        answer = run(request, **parts)
        answer.setdefault("Cache-Control", "private, no-cache")  # shared caches must not store an organization's data
        if not isinstance(answer, HttpResponse) or answer.status_code != 200:
            return answer
        if "ETag" not in answer:
            set_response_etag(answer)
        return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer  # 304 if the client has it already

    return answered


def _until_free(request: HttpRequest, run: Run, **parts: Any) -> HttpResponseBase:
    """Run a change, again if the database aborted it in a deadlock: nothing of it was written then."""
    for attempt in range(1, TRIES + 1):
        answer = run(request=request, **parts)
        if not getattr(answer, "busy", False) or attempt == TRIES:
            break
        for files in request.FILES.lists():
            for file in files[1]:
                file.seek(0)
    return answer
