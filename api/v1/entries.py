"""Operations on an account's entries: read, created, changed, and many at once."""

import datetime as dt
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router

from api.access import TokenRequest, needs
from api.http.pages import USUAL, slice_of
from api.http.repeats import refuse_unseen, tagged
from api.schemas.books import BulkDone, BulkSent, EntryChange, EntrySent, EntryShape
from api.schemas.common import After, Day, Limit, PageOf
from api.v1.visible import account_of
from finance import entries
from finance.imports.rows import FileRow
from finance.imports.services import take_rows
from finance.models import Account, Transaction

router = Router(tags=["Entries"])
WAY = "api"


@router.get("/accounts/{uuid:account_id}/entries", auth=needs("read_books"), response=PageOf[EntryShape], summary="Entries, oldest first")
def listed(
    request: TokenRequest,
    account_id: UUID,
    first: Day | None = None,
    last: Day | None = None,
    external_id: str = "",
    after: After = "",
    limit: Limit = USUAL,
) -> dict[str, Any]:
    rows = Transaction.objects.visible_to(request.membership).select_related("coding").filter(account=account_of(request, account_id))
    rows = rows.filter(booked_on__gte=first) if first else rows
    rows = rows.filter(booked_on__lte=last) if last else rows
    rows = rows.filter(external_id=external_id) if external_id else rows
    page = slice_of(rows, by="booked_on", read=dt.date.fromisoformat, after=after, limit=limit)
    return {"items": [EntryShape.of(entry) for entry in page.rows], "next": page.next}


@router.post("/accounts/{uuid:account_id}/entries", auth=needs("post"), response={201: EntryShape}, summary="Enter an entry")
def enter(request: TokenRequest, response: HttpResponse, account_id: UUID, sent: EntrySent) -> Any:
    made = entries.enter(account=account_of(request, account_id), by=request.user, **sent.fields())
    return tagged(response, EntryShape.of(made))


@router.post(
    "/accounts/{uuid:account_id}/entries/bulk",
    auth=needs("import_ledger"),
    response=BulkDone,
    summary="Bring many entries in, each with its own id",
    description="All that are new are added in one transaction. What is known is left alone, what the books have with another date, "
    "amount or text is counted as changed and left as it is, what came another way before is counted as probable and not added. "
    "`ledger_import` undoes all of it.",
)
def bulk(request: TokenRequest, account_id: UUID, sent: BulkSent) -> BulkDone:
    rows = [FileRow(place=place, **entry.fields()) for place, entry in enumerate(sent.entries, 1)]
    taken = take_rows(account=account_of(request, account_id), by=request.user, way=WAY, named=str(request.token), rows=rows)
    return BulkDone(**taken.counts, ledger_import=taken.ledger_import.pk if taken.ledger_import else None)


@router.get("/entries/{uuid:entry_id}", auth=needs("read_books"), response=EntryShape, summary="One entry")
def entry(request: TokenRequest, response: HttpResponse, entry_id: UUID) -> Any:
    return tagged(response, EntryShape.of(_entry(request, entry_id)))


@router.patch(
    "/entries/{uuid:entry_id}",
    auth=needs("post"),
    response=EntryShape,
    summary="Change an entry",
    description="With `If-Match` only what its author has seen is changed.",
)
def change(request: TokenRequest, response: HttpResponse, entry_id: UUID, sent: EntryChange) -> Any:
    with transaction.atomic():
        entry = _entry(request, entry_id, hold=True)
        refuse_unseen(request, EntryShape.of(entry))
        changed = entries.edit(entry=entry, by=request.user, **sent.changes())
    return tagged(response, EntryShape.of(changed))


@router.delete("/entries/{uuid:entry_id}", auth=needs("post"), response={204: None}, summary="Delete an entry")
def delete(request: TokenRequest, entry_id: UUID) -> None:
    with transaction.atomic():
        entry = _entry(request, entry_id, hold=True)
        refuse_unseen(request, EntryShape.of(entry))
        entries.delete(entry=entry, by=request.user)


def _entry(request: TokenRequest, entry_id: UUID, *, hold: bool = False) -> Transaction:
    rows = Transaction.objects.visible_to(request.membership)
    entry = get_object_or_404(rows, pk=entry_id)
    if hold:  # the account first, as in all writes to the books
        Account.objects.of(request.organization).select_for_update().get(pk=entry.account_id)
        entry = get_object_or_404(rows.select_for_update(of=("self",)), pk=entry_id)
    return entry
