"""Errors by RFC 9457: a code for programs, and a sentence that says what to do; and the problem of each refusal of the services."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from ninja.errors import AuthenticationError, HttpError, Throttled
from ninja.errors import ValidationError as ShapeError

from api.access import OutOfScope
from finance.imports.services import LaterWorkStands
from finance.imports.untrusted_files import FileRefused
from finance.locks import LedgerLocked
from people.refusal import Refusal
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.documents.unreadable import message as unreadable
from reconciliation.posting import LaterWork
from reconciliation.presentation.labels.acts import later_work, refusal, why_in_use, why_not_signed_off
from reconciliation.signoff.services import NotNow
from reconciliation.uploads.ending import DocumentInUse

ROOT = "/api/"
"""The beginning of every path of the API."""
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


CONFLICT, UNPROCESSABLE, BUSY = 409, 422, 503
"""422: the request does not fit the schema; 409: it does, but cannot be done with these books or this document."""
DETAILS = {
    "account_exists": "An account with this name exists.",
    "reading_incomplete": "The document was not read completely, and its reading is not confirmed. Answer its open points, or confirm it.",
    "account_not_certain": "Say first which account the statement belongs to.",
    "currency_not_known": "The statement prints no currency: say which it is.",
    "correction_moved": "There is nothing to correct of this entry, or it changed since it was listed. Fetch the list again.",
    "file_refused": "Nothing was imported.",
    "later_work": "Nothing was undone.",
    "layouts_refused": "The file is not an export of layouts.",
    "locked": "Nothing was changed.",
    "moved": "The books or the choices changed since this was shown. Fetch it again; nothing was imported.",
    "no_such_organization": "There is no such organization, or not for this token: GET /api/v1/organizations lists them.",
    "organization_not_named": "Name the organization in the header Tieout-Organization: GET /api/v1/organizations lists them.",
    "no_dates": "The statement has no dates that an account could begin with.",
    "not_an_amount": "The amount does not fit the currency.",
    "not_shown": "The file was imported, undone or forgotten already, or is being worked on.",
    "read_again": "The statement was read again meanwhile, or is being read. Fetch it again.",
    "signed_off": "The statement is signed off: reopen it first.",
    "too_many_tries": "Too many passwords were tried. Try again later.",
    "too_many_waiting": "Too many documents wait already. Try again once some are done.",
    "unknown_currency": "This is no currency of ISO 4217.",
    # of webhooks
    "address": "An address is public and over HTTPS, unless the settings name it.",
    "no_event": "Name at least one event.",
    "too_many": "The organization has as many webhooks as it may have.",
    "unknown_event": "The schema says which events there are.",
}
"""The sentence for each code of a refusal, unless its class has an answer of its own below."""
WAITED = {"40001", "40P01", "55P03"}
"""PostgreSQL: serialization failure, deadlock, lock not available."""
Answer = Callable[[HttpRequest, Any], HttpResponse]


def _invalid(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    listed = error.message_dict.items() if hasattr(error, "error_dict") else [("", error.messages)]
    errors = [{"where": field, "message": message} for field, field_messages in listed for message in field_messages]
    return problem(CONFLICT, "invalid", "Some of what was sent cannot stand so.", errors=errors)


def _busy(_request: HttpRequest, error: OperationalError) -> HttpResponse:
    """Return a problem for a deadlock, in which the database aborted one of two changes; raise any other error."""
    if getattr(error.__cause__, "sqlstate", "") not in WAITED and "locked" not in str(error):
        raise error
    answer = problem(BUSY, "busy", "Somebody else changed the same at this moment. Send it again.")
    answer["Retry-After"] = "1"
    setattr(answer, "busy", True)  # noqa: B010  api.http.repeats tries again
    return answer


def _fixed(status: int, code: str, detail: str) -> Answer:
    return lambda _request, _error: problem(status, code, detail)


def _in_words(detail: Callable[[Any], str]) -> Answer:
    return lambda _request, error: problem(error.status, error.code, detail(error))


def _with_errors(where: str = "") -> Answer:
    return lambda _request, error: problem(
        error.status, error.code, DETAILS[error.code], errors=[{"where": where, "message": message} for message in error.shown()]
    )


REFUSALS: dict[type[Exception], Answer] = {
    Refusal: _in_words(lambda error: DETAILS[error.code]),
    DocumentInUse: _in_words(lambda error: why_in_use(error.code)),
    FileRefused: _with_errors("file"),
    LaterWorkStands: _with_errors(),
    LedgerLocked: _with_errors(),
    LaterWork: _in_words(lambda error: "Nothing was taken out. " + " ".join(later_work(error.obstacles))),
    NotNow: _in_words(lambda error: why_not_signed_off(error.code)),
    DecisionRefused: lambda _request, error: problem(
        error.status,
        error.code,
        refusal(error),
        **({} if error.apart is None else {"apart": format(error.apart, "f"), "currency": error.currency}),
    ),
    Refused: lambda _request, error: problem(error.status, error.code, error.detail, **error.more),
    DocumentUnreadable: lambda _request, error: problem(
        413 if error.code == "too_large" else CONFLICT, error.code, unreadable(error.code, error.params)
    ),
    AuthenticationError: _fixed(401, "no_token", "Send a valid token: Authorization: Bearer tieout_..."),
    OutOfScope: lambda _request, error: problem(
        403, "out_of_scope", f"The token was not made for this: it needs a scope that gives {error.action}.", needs=error.action
    ),
    PermissionDenied: _fixed(403, "role", "The role of the token's member does not allow this."),
    Http404: _fixed(404, "not_found", "There is no such thing, or not for this token."),
    ShapeError: lambda _request, error: problem(
        UNPROCESSABLE,
        "invalid",
        "Some of what was sent is not as the schema has it.",
        errors=[{"where": ".".join(map(str, item.get("loc", ()))), "message": str(item.get("msg", ""))} for item in error.errors],
    ),
    ValidationError: _invalid,
    Throttled: _fixed(429, "too_many_requests", "Try again after the seconds that Retry-After says."),
    HttpError: lambda _request, error: problem(error.status_code, "malformed" if error.status_code == 400 else "refused", str(error)),
    OperationalError: _busy,
}
