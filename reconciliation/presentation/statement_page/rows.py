"""Printed rows and entries as both sides of a row, and the lists of these, of which a page loads the part that it shows."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, overload
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from finance.models import Transaction
from reconciliation.models import Decision, Statement, StatementLine
from reconciliation.presentation.labels.rows import part_name
from reconciliation.presentation.statement_page.new_rows import BookedAs, Origin
from reconciliation.reconcile.evidence import ComparedStatement

Json = Mapping[str, Any]
ZERO = Decimal(0)
MOST_OF_A_PAYOUT = 5
"""Entries that are shown beside a payout; its page lists all payments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRow:
    """One row of either side. `page` is where it is printed, `line` its number on the statement: None for an entry.
    `entry` is the entry's id in the verdict, empty for a printed row. `booked` is the entry, or None if it was deleted.
    `parts` are the names and amounts of the parts of the printed payment, first the whole."""

    date: dt.date | None
    description: str
    amount: Decimal
    page: int | None = None
    line: int | None = None
    entry: str = ""
    booked: Transaction | None = None
    parts: Sequence[tuple[str, Decimal]] = ()


class RowSides:
    """Printed rows by number as they were compared, and entries by their id in the verdict; with the possible origins and suggested
    bookings of new rows. Rows are loaded once, when they are needed: together by `load`, else with the list that shows them."""

    def __init__(self, statement: Statement, compared: ComparedStatement) -> None:
        self.statement = statement
        self.compared = compared
        self.read: dict[int, StatementLine] = {}
        self.lines: dict[int, StatementLine] = {}
        self.entries: dict[str, Transaction | None] = {}
        self.origins: Mapping[int, Origin] = {}
        self.booked_as: Mapping[int, BookedAs] = {}
        self.payouts: Mapping[int | None, Json] = {}
        self.splits: Mapping[int | None, Json] = {}

    @property
    def numbers(self) -> range:
        """The numbers of all rows."""
        return range(self.compared.count)

    def hold(self, lines: Iterable[StatementLine]) -> None:
        """Take rows as they are stored."""
        for line in lines:
            line.statement = self.statement
            self.read[line.number], self.lines[line.number] = line, self.compared.corrected(line)

    def printed(self, numbers: Iterable[int]) -> list[StatementRow]:
        within = [number for number in numbers if number < self.compared.count]
        load([(self, within, ())])
        return [as_printed(self.lines[number]) for number in within if number in self.lines]

    def as_read(self, numbers: Iterable[int]) -> list[StatementRow]:
        """Return rows as they were read, without corrections."""
        return [as_printed(self.read[number]) for number in numbers if number in self.read]

    def entry(self, identifier: str) -> Transaction | None:
        load([(self, (), (identifier,))])
        return self.entries.get(identifier)

    def booked(self, ids: Sequence[str]) -> list[StatementRow]:
        """Return the rows of these entries without deleted ones: the verdict is history, the books are today's."""
        load([(self, (), ids)])
        return [
            StatementRow(date=entry.booked_on, description=entry.description, amount=entry.amount, entry=identifier, booked=entry)
            for identifier in ids
            if (entry := self.entries.get(identifier)) is not None
        ]


Needed = tuple[RowSides, Iterable[int], Iterable[str]]
"""Rows of one statement, by number, and entries of its account, by id."""


def load(needed: Iterable[Needed]) -> None:
    """Load the rows and entries that are not loaded yet. Two queries at most, for any number of statements."""
    lines: dict[UUID, tuple[RowSides, set[int]]] = {}
    entries: dict[UUID, tuple[list[RowSides], set[str]]] = {}
    for sides, numbers, names in needed:
        if missing := {number for number in numbers if number not in sides.read}:
            lines.setdefault(sides.statement.pk, (sides, set()))[1].update(missing)
        unknown = {name for name in names if name not in sides.entries}
        if unknown and sides.statement.account_id:
            users, wanted = entries.setdefault(sides.statement.account_id, ([], set()))
            users.append(sides)
            wanted |= unknown
    if lines:
        named = Q()
        for key, (_sides, missing) in lines.items():
            named |= Q(statement=key, number__in=missing)
        organization = next(iter(lines.values()))[0].statement.statement_import.organization
        for line in StatementLine.objects.of(organization).filter(named):
            lines[line.statement_id][0].hold([line])
    if entries:
        _load_entries(entries)


def _load_entries(wanted: Mapping[UUID, tuple[list[RowSides], set[str]]]) -> None:
    organization = next(iter(wanted.values()))[0][0].statement.statement_import.organization
    names = {name for _users, some in wanted.values() for name in some}
    for users, some in wanted.values():
        for sides in users:
            sides.entries |= dict.fromkeys(some - sides.entries.keys())
    for entry in Transaction.objects.of(organization).filter(account__in=wanted).named(names):
        for sides in wanted[entry.account_id][0]:
            sides.entries[entry.external_id or str(entry.pk)] = entry


def row_of(item: Json) -> StatementRow:
    """Return a row from the verdict's own data."""
    return StatementRow(
        date=dt.date.fromisoformat(item["date"]) if item["date"] else None,
        description=item["description"],
        amount=Decimal(item["amount"]),
        entry=item["transaction"],
    )


def printed_row(item: Json, amount: Decimal | str) -> StatementRow:
    """Return a printed row of any statement in the form of a verdict."""
    day = item["date"]
    return StatementRow(date=dt.date.fromisoformat(day) if day else None, description=item["description"], amount=Decimal(amount))


def as_printed(line: StatementLine) -> StatementRow:
    parts = [(part_name(kind), Decimal(amount)) for kind, amount in line.parts]
    return StatementRow(date=line.date, description=line.description, amount=line.amount, page=line.page, line=line.number, parts=parts)


@dataclass(frozen=True, slots=True)
class Item:
    """Rows and entries that belong together, the reason for their list, and their difference. `line` is the printed row that may be added
    to the books, `booked_as` its suggested booking, `question` the question that a person may answer, `decision` the decision that
    accepted it as it is. `is_duplicate` is true for an entry that seems to be entered twice, `payout` explains a row that is one, `split`
    one that is a part of a payment."""

    bank: list[StatementRow]
    books: list[StatementRow]
    why: str = ""
    difference: Decimal | None = None
    line: int | None = None
    booked_as: BookedAs | None = None
    question: "AskedRows | None" = None
    decision: Decision | None = None
    is_duplicate: bool = False
    payout: Json | None = None
    split: Json | None = None

    @property
    def key(self) -> str:
        """The name of the item on its page: its first row, else its first entry."""
        row = self.head
        return "" if row is None else f"entry-{row.entry}" if row.line is None else f"line-{row.line}"

    @property
    def shown_books(self) -> list[StatementRow]:
        """Return the entries that the page shows: of a payout the first ones, because its own page lists all payments."""
        return self.books[:MOST_OF_A_PAYOUT] if self.payout else self.books

    @property
    def left_out_of_books(self) -> int:
        return len(self.books) - len(self.shown_books)

    @property
    def is_pair(self) -> bool:
        """True for one row and one entry."""
        return len(self.bank) == len(self.books) == 1

    @property
    def head(self) -> StatementRow | None:
        """Return the row that names the item: the first printed one, else the first entry."""
        return next(iter((*self.bank, *self.books)), None)


@dataclass(frozen=True, slots=True)
class AskedRows:
    """Rows that wait for a person, as the verdict names them. `is_proposed` if "yes" has exactly one meaning; `lacking` is how
    many entries the books lack for equal rows."""

    lines: tuple[int, ...]
    entries: tuple[str, ...]
    is_proposed: bool
    lacking: int = 0

    @property
    def is_choice(self) -> bool:
        """True for rows of equal amounts: a person chooses the entry for each of them."""
        return not self.is_proposed and bool(self.lines) and bool(self.entries)

    @property
    def pair(self) -> str:
        """The row and the entry of a question about one pair, in the form of `forms.PairsForm`."""
        return f"{self.lines[0]}:{self.entries[0]}"


@dataclass(frozen=True, slots=True)
class ItemDraft:
    """An item before its rows are loaded: the numbers of its rows, the ids of its entries, and the function that makes the item of them.
    `amount` is its part of the amount of its list, `line` as of an item, `is_proposed` as of its question. With `while_booked` it is an
    item only as long as its entry exists."""

    lines: Sequence[int]
    entries: Sequence[str]
    make: Callable[[RowSides], Item]
    amount: Decimal = ZERO
    line: int | None = None
    is_proposed: bool = False
    while_booked: bool = False

    def accepted(self, decision: Decision) -> "ItemDraft":
        """Return the item as the decision accepts it."""

        def make(sides: RowSides) -> Item:
            values = {"kind": decision.get_kind_display(), "reason": decision.reason, "who": decision.made_by or _("Automatically")}
            why = _("%(kind)s by %(who)s: %(reason)s") % values
            return replace(self.make(sides), why=why, line=None, booked_as=None, decision=decision)

        return replace(self, make=make, line=None)


class Items(Sequence[Item]):
    """The items of a list, each made when it is looked at."""

    def __init__(self, drafts: Sequence[ItemDraft], sides: RowSides) -> None:
        self.drafts = drafts
        self.sides = sides
        self._made: dict[int, Item] = {}

    def __len__(self) -> int:
        return len(self.drafts)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> list[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | list[Item]:
        if isinstance(place, int):
            return self[place : place + 1 or None][0]
        places = range(len(self.drafts))[place]
        drafts = [self.drafts[index] for index in places if index not in self._made]
        load((self.sides, draft.lines, draft.entries) for draft in drafts)
        for index in places:
            if index not in self._made:
                item = self.drafts[index].make(self.sides)
                line = item.bank[0].line if item.bank else None
                payout, split = self.sides.payouts.get(line), self.sides.splits.get(line)
                self._made[index] = replace(item, payout=payout, split=split) if payout or split else item
        return [self._made[index] for index in places]

    def __iter__(self) -> Iterator[Item]:
        return iter(self[:])


MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class ListPart:
    """The part of a list that a page shows: at most MOST_SHOWN items, from the one with the number `first`."""

    anchor: str
    title: str
    count: int
    first: int = 1

    @property
    def places(self) -> slice:
        """The indexes of the items that are shown."""
        return slice(self.first - 1, self.last)

    @property
    def last(self) -> int:
        """The number of the last item that is shown."""
        return min(self.first - 1 + MOST_SHOWN, self.count)

    @property
    def is_divided(self) -> bool:
        return self.count > MOST_SHOWN

    @property
    def previous(self) -> int | None:
        return self.first - MOST_SHOWN if self.first > MOST_SHOWN else None

    @property
    def following(self) -> int | None:
        return self.last + 1 if self.last < self.count else None

    def from_number(self, text: str) -> "ListPart":
        """Return the part that holds this item; the first one for a text that is no number of an item."""
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1
        within = number if 1 <= number <= self.count else 1
        return replace(self, first=within - (within - 1) % MOST_SHOWN)


@dataclass(frozen=True, slots=True)
class RowSection:
    """One list with its amount, or None if it has no single one. A folded list is closed at first; if it is long, a page shows its rows
    only after it was asked for. The page shows the part from the item with the number `first`."""

    anchor: str
    title: str
    items: Items
    amount: Decimal | None = None
    folded: bool = False
    is_settled: bool = False
    is_compared: bool = True
    first: int = 1

    @property
    def drafts(self) -> Sequence[ItemDraft]:
        return self.items.drafts

    @property
    def part(self) -> ListPart:
        return ListPart(self.anchor, self.title, len(self.items), self.first)

    @property
    def is_left_out(self) -> bool:
        """True for a long folded list: a page shows its count and its amount alone."""
        return self.folded and self.is_divided

    @property
    def shown(self) -> list[Item]:
        return [] if self.is_left_out else self.items[self.part.places]

    @property
    def shown_drafts(self) -> Sequence[ItemDraft]:
        return [] if self.is_left_out else self.drafts[self.part.places]

    @property
    def is_divided(self) -> bool:
        return self.part.is_divided

    def from_number(self, text: str) -> "RowSection":
        """Return the list from the part that holds this item; from its start for a text that is no number of an item."""
        return replace(self, first=self.part.from_number(text).first, folded=self.folded and not text)

    def of_existing(self) -> "RowSection":
        """Return the list without items whose entry was deleted since; call it after the entries are loaded."""
        left = [draft for draft in self.drafts if not draft.while_booked or self.items.sides.booked(draft.entries)]
        return self if len(left) == len(self.drafts) else replace(self, items=Items(left, self.items.sides))

    @property
    def is_about_entries(self) -> bool:
        """True if each item is an entry that the statement does not show."""
        return self.anchor in ("investigate", "outstanding")

    @property
    def can_be_added(self) -> bool:
        return any(draft.line is not None for draft in self.drafts)

    @property
    def adds_several(self) -> bool:
        return sum(draft.line is not None for draft in self.drafts) > 1

    @property
    def proposes_several(self) -> bool:
        return sum(draft.is_proposed for draft in self.drafts) > 1
