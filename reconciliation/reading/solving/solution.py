"""One way to read an account, with the figures that add up in it: its balances, and the printed totals of its rows."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import accumulate, chain

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.amounts import IN_MARKS, Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.phrases import ASIDE, DAILY, OF_A_PART, OTHER_SPAN, PART_IN_ROWS, direction

POINTS = words_of(r"rewards?|points?|miles|bonus|cash ?back|daily cash|\w*puan")
OF_TAX = words_of(phrases("totals", "of_tax"))  # names of taxes that other figures contain
OF_A_CONDITION = words_of(phrases("totals", "of_a_condition"))


@dataclass(frozen=True, slots=True)
class Sides:
    """Money in and money out, both as positive numbers, and the number of rows of each and of all. Rows of unknown amount are left out."""

    into: Decimal
    out: Decimal
    rows_in: int
    rows_out: int
    rows: int

    @property
    def net(self) -> Decimal:
        return self.into - self.out

    @property
    def sizes(self) -> set[Decimal]:
        """The sums that a total of these rows may print: of either side, and of both."""
        return {self.into, self.out, abs(self.net)}


def sides_of(amounts: Iterable[Decimal | None]) -> Sides:
    known = [amount for amount in amounts if amount is not None]
    into, out = [amount for amount in known if amount > 0], [-amount for amount in known if amount < 0]
    return Sides(sum(into, Decimal(0)), sum(out, Decimal(0)), len(into), len(out), len(known))


@dataclass(eq=False)
class Solution:
    """One way to read an account, with the figures that add up in it."""

    entries: list[Entry]  # in printed order
    amounts: list[Decimal | None]
    balances: list[Decimal | None]
    opening: Decimal | None
    closing: Decimal | None
    newest_first: bool
    ways: tuple[str, ...]
    left_out: tuple[Table, ...] = ()
    tables: tuple[Table, ...] = ()
    follows: int = 0  # printed balances that follow
    breaks: list[int] = field(default_factory=list)
    totals_right: int = 0
    totals_wrong: int = 0

    def __post_init__(self) -> None:
        """Take the ends that no label prints from the balances beside the rows, and compare every printed balance in the order of time."""
        places = range(len(self.entries))[:: -1 if self.newest_first else 1]
        if self.entries:
            reached, amount = self.balances[places[0]], self.amounts[places[0]]
            if self.opening is None and reached is not None and amount is not None:
                self.opening = reached - amount
            self.closing = self.balances[places[-1]] if self.closing is None else self.closing
        running = self.opening
        for place in places:
            amount, balance = self.amounts[place], self.balances[place]
            running = None if running is None or amount is None else running + amount
            if balance is None:
                continue
            if running == balance:
                self.follows += 1
            elif running is not None:
                self.breaks.append(place)
            running = balance

    @cached_property
    def movement(self) -> Decimal:
        return sum((amount for amount in self.amounts if amount is not None), Decimal(0))

    @cached_property
    def sides(self) -> Sides:
        return sides_of(self.amounts)

    @cached_property
    def sides_of_tables(self) -> dict[int, Sides]:
        return self._sides_by(lambda entry: entry.table_id)

    @cached_property
    def sides_of_pages(self) -> dict[int, Sides]:
        return self._sides_by(lambda entry: entry.page)

    def _sides_by(self, key: Callable[[Entry], int]) -> dict[int, Sides]:
        groups: dict[int, list[Decimal | None]] = defaultdict(list)
        for entry, amount in zip(self.entries, self.amounts, strict=True):
            groups[key(entry)].append(amount)
        return {name: sides_of(amounts) for name, amounts in groups.items()}

    def known(self) -> Iterator[tuple[Entry, Decimal]]:
        """Return the rows of known amount, in printed order."""
        return ((entry, amount) for entry, amount in zip(self.entries, self.amounts, strict=True) if amount is not None)

    @cached_property
    def amount_of(self) -> dict[int, Decimal]:
        """The known amounts by the identity of their rows."""
        return {id(entry): amount for entry, amount in self.known()}

    @property
    def difference(self) -> Decimal | None:
        if self.opening is None or self.closing is None:
            return None
        return self.closing - self.opening - self.movement

    @property
    def by_row(self) -> bool:
        """True if every row prints a balance, and every one of them follows."""
        return self.follows == len(self.entries) and not self.breaks

    @property
    def by_group(self) -> bool:
        """True if every printed balance follows, and the last row in time prints one: each row, each day or each group is confirmed."""
        last = self.balances[0 if self.newest_first else -1] if self.balances else None
        return last is not None and self.follows == len(self.balances) - self.balances.count(None) and not self.breaks

    @property
    def follows_turned(self) -> bool:
        """True if a balance that does not follow would do so with the sign of its row turned."""
        first, step = (len(self.entries) - 1, 1) if self.newest_first else (0, -1)
        steps = [(self.opening if index == first else self.balances[index + step], self.amounts[index], index) for index in self.breaks]
        known = [(before - amount, index) for before, amount, index in steps if before is not None and amount is not None]
        return any(after == self.balances[index] for after, index in known)

    @property
    def score(self) -> int:
        """The score of the reading: sums that add up count for it, contradictions against it."""
        ends = 0 if self.difference is None else 12 if self.difference == 0 else -6
        totals = 2 * self.totals_right - 2 * self.totals_wrong
        return ends + 3 * self.follows - 4 * len(self.breaks) + totals - 3 * self.amounts.count(None)


def owed_value(figure: Figure, *, owed: bool) -> Decimal:
    """Return the figure from the holder's side: on a card a plain figure is a debt, CR or a minus is in the holder's favour."""
    if not owed:
        return figure.printed
    return figure.size if figure.mark in IN_MARKS or figure.sign < 0 else -figure.size


def sorted_out(tables: Sequence[Table], calendar: Calendar) -> tuple[list[Table], list[Table]]:
    """Return the tables of movements, and those that only repeat them; tables of daily balances are neither. Every row of a copy is in
    larger tables, or in earlier ones that together are no smaller, with its size and one of its days. The first table may list rows that
    another has with their balances."""
    moving = [table for table in tables if not is_daily(table) and not is_aside(table)]
    copies: list[Table] = []
    for place, table in enumerate(moving):
        earlier, size = moving[:place], len(table.entries)
        whole = [other for other in moving if other.figures("balance") and not table.figures("balance")] if not earlier else moving
        no_smaller = sum(len(other.entries) for other in earlier) >= size
        of_others = [other.entries for other in whole if len(other.entries) > size or (no_smaller and other in earlier)]
        others = list(chain.from_iterable(of_others)) if size else []
        rows = Counter(_day_and_size(entry, "", calendar) for entry in table.entries)
        roles = {"", *(role for entry in others for role in entry.days)}
        if size and any(not rows - Counter(_day_and_size(entry, role, calendar) for entry in others) for role in roles):
            copies.append(table)
    return [table for table in moving if table not in copies], copies


def below_closing(draft: Draft) -> list[Table]:
    """Return the tables that begin below the closing of the first one."""
    above: set[int] = set()
    for item in draft.items:
        if item.kind == "closing" and above:
            return [table for table in draft.tables if id(table.entries[0]) not in above]
        if item.entry is not None:
            above.add(id(item.entry))
    return []


def sizes_in(table: Table) -> list[Decimal]:
    """Return the movements of the table as printed."""
    return [figure.printed for entry in table.entries for role, figure in entry.figures.items() if role != "balance"]


def is_daily(table: Table) -> bool:
    """True if the table lists balances by day."""
    return bool(DAILY.search(table.heading)) or {role for entry in table.entries for role in entry.figures} == {"balance"}


def is_aside(table: Table) -> bool:
    """True if the heading says that these movements are not in the balances."""
    return bool(ASIDE.search(table.heading))


def _day_and_size(entry: Entry, role: str, calendar: Calendar) -> tuple[tuple[int, int] | None, Decimal]:
    """Return the row's day in this role, or its first, whether its year is printed or not; and its size."""
    day = entry.days.get(role) or next(iter(entry.days.values()), None)
    size = next((figure.size for role, figure in entry.figures.items() if role != "balance" and figure.size), Decimal(0))
    return calendar.month_and_day(day) if day else None, size


@dataclass(slots=True)
class SideSums:
    """Money in and money out of some rows."""

    plus: Decimal = Decimal(0)
    minus: Decimal = Decimal(0)
    rows: int = 0
    sizes: set[Decimal] = field(default_factory=set)  # of each row
    before: set[Decimal] = field(default_factory=set)  # the net above each row since the last total
    at_totals: set[Decimal] = field(default_factory=set)  # and above the first row below each total
    is_totalled: bool = False  # a total follows the last row

    @property
    def net(self) -> Decimal:
        return self.plus - self.minus

    def add(self, amount: Decimal) -> None:
        self.rows += 1
        self.sizes.add(abs(amount))
        if self.is_totalled:
            self.at_totals.add(self.net)
            self.before, self.is_totalled = set(), False
        self.before.add(self.net)
        self.plus += max(amount, Decimal(0))
        self.minus -= min(amount, Decimal(0))


def count_totals(solution: Solution, draft: Draft, *, card: bool) -> None:
    """Count the printed totals that are right or wrong: of their table, its rows since the last total, the next table, or all rows."""
    everything, by_table, since = SideSums(), defaultdict[int, SideSums](SideSums), defaultdict[int, SideSums](SideSums)
    left_out = {abs(sum(sizes_in(table), Decimal(0))) for table in below_closing(draft) if table in solution.left_out}
    named = [(direction(summary.label, card=card), summary.figure.size) for summary in draft.of("summary") if summary.figure is not None]
    leading: list[ScanItem] = []
    latest, printed = SideSums(), None  # the rows since the last total, for all figures of one row
    judged: list[tuple[Decimal, int]] = []
    tables = accumulate(reversed(draft.items), lambda below, item: item.entry.table_id if item.entry else below, initial=-1)
    next_tables = [solution.sides_of_tables.get(table) for table in tables][:0:-1]  # of the next row, at each item
    for item, below in zip(draft.items, next_tables, strict=True):
        if item.entry is not None and (amount := solution.amount_of.get(id(item.entry))) is not None:
            for sums in (everything, by_table[id(item.table)], since[id(item.table)]):
                sums.add(amount)
        elif item.kind == "total" and item.leads:
            leading.append(item)
        elif item.kind == "total" and item.figure is not None:
            latest = latest if item.printed is printed else since.pop(id(item.table), SideSums())
            printed = item.printed
            everything.is_totalled = by_table[id(item.table)].is_totalled = True
            size = item.figure.size
            if size in left_out:
                continue
            opening, of_side = solution.opening, everything.plus if (solution.opening or 0) > 0 else everything.minus
            in_balances = item.role == "balance" or (item.role == "amount" and not solution.newest_first)  # as of a card's rows
            repeats_balance = in_balances and opening is not None and size == abs(opening + everything.net)
            if (below is not None and below.rows and size in below.sizes) or repeats_balance:
                solution.totals_right += 1
            elif not opening or size != abs(opening) + of_side:  # else the total includes the opening balance
                verdict = _compare(item, [by_table[id(item.table)], latest, everything], named, card=card)
                if verdict < 0 and solution.difference == 0 and OF_A_PART.search(item.label) and item in draft.since_entry:
                    # Below all rows it may name a part of them, as fees: no table is named so, and no row is, or those that are come to it.
                    part = sum(abs(amount) for entry, amount in solution.known() if PART_IN_ROWS.search(fold(entry.description)))
                    of_table = any(OF_A_PART.search(table.heading) for table in solution.tables)
                    verdict = 0 if not of_table and part in {0, size} else verdict
                judged.append((size, verdict))
    judged += [(total.figure.size, _compare(total, [by_table[id(total.table)]], (), card=card)) for total in leading if total.figure]
    solution.totals_right += sum(verdict > 0 for _, verdict in judged)
    solution.totals_wrong += sum(verdict < 0 and not _is_part(place, judged) for place, (_, verdict) in enumerate(judged))
    of_sides = {1: everything.plus, -1: everything.minus}
    solution.totals_right += sum(bool(size) and size == of_sides.get(side) for side, size in named)


def _is_part(place: int, judged: Sequence[tuple[Decimal, int]]) -> bool:
    """True if the total and those beside it add up to the next one, which is right: they break it down, as by the holders of a card."""
    right = [(end, size) for end, (size, verdict) in enumerate(judged) if verdict > 0 and end > place]
    return any(sum(part for part, _ in judged[start:end]) == size for end, size in right for start in range(place + 1))


def _compare(total: ScanItem, sums: Sequence[SideSums], named: Collection[tuple[int, Decimal]], *, card: bool) -> int:
    """Return 1 if the total is that of its rows, -1 if it is not, and 0 if it may be that of others, or of some and a `named` sum."""
    groups, side, label = [group for group in sums if group.rows], direction(total.label, card=card), total.label
    if total.figure is None or not groups:
        return 0
    size, role = total.figure.size, {1: "credit", -1: "debit"}.get(side, total.role)
    into, out = {group.plus for group in groups if role != "debit"}, {group.minus for group in groups if role != "credit"}
    possible = into | out | {abs(group.net) for group in groups}
    if size in possible:
        return 1
    columns = total.table.header.columns if total.table is not None else ()
    is_second = total.printed is not None and total.figure.start > total.printed.figures[0].start  # as of the year, beside the period's
    if (
        (OF_A_PART.search(label) and (not size or is_second or any(size in group.sizes for group in groups)))
        or any(pattern.search(label) for pattern in (OF_TAX, ASIDE, POINTS, OF_A_CONDITION))
        or any(column.role == "aside" and column.name in label for column in columns)
        or any(way == side != 0 and size + beside in possible for way, beside in named)
        or any({group.net - size, group.net + size} & (group.before | group.at_totals) for group in groups)
    ):
        return 0
    return -1 if total.inside and total.role and not OTHER_SPAN.search(label) else 0
