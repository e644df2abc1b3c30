"""One payment that the two sides tell differently: another amount, the other sign, a far-off day."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from decimal import Decimal

from reconciliation.matching.evidence import EARLIEST, LATEST, nearest_lag, numbers_agree, numbers_differ, references_agree
from reconciliation.matching.outcome import Difference, Differing, Weighing
from reconciliation.matching.rows import Row
from reconciliation.matching.words import payees_agree

FARTHEST = 62
"""Days apart at which an equal amount of an agreeing payee is still taken for one payment, wrongly dated."""

Candidates = Callable[[Weighing], Iterator[Differing]]


def find_differing(weighing: Weighing) -> None:
    """Pairs of unequal amounts or opposite signs, then of far-off days; only where a row has no other such partner."""
    _take_lonely(weighing, _other_amounts)
    _take_lonely(weighing, _other_days)


def _take_lonely(weighing: Weighing, candidates: Candidates) -> None:
    of_row: dict[int, list[Differing]] = defaultdict(list)
    found = list(candidates(weighing))
    for pair in found:
        of_row[id(pair.line)].append(pair)
        of_row[id(pair.entry)].append(pair)
    lonely = [pair for pair in found if len(of_row[id(pair.line)]) == len(of_row[id(pair.entry)]) == 1]
    weighing.differing += lonely
    weighing.take(tuple(pair.line for pair in lonely), tuple(pair.entry for pair in lonely))


def _other_amounts(weighing: Weighing) -> Iterator[Differing]:
    by_day: dict[int, list[Row]] = defaultdict(list)
    for entry in weighing.entries:
        by_day[entry.day].append(entry)
    for line in weighing.lines:
        days = {day - lag for day in line.days for lag in range(EARLIEST, LATEST + 1)}
        for entry in (entry for day in sorted(days) for entry in by_day.get(day, ())):
            kind = _amounts_differ(line.amount, entry.amount)
            lag = nearest_lag(line, entry)
            if kind and lag is not None and _same_payment(line, entry):
                yield Differing(line, entry, kind, lag)


def _amounts_differ(line: Decimal, entry: Decimal) -> Difference | None:
    if line == -entry:
        return Difference.SIGN
    if line != entry and (line < 0) == (entry < 0):
        return Difference.AMOUNT
    return None


def _other_days(weighing: Weighing) -> Iterator[Differing]:
    by_amount: dict[Decimal, list[Row]] = defaultdict(list)
    for entry in weighing.entries:
        by_amount[entry.amount].append(entry)
    for line in weighing.lines:
        for entry in by_amount.get(line.amount, ()):
            lag = nearest_lag(line, entry)
            if lag is not None and abs(lag) <= FARTHEST and _same_payment(line, entry):
                yield Differing(line, entry, Difference.DATE, lag)


def _same_payment(line: Row, entry: Row) -> bool:
    if numbers_differ(line, entry):
        return False
    return payees_agree(line.payee, entry.payee) or numbers_agree(line, entry) or references_agree(line, entry)
