"""Files into the ledger and out of it again: show, choose, confirm, undo. Keyword-only, one transaction each."""

import datetime as dt
import hashlib
import zlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.imports.coding import code_rows
from finance.imports.judging import Judged
from finance.imports.preview import Preview, preview_of, same_number
from finance.imports.problems import FileRefused
from finance.imports.reading import read_file
from finance.imports.rows import FileAccount
from finance.ledger_writer import write_entries
from finance.models import Account, LedgerImport, Transaction
from finance.models.import_choices import Choices, Target
from finance.snapshots import snapshot
from people.audit.acts import Act
from people.audit.trail import record
from people.rights import require

KEPT = dt.timedelta(days=7)
"""How long a file that was only looked at waits."""


class LedgerMoved(RuntimeError):
    """What would be imported is not what was shown: the ledger or the choices changed meanwhile. Nothing was imported."""


class NotShown(RuntimeError):
    """The import is not waiting: it was confirmed or undone already, or a worker is about to."""


class LaterWorkStands(RuntimeError):
    """Rows of the import were changed since, or closed: `rows` names them. Nothing was undone."""

    def __init__(self, rows: Iterable[Transaction]) -> None:
        self.rows = tuple(rows)
        super().__init__("\n".join(self.shown()))

    def shown(self) -> list[str]:
        """As many as a person reads, and how many more there are."""
        more = len(self.rows) - FileRefused.SHOWN
        return [*map(str, self.rows[: FileRefused.SHOWN]), *([_("... and %(count)d more.") % {"count": more}] if more > 0 else [])]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """How many rows were added, and how many of the file were not, and why; `absent` counts entries that an earlier file added and
    this one has no more."""

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
    """Keep a file to be looked at; nothing of it is in the ledger yet. Raises `FileRefused`, `NotYours`.

    Where nothing is chosen, what was chosen the last time for such a file is chosen again.
    """
    require(by, account.organization, "import_ledger")
    parsed = read_file(data, choices=Choices(), target=target_of(account))
    if choices is None or choices == Choices():
        saved = account.saved_choices.filter(way=parsed.way).first()
        choices = Choices.from_json(saved.choices) if saved else Choices()
    account.ledger_imports.filter(status=LedgerImport.Status.SHOWN, created_at__lt=timezone.now() - KEPT).delete()
    return account.ledger_imports.create(
        uploaded_by=by,
        filename=filename[-255:],
        sha256=hashlib.sha256(data).hexdigest(),
        format=parsed.format,
        way=parsed.way,
        packed=zlib.compress(data),
        rows=sum(len(part.rows) for part in parsed.accounts),
        choices=replace(choices, account=choices.account or _own_part(account, parsed.accounts)).as_json(),
    )


def _own_part(account: Account, parts: Collection[FileAccount]) -> str:
    """Of several accounts of a file, the only one with this account's number and currency; in a journal, with its name."""
    ours = [part.name for part in parts if part.currency in {"", account.currency} and _is_ours(account, part)]
    return ours[0] if len(ours) == 1 else ""


def _is_ours(account: Account, part: FileAccount) -> bool:
    if part.number:
        return bool(account.number) and same_number(part.number, account.number)
    return account.name.casefold() in {part.name.casefold(), part.name.rpartition(":")[2].casefold()}


@transaction.atomic
def choose(*, ledger_import: LedgerImport, choices: Choices) -> None:
    """Read the file in another way from now on. Raises `NotShown`."""
    waiting = _waiting(ledger_import)
    waiting.choices = choices.as_json()
    waiting.save(update_fields=["choices"])


@transaction.atomic
def discard(*, ledger_import: LedgerImport) -> None:
    """Forget a file that was only looked at. Raises `NotShown`."""
    _waiting(ledger_import).delete()


@transaction.atomic
def confirm(*, ledger_import: LedgerImport, by: User | None, shown: str, also: Collection[int] = ()) -> ImportReport:
    """Add exactly what was shown, and of the rows that are probably there already those whose places are in `also`.

    `shown` is the seal of the preview that a person saw. Raises `LedgerMoved` where today's preview is another, `NotShown`,
    `NotYours`.
    """
    require(by, ledger_import.account.organization, "import_ledger")
    waiting = _waiting(ledger_import)
    preview = preview_now(waiting)
    if preview.shown != shown or preview.questions:
        raise LedgerMoved
    wanted = [judged for judged in preview.judged if _is_wanted(judged, also)]
    entries = [judged.entry for judged in wanted if judged.entry]
    write_entries(by=by, added=entries)
    code_rows(waiting.account, preview.judged, wanted)
    close(waiting, entries)
    _remember(preview)
    record(waiting.account.organization, by, Act.IMPORTED, waiting, account=waiting.account_id, sha256=waiting.sha256, entries=len(entries))
    return _report(preview, added=len(entries))


def _is_wanted(judged: Judged, also: Collection[int]) -> bool:
    return judged.outcome == "new" or (judged.outcome == "probable" and judged.row.place in also)


def close(waiting: LedgerImport, entries: Iterable[Transaction]) -> None:
    waiting.added = {entry.pk.hex: _mark(entry) for entry in entries}
    waiting.packed = b""
    waiting.status = LedgerImport.Status.CONFIRMED
    waiting.confirmed_at = timezone.now()
    waiting.save(update_fields=["added", "packed", "status", "confirmed_at"])


def _remember(preview: Preview) -> None:
    """The next file of this kind is read the same way."""
    kept = replace(preview.ledger_import.chosen, account="").as_json()
    preview.account.saved_choices.update_or_create(way=preview.parsed.way, defaults={"choices": kept})


def _report(preview: Preview, *, added: int) -> ImportReport:
    count = {outcome: len(preview.of(outcome)) for outcome in ("new", "known", "probable", "changed", "refused")}
    return ImportReport(
        added=added,
        known=count["known"],
        probable=count["new"] + count["probable"] - added,
        changed=count["changed"],
        refused=count["refused"],
        absent=preview.absent.count,
    )


@transaction.atomic
def undo(*, ledger_import: LedgerImport, by: User | None) -> int:
    """Take away exactly the rows that the import added; how many there still were.

    Raises `LaterWorkStands`, and takes nothing away, where one was changed since, `LedgerLocked` where one is closed or cleared by
    a locked statement, `NotShown` where there is nothing to undo, `NotYours`.
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
    """Another one as soon as anything of the row is changed."""
    return hashlib.sha256(repr(snapshot(row)).encode()).hexdigest()[:16]


def _waiting(ledger_import: LedgerImport) -> LedgerImport:
    found = hold(ledger_import)
    if found.status != LedgerImport.Status.SHOWN or found.asked:
        raise NotShown
    return found


def hold(ledger_import: LedgerImport) -> LedgerImport:
    """The row as it is now, and its account held: two imports of one account come one after the other."""
    organization = ledger_import.account.organization
    Account.objects.of(organization).select_for_update().get(pk=ledger_import.account_id)
    return (
        LedgerImport.objects.of(organization)
        .select_for_update(of=("self",))
        .select_related("account__organization")
        .get(pk=ledger_import.pk)
    )
