"""The sums of an account's rows, and the sums that the document prints of them, computed once for all checks."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import groupby, takewhile
from typing import TypeVar

from reconciliation.printed.statement import UnreadRow
from reconciliation.reading.accounts.classify import DocumentKind
from reconciliation.reading.accounts.drafts import Draft, Period
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary import phrases as terms
from reconciliation.reading.vocabulary.labels import balance_kind

T = TypeVar("T")
NOTHING = Decimal(0)
LONGEST_LABEL = 90  # most characters of a line with a figure; a longer line is prose
IN_LINE, SAME_EDGE = 3.0, 2.0  # most points between the right edges of figures below one another, and of figures of one column
SUMS = ("total", "summary", "outside", "stray", "loose")
MOST_LISTED = 20  # most accounts of a list
BOTH_ENDS = 2  # balance lines of a list, without the lines that lead from one to the other
ASIDE = (terms.OTHER_SPAN, terms.ASIDE)
COLUMN_SIDES = {"credit": 1, "debit": -1}
HEADS = frozenset({"number", "period", "opening", "brought", "summary"})  # kinds of lines that a first page prints above its rows


class AccountSums:
    """The sums of one account's rows beside the sums that are printed."""

    def __init__(self, draft: Draft, best: Solution) -> None:
        self.draft, self.best = draft, best
        self.sides = (best.sides, *best.sides_of_tables.values(), *best.sides_of_pages.values())
        self.words_of_rows = {id(word) for entry in best.entries for word in entry.words}
        self.edges = {round(figure.x1) for entry in best.entries for figure in entry.figures.values()}
        rows = [place for place, item in enumerate(draft.items) if item.kind == "entry"]
        self.between = draft.items[rows[0] : rows[-1] + 1] if rows else []  # the items from the first row to the last one
        self.above = (
            draft.items[: rows[0]] if rows else []
        )  # above it; above a balance carried to its page, up to the head of the rows there
        turned = next((place for place, item in enumerate(self.above) if item.kind == "carried"), None)
        if turned is not None and not draft.newest_first:
            self.above = self.above[: max((place + 1 for place, item in enumerate(self.above[:turned]) if item.kind in HEADS), default=0)]

    def in_column(self, x1: float) -> bool:
        """True if a figure that ends here ends as the rows' figures do."""
        return any(abs(x1 - edge) <= SAME_EDGE for edge in self.edges)

    def is_of_rows(self, line: Printed) -> bool:
        """True if the line, or a part of it, is one of the rows."""
        return not self.words_of_rows.isdisjoint(map(id, line.row.words))

    def is_row(self, item: ScanItem) -> bool:
        """True if the item is on a line of the rows. Such a line is no sum of them, whatever its words."""
        return item.printed is not None and self.is_of_rows(item.printed)

    @cached_property
    def of_rows(self) -> set[Decimal]:
        """Money in, money out and both together, of all rows, each table and page; of a side also with the balance it began with."""
        return {size for sides in self.sides for size in sides.sizes}.union(*self._with_opening.values())

    def of_side(self, *, with_opening: bool) -> dict[int, set[Decimal]]:
        """Return the sums of money in by 1 and of money out by -1: of all rows, each table and each page; of several tables also the net
        sum of one. `with_opening` adds the sum of all rows with the balance of that side that they began with."""
        tables = self.best.sides_of_tables.values()
        nets = {sides.net for sides in tables} if len(tables) > 1 else set()
        into, out = {sides.into for sides in self.sides} | nets, {sides.out for sides in self.sides} | {-net for net in nets}
        return {1: into | self._with_opening[1], -1: out | self._with_opening[-1]} if with_opening else {1: into, -1: out}

    @cached_property
    def _with_opening(self) -> dict[int, set[Decimal]]:
        opening, sides = self.best.opening or NOTHING, self.best.sides
        return {1: {sides.into + opening} if opening > 0 else set(), -1: {sides.out - opening} if opening < 0 else set()}

    @cached_property
    def counts(self) -> set[int]:
        """The numbers of rows: of all, of a side, on which a row of nothing may count, and of each table and page."""
        into, out, every = self.best.sides.rows_in, self.best.sides.rows_out, self.best.sides.rows
        return {into, out, every - into, every - out, *(sides.rows for sides in self.sides)}

    @cached_property
    def known_sizes(self) -> set[Decimal]:
        """Sizes that say nothing new where they are printed once more: zero, balances, also after each row, and sums of rows and tables."""
        best, ends = self.best, self.draft.of("opening", "closing", "brought", "carried")
        sizes = {NOTHING, *best.sides.sizes, *(abs(balance.value) for balance in ends if balance.value is not None)}
        sizes |= {abs(sides.net) for sides in best.sides_of_tables.values() if sides.rows > 1}
        running = best.opening
        for amount in [*best.amounts[:: -1 if best.newest_first else 1], None]:
            sizes |= set() if running is None else {abs(running)}
            running = None if running is None or amount is None else running + amount
        return sizes

    @cached_property
    def named(self) -> list[tuple[str, Decimal, bool]]:
        """The label and size of each printed figure that is no row's, no list's and no other period's, and whether it is in a table."""
        draft, named = self.draft, []
        of_others = self.totals_of_accounts()
        for listed, block in groupby(self.above, key=lambda item: item.kind in {"summary", "outside"}):
            # A list may lead, by its printed signs, from a value of more than this account to that value later.
            lines = [line for line in dict.fromkeys(item.printed for item in block) if listed and line and len(line.figures) == 1]
            first, *parts, last = [line.figures[0].printed for line in lines] if len(lines) > BOTH_ENDS else [NOTHING, NOTHING]
            leads = bool(parts) and sum(parts, first) == last and {first, last}.isdisjoint({self.best.opening, self.best.closing})
            if leads and lines[0].folded.split()[-1:] == lines[-1].folded.split()[-1:] != []:
                of_others |= set(lines)
        sightings = {(id(item.printed), item.figure.start): item for item in draft.items if item.figure is not None}
        for line in dict.fromkeys(item.printed for item in draft.of(*SUMS)):
            if line is None or line in of_others or self.is_of_rows(line):
                continue
            if line.begins_with_day or "%" in line.row.text or len(line.plain) > LONGEST_LABEL:
                continue
            for figure in line.figures:
                sighting = sightings.get((id(line), figure.start))
                label = line.label(figure)
                if sighting is not None and not (len(line.figures) > 1 and terms.names_sum_of_side(label)):  # beside another with its name
                    label = sighting.label
                label = line.folded if len(line.figures) == 1 and not terms.direction(label) else label
                aside = terms.NO_BALANCE.search(label.replace("interest", "")) or any(pattern.search(label) for pattern in ASIDE)
                if not aside and (sighting is None or sighting.kind in SUMS):
                    named.append((label, figure.size, sighting is not None and sighting.inside))
        return named

    @cached_property
    def label_of_net(self) -> str:
        """The words beside a figure that all rows come to together, as "net change" or "transactions this cycle"; else ""."""
        net = abs(self.best.sides.net)
        labels = (label.strip(" :.$") for label, size, _ in self.named if size == net != 0)
        return next(filter(terms.NET.fullmatch, labels), "")

    @cached_property
    def both_sides_printed(self) -> bool:
        """True if the document prints the total paid in and the total paid out, and both equal the sums of the rows. A total counts by its
        label, by its column, or as the parts of a summary. Equal totals distinguish the sides only by their signs."""
        return self.both_sides(COLUMN_SIDES, card=False) or self.signed_sides

    @cached_property
    def whole_sides_printed(self) -> bool:
        """True if the document prints the sums of both sides, not only for a page or as a subtotal, which others may follow."""
        part = {item.figure.size for item in self.draft.of("total") if item.figure is not None and terms.OF_SOME_ROWS.search(item.label)}
        return self.both_sides_printed and not part & ({self.best.sides.into, self.best.sides.out} - {NOTHING})

    def both_sides(self, by_column: Mapping[str, int], *, card: bool) -> bool:
        """True if printed totals are the sums of both sides, by their labels and by these columns."""
        into, out = self.best.sides.into, self.best.sides.out
        if into == out:
            return False
        totals = [item for item in self.draft.of("summary", "total") if not self.is_row(item)]
        printed = {
            (terms.direction(item.label, card=card) or by_column.get(item.role, 0), item.figure.size) for item in totals if item.figure
        }
        printed |= {(terms.direction(label, card=card), size) for label, size, _ in self.named if terms.names_sum_of_side(label)}
        for items in (self.between_ends, self.leading):
            parts = [(terms.direction(item.label, card=card), item.figure.size) for item in items if item.figure is not None]
            printed |= {(way, sum((size for other, size in parts if other == way), NOTHING)) for way in (1, -1) if parts}
        return {(1, into), (-1, out)} <= printed

    @cached_property
    def signed_sides(self) -> bool:
        """True if the sums of both sides are printed with their names and their signs, and are those of the rows."""
        listed = [item for item in self.draft.of("summary", "total", "outside") if not self.is_row(item)]
        lines = {item.printed for item in listed if item.printed is not None}
        sums = {(line.label(figure), figure.sign, figure.size) for line in lines for figure in line.figures}
        sides = {(terms.direction(label), sign, size) for label, sign, size in sums if size and sign and terms.plain_side(label)}
        return {side for side in sides if side[0]} == {(1, 1, self.best.sides.into), (-1, -1, self.best.sides.out)}

    @cached_property
    def between_ends(self) -> list[ScanItem]:
        """The lines with a figure between the opening and the closing of a summary."""
        again = {id(item.figure) for item in self.draft.of("summary")}  # as of a sum in a summary that is named a total
        figures = [item for item in self.draft.items if item.figure is not None and not (item.inside or self.is_row(item))]
        figures = [item for item in figures if item.kind != "total" or id(item.figure) not in again]
        opened = next((place for place, item in enumerate(figures) if item.kind == "opening"), len(figures))
        between = list(takewhile(lambda item: item.kind in {"summary", "outside"}, figures[opened + 1 :]))
        closed = [item.kind for item in figures[opened + 1 + len(between) :][:1]] == ["closing"]
        return between if closed else []

    @cached_property
    def leading(self) -> list[ScanItem]:
        """Items whose figures end right below that of the opening, if they lead from the opening to the closing as printed."""
        edges = [item.figure.x1 for item in self.draft.of("opening") if item.figure is not None and not item.inside][:1]
        below = [item for item in self.between_ends if item.figure and any(abs(item.figure.x1 - edge) <= IN_LINE for edge in edges)]
        moved = sum((item.value for item in below if item.value is not None), NOTHING)
        return below if abs(self.best.opening or NOTHING) + moved == abs(self.best.closing or NOTHING) else []

    def tell_all(self) -> bool:
        """True if printed totals below the rows tell all money in and all money out, so that no row can be missing at the end."""
        totals = [item for item in self.draft.since_entry if item.kind == "total" and not terms.OF_SOME_ROWS.search(item.label)]
        below = {NOTHING, *(item.figure.size for item in totals if item.figure is not None)}
        return bool(self.best.entries) and ({self.best.sides.into, self.best.sides.out} <= below or self.whole_sides_printed)

    def every_table_totalled(self) -> bool:
        """True if the sum of each table is printed as a total."""
        totals = {
            item.figure.size for item in self.draft.of("total", "summary") if item.figure is not None and terms.TOTAL.search(item.label)
        }
        return bool(self.best.entries) and {abs(sides.net) for sides in self.best.sides_of_tables.values()} <= totals

    def totals_of_accounts(self) -> set[Printed]:
        """Return the totals in lists of accounts: the lines right above add up to them, each with a number and its balance last; or each
        with only a name and its balance, or with several figures that all do, of which one is the closing balance of this account."""
        ends = {item.figure.printed for item in self.draft.of("closing", "carried") if item.figure is not None}
        totals: set[Printed] = set()
        sums: set[Decimal] = set()
        balances: list[Decimal] = []
        listed: list[list[Decimal]] = []
        for line, sightings in groupby((item for item in self.draft.items if item.printed is not None), key=lambda item: item.printed):
            if line is None:
                continue
            kinds = {item.kind for item in sightings}
            of_lists = {sum(balances[start:], NOTHING) for start in range(len(balances) - 1) if ends & set(balances[start:])}
            if "number" in kinds and line.figures:
                last = line.figures[-1].printed
                sums = {last, *(before + last for before in sums)}
            elif "total" in kinds and any(figure.printed in sums | of_lists for figure in line.figures):
                totals.add(line)
            elif "entry" in kinds or line.figures:
                sums = set()
            sizes = [figure.printed for figure in line.figures]
            lists = [listed[start:] for start in range(len(listed) - 1)] if "total" in kinds else []
            if any([sum(column) for column in zip(*some, strict=True)] == sizes and ends & set(itertools.chain(*some)) for some in lists):
                totals.add(line)
            alike = [row for row in listed[-MOST_LISTED:] if len(row) == len(sizes) > 1]
            listed = [*alike, sizes] if kinds.isdisjoint({"entry", "total"}) else []
            label = line.folded
            other = line.days or terms.TOTAL.search(label) or terms.direction(label) or balance_kind(label)
            is_balance = any(map(str.isalpha, label)) and not other and len(line.figures) == 1 and kinds <= {"summary", "outside"}
            balances = [*balances, line.figures[0].printed] if is_balance else []
        return totals


def balances_in(lines: Sequence[Printed]) -> set[Decimal]:
    """Return every balance that the file prints, as a list of all accounts repeats them."""
    return {figure.size for line in lines for figure in line.figures if balance_kind(line.label(figure)) in {"opening", "closing"}}


def selections(items: Sequence[T], fewest: int = 0) -> Iterator[tuple[T, ...]]:
    """Yield every selection of at least so many of the items."""
    return itertools.chain.from_iterable(itertools.combinations(items, count) for count in range(fewest, len(items) + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One account's reading, with the evidence for and against it.

    `section` has the lines of this account only, `paper` those of the whole document. `marks` are printed marks in the ledger's area
    without a word, `unaccounted` the lines with a number that nothing accounts for (None: a line that is not known; of this account only,
    where no row was read). `of_account` are the readings of every statement of this account in the file. `whole` is true if every page and
    every line could be looked at. `traded` are the values of trades, listed apart from the rows."""

    sums: AccountSums
    solutions: Sequence[Solution]
    paper: Paper
    section: Paper
    marks: Sequence[UnreadRow]
    whole: bool
    calendar: Calendar
    kind: DocumentKind
    period: Period
    unaccounted: Sequence[Printed | None]
    of_account: Sequence[Solution]
    traded: Sequence[Decimal]

    @property
    def draft(self) -> Draft:
        return self.sums.draft

    @property
    def best(self) -> Solution:
        return self.sums.best

    @property
    def entries_in_time(self) -> list[Entry]:
        """The rows from the earliest to the latest."""
        return self.best.entries[::-1] if self.best.newest_first else self.best.entries
