"""Around every operation: changes are done once under their key, and what was fetched before is not sent again."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, set_response_etag

from api.answers.kept import HEADER, once

Run = Callable[..., HttpResponseBase]


def around(run: Run) -> Run:
    @wraps(run)
    def answered(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        key, token = request.headers.get(HEADER, ""), getattr(request, "token", None)
        if request.method not in {"GET", "HEAD"}:
            return once(token, key, request, run, **parts) if key and token else run(request, **parts)
        return _unless_known(request, run(request, **parts))

    return answered


def _unless_known(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """304 where the program has it already. Nobody between may keep what is an organization's."""
    answer.setdefault("Cache-Control", "private, no-cache")
    if not isinstance(answer, HttpResponse) or answer.status_code != 200:
        return answer
    if "ETag" not in answer:
        set_response_etag(answer)
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer
