"""Rows from another program with ids of its own: judged like those of a file and imported at once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from finance.imports.coding import code_rows
from finance.imports.judging import OUTCOMES, judge
from finance.imports.novelty import NO_NAMES
from finance.imports.rows import FileAccount, FileRow
from finance.imports.services import close
from finance.ledger_writer import write_entries
from finance.models import Account
from finance.models.ledger_import import LedgerImport
from people.audit.acts import Act
from people.audit.trail import record
from people.rights import require


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyResult:
    """`counts` by outcome, with `added` for new ones; `ledger_import` can undo them, None if nothing was added.

    `twins` are the entries that the rows of those ids are, or may be.
    """

    counts: dict[str, int]
    ledger_import: LedgerImport | None
    twins: dict[str, UUID]


@transaction.atomic
def take_rows(
    *, account: Account, by: User | None, way: str, named: str, rows: Sequence[FileRow], names: Mapping[UUID, str] = NO_NAMES
) -> ApplyResult:
    """Add the new rows. Known, probably known and changed ones are counted only.

    `way` distinguishes these rows' ids from those of other sources, `named` is shown as the file's name; `names` are ids that the other
    program has for entries that came from here. Raises NotYours, LedgerLocked.
    """
    require(by, account.organization, "import_ledger")
    locked = Account.objects.of(account.organization).select_for_update(of=("self",)).get(pk=account.pk)
    made = locked.ledger_imports.create(uploaded_by=by, filename=named[-255:], format=way, way=way, rows=len(rows))
    judged = judge(locked, FileAccount(rows=tuple(rows)), way=way, origin=made.origin, names=names)
    counted = Counter(result.outcome for result in judged)
    new = [result for result in judged if result.outcome == "new"]
    entries = [result.entry for result in new if result.entry]
    counts: dict[str, int] = {outcome: counted[outcome] for outcome in OUTCOMES if outcome != "new"} | {"added": len(entries)}
    twins = {result.row.external_id: result.twin.pk for result in judged if result.twin and result.row.external_id}
    if not entries:
        code_rows(locked, judged, [])
        made.delete()
        return ApplyResult(counts=counts, ledger_import=None, twins=twins)
    write_entries(by=by, added=entries)
    code_rows(locked, judged, new)
    close(made, entries)
    record(account.organization, by, Act.IMPORTED, made, account=account.pk, way=way, entries=len(entries))
    return ApplyResult(counts=counts, ledger_import=made, twins=twins)
