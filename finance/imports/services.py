"""Import and undo of files, and of rows from another program: show, choose, confirm, undo, in one transaction each."""

import datetime as dt
import hashlib
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.entries import enter
from finance.imports.comparing import NO_NAMES
from finance.imports.corrections import shown_by_lack, shown_by_rows, store_shown
from finance.imports.judging import OUTCOMES, Judged, code_rows, judge, parts_of
from finance.imports.payouts import ReportedPayout, read_payouts
from finance.imports.preview import Preview, preview_of, same_number
from finance.imports.reading import read_file
from finance.imports.rows import FileAccount, FileRow
from finance.imports.untrusted_files import FileRefused
from finance.ledger_writer import write_entries
from finance.models import Account, LedgerImport, ProcessorPayout, Transaction
from finance.models.ledger import restore, snapshot
from finance.models.ledger_import import Choices, DateOrder, Target
from finance.money import NotAnAmount, to_minor
from finance.signals import ledger_changed
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
    """Numbers of rows added and not added by reason; `absent` counts entries of an earlier file that this one no longer has, `updated`
    entries that took the file's values, `voided` and `unchanged` those of a mirror that became void or could not be changed."""

    added: int
    known: int
    probable: int
    changed: int
    refused: int
    absent: int = 0
    updated: int = 0
    voided: int = 0
    unchanged: int = 0


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
    choices = choices or Choices()
    if choices.without_period() == Choices():
        saved = account.saved_choices.filter(way=parsed.way).first()
        choices = Choices.from_json(saved.choices).with_period_of(choices) if saved else choices
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
    """Add exactly the shown rows, and those probable rows whose places are in `also`; store the choices for the next file of this kind.

    `shown` is the hash of the preview that the person saw. Raises `LedgerMoved` if the current preview differs, `NotShown`, `NotYours`.
    """
    require(by, ledger_import.account.organization, "import_ledger")
    waiting = _waiting(ledger_import)
    preview = preview_now(waiting)
    if preview.shown != shown or preview.questions:
        raise LedgerMoved
    wanted = [judged for judged in preview.judged if judged.outcome == "new" or (judged.outcome == "probable" and judged.row.place in also)]
    entries = [judged.entry for judged in wanted if judged.entry]
    mirror = preview.mirror
    voided = [(change.before, change.after) for change in mirror.voided] if mirror else []
    updated = [*_pairs(preview.judged), *voided]
    write_entries(by=by, added=entries, changed=[after for _before, after in updated])
    code_rows(waiting.account, preview.judged, wanted)
    close(waiting, entries, updated)
    shown_there = shown_by_rows(waiting.account, preview.judged, also)
    shown_there += shown_by_lack(waiting.account, preview.judged, mirror.period) if mirror else []
    store_shown(shown_there, shown_by=waiting.filename, ledger_import=waiting, by=by)
    choices = replace(waiting.chosen.without_period(), account="").as_json()
    waiting.account.saved_choices.update_or_create(way=preview.parsed.way, defaults={"choices": choices})
    details = {"account": waiting.account_id, "sha256": waiting.sha256, "entries": len(entries)}
    if mirror:
        days = "..".join(day.isoformat() for day in mirror.period)
        details |= {"period": days, "changed": len(mirror.changed), "voided": len(voided)}
    record(waiting.account.organization, by, Act.IMPORTED, waiting, **details)
    count = Counter(judged.outcome for judged in preview.judged)
    return ImportReport(
        added=len(entries),
        known=count["known"],
        probable=count["new"] + count["probable"] - len(entries),
        changed=count["changed"],
        refused=count["refused"],
        absent=preview.absent.count,
        updated=count["updated"],
        voided=len(voided),
        unchanged=len(mirror.unchanged) if mirror else 0,
    )


def _pairs(judged: Iterable[Judged]) -> list[tuple[Transaction, Transaction]]:
    """Return the entries that the rows update, before and after."""
    return [(row.twin, row.entry) for row in judged if row.outcome == "updated" and row.twin and row.entry]


def close(waiting: LedgerImport, entries: Iterable[Transaction], updated: Iterable[tuple[Transaction, Transaction]] = ()) -> None:
    """Mark the import as done, with the hash of each added entry, and the values before of each updated one."""
    waiting.added = {entry.pk.hex: _mark(entry) for entry in entries} | {
        after.pk.hex: {"mark": _mark(after), "before": snapshot(before)} for before, after in updated
    }
    waiting.packed = b""
    waiting.status = LedgerImport.Status.CONFIRMED
    waiting.confirmed_at = timezone.now()
    waiting.save(update_fields=["added", "packed", "status", "confirmed_at"])


@transaction.atomic
def undo(*, ledger_import: LedgerImport, by: User | None) -> int:
    """Remove exactly the entries that the import added, restore those that it updated, and return the number of removed ones.

    Raises `LaterWorkStands` if one was changed since, or an updated one deleted, `LedgerLocked` if one is closed or cleared by a locked
    statement, `NotShown` if there is nothing to undo, `NotYours`; nothing is removed then.
    """
    require(by, ledger_import.account.organization, "import_ledger")
    done = hold(ledger_import)
    if done.status != LedgerImport.Status.CONFIRMED or done.asked:
        raise NotShown
    rows = list(done.account.transactions.filter(origin=done.origin))
    changed = [row for row in rows if _mark_of(done, row) != _mark(row)]
    befores = {UUID(key): value["before"] for key, value in done.added.items() if isinstance(value, dict)}
    updated = [row for some in parts_of(list(befores)) for row in done.account.transactions.filter(pk__in=some)]
    changed += [row for row in updated if _mark_of(done, row) != _mark(row)]
    for key in befores.keys() - {row.pk for row in updated}:  # deleted since
        changed.append(row := Transaction(pk=key, account=done.account))
        restore(row, befores[key])
    if changed:
        raise LaterWorkStands(changed)
    for row in updated:
        restore(row, befores[row.pk])
    write_entries(by=by, removed=rows, changed=updated)
    done.source_entries.all().delete()
    done.status = LedgerImport.Status.UNDONE
    done.undone_at = timezone.now()
    done.added = {}
    done.save(update_fields=["status", "undone_at", "added"])
    record(done.account.organization, by, Act.UNDID_IMPORT, done, account=done.account_id, entries=len(rows))
    return len(rows)


def _mark(row: Transaction) -> str:
    """Return a short hash of the entry's values, to detect changes."""
    return hashlib.sha256(repr(snapshot(row)).encode()).hexdigest()[:16]


def _mark_of(done: LedgerImport, row: Transaction) -> str | None:
    """Return the hash of the entry as the import left it."""
    stored = done.added.get(row.pk.hex)
    mark: str | None = stored.get("mark") if isinstance(stored, dict) else stored
    return mark


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
    updated = _pairs(judged)
    if not entries and not updated:
        code_rows(locked, judged, [])
        made.delete()
        store_shown(shown_by_rows(locked, judged), shown_by=named, ledger_import=None, by=by)
        return ApplyResult(counts=counts, ledger_import=None, twins=twins)
    write_entries(by=by, added=entries, changed=[after for _before, after in updated])
    code_rows(locked, judged, new)
    close(made, entries, updated)
    store_shown(shown_by_rows(locked, judged), shown_by=named, ledger_import=made, by=by)
    record(account.organization, by, Act.IMPORTED, made, account=account.pk, way=way, entries=len(entries))
    return ApplyResult(counts=counts, ledger_import=made, twins=twins)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPayouts:
    """Numbers of payouts: added, known already, and of the added ones those whose rows do not add up to their stated total."""

    added: int
    known: int
    wrong: int
    notes: tuple[str, ...] = ()


@transaction.atomic
def store_payouts(*, account: Account, by: User | None, filename: str, data: bytes, date_order: DateOrder = "") -> StoredPayouts:
    """Read a report and store its payouts; those that are stored already are counted only. The account's statements are compared again.

    Raises `FileRefused`, `NotYours`.
    """
    require(by, account.organization, "import_ledger")
    report = read_payouts(data, target_of(account), date_order)
    Account.objects.of(account.organization).select_for_update().get(pk=account.pk)  # of two uploads of a report one is first
    stored = ProcessorPayout.objects.of(account.organization).filter(account=account)
    known = set(stored.filter(digest__in=[payout.digest for payout in report.payouts]).values_list("digest", flat=True))
    new = [payout for payout in {payout.digest: payout for payout in report.payouts}.values() if payout.digest not in known]
    references = {payout.reference for payout in new} - {""}
    if changed := sorted(stored.filter(reference__in=references).values_list("reference", flat=True)):
        sentence = _("Payout %(reference)s is stored with other amounts. Delete it first.")
        raise FileRefused(sentence % {"reference": reference} for reference in changed[:10])
    for payout in new:
        stored.create(account=account, uploaded_by=by, filename=filename[-255:], **_fields(payout, account.currency))
    if new:
        record(account.organization, by, Act.IMPORTED, account, what="payouts")
        ledger_changed.send(sender=Account, account=account.pk, since=min(payout.paid_on for payout in new))
    wrong = [payout for payout in new if not payout.holds]
    return StoredPayouts(added=len(new), known=len(report.payouts) - len(new), wrong=len(wrong), notes=report.notes)


def _fields(payout: ReportedPayout, currency: str) -> dict[str, Any]:
    try:
        parts = [
            {
                "day": part.day.isoformat() if part.day else None,
                "gross": to_minor(part.gross, currency),
                "fee": to_minor(part.fee, currency),
                "reference": part.reference,
                "text": part.text,
            }
            for part in payout.parts
        ]
        totals = {
            "net_minor": to_minor(payout.net, currency),
            "stated_minor": None if payout.stated is None else to_minor(payout.stated, currency),
        }
    except NotAnAmount as error:
        raise FileRefused([_("An amount of the file is too large or has too many decimals.")]) from error
    return {"reference": payout.reference, "paid_on": payout.paid_on, "digest": payout.digest, "parts": parts, **totals}


@transaction.atomic
def delete_payout(*, payout: ProcessorPayout, by: User) -> None:
    """Delete a payout; what it explained is compared again without it. Raises `NotYours`."""
    account = payout.account
    require(by, account.organization, "import_ledger")
    ledger_changed.send(sender=Account, account=account.pk, since=payout.paid_on)
    record(account.organization, by, Act.UNDID_IMPORT, account, what="payout")
    payout.delete()


def add_fees(*, payout: ProcessorPayout, by: User) -> None:
    """Add the entry of the payout's fees to the books, once. Raises `NotYours`, `LedgerLocked`."""
    account = payout.account
    if not payout.fees or account.transactions.filter(external_id=payout.origin).exists():
        return
    text = _("Fees of payout %(reference)s") % {"reference": payout}
    enter(account=account, by=by, booked_on=payout.paid_on, amount=-payout.fees, description=text, external_id=payout.origin)
