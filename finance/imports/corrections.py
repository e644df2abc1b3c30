"""The list of what has still to be corrected in the program that the books of an account come from.

An entry came from that program if a file or connection added it. The program has it as it came: with the values before its first change
here, unless a later file, or a member, showed other values since (`SourceEntry`). An entry that was added here is not in the program until
that is shown. Wherever the program and the account differ, there is something to correct in the program.
"""

import csv
import datetime as dt
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from finance.imports.judging import Judged, entry_of, parts_of, refusal
from finance.models import Account, EntryChange, LedgerImport, SourceEntry, Transaction
from finance.models.ledger import BY_HAND, POSTED_FROM, Json, restore, snapshot
from finance.models.ledger_import import IMPORTED
from finance.signals import proving_rows_wanted
from people.access import require
from people.audit import Act, record
from people.formats import listed, written_day
from people.refusal import Refusal
from people.safe_text import EchoLine, guarded

Task = Literal["add", "change", "delete"]
COMPARED = ("booked_on", "amount_minor", "description", "reference", "number", "status")
TEXTS = ("description", "reference", "number")
OF_BANKS = frozenset({"camt", "mt940", "bai2"})
"""Formats that only banks write: there is no program in which their entries could be corrected."""
VOID = Transaction.Status.VOID.value
HEADINGS = (
    "to_do", "entry", "external_id", "date_there", "amount_there", "description_there", "date_here", "amount_here", "description_here",
    "reference_here", "number_here", "status_here", "why", "changed_on", "changed_by", "statement_row",
)  # fmt: skip


class CorrectionMoved(Refusal):
    """The entry is not to be corrected, or no longer as it was shown. Nothing was stored."""

    code = "correction_moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvingRow:
    """A printed row that an entry is matched with; `statement_import` is the key of its document."""

    statement_import: UUID
    filename: str
    page: int
    booked_on: dt.date | None
    amount: Decimal
    description: str

    def __str__(self) -> str:
        day = written_day(self.booked_on) if self.booked_on else ""
        values = {"file": self.filename, "page": self.page, "day": day, "amount": self.amount, "text": self.description}
        return _("%(file)s, page %(page)d: %(day)s %(amount)s %(text)s") % values


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """An entry that was changed, deleted or added here. `there` are its values in the program, None if that lacks it; `here` None if it is
    deleted. `change` is its last change, None if it was only added. `source` is the latest that was shown, None if nothing was."""

    key: UUID
    there: Json | None
    here: Transaction | None
    change: EntryChange | None
    source: SourceEntry | None
    came_from_there: bool

    @property
    def values_here(self) -> Json | None:
        return snapshot(self.here) if self.here else None

    @property
    def differs(self) -> bool:
        return _compared(self.there) != _compared(self.values_here)

    @property
    def is_open(self) -> bool:
        """True if a file may still show something: the sides differ, or only a member said that they do not."""
        return self.differs or bool(self.source and not self.source.shown_by)

    @property
    def mark(self) -> str:
        """Return a short hash of the values on both sides: a member settles exactly what the list showed."""
        sides = json.dumps([_compared(self.there), _compared(self.values_here)], sort_keys=True)
        return hashlib.sha256(sides.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One thing to do in the program. `before` is the entry as the program has it, None to add it; `after` as it is here, None to delete
    it there. `row` is the printed row that proves it, `settled` the word of a member that it is done; None if there is none."""

    entry: UUID
    before: Transaction | None
    after: Transaction | None
    is_void: bool
    change: EntryChange | None
    mark: str
    settled: SourceEntry | None = None
    row: ProvingRow | None = None

    @property
    def task(self) -> Task:
        if self.after is None:
            return "delete"
        return "change" if self.before else "add"

    @property
    def to_do(self) -> str:
        """Return what to do in the program, in a sentence."""
        if self.before is None:
            return _("Add this entry.")
        if self.after is None:
            return _("Delete this entry, or mark it as void.")
        names = {
            "booked_on": _("the date"),
            "amount_minor": _("the amount"),
            "description": _("the description"),
            "reference": _("the reference"),
            "number": _("the check number"),
            "status": _("the status"),
        }
        there, here = snapshot(self.before), snapshot(self.after)
        changed = listed(text for name, text in names.items() if there[name] != here[name])
        return _("Change %(fields)s.") % {"fields": changed}

    @property
    def why(self) -> str:
        """Return what was done here, in a sentence."""
        added = self.after if self.before is None else None
        if added:
            by_hand = added.origin == BY_HAND
            return _("It was entered here by hand.") if by_hand else _("It was added here from a statement.")
        if self.is_void:
            return _("It is marked here as void or as a duplicate.")
        if self.after is None:
            return _("It was deleted here.")
        return _("It was added here from a statement.") if self.after.origin.startswith(POSTED_FROM) else _("It was changed here.")

    @property
    def shown_day(self) -> dt.date:
        shown = self.after or self.before
        if shown is None:
            raise AssertionError("a correction has the entry on one side at least")
        return shown.booked_on


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionList:
    """The corrections of an account in order of days. `settled` are those that members said are done and no file has shown since, latest
    first."""

    open: tuple[Correction, ...]
    settled: tuple[Correction, ...]


def corrections_of(account: Account) -> CorrectionList:
    """Return what has to be corrected in the program; nothing if the books of the account come from no program."""
    states = list(_states(account))
    listed = [_correction(account, state) for state in states if state.differs]
    rows: dict[UUID, ProvingRow] = {}
    if listed:
        keys = [correction.entry for correction in listed]
        for _receiver, answer in proving_rows_wanted.send(sender=Account, account=account, entries=keys):
            rows |= cast("dict[UUID, ProvingRow]", answer)
    listed = [replace(correction, row=rows.get(correction.entry)) for correction in listed]
    listed.sort(key=lambda correction: (correction.shown_day, str(correction.entry)))
    done = [(state.source.at, state) for state in states if state.source and not state.source.shown_by and not state.differs]
    done.sort(key=lambda item: item[0], reverse=True)
    return CorrectionList(open=tuple(listed), settled=tuple(_correction(account, state, settled=state.source) for _at, state in done))


def is_entry_of(account: Account, entry: UUID) -> bool:
    """True if the account has or had the entry."""
    changes = EntryChange.objects.of(account.organization).filter(account=account, entry=entry)
    return account.transactions.filter(pk=entry).exists() or changes.exists() or account.source_entries.filter(entry=entry).exists()


@transaction.atomic
def settle(*, account: Account, entry: UUID, by: User | None, mark: str) -> None:
    """Store that an entry is corrected in the program, as the list showed it with this mark. Raises `CorrectionMoved`, `NotYours`."""
    require(by, account.organization, "import_ledger")
    held = Account.objects.of(account.organization).select_for_update(of=("self",)).get(pk=account.pk)
    state = next((state for state in _states(held) if state.key == entry and state.differs), None)
    if state is None or state.mark != mark:
        raise CorrectionMoved
    made = held.source_entries.create(entry=entry, values=state.values_here, by=by)
    record(account.organization, by, Act.SETTLED_CORRECTION, made, account=account.pk)


@transaction.atomic
def unsettle(*, account: Account, entry: UUID, by: User | None) -> None:
    """Take back that an entry is corrected in the program. Raises `CorrectionMoved` if no member said so last, `NotYours`."""
    require(by, account.organization, "import_ledger")
    held = Account.objects.of(account.organization).select_for_update(of=("self",)).get(pk=account.pk)
    last = held.source_entries.filter(entry=entry).last()
    if last is None or last.shown_by:
        raise CorrectionMoved
    record(account.organization, by, Act.UNSETTLED_CORRECTION, last, account=account.pk)
    last.delete()


def shown_by_rows(account: Account, judged: Sequence[Judged], also: Collection[int] = ()) -> list[SourceEntry]:
    """Return what the rows of a file newly show of entries that were corrected here, not stored; `also` are rows that are added."""
    states = {state.key: state for state in _states(account) if state.is_open}
    source_entries: list[SourceEntry] = []
    for row in judged if states else ():
        state = states.get(row.twin.pk) if row.twin else None
        if state is None or row.row.place in also or row.outcome in {"new", "refused"} or refusal(account, row.row):
            continue
        # A row that is only probably the entry may be another one, unless the entry was added here and the money is the same.
        is_same_money = (row.row.booked_on, row.row.amount) == (state.here.booked_on, state.here.amount) if state.here else False
        if row.outcome == "probable" and (state.came_from_there or not is_same_money):
            continue
        came = snapshot(entry_of(account, row.row, ""))
        known = state.there or state.values_here or came
        keeps = TEXTS if not state.came_from_there else tuple(name for name in TEXTS if not came[name])
        values = known | {name: came[name] for name in COMPARED} | {name: known[name] for name in keeps}
        if _compared(values) != _compared(state.there):
            source_entries.append(SourceEntry(account=account, entry=state.key, values=values))
    return source_entries


def shown_by_lack(account: Account, judged: Sequence[Judged], period: tuple[dt.date, dt.date]) -> list[SourceEntry]:
    """Return the entries that are deleted or void here and that a file lacks although it is the whole of the period, not stored.

    A row that cannot be read or imported may be any of them: then nothing is shown.
    """
    if any(row.outcome == "refused" for row in judged):
        return []
    there = {row.twin.pk for row in judged if row.twin}
    first, last = (day.isoformat() for day in period)
    return [
        SourceEntry(account=account, entry=state.key, values=None)
        for state in _states(account)
        if state.key not in there and _compared(state.values_here) is None
        if state.there and _compared(state.there) and first <= state.there["booked_on"] <= last
    ]


def store_shown(
    source_entries: Iterable[SourceEntry], *, shown_by: str, ledger_import: LedgerImport | None, by: User | None = None
) -> None:
    """Store what a file or connection showed."""
    rows = list(source_entries)
    for row in rows:
        row.shown_by, row.ledger_import, row.by = shown_by[:255], ledger_import, by
    SourceEntry.objects.bulk_create(rows)


def comes_from_a_program(account: Account) -> bool:
    """True if a file or connection, other than those that only banks have, added entries to the account."""
    return bool(_program_origins(account))


def csv_lines(corrections: Iterable[Correction]) -> Iterator[str]:
    """Yield the list as CSV that no spreadsheet reads as formulas."""
    writer = csv.writer(EchoLine())
    yield writer.writerow(HEADINGS)
    for correction in corrections:
        before, after, change = correction.before, correction.after, correction.change
        cells = [correction.to_do, correction.entry, (before or after or Transaction()).external_id]
        cells += [before.booked_on, before.amount, before.description] if before else ["", "", ""]
        cells += [after.booked_on, after.amount, after.description, after.reference, after.number, after.status] if after else [""] * 6
        cells += [correction.why, change.at.date() if change else "", change.by if change and change.by else "", correction.row or ""]
        # Amounts begin with a minus, and are no texts.
        yield writer.writerow([str(cell) if isinstance(cell, Decimal) else guarded(str(cell)) for cell in cells])


def _program_origins(account: Account) -> set[str]:
    confirmed = LedgerImport.objects.of(account.organization).filter(account=account, status=LedgerImport.Status.CONFIRMED)
    return {f"{IMPORTED}{key}" for key in confirmed.exclude(format__in=OF_BANKS).values_list("pk", flat=True)}


def _states(account: Account) -> Iterator[_State]:
    """Yield the entries that may differ between the account and the program, in no order."""
    origins = _program_origins(account)
    if not origins:
        return
    changes: dict[UUID, list[EntryChange]] = defaultdict(list)
    for change in EntryChange.objects.of(account.organization).filter(account=account).order_by("at", "pk").select_related("by"):
        changes[change.entry].append(change)
    sources = {source.entry: source for source in account.source_entries.select_related("by").order_by("at", "pk")}
    entries = account.transactions.filter(Q(origin=BY_HAND) | Q(origin__startswith=POSTED_FROM))
    here = {row.pk: row for row in entries}
    others = [key for key in changes.keys() | sources.keys() if key not in here]
    here |= {row.pk: row for some in parts_of(others) for row in account.transactions.filter(pk__in=some)}
    brought = _brought(account) if changes else {}
    entered_again = _entered_again(account, [made[-1] for made in changes.values() if made[-1].after is None])
    for key in (changes.keys() | sources.keys() | here.keys()) - entered_again:
        row, made, source = here.get(key), changes.get(key, []), sources.get(key)
        if row:
            row.account = account
        first = made[0].before if made else snapshot(row) if row else {}
        there: Json | None = None
        if came_from_there := first.get("origin") in origins:
            by_imports = [change.after for change in made if change.after and change.before in brought.get(key, ())]
            there = by_imports[-1] if by_imports else first
        if source:
            there = source.values
        last = made[-1] if made else None
        yield _State(key=key, there=there, here=row, change=last, source=source, came_from_there=came_from_there)


def _compared(values: Json | None) -> list[object] | None:
    """Return the values that count; None for an entry that is void or is not there."""
    return None if values is None or values["status"] == VOID else [values[name] for name in COMPARED]


def _correction(account: Account, state: _State, *, settled: SourceEntry | None = None) -> Correction:
    before = None
    if state.there and _compared(state.there):
        before = Transaction(pk=state.key)
        restore(before, state.there)
        before.account = account
    is_void = state.here is not None and state.here.status == VOID
    after = None if is_void else state.here
    return Correction(entry=state.key, before=before, after=after, is_void=is_void, change=state.change, mark=state.mark, settled=settled)


def _entered_again(account: Account, deletions: Sequence[EntryChange]) -> set[UUID]:
    """Return the deleted entries that a file added again later, by their id or content: they are in the account, as in the program."""
    if not deletions:
        return set()
    since = min(change.at for change in deletions)
    later = account.transactions.filter(created_at__gte=since, origin__startswith=IMPORTED)
    there = Counter(_names(snapshot(row)) for row in later)
    again = set()
    for change in deletions:
        name = _names(change.before)
        if there[name]:
            there[name] -= 1
            again.add(change.entry)
    return again


def _names(values: Json) -> tuple[object, ...]:
    """Return the id of an entry, or its content if it has none."""
    return (values["external_id"],) if values["external_id"] else (values["booked_on"], values["amount_minor"], values["description"])


def _brought(account: Account) -> dict[UUID, list[Json]]:
    """Return the values before each change that an import made, by entry: after it the program has what the import brought."""
    brought: dict[UUID, list[Json]] = defaultdict(list)
    confirmed = LedgerImport.objects.of(account.organization).filter(account=account, status=LedgerImport.Status.CONFIRMED)
    for added in confirmed.values_list("added", flat=True).iterator():
        for key, value in added.items():
            if isinstance(value, dict):
                brought[UUID(key)].append(value["before"])
    return brought
