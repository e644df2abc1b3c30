"""Printed totals compared with the sums of the rows."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.solving.signs import POINTS
from reconciliation.reading.solving.solution import Sides, Solution, below_closing, sizes_in
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.phrases import ASIDE, OTHER_SPAN

OF_TAX = words_of(r"vat|gst|tax|mwst|ust|tva|iva|btw|moms|mva")  # contained in other figures
OF_A_PART = words_of(r"fees?|interest|charges?|overdraft|returned|gebuhren|entgelte|zinsen|frais|interets|comisiones|intereses")


@dataclass(slots=True)
class Sums:
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
    everything, by_table, since = Sums(), defaultdict[int, Sums](Sums), defaultdict[int, Sums](Sums)
    left_out = {abs(sum(sizes_in(table), Decimal(0))) for table in below_closing(draft) if table in solution.left_out}
    named = [(direction(summary.label, card=card), summary.figure.size) for summary in draft.of("summary") if summary.figure is not None]
    leading: list[Seen] = []
    latest, printed = Sums(), None  # the rows since the last total, for all figures of one row
    judged: list[tuple[Decimal, int]] = []
    for seen, below in zip(draft.seen, _sides_below(draft, solution), strict=True):
        if seen.entry is not None and (amount := solution.amount_of.get(id(seen.entry))) is not None:
            for sums in (everything, by_table[id(seen.table)], since[id(seen.table)]):
                sums.add(amount)
        elif seen.kind == "total" and seen.leads:
            leading.append(seen)
        elif seen.kind == "total" and seen.figure is not None:
            latest = latest if seen.printed is printed else since.pop(id(seen.table), Sums())
            printed = seen.printed
            everything.is_totalled = by_table[id(seen.table)].is_totalled = True
            size = seen.figure.size
            if size in left_out:
                continue
            if (below is not None and below.rows and size in below.sizes) or _repeats_balance(seen, size, everything, solution):
                solution.totals_right += 1
            elif not _begins_with_opening(size, everything, solution.opening):
                judged.append((size, _compare(seen, [by_table[id(seen.table)], latest, everything], named, card=card)))
    judged += [(total.figure.size, _compare(total, [by_table[id(total.table)]], (), card=card)) for total in leading if total.figure]
    solution.totals_right += sum(verdict > 0 for _, verdict in judged)
    solution.totals_wrong += sum(verdict < 0 and not _is_part(place, judged) for place, (_, verdict) in enumerate(judged))
    of_sides = {1: everything.plus, -1: everything.minus}
    solution.totals_right += sum(bool(size) and size == of_sides.get(side) for side, size in named)


def _sides_below(draft: Draft, solution: Solution) -> list[Sides | None]:
    """Return for each thing that was seen the sides of the table of the next row."""
    below: list[Sides | None] = [None]
    for seen in reversed(draft.seen):
        below.append(below[-1] if seen.entry is None else solution.sides_of_tables.get(seen.entry.table_id))
    return below[:0:-1]


def _repeats_balance(total: Seen, size: Decimal, sums: Sums, solution: Solution) -> bool:
    """True if a row of totals prints the balance of its rows, in the column of balances or as the sum of a card's rows with it."""
    roles = {"balance"} if solution.newest_first else {"balance", "amount"}
    return total.role in roles and solution.opening is not None and size == abs(solution.opening + sums.net)


def _begins_with_opening(size: Decimal, sums: Sums, opening: Decimal | None) -> bool:
    """True if it is the total of one side that begins with the balance of that side, as a card's debits with what was owed."""
    return opening is not None and opening != 0 and size == abs(opening) + (sums.plus if opening > 0 else sums.minus)


def _is_part(place: int, judged: Sequence[tuple[Decimal, int]]) -> bool:
    """True if the total and those beside it add up to the next one, which is right: they break it down, as by the holders of a card."""
    right = [(end, size) for end, (size, verdict) in enumerate(judged) if verdict > 0 and end > place]
    return any(sum(part for part, _ in judged[start:end]) == size for end, size in right for start in range(place + 1))


def _compare(total: Seen, sums: Sequence[Sums], named: Collection[tuple[int, Decimal]], *, card: bool) -> int:
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
    if (
        (OF_A_PART.search(label) and (not size or any(size in group.sizes for group in groups)))
        or any(pattern.search(label) for pattern in (OF_TAX, ASIDE, POINTS))
        or any(column.role == "aside" and column.name in label for column in columns)
        or any(way == side != 0 and size + beside in possible for way, beside in named)
        or any({group.net - size, group.net + size} & (group.before | group.at_totals) for group in groups)
    ):
        return 0
    return -1 if total.inside and total.role and not OTHER_SPAN.search(label) else 0
