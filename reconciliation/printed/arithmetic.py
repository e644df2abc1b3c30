"""Arithmetic of a statement: whether the printed balances follow from the rows, and the single changes that would make them follow.

A change is suggested to a person and never applied to a reading. The kinds are those of any casting error: a row left out or entered
twice, a wrong side, two digits transposed (the difference is then divisible by nine), one digit misread.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Literal, get_args

from reconciliation.printed.statement import Fact, PrintedLine, PrintedStatement

Kind = Literal[
    "balance_misread", "doubled_row", "wrong_sign", "digits_swapped", "missing_row", "opening_misread", "closing_misread", "digit_misread"
]
STRENGTH: tuple[Kind, ...] = get_args(Kind)
MOST_GAPS, MOST = 5, 20  # with more gaps the reading itself is wrong; a person does not look at more proposals


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A change that closes one gap. `line` is the index of the row that it changes or is next to, `page` where that is.

    `amount` replaces `read`, None for a missing row; of a doubled row both are the amount that is printed twice.
    A missing row belongs between two rows: at the index `line` at the earliest, at `until` at the latest; else `until` is
    None. With it all printed balances follow if `alone`, and otherwise those up to the next gap.
    """

    kind: Kind
    line: int
    amount: Decimal
    read: Decimal | None
    page: int
    until: int | None = None
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Gap:
    """Rows between two printed balances that do not make the difference: they lack `by`. `rows` are indexes in the order of time,
    `since` and `to` the rows that print the balances at its ends, None for the opening and the closing balance."""

    rows: tuple[int, ...]
    by: Decimal
    since: int | None
    to: int | None

    def missing(self, lines: Sequence[PrintedLine], *, backwards: bool) -> Repair:
        """Return the missing row: before any row of the gap, in time; after them all only where no row's own balance ends it."""
        first, last = (min(self.rows), max(self.rows)) if self.rows else (0, -1) if backwards else (len(lines), len(lines) - 1)
        line, until = (first + 1, last + 1) if backwards else (first, last)
        if self.to is None:
            line, until = (line - 1, until) if backwards else (line, until + 1)
        page = lines[min(line, len(lines) - 1)].page if lines else 1
        return Repair(kind="missing_row", line=line, until=until, amount=self.by, read=None, page=page)


@dataclass(frozen=True, slots=True)
class BalanceStep:
    """Rows between two printed balances, in the order of time. `since` and `to` as for a gap; `by` is the difference of the balances
    beyond the rows, None if the first of them is unknown."""

    rows: tuple[int, ...]
    by: Decimal | None
    since: int | None
    to: int | None


def in_printed_order(statement: PrintedStatement) -> list[int]:
    """Return the indexes of the rows from the top of the first page: an added row comes before the row that it names."""
    places = [(index, 1) if line.before is None else (line.before, 0) for index, line in enumerate(statement.lines)]
    return sorted(range(len(places)), key=lambda index: (places[index], index))


def gaps_in_time(statement: PrintedStatement) -> tuple[list[Gap], bool]:
    """Return the gaps, and whether the newest row comes first: as the dates say, else the order in which more follows."""
    forwards = in_printed_order(statement)
    either = [(_gaps(statement, forwards), False), (_gaps(statement, forwards[::-1]), True)]
    days = list(pairwise(day for index in forwards if (day := statement.lines[index].date)))
    rises, falls = sum(day < following for day, following in days), sum(day > following for day, following in days)
    return either[falls > rises] if falls != rises else min(either, key=lambda order: len(order[0]))


def facts_of_gaps(statement: PrintedStatement, difference: Decimal | None) -> Iterator[Fact]:
    """Yield a fact for each sum that does not add up. `difference` is that of the balances and the rows; None if it is not known."""
    if difference:
        yield Fact(code="rows_differ", figures=(f"{abs(difference):,}",))
    for gap in gaps_in_time(statement)[0]:
        if gap.to is not None:
            line = statement.lines[gap.to]
            yield Fact(code="balance_breaks", figures=(str(gap.to + 1),), page=line.page, box=line.box)


def steps_in_time(statement: PrintedStatement) -> list[BalanceStep]:
    """Return the steps from the opening to the closing balance, as far as balances are printed."""
    order = in_printed_order(statement)
    return _steps(statement, order[::-1] if gaps_in_time(statement)[1] else order)


def _gaps(statement: PrintedStatement, order: Sequence[int]) -> list[Gap]:
    """Return where the printed balances do not follow from the rows, taken in this order."""
    return [Gap(step.rows, step.by, step.since, step.to) for step in _steps(statement, order) if step.by]


def _steps(statement: PrintedStatement, order: Sequence[int]) -> list[BalanceStep]:
    steps: list[BalanceStep] = []
    rows: list[int] = []
    reached, since = statement.opening_balance, None
    balances = [(index, statement.lines[index].balance) for index in order]
    for index, balance in [*balances, (None, statement.closing_balance)]:
        if index is not None:
            rows.append(index)
        if balance is None:
            continue
        moved = sum((statement.lines[row].amount for row in rows), Decimal(0))
        steps.append(BalanceStep(tuple(rows), None if reached is None else balance - reached - moved, since, index))
        reached, since, rows = balance, index, []
    return steps


def sums_of_sides(statement: PrintedStatement) -> tuple[Decimal, Decimal]:
    """Return the sums of money in and of money out, both without a sign."""
    amounts = [line.amount for line in statement.lines]
    return sum((amount for amount in amounts if amount > 0), Decimal(0)), -sum((amount for amount in amounts if amount < 0), Decimal(0))


def repairs_of(statement: PrintedStatement) -> tuple[Repair, ...]:
    """Return the repairs, the likeliest first. The list is empty if all balances follow, or if more than MOST_GAPS do not."""
    gaps, backwards = gaps_in_time(statement)
    if not 0 < len(gaps) <= MOST_GAPS or statement.integrity.holds:
        return ()
    lines, candidates = statement.lines, list[Repair]()
    for gap in gaps:
        candidates.append(gap.missing(lines, backwards=backwards))
        for index in gap.rows:
            line, right = lines[index], lines[index].amount + gap.by
            if kind := _misreading(line.amount, right):
                candidates.append(Repair(kind=kind, line=index, amount=right, read=line.amount, page=line.page))
            before, after = lines[max(index - 1, 0) : index], lines[index + 1 : index + 2]
            beside = (*before, *(after if index + 1 not in gap.rows else ()))  # of two equal rows in one gap only the second counts
            if not right and any((other.date, other.amount) == (line.date, line.amount) for other in beside):
                candidates.append(Repair(kind="doubled_row", line=index, amount=line.amount, read=line.amount, page=line.page))
    candidates += _of_balances(gaps, statement)
    closed = {kind: 2 if kind == "balance_misread" else 1 for kind in STRENGTH}  # gaps on both sides of the balance, or one
    repairs = [replace(repair, alone=len(gaps) == closed[repair.kind]) for repair in candidates]
    return tuple(sorted(repairs, key=lambda repair: (not repair.alone, STRENGTH.index(repair.kind), repair.line))[:MOST])


def _misreading(read: Decimal, right: Decimal) -> Kind | None:
    """Return the error that turned the right amount into the one that was read, or None if no simple error explains it."""
    if right == -read:
        return "wrong_sign"
    if not right or (read < 0) != (right < 0):
        return None
    before, after = (format(abs(amount), "f").replace(".", "") for amount in (read, right))
    longest = max(len(before), len(after))
    before, after = before.zfill(longest), after.zfill(longest)
    match [place for place in range(longest) if before[place] != after[place]]:
        case [_]:
            return "digit_misread"
        case [place, following] if following == place + 1 and before[place : place + 2] == after[place : place + 2][::-1]:
            return "digits_swapped"
    return None


def _of_balances(gaps: Sequence[Gap], statement: PrintedStatement) -> Iterator[Repair]:
    """Yield each balance that is off by as much as the next one makes good again, and the ends that a balance beside a row contradicts."""
    lines, misread = statement.lines, list[tuple[Kind, int, Decimal | None, Decimal]]()
    for gap, following in pairwise(gaps):
        if gap.to is not None and gap.to == following.since and not gap.by + following.by:
            misread.append(("balance_misread", gap.to, lines[gap.to].balance, -gap.by))
    for gap in gaps:
        if gap.since is None and gap.to is not None:
            misread.append(("opening_misread", gap.rows[0], statement.opening_balance, gap.by))
        if gap.to is None and gap.since is not None:
            misread.append(("closing_misread", gap.since, statement.closing_balance, -gap.by))
    for kind, line, read, by in misread:
        if read is not None:
            yield Repair(kind=kind, line=line, amount=read + by, read=read, page=lines[line].page)
