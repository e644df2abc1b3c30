"""Requests to import or undo a file, and their outcomes.

Short files are handled at once, long ones by a worker. A request is stored in the file's row until it is handled: messages to workers may
be lost, and the sweep sends them again. Arguments of tasks are ids; running a task twice is harmless.
"""

import datetime as dt
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Literal
from uuid import UUID

from celery import shared_task
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation

from finance.imports.services import LaterWorkStands, LedgerMoved, NotShown, confirm, hold, undo
from finance.locks import LedgerLocked
from finance.models import LedgerImport
from finance.signals import file_waits
from people.access import NotYours, require

Act = Literal["confirm", "undo"]
MOST_AT_ONCE = 2_000
"""Rows imported while the person waits: less than a second. 20,000 take about four seconds, their undo about six."""
WORKER = "a worker does what was asked of any import"


@dataclass(frozen=True, slots=True)
class LedgerImportOutcome:
    """The outcome of a request.

    `code`: confirmed, undone, moved, not_shown, stands, locked, not_yours, failed. `counts` are numbers of rows, `rows` the obstacles.
    """

    code: str
    counts: Mapping[str, int] = field(default_factory=dict)
    rows: tuple[str, ...] = ()


def takes_long(ledger_import: LedgerImport, most: int) -> bool:
    """True if a worker has to import the file: it has more rows, or as a mirror may change more entries, than are handled at once."""
    return ledger_import.rows > most or (ledger_import.chosen.whole_period and ledger_import.account.transactions.count() > most)


def carry_out(
    *, ledger_import: LedgerImport, by: User | None, act: Act, shown: str = "", also: Collection[int] = ()
) -> LedgerImportOutcome:
    """Import the shown rows, or undo them, and return the outcome. Raises `NotYours`."""
    try:
        if act == "undo":
            restored = sum(isinstance(stored, dict) for stored in ledger_import.added.values())
            return LedgerImportOutcome("undone", {"count": undo(ledger_import=ledger_import, by=by), "restored": restored})
        return LedgerImportOutcome("confirmed", asdict(confirm(ledger_import=ledger_import, by=by, shown=shown, also=also)))
    except LedgerMoved:
        return LedgerImportOutcome("moved")
    except NotShown:
        return LedgerImportOutcome("not_shown")
    except LaterWorkStands as stands:
        return LedgerImportOutcome("stands", rows=tuple(stands.shown()))
    except LedgerLocked as locked:
        return LedgerImportOutcome("locked", rows=tuple(locked.shown()))


def _answer(row: LedgerImport, outcome: LedgerImportOutcome) -> None:
    imports = LedgerImport.objects.of(row.account.organization).filter(pk=row.pk)
    imports.update(asked=None, asked_at=None, answered={**asdict(outcome), "counts": dict(outcome.counts), "rows": list(outcome.rows)})


@transaction.atomic
def take_outcome(ledger_import: LedgerImport) -> LedgerImportOutcome | None:
    """Return the outcome of a handled request once, and clear it."""
    row = hold(ledger_import)
    if row.asked or not row.answered:
        return None
    answer = row.answered
    row.answered = {}
    row.save(update_fields=["answered"])
    return LedgerImportOutcome(answer["code"], answer["counts"], tuple(answer["rows"]))


@transaction.atomic
def ask(*, ledger_import: LedgerImport, by: User, act: Act, shown: str = "", also: Collection[int] = ()) -> None:
    """Store the request unless one is open, and send the signal after the commit. Raises `NotYours`."""
    require(by, ledger_import.account.organization, "import_ledger")
    row = hold(ledger_import)
    if row.asked:
        return
    row.asked = {"act": act, "by": by.pk, "shown": shown, "also": sorted(also), "language": translation.get_language()}
    row.asked_at, row.answered = timezone.now(), {}
    row.save(update_fields=["asked", "asked_at", "answered"])
    transaction.on_commit(partial(file_waits.send, LedgerImport, import_id=row.pk), robust=True)


@shared_task(acks_late=True)
def work_on_file(import_id: str) -> None:
    """Import or undo a long file, if the request is still open. Unexpected errors are stored as `failed` and raised."""
    imports = LedgerImport.objects.across_organizations(WORKER).select_related("account__organization")
    ledger_import = imports.filter(pk=UUID(import_id)).first()
    if ledger_import is None or not ledger_import.asked:
        return
    try:
        with transaction.atomic():
            row = hold(ledger_import)
            request: dict[str, Any] | None = row.asked
            if not request:
                return
            _answer(row, LedgerImportOutcome("failed"))
            by = User.objects.filter(pk=request["by"], is_active=True).first()
            with translation.override(request["language"]), timezone.override(row.account.organization.zone):
                outcome = LedgerImportOutcome("not_yours")
                if by:
                    with suppress(NotYours):
                        outcome = carry_out(ledger_import=row, by=by, act=request["act"], shown=request["shown"], also=request["also"])
                _answer(row, outcome)
    except Exception:
        _answer(ledger_import, LedgerImportOutcome("failed"))
        raise


def ring(import_id: UUID) -> None:
    """Queue the task. A lost message is sent again by the sweep."""
    work_on_file.apply_async(args=(str(import_id),), retry=False)


def ring_again(before: dt.datetime) -> None:
    """Queue each file whose request is older than `before` and still open."""
    owed = LedgerImport.objects.across_organizations(WORKER).filter(asked_at__lt=before).order_by("asked_at")
    for key in owed.values_list("pk", flat=True):
        ring(key)
