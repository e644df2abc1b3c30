"""One row that is several: proposed to a person where nothing else adds up, so that its rows wait."""

import datetime as dt
import math
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

from tests.verdicts.law.case import Booked, Case, Line
from tests.verdicts.law.linking import LATE, near, same_name, same_reference
from tests.verdicts.law.settling import MOST_OF_A_SLIP, Settled

MOST_PARTS, MOST_ABOUT = 6, 18
CHANCE = 0.02
CHANCE_OF_A_NAME = 0.1
Sum = tuple[tuple[int, ...], tuple[int, ...], bool]
"""Lines, entries, and whether one reference makes it sure."""


def settle_sums(settled: Settled) -> None:
    case = settled.case
    alone_lines = {line for line in settled.lines if _pays_alone(settled, case.lines[line])}
    alone_entries = {entry for entry in settled.entries if _pays_alone(settled, case.entries[entry])}
    while True:
        found = _sums_of_lines(settled, alone_lines, alone_entries) + _sums_of_entries(settled, alone_lines, alone_entries)
        claims = Counter([("l", row) for one, _, _ in found for row in one] + [("e", row) for _, other, _ in found for row in other])
        clear = [
            (one, other, sure)
            for one, other, sure in found
            if all(claims["l", row] == 1 for row in one) and all(claims["e", row] == 1 for row in other)
        ]
        if not clear:
            return
        for one, other, sure in clear:
            settled.take(one, other)
            if sure:
                settled.slips.append((one, other))
            else:
                settled.questions.append((set(one), set(other)))


def _pays_alone(settled: Settled, row: Line | Booked) -> bool:
    """A payment of this payee cleared alone: of this amount, or in these days one in the same direction."""
    return any(same_name(row, other) and (other.amount == row.amount or _beside(row, other)) for other in settled.paid())


def _beside(row: Line | Booked, other: Line | Booked) -> bool:
    near = any(abs((day - own).days) <= LATE for day in _days(other) for own in _days(row))
    return near and (row.amount < 0) == (other.amount < 0)


def _days(row: Line | Booked) -> list[dt.date]:
    if row.date is None:
        return []
    return [row.date, row.transacted] if isinstance(row, Line) and row.transacted else [row.date]


def _sums_of_lines(settled: Settled, alone_lines: set[int], alone_entries: set[int]) -> list[Sum]:
    case = settled.case
    found: list[Sum] = []
    for line in sorted(settled.lines):
        one = case.lines[line]
        about = [entry for entry in sorted(settled.entries) if near(one, case.entries[entry])]
        slip = [entry for entry in about if same_reference(one, case.entries[entry])]
        sure = _only(case, slip, one.amount, MOST_OF_A_SLIP, entries=True)[0] if 2 <= len(slip) <= MOST_ABOUT else ()
        if sure:
            found.append(((line,), sure, len(sure) == len(slip)))
        elif line not in alone_lines:
            free = [entry for entry in about if entry not in alone_entries]
            rows, chance = _only(case, free, one.amount, MOST_PARTS, entries=True) if 2 <= len(free) <= MOST_ABOUT else ((), 1.0)
            named = all(same_name(one, case.entries[entry]) for entry in rows)
            if rows and chance <= (CHANCE_OF_A_NAME if named else CHANCE):
                found.append(((line,), rows, False))
    return found


def _sums_of_entries(settled: Settled, alone_lines: set[int], alone_entries: set[int]) -> list[Sum]:
    case = settled.case
    found: list[Sum] = []
    for entry in sorted(settled.entries):
        one = case.entries[entry]
        about = [line for line in sorted(settled.lines) if near(case.lines[line], one)]
        slip = [line for line in about if same_reference(case.lines[line], one)]
        one_paper = len({case.lines[line].paper for line in slip}) == 1
        sure = _only(case, slip, one.amount, MOST_OF_A_SLIP, entries=False)[0] if one_paper and 2 <= len(slip) <= MOST_ABOUT else ()
        if sure:
            found.append((sure, (entry,), len(sure) == len(slip)))
        elif entry not in alone_entries:
            free = [line for line in about if line not in alone_lines]
            if not 2 <= len(free) <= MOST_ABOUT:
                continue
            papers = sorted({case.lines[line].paper for line in free})
            by_paper = [
                _only(case, [line for line in free if case.lines[line].paper == paper], one.amount, MOST_PARTS, entries=False)
                for paper in papers
            ]
            fits = [
                rows
                for rows, chance in by_paper
                if rows and chance <= (CHANCE_OF_A_NAME if all(same_name(case.lines[line], one) for line in rows) else CHANCE)
            ]
            if len(fits) == 1:
                found.append((fits[0], (entry,), False))
    return found


def _only(case: Case, rows: Sequence[int], total: Decimal, most: int, *, entries: bool) -> tuple[tuple[int, ...], float]:
    """Return the one choice that adds up, and the expected number of others by chance."""
    cents = {row: int((case.entries[row] if entries else case.lines[row]).amount * 100) for row in rows}
    wanted = int(total * 100)
    choices = [choice for size in range(2, len(rows) + 1) for choice in combinations(rows, size)]
    right = [choice for choice in choices if len(choice) <= most and sum(cents[row] for row in choice) == wanted]
    if len(right) != 1:
        return (), 1.0
    reach = max(abs(wanted) // 20, 1)
    about = sum(abs(sum(cents[row] for row in choice) - wanted) <= reach for choice in choices)
    return right[0], (about - 1) / (2 * reach) * math.gcd(*(cents[row] for row in right[0]))
