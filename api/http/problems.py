"""Errors by RFC 9457: a code for programs, and a sentence that says what to do."""

import json
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from people.refusal import Refusal

CONTENT_TYPE = "application/problem+json"
URN = "urn:tieout:problem:"


class Refused(Refusal):
    """An operation cannot be done as requested."""

    def __init__(self, status: int, code: str, detail: str = "", **more: Any) -> None:
        self.status, self.code, self.detail, self.more = status, code, detail, more
        super().__init__(code)


TITLES = {
    400: "The request cannot be understood",
    401: "No valid token",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Not in this state",
    412: "Changed meanwhile",
    413: "Too large",
    415: "Not this kind of content",
    422: "The request cannot be carried out",
    429: "Too many requests",
    503: "Not now",
}


def problem(status: int, code: str, detail: str = "", *, errors: Iterable[Any] = (), **more: Any) -> HttpResponse:
    """Return an error response. `code` is one word that does not change between releases; `errors` are `{"where", "message"}` each."""
    members = {"type": URN + code, "title": TITLES.get(status, "Error"), "status": status, "code": code, "detail": detail}
    listed = list(errors)
    body = members | ({"errors": listed} if listed else {}) | more
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return HttpResponse(json.dumps(body, default=str), status=status, content_type=CONTENT_TYPE, headers=headers)


@csrf_exempt
def no_operation(_request: HttpRequest) -> HttpResponse:
    """Return a problem for an unknown address under /api."""
    return problem(404, "no_operation", "There is no such operation: the schema names all of them.")
