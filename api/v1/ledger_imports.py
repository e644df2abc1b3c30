"""Operations on ledger imports: shown first, then confirmed, and undone; and on payouts of payment processors."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import File, Router
from ninja.files import UploadedFile
from ninja.responses import Status

from api.access import TokenRequest, needs
from api.http.problems import Refused
from api.schemas.books import ChoicesShape, ConfirmSent, LedgerImportShape, PayoutShape, StoredPayoutsShape
from api.v1.visible import account_of
from finance.imports.services import NotShown, choose, confirm, discard, preview_now, show_file, store_payouts, undo
from finance.imports.untrusted_files import LONGEST_FILE
from finance.models import Account, LedgerImport, ProcessorPayout
from finance.tasks import MOST_AT_ONCE, ask, takes_long

router = Router(tags=["Files into the books"])
DONE = {200: LedgerImportShape, 202: LedgerImportShape}


@router.post(
    "/accounts/{uuid:account_id}/ledger-imports",
    auth=needs("import_ledger"),
    response={201: LedgerImportShape},
    summary="Show a file: what it would add, and what is known already",
)
def show(request: TokenRequest, response: HttpResponse, account_id: UUID, file: File[UploadedFile]) -> LedgerImportShape:
    if (file.size or 0) > LONGEST_FILE:
        raise Refused(413, "too_large", f"A file has at most {LONGEST_FILE} bytes.")
    made = show_file(account=account_of(request, account_id), by=request.user, filename=file.name or "", data=file.read())
    response["Location"] = f"/api/v1/ledger-imports/{made.pk}"
    return shape_of(made)


@router.get(
    "/ledger-imports/{uuid:import_id}",
    auth=needs("import_ledger"),
    response=LedgerImportShape,
    summary="What a file would do, or did",
)
def one(request: TokenRequest, import_id: UUID) -> LedgerImportShape:
    return shape_of(_import(request, import_id))


@router.patch(
    "/ledger-imports/{uuid:import_id}",
    auth=needs("import_ledger"),
    response=LedgerImportShape,
    summary="Read the file in another way",
)
def read_otherwise(request: TokenRequest, import_id: UUID, sent: ChoicesShape) -> LedgerImportShape:
    ledger_import = _import(request, import_id)
    with transaction.atomic():
        choose(ledger_import=ledger_import, choices=sent.chosen())
        ledger_import.refresh_from_db()
        return shape_of(ledger_import)


@router.post(
    "/ledger-imports/{uuid:import_id}/confirm",
    auth=needs("import_ledger"),
    response=DONE,
    summary="Import exactly what was shown",
    description=f"Of more than {MOST_AT_ONCE} rows a worker does it: the answer is 202, and `in_work` says when it is done.",
)
def confirm_shown(request: TokenRequest, import_id: UUID, sent: ConfirmSent) -> Any:
    ledger_import = _import(request, import_id)
    if ledger_import.status != LedgerImport.Status.SHOWN:
        raise NotShown
    if takes_long(ledger_import, MOST_AT_ONCE):
        ask(ledger_import=ledger_import, by=request.user, act="confirm", shown=sent.shown, also=set(sent.also))
        return Status(202, shape_of(_import(request, import_id)))
    confirm(ledger_import=ledger_import, by=request.user, shown=sent.shown, also=set(sent.also))
    return Status(200, shape_of(_import(request, import_id)))


@router.post("/ledger-imports/{uuid:import_id}/undo", auth=needs("import_ledger"), response=DONE, summary="Take out exactly what it added")
def undo_import(request: TokenRequest, import_id: UUID) -> Any:
    ledger_import = _import(request, import_id)
    if len(ledger_import.added) > MOST_AT_ONCE:
        ask(ledger_import=ledger_import, by=request.user, act="undo")
        return Status(202, shape_of(_import(request, import_id)))
    undo(ledger_import=ledger_import, by=request.user)
    return Status(200, shape_of(_import(request, import_id)))


@router.delete(
    "/ledger-imports/{uuid:import_id}",
    auth=needs("import_ledger"),
    response={204: None},
    summary="Forget a file that was only shown",
)
def forget(request: TokenRequest, import_id: UUID) -> None:
    discard(ledger_import=_import(request, import_id))


@router.post(
    "/accounts/{uuid:account_id}/payouts",
    auth=needs("import_ledger"),
    response={201: StoredPayoutsShape},
    summary="Store the payouts of a payment processor's report",
)
def payouts_send(request: TokenRequest, account_id: UUID, file: File[UploadedFile]) -> Any:
    if (file.size or 0) > LONGEST_FILE:
        raise Refused(413, "too_large", f"A file has at most {LONGEST_FILE} bytes.")
    stored = store_payouts(account=account_of(request, account_id), by=request.user, filename=file.name or "", data=file.read())
    return Status(201, StoredPayoutsShape(**asdict(stored) | {"notes": list(stored.notes)}))


@router.get(
    "/accounts/{uuid:account_id}/payouts",
    auth=needs("read_books"),
    response=list[PayoutShape],
    summary="The latest hundred payouts of an account",
)
def payouts_list(request: TokenRequest, account_id: UUID) -> list[PayoutShape]:
    stored = ProcessorPayout.objects.of(request.organization).filter(account=account_of(request, account_id))
    return [PayoutShape.of(payout) for payout in stored.select_related("account")[:100]]


def shape_of(ledger_import: LedgerImport) -> LedgerImportShape:
    """Return the preview of a ledger import that waits; of any other, its result."""
    waits = ledger_import.status == LedgerImport.Status.SHOWN and not ledger_import.asked
    return LedgerImportShape.waiting(preview_now(ledger_import)) if waits else LedgerImportShape.done(ledger_import)


def _import(request: TokenRequest, import_id: UUID) -> LedgerImport:
    accounts = Account.objects.visible_to(request.membership)
    imports = LedgerImport.objects.of(request.organization).select_related("account__organization")
    return get_object_or_404(imports.filter(account__in=accounts), pk=import_id)
