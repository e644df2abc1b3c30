"""One reading only: other balances, or tables that could be left out or taken in, must not add up as well."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen, Table
from reconciliation.reading.solving.sides import sides_of
from reconciliation.reading.solving.signs import ways_of
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.tables import is_aside

MOST_TABLES = 12  # of which every combination is tried; of more only each one and each pair


def other_reading(solutions: Sequence[Solution]) -> bool:
    """Does another reading than the first, with other amounts or balances, add up as well?"""
    best = solutions[0]
    told = sorted(amount for amount in best.amounts if amount is not None)
    for other in solutions[1:]:
        if other.difference != 0 or other.breaks:
            continue
        if _mirrors(other, best):
            continue
        amounts = sorted(amount for amount in other.amounts if amount is not None)
        if amounts != told or (other.opening, other.closing) != (best.opening, best.closing):
            return True
    return False


def _mirrors(one: Solution, other: Solution) -> bool:
    """The same with every sign turned: what speaks for one side is weighed apart."""
    pairs = zip((*one.amounts, one.opening, one.closing), (*other.amounts, other.opening, other.closing), strict=False)
    return len(one.amounts) == len(other.amounts) and all(a is not None and b is not None and a == -b for a, b in pairs)


def table_without_trace(best: Solution) -> bool:
    """Do some of the tables add up to nothing, or some of those set aside, so that no sum tells whether they belong? One of nothing but
    rows of nothing changes none."""
    sums, vouched = _sums(best)
    free = [total for key, total in sums.items() if key not in vouched]
    if _nothing(free, whole=len(free) == len(sums)):
        return True
    aside = [table for table in best.left_out if is_aside(table)]
    return any(_cancels(table) for table in aside) or _nothing([_printed(table) for table in aside], whole=False)


def _sums(best: Solution) -> tuple[dict[int, Decimal], set[int]]:
    """What the rows of each table come to that moves anything; and the tables of which every row prints a balance that follows."""
    moving = {entry.table_id for entry, amount in best.known() if amount}
    bare = {entry.table_id for entry, reached in zip(best.entries, best.balances, strict=True) if reached is None}
    return {key: sides.net for key, sides in best.sides_of_tables.items() if key in moving}, set() if best.breaks else moving - bare


def _nothing(sums: Sequence[Decimal], *, whole: bool) -> bool:
    """Do some of them come to nothing? All together may, where they are `whole`: then the account did not move."""
    most = len(sums) if len(sums) <= MOST_TABLES else 2
    return any(
        sum(some, Decimal(0)) == 0
        for count in range(1, most + 1)
        if not (whole and count == len(sums))
        for some in itertools.combinations(sums, count)
    )


def _printed(table: Table) -> Decimal:
    return sum((figure.printed for entry in table.entries for role, figure in entry.figures.items() if role != "balance"), Decimal(0))


def _cancels(table: Table) -> bool:
    """Do its rows come to nothing under one of the ways to read them?"""
    return any(sides_of(map(way, table.entries)).net == 0 for way in ways_of(table, card=False).values())


def other_balance(draft: Draft, best: Solution) -> bool:
    """Is a balance printed, beside the opening and the closing, that is not the one reached where it stands?"""
    reached = _reached(draft, best)
    others = [one for one in draft.of("opening") if not _same(one, best.opening)]
    others += [one for one in draft.of("closing") if not _same(one, best.closing)]
    others += [one for one in draft.of("brought", "carried") if id(one) in reached or not _is_known(one, best, reached)]
    return any(one.figure is not None and one.figure.size != reached.get(id(one)) for one in others)


def _is_known(one: Seen, best: Solution, reached: Mapping[int, Decimal]) -> bool:
    """True if the balance equals the opening or closing balance, or the balance after a row."""
    return _same(one, best.opening) or _same(one, best.closing) or (one.figure is not None and one.figure.size in reached.values())


def _same(one: Seen, value: Decimal | None) -> bool:
    return one.figure is None or value is None or one.figure.size == abs(value)


def _reached(draft: Draft, best: Solution) -> dict[int, Decimal]:
    """The size of the balance where each thing was seen, between the first and the last row, up to a row of unknown amount."""
    running, counted = best.closing if best.newest_first else best.opening, set(map(id, best.entries))
    found: dict[int, Decimal] = {}
    if running is None:
        return found
    for one in _inner(draft.seen):
        if one.entry is not None:
            amount = best.amount_of.get(id(one.entry), None if id(one.entry) in counted else Decimal(0))
            if amount is None:
                return found
            running += -amount if best.newest_first else amount
        found[id(one)] = abs(running)
    return found


def _inner(seen: Sequence[Seen]) -> Iterable[Seen]:
    places = [index for index, one in enumerate(seen) if one.kind == "entry"]
    return seen[places[0] : places[-1] + 1] if places else ()
