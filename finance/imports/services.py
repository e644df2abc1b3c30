"""Import and undo of files, and of rows from another program: show, choose, confirm, undo, in one transaction each."""

import datetime as dt
import hashlib
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.imports.judging import NO_NAMES, OUTCOMES, code_rows, judge
from finance.imports.preview import Preview, preview_of, same_number
from finance.imports.reading import read_file
from finance.imports.rows import FileAccount, FileRow
from finance.imports.untrusted_files import FileRefused
from finance.ledger_writer import write_entries
from finance.models import Account, LedgerImport, Transaction
from finance.models.ledger import snapshot
from finance.models.ledger_import import Choices, Target
from people.access import require
from people.audit import Act, record
from people.refusal import Refusal

KEPT = dt.timedelta(days=7)
"""Time after which a file that was only previewed is deleted."""


class LedgerMoved(Refusal):
    """The ledger or the choices changed since the preview. Nothing was imported."""

    code = "moved"


class NotShown(Refusal):
    """The import is not waiting: it was confirmed or undone already, or a worker is about to."""

    code = "not_shown"


class LaterWorkStands(Refusal):
    """Entries of the import, listed in `rows`, were changed or closed since. Nothing was undone."""

    code = "later_work"

    def __init__(self, rows: Iterable[Transaction]) -> None:
        self.rows = tuple(rows)
        super().__init__("\n".join(self.shown()))

    def shown(self) -> list[str]:
        """Return the first messages, and the number of further ones."""
        more = len(self.rows) - FileRefused.SHOWN
        return [*map(str, self.rows[: FileRefused.SHOWN]), *([_("... and %(count)d more.") % {"count": more}] if more > 0 else [])]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """Numbers of rows added and not added by reason; `absent` counts entries of an earlier file that this one no longer has."""

    added: int
    known: int
    probable: int
    changed: int
    refused: int
    absent: int = 0


def target_of(account: Account) -> Target:
    return Target(currency=account.currency, kind=account.kind, today=timezone.localdate())


def preview_now(ledger_import: LedgerImport) -> Preview:
    return preview_of(ledger_import, target_of(ledger_import.account))


@transaction.atomic
def show_file(*, account: Account, by: User | None, filename: str, data: bytes, choices: Choices | None = None) -> LedgerImport:
    """Store a file for a preview; nothing is imported yet. Raises `FileRefused`, `NotYours`.

    Without choices, the last ones for such files apply.
    """
    require(by, account.organization, "import_ledger")
    parsed = read_file(data, choices=Choices(), target=target_of(account))
    if choices is None or choices == Choices():
        saved = account.saved_choices.filter(way=parsed.way).first()
        choices = Choices.from_json(saved.choices) if saved else Choices()
    # The account's own part is the only one with its number and currency, or without a number its name.
    own_parts = []
    for part in parsed.accounts:
        if part.number:
            is_own = bool(account.number) and same_number(part.number, account.number)
        else:
            is_own = account.name.casefold() in {part.name.casefold(), part.name.rpartition(":")[2].casefold()}
        if is_own and part.currency in {"", account.currency}:
            own_parts.append(part.name)
    own_part = own_parts[0] if len(own_parts) == 1 else ""
    account.ledger_imports.filter(status=LedgerImport.Status.SHOWN, created_at__lt=timezone.now() - KEPT).delete()
    return account.ledger_imports.create(
        uploaded_by=by,
        filename=filename[-255:],
        sha256=hashlib.sha256(data).hexdigest(),
        format=parsed.format,
        way=parsed.way,
        packed=zlib.compress(data),
        rows=sum(len(part.rows) for part in parsed.accounts),
        choices=replace(choices, account=choices.account or own_part).as_json(),
    )


@transaction.atomic
def choose(*, ledger_import: LedgerImport, choices: Choices) -> None:
    """Store other choices for reading the file. Raises `NotShown`."""
    waiting = _waiting(ledger_import)
    waiting.choices = choices.as_json()
    waiting.save(update_fields=["choices"])


@transaction.atomic
def discard(*, ledger_import: LedgerImport) -> None:
    """Delete a file that was only previewed. Raises `NotShown`."""
    _waiting(ledger_import).delete()


@transaction.atomic
def confirm(*, ledger_import: LedgerImport, by: User | None, shown: str, also: Collection[int] = ()) -> ImportReport:
    """Add exactly what was shown, and those probable rows whose places are in `also`; store the choices for the next file of this kind.

    `shown` is the hash of the preview that the person saw. Raises `LedgerMoved` if the current preview differs, `NotShown`, `NotYours`.
    """
    require(by, ledger_import.account.organization, "import_ledger")
    waiting = _waiting(ledger_import)
    preview = preview_now(waiting)
    if preview.shown != shown or preview.questions:
        raise LedgerMoved
    wanted = [judged for judged in preview.judged if judged.outcome == "new" or (judged.outcome == "probable" and judged.row.place in also)]
    entries = [judged.entry for judged in wanted if judged.entry]
    write_entries(by=by, added=entries)
    code_rows(waiting.account, preview.judged, wanted)
    close(waiting, entries)
    choices = replace(waiting.chosen, account="").as_json()
    waiting.account.saved_choices.update_or_create(way=preview.parsed.way, defaults={"choices": choices})
    record(waiting.account.organization, by, Act.IMPORTED, waiting, account=waiting.account_id, sha256=waiting.sha256, entries=len(entries))
    count = Counter(judged.outcome for judged in preview.judged)
    return ImportReport(
        added=len(entries),
        known=count["known"],
        probable=count["new"] + count["probable"] - len(entries),
        changed=count["changed"],
        refused=count["refused"],
        absent=preview.absent.count,
    )


def close(waiting: LedgerImport, entries: Iterable[Transaction]) -> None:
    waiting.added = {entry.pk.hex: _mark(entry) for entry in entries}
    waiting.packed = b""
    waiting.status = LedgerImport.Status.CONFIRMED
    waiting.confirmed_at = timezone.now()
    waiting.save(update_fields=["added", "packed", "status", "confirmed_at"])


@transaction.atomic
def undo(*, ledger_import: LedgerImport, by: User | None) -> int:
    """Remove exactly the entries that the import added, and return their number.

    Raises `LaterWorkStands` if one was changed since, `LedgerLocked` if one is closed or cleared by a locked statement, `NotShown` if there
    is nothing to undo, `NotYours`; nothing is removed then.
    """
    require(by, ledger_import.account.organization, "import_ledger")
    done = hold(ledger_import)
    if done.status != LedgerImport.Status.CONFIRMED or done.asked:
        raise NotShown
    rows = list(done.account.transactions.filter(origin=done.origin))
    changed = [row for row in rows if done.added.get(row.pk.hex) != _mark(row)]
    if changed:
        raise LaterWorkStands(changed)
    write_entries(by=by, removed=rows)
    done.status = LedgerImport.Status.UNDONE
    done.undone_at = timezone.now()
    done.added = {}
    done.save(update_fields=["status", "undone_at", "added"])
    record(done.account.organization, by, Act.UNDID_IMPORT, done, account=done.account_id, entries=len(rows))
    return len(rows)


def _mark(row: Transaction) -> str:
    """Return a short hash of the entry's values, to detect changes."""
    return hashlib.sha256(repr(snapshot(row)).encode()).hexdigest()[:16]


def _waiting(ledger_import: LedgerImport) -> LedgerImport:
    locked = hold(ledger_import)
    if locked.status != LedgerImport.Status.SHOWN or locked.asked:
        raise NotShown
    return locked


def hold(ledger_import: LedgerImport) -> LedgerImport:
    """Return the current row, with its account locked: imports into one account are serialized."""
    organization = ledger_import.account.organization
    Account.objects.of(organization).select_for_update().get(pk=ledger_import.account_id)
    return (
        LedgerImport.objects.of(organization)
        .select_for_update(of=("self",))
        .select_related("account__organization")
        .get(pk=ledger_import.pk)
    )


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
