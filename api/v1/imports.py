"""Operations on imports: uploads and their progress."""

import datetime as dt
import time
from collections.abc import Callable, Iterator
from itertools import chain
from threading import BoundedSemaphore
from typing import Annotated, Any
from uuid import UUID

from django.db import connection
from django.http import Http404, HttpResponse, JsonResponse
from ninja import File, Form, Router
from ninja.files import UploadedFile
from ninja.responses import Status
from ninja.streaming import SSE
from pydantic import StringConstraints

from api.access import Scope, TokenRequest, needs
from api.http.pages import USUAL, slice_of
from api.http.problems import Refused
from api.schemas.common import After, Limit, PageOf, Said
from api.schemas.statements import (
    ChooseAccountSent,
    DiscardSent,
    ImportShape,
    ImportStatus,
    MoveSent,
    PasswordSent,
    PostingShape,
    RunShape,
    UndoneShape,
    UndoSent,
    Uploaded,
)
from api.schemas.verdicts import ExaminationShape, VerdictShape, VerdictWord
from api.tokens import recognized
from api.v1.schema import downloads
from api.v1.visible import account_of, import_of, shape_of
from reconciliation.converting.source import NotConvertible
from reconciliation.models import Run, StatementImport
from reconciliation.posting.undoing import undo
from reconciliation.presentation.statement_page.examination import examination_of
from reconciliation.reports.statement_files import ALL_FORMS, download, of_import
from reconciliation.uploads import services
from reconciliation.uploads.services import move_document
from reconciliation.views.access import imports_seen_by
from reconciliation.views.statement import import_document

MAX_FOLLOWERS = 4
"""Most streams at one time, of the web server's eight threads."""
FOLLOWERS = BoundedSemaphore(MAX_FOLLOWERS)
STREAM_SECONDS = 60.0
POLL_SECONDS = 0.5

router = Router(tags=["Statements"])
PATH = "/imports/{uuid:import_id}"
Account = Annotated[Said, StringConstraints(max_length=36)]
Password = Annotated[Said, StringConstraints(max_length=200)]


@router.get(
    "/imports",
    auth=needs("read_books"),
    response=PageOf[ImportShape],
    summary="Uploaded documents, newest first",
)
def imports(
    request: TokenRequest,
    status: ImportStatus | None = None,
    verdict: VerdictWord | None = None,
    sha256: str = "",
    after: After = "",
    limit: Limit = USUAL,
) -> dict[str, Any]:
    rows = imports_seen_by(request).prefetch_related("statements")
    rows = rows if status == "discarded" else rows.listed()
    wanted = {"status": status, "verdict": verdict, "sha256": sha256}
    rows = rows.filter(**{name: value for name, value in wanted.items() if value})
    page = slice_of(rows, by="uploaded_at", read=dt.datetime.fromisoformat, after=after, limit=limit, newest_first=True)
    return {"items": [ImportShape.of(statement_import) for statement_import in page.rows], "next": page.next}


@router.post(
    "/imports",
    auth=needs("upload"),
    response={200: Uploaded, 202: Uploaded},
    summary="Upload a statement",
    description="202 where it waits for a worker; 200 where the organization had the same bytes before. `account` names whose it is "
    "where that is known, `password` opens a locked document and is not kept. The file is a PDF, or what the bank gives to programs: "
    "CAMT.053, MT940, OFX, QIF, or CSV with balances. Entries for the books go to the imports of an account.",
)
def upload(
    request: TokenRequest,
    response: HttpResponse,
    file: File[UploadedFile],
    account: Account = Form(""),  # type: ignore[type-arg]  # noqa: B008  as the library expects it
    password: Password = Form(""),  # type: ignore[type-arg]  # noqa: B008
) -> Any:
    chosen = None
    if account:
        try:
            key = UUID(account)
        except ValueError as error:
            raise Http404 from error
        chosen = account_of(request, key)
    channel = StatementImport.Channel.API
    received = services.receive_statement(
        organization=request.organization, uploaded_by=request.user, channel=channel, filename=file.name or "", pdf=file
    )
    statement_import = received.statement_import
    if not imports_seen_by(request).filter(pk=statement_import.pk).exists():
        raise Http404  # the import of another client, which this member may not see
    if chosen:
        services.choose_account(statement_import=statement_import, account=chosen, actor=request.user)
    if password:
        services.unlock(statement_import=statement_import, password=password, actor=request.user)
    response["Location"] = f"/api/v1/imports/{statement_import.pk}"
    uploaded = Uploaded(statement_import=shape_of(request, statement_import.pk), already_there=received.already_there)
    return Status(200 if received.already_there else 202, uploaded)


@router.get(PATH, auth=needs("read_books"), response=ImportShape, summary="How a document fares")
def one(request: TokenRequest, response: HttpResponse, import_id: UUID) -> ImportShape:
    shape = shape_of(request, import_id)
    if not shape.finished:
        response["Retry-After"] = "1"
    return shape


@router.get(
    PATH + "/events",
    auth=needs("read_books"),
    response=SSE[ImportShape],
    summary="Follow a document until it is finished",
    description="An event at once, and one for each change; the stream ends once the document is finished, or after a minute: ask again. "
    "503 where as many follow already as this server has room for: poll then.",
)
def events(request: TokenRequest, import_id: UUID) -> Iterator[ImportShape]:
    import_of(request, import_id)
    changes = changes_of(lambda: shape_of(request, import_id))
    return chain([next(changes)], changes)  # the first one at once: without a free place the answer is a problem, and no stream begins


@router.get(PATH + "/verdict", auth=needs("read_books"), response=VerdictShape, by_alias=True, summary="The answer, and its proof")
def verdict(request: TokenRequest, import_id: UUID) -> HttpResponse:
    statement_import = import_of(request, import_id)
    if not statement_import.reconciliation or not statement_import.verdict:
        raise Http404
    return JsonResponse(statement_import.reconciliation)  # as its release stored it


@router.get(PATH + "/runs", auth=needs("read_books"), response=list[RunShape], summary="Every processing of it, newest first")
def runs(request: TokenRequest, import_id: UUID) -> list[RunShape]:
    return [RunShape.of(run) for run in Run.objects.of(request.organization).filter(statement_import=import_of(request, import_id))[:200]]


@router.get(
    PATH + "/examination",
    auth=needs("read_books"),
    response=ExaminationShape,
    summary="Facts about the file and its print",
    description="Facts that speak against the document come first. There is no score. 404 if it was not examined: it is no PDF, or an "
    "earlier release read it.",
)
def examination(request: TokenRequest, import_id: UUID) -> ExaminationShape:
    shown = examination_of(import_of(request, import_id))
    if shown is None:
        raise Http404
    return ExaminationShape.of(shown)


@router.get(PATH + "/document", auth=needs("read_books"), openapi_extra=downloads("application/pdf"), summary="The document itself")
def document(request: TokenRequest, import_id: UUID) -> Any:
    if import_of(request, import_id).document_deleted_at:
        raise Http404
    return import_document(request, import_id)


@router.get(
    PATH + "/convert/{format}",
    auth=needs("export"),
    openapi_extra=downloads(*sorted({form.media_type.partition(";")[0] for form in ALL_FORMS.values()})),
    summary="Its statements as a file for other programs",
    description="`format` is csv, xlsx, ofx, qbo, qif, camt053, mt940, beancount, hledger or json, or actual, gnucash, quickbooks, xero or "
    "ynab for the CSV of that program; `number` is that of one statement in the file, from 0. The header `Tieout-Proved` says whether the "
    "printed figures prove every statement. 409 `not_convertible` if the format needs what is not printed.",
)
def convert(request: TokenRequest, import_id: UUID, format: str, number: int | None = None) -> HttpResponse:  # noqa: A002  the name in the address
    statement_import = import_of(request, import_id)
    statements = of_import(statement_import, number)
    if format not in ALL_FORMS or not statements:
        raise Http404
    try:
        return download(request, statement_import, statements, format, "statement")
    except NotConvertible as error:
        raise Refused(409, "not_convertible", str(error)) from error


@router.post(PATH + "/process-again", auth=needs("upload"), response={202: ImportShape}, summary="Read and verify it once more")
def process_again(request: TokenRequest, import_id: UUID) -> ImportShape:
    services.process_again(statement_import=import_of(request, import_id), actor=request.user)
    return shape_of(request, import_id)


@router.post(PATH + "/verify-again", auth=needs("decide"), response=ImportShape, summary="Compare it with today's books")
def verify_again(request: TokenRequest, import_id: UUID) -> ImportShape:
    services.compare_again(statement_import=import_of(request, import_id), actor=request.user)
    return shape_of(request, import_id)


@router.post(PATH + "/unlock", auth=needs("upload"), response={202: ImportShape}, summary="Open it with its password")
def unlock(request: TokenRequest, import_id: UUID, sent: PasswordSent) -> ImportShape:
    services.unlock(statement_import=import_of(request, import_id), password=sent.password, actor=request.user)
    return shape_of(request, import_id)


@router.post(PATH + "/choose-account", auth=needs("upload"), response=ImportShape, summary="Say which account it is of")
def choose_account(request: TokenRequest, import_id: UUID, sent: ChooseAccountSent) -> ImportShape:
    statement_import, account = import_of(request, import_id), account_of(request, sent.account)
    services.choose_account(statement_import=statement_import, account=account, actor=request.user, confirmed=sent.confirmed)
    return shape_of(request, import_id)


@router.post(PATH + "/cancel", auth=needs("upload"), response=ImportShape, summary="Stop it for good")
def cancel(request: TokenRequest, import_id: UUID) -> ImportShape:
    services.cancel(statement_import=import_of(request, import_id), actor=request.user)
    return shape_of(request, import_id)


@router.post(
    PATH + "/discard",
    auth=needs("upload"),
    response=ImportShape,
    summary="Discard a document on which nothing depends",
    description="It leaves every list. The document is deleted after the retention time; until then it can be taken back.",
)
def discard(request: TokenRequest, import_id: UUID, sent: DiscardSent) -> ImportShape:
    services.discard(
        statement_import=import_of(request, import_id), reason=sent.reason, actor=request.user, not_a_statement=sent.not_a_statement
    )
    return shape_of(request, import_id)


@router.post(PATH + "/take-back", auth=needs("upload"), response={202: ImportShape}, summary="Take a discarded document back")
def take_back(request: TokenRequest, import_id: UUID) -> ImportShape:
    services.take_back(statement_import=import_of(request, import_id), actor=request.user)
    return shape_of(request, import_id)


@router.post(
    PATH + "/read-as-statement", auth=needs("upload"), response={202: ImportShape}, summary="Read it as a statement, whatever it looks like"
)
def read_as_statement(request: TokenRequest, import_id: UUID) -> ImportShape:
    services.read_as_statement(statement_import=import_of(request, import_id), actor=request.user)
    return shape_of(request, import_id)


@router.post(
    PATH + "/move",
    auth=needs("upload"),
    response=ImportShape,
    summary="Move it to another client",
    description="The document is uploaded there and discarded here; its bytes leave this client at once.",
)
def move(request: TokenRequest, import_id: UUID, sent: MoveSent) -> ImportShape:
    statement_import, there = import_of(request, import_id), recognized(sent.token)
    if there is None or there.membership.user != request.user or Scope.UPLOAD not in there.scopes:
        raise Refused(403, "no_right_there", "Send a valid token of the same person in the other client, with the scope upload.")
    move_document(statement_import=statement_import, to=there.membership.organization, actor=request.user)
    return shape_of(request, import_id)


@router.post(PATH + "/undo", auth=needs("undo"), response=UndoneShape, summary="Take out of the books what was added from it")
def take_out(request: TokenRequest, import_id: UUID, sent: UndoSent) -> UndoneShape:
    undone = undo(statement_import=import_of(request, import_id), actor=request.user, postings=sent.postings)
    return UndoneShape(postings=[PostingShape.of(posting) for posting in undone], statement_import=shape_of(request, import_id))


def changes_of(look: Callable[[], ImportShape]) -> Iterator[ImportShape]:
    """Yield the import's state, and again after each change, until it is finished or STREAM_SECONDS are over. The first state takes a place
    among the followers, the end or the closing of the generator frees it. Raises Refused if no place is free."""
    if not FOLLOWERS.acquire(blocking=False):
        raise Refused(503, "too_many_follow", "As many follow already as this server has room for. Ask again later, or poll.")
    try:
        deadline, before = time.monotonic() + STREAM_SECONDS, None
        while time.monotonic() < deadline:
            state = look()
            if state != before:
                yield state
            if state.finished:
                return
            before = state
            connection.close()  # so that no connection to the database is occupied while waiting
            time.sleep(POLL_SECONDS)
    finally:
        FOLLOWERS.release()
