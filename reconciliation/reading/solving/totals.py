"""Printed totals against what the rows sum to."""

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.solving.signs import POINTS
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.tables import below_closing, sizes_in
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.phrases import ASIDE, OTHER_SPAN

OF_TAX = words_of(r"vat|gst|tax|mwst|ust|tva|iva|btw|moms|mva")  # contained in other figures
OF_A_PART = words_of(r"fees?|interest|charges?|overdraft|returned|gebuhren|entgelte|zinsen|frais|interets|comisiones|intereses")


def count_totals(solution: Solution, draft: Draft, *, card: bool) -> None:
    """Printed totals against what their rows sum to: those of their table, those since its last total, those of the next table, or all of
    them; of a total that leads its rows, those below it."""
    amount_of = {id(entry): amount for entry, amount in zip(solution.entries, solution.amounts, strict=True)}
    everything, by_table, since, leading = Sums(), defaultdict[int, Sums](Sums), defaultdict[int, Sums](Sums), list[Seen]()
    left_out = {abs(sum(sizes_in(table), Decimal(0))) for table in below_closing(draft) if table in solution.left_out}
    latest, beside = Sums(), None  # the rows since the last total, for all figures of one row
    judged: list[tuple[Decimal, int]] = []
    for one, below in zip(draft.seen, _tables_below(draft, amount_of), strict=True):
        if one.entry is not None:
            amount = amount_of.get(id(one.entry))
            everything.add(amount)
            for sums in (by_table, since):
                sums[id(one.table)].add(amount)
        elif one.kind == "total" and one.leads:
            leading.append(one)
        elif one.kind == "total" and one.figure is not None:
            latest = latest if one.printed is beside else since.pop(id(one.table), Sums())
            beside = one.printed
            everything.is_totalled = by_table[id(one.table)].is_totalled = True
            if one.figure.size in left_out:
                continue
            if one.figure.size in below.sides or _repeats_balance(one, everything, solution):
                solution.totals_right += 1
            elif not _begins_with_opening(one, everything, solution):
                rows = [by_table.get(id(one.table), Sums()), latest, everything]
                judged.append((one.figure.size, _compare(one, rows, _told_beside(draft, card=card), card=card)))
    judged += [(one.figure.size, _compare(one, [by_table.get(id(one.table), Sums())], card=card)) for one in leading if one.figure]
    solution.totals_right += sum(verdict > 0 for _, verdict in judged)
    solution.totals_wrong += sum(verdict < 0 and not _is_part(place, judged) for place, (_, verdict) in enumerate(judged))
    solution.totals_right += sum(_names_side(one, everything, card=card) for one in draft.of("summary"))


def _names_side(one: Seen, everything: "Sums", *, card: bool) -> bool:
    """True if a summary names one side, and prints what all rows of that side come to."""
    way = direction(one.label, card=card)
    side = everything.plus if way > 0 else everything.minus
    return one.figure is not None and bool(one.figure.size and way) and one.figure.size == side


def _tables_below(draft: Draft, amount_of: Mapping[int, Decimal | None]) -> list["Sums"]:
    """For each thing that was seen, what the rows of the table of the next row come to."""
    by_table: dict[int, Sums] = {}
    found = [Sums()]
    for one in reversed(draft.seen):
        if one.entry is not None:
            by_table.setdefault(id(one.table), Sums()).add(amount_of.get(id(one.entry)))
            found.append(by_table[id(one.table)])
        else:
            found.append(found[-1])
    return found[:0:-1]


def _repeats_balance(total: Seen, sums: "Sums", solution: Solution) -> bool:
    """Does a row of totals print the balance that its rows lead to, in the column of balances or as the sum of a card's rows with it?"""
    roles = {"balance"} if solution.newest_first else {"balance", "amount"}
    if total.role not in roles or total.figure is None or solution.opening is None:
        return False
    return total.figure.size == abs(solution.opening + sums.plus - sums.minus)


def _begins_with_opening(total: Seen, sums: "Sums", solution: Solution) -> bool:
    """Is it the total of one side that begins with the balance of that side, as a card's debits with what was owed?"""
    if total.figure is None or not solution.opening:
        return False
    return total.figure.size == abs(solution.opening) + (sums.plus if solution.opening > 0 else sums.minus)


@dataclass(slots=True)
class Sums:
    """What some rows come to: money in, money out."""

    plus: Decimal = Decimal(0)
    minus: Decimal = Decimal(0)
    rows: int = 0
    sizes: set[Decimal] = field(default_factory=set)  # of the rows, each
    before: set[Decimal] = field(default_factory=set)  # what they came to above each row since the last total
    at_totals: set[Decimal] = field(default_factory=set)  # and above the first row below each total
    is_totalled: bool = False  # has a total followed the last row?

    def add(self, amount: Decimal | None) -> None:
        if amount is not None:
            self.rows += 1
            self.sizes.add(abs(amount))
            if self.is_totalled:
                self.at_totals.add(self.plus - self.minus)
                self.before, self.is_totalled = set(), False
            self.before.add(self.plus - self.minus)
            if amount > 0:
                self.plus += amount
            else:
                self.minus -= amount

    @property
    def sides(self) -> set[Decimal]:
        return {self.plus, self.minus, abs(self.plus - self.minus)} if self.rows else set()

    def last_come_to(self, size: Decimal) -> bool:
        """Do some of the last rows come to a sum of this size, which begins at no row that an earlier total counts with those above it?"""
        net, begun = self.plus - self.minus, self.before | self.at_totals
        return net - size in begun or net + size in begun


def _told_beside(draft: Draft, *, card: bool) -> set[tuple[int, Decimal]]:
    """The side and size of every sum that a summary names, as of fees beside purchases."""
    return {(direction(one.label, card=card), one.figure.size) for one in draft.of("summary") if one.figure is not None}


def _is_part(place: int, judged: Sequence[tuple[Decimal, int]]) -> bool:
    """True if the total and those beside it add up to the next one, which is right: they break it down, as by the holders of a card."""
    for end in range(place + 1, len(judged)):
        size, verdict = judged[end]
        if verdict > 0 and any(sum(one for one, _ in judged[start:end]) == size for start in range(place + 1)):
            return True
    return False


def _compare(total: Seen, sums: Sequence[Sums], beside: Set[tuple[int, Decimal]] = frozenset(), *, card: bool) -> int:
    """Return 1 if the total is that of its rows, -1 if it is not, and 0 if it may be that of others."""
    rows, named = [one for one in sums if one.rows], direction(total.label, card=card)
    if total.figure is None or not rows:
        return 0
    role = {1: "credit", -1: "debit"}.get(named, total.role)
    sides = {"debit": ("minus", "net"), "credit": ("plus", "net")}.get(role, ("plus", "minus", "net"))
    possible = {abs(one.plus - one.minus) if side == "net" else getattr(one, side) for one in rows for side in sides}
    if total.figure.size in possible:
        return 1
    if (
        (OF_A_PART.search(total.label) and (not total.figure.size or any(total.figure.size in one.sizes for one in rows)))
        or OF_TAX.search(total.label)
        or ASIDE.search(total.label)
        or _told_aside(total)
        or POINTS.search(total.label)
        or any(way == named != 0 and total.figure.size + size in possible for way, size in beside)
        or any(one.last_come_to(total.figure.size) for one in rows)
    ):
        return 0
    return -1 if total.inside and total.role and not OTHER_SPAN.search(total.label) else 0


def _told_aside(total: Seen) -> bool:
    """Does it name what its table tells aside, as what a card pays back?"""
    return total.table is not None and any(column.role == "aside" and column.name in total.label for column in total.table.header.columns)
