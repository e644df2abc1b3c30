"""Requests to import or undo a file and their outcomes: handled at once, or by a worker if the file is long."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import translation

from finance.imports.services import LaterWorkStands, LedgerMoved, NotShown, confirm, hold, undo
from finance.locks import LedgerLocked
from finance.models import LedgerImport
from people.rights import NotYours

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


def carry_out(
    *, ledger_import: LedgerImport, by: User | None, act: Act, shown: str = "", also: Collection[int] = ()
) -> LedgerImportOutcome:
    """Import what was shown, or undo it, and return the outcome. Raises `NotYours`."""
    try:
        if act == "undo":
            return LedgerImportOutcome("undone", {"count": undo(ledger_import=ledger_import, by=by)})
        return LedgerImportOutcome("confirmed", asdict(confirm(ledger_import=ledger_import, by=by, shown=shown, also=also)))
    except LedgerMoved:
        return LedgerImportOutcome("moved")
    except NotShown:
        return LedgerImportOutcome("not_shown")
    except LaterWorkStands as stands:
        return LedgerImportOutcome("stands", rows=tuple(stands.shown()))
    except LedgerLocked as locked:
        return LedgerImportOutcome("locked", rows=tuple(locked.shown()))


def do_what_was_asked(import_id: UUID) -> None:
    """Handle the open request of an import, if there is one. Unexpected errors are stored as `failed` and raised."""
    found = LedgerImport.objects.across_organizations(WORKER).select_related("account__organization").filter(pk=import_id).first()
    if found is None or not found.asked:
        return
    try:
        _do(found)
    except Exception:
        _answer(found, LedgerImportOutcome("failed"))
        raise


@transaction.atomic
def _do(found: LedgerImport) -> None:
    row = hold(found)
    asked: dict[str, Any] | None = row.asked
    if not asked:
        return
    _answer(row, LedgerImportOutcome("failed"))
    by = User.objects.filter(pk=asked["by"], is_active=True).first()
    with translation.override(asked["language"]):
        _answer(row, _carried_out(row, by, asked) if by else LedgerImportOutcome("not_yours"))


def _carried_out(row: LedgerImport, by: User, asked: dict[str, Any]) -> LedgerImportOutcome:
    try:
        return carry_out(ledger_import=row, by=by, act=asked["act"], shown=asked["shown"], also=asked["also"])
    except NotYours:
        return LedgerImportOutcome("not_yours")


def _answer(row: LedgerImport, outcome: LedgerImportOutcome) -> None:
    ours = LedgerImport.objects.of(row.account.organization).filter(pk=row.pk)
    ours.update(asked=None, asked_at=None, answered={**asdict(outcome), "counts": dict(outcome.counts), "rows": list(outcome.rows)})


@transaction.atomic
def heard(ledger_import: LedgerImport) -> LedgerImportOutcome | None:
    """Return the outcome of a handled request once, and clear it."""
    row = hold(ledger_import)
    if row.asked or not row.answered:
        return None
    said = row.answered
    row.answered = {}
    row.save(update_fields=["answered"])
    return LedgerImportOutcome(said["code"], said["counts"], tuple(said["rows"]))
