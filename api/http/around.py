"""Wrapper of every operation: changes run once for each key, and a response that the client already has is not sent again."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, set_response_etag

from api.http.stored_answers import HEADER, once

Run = Callable[..., HttpResponseBase]
TRIES = 4


def around(run: Run) -> Run:
    @wraps(run)
    def answered(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        key, token = request.headers.get(HEADER), getattr(request, "token", None)
        if request.method not in {"GET", "HEAD"}:
            keyed = partial(once, token, key, run=run) if token and key is not None else run
            return _until_free(request, keyed, **parts)
        return _unless_known(request, run(request, **parts))

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


def _unless_known(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """Return 304 if the client has the answer already. Shared caches must not store an organization's data."""
    answer.setdefault("Cache-Control", "private, no-cache")
    if not isinstance(answer, HttpResponse) or answer.status_code != 200:
        return answer
    if "ETag" not in answer:
        set_response_etag(answer)
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer
