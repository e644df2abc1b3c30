"""Possible pairs of printed rows and entries with their evidence: windows of days, words on names and numbers."""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from tests.verdicts.law.case import DAY, Booked, Line

WEAK, AMOUNT_ONLY, NAME, NUMBER = range(4)
EARLY, LATE, CHEQUE = -2, 7, 180
BANKING_DAYS = {"transfer": 3, "fee": 3, "banked": 5}


@dataclass(frozen=True)
class Link:
    line: int
    entry: int
    speaks: int


def banking_days_after(day: dt.date, count: int) -> dt.date:
    """Saturdays and Sundays are none; holidays are not known."""
    left = count
    while left:
        day += DAY
        if day.isoweekday() < 6:
            left -= 1
    return day


def latest(entry: Booked) -> int:
    """Days after it is booked that an entry may still be printed."""
    wait = BANKING_DAYS.get(entry.way)
    return LATE if wait is None else min((banking_days_after(entry.date, wait) - entry.date).days, LATE)


def lag(line: Line, entry: Booked) -> int | None:
    """The bank's day less the books', by posting or transaction date, whichever is nearer."""
    if line.date is None:
        return None
    lags = [(line.date - entry.date).days]
    if line.transacted is not None:
        lags.append((line.transacted - entry.date).days)
    return min(lags, key=abs)


def near(line: Line, entry: Booked) -> bool:
    days = lag(line, entry)
    return days is not None and EARLY <= days <= latest(entry)


def admissible(line: Line, entry: Booked) -> bool:
    days = lag(line, entry)
    if line.amount != entry.amount or days is None:
        return False
    return near(line, entry) or (same_number(line, entry) and EARLY <= days <= CHEQUE)


def same_number(one: Line | Booked, other: Line | Booked) -> bool:
    return one.number != "" and one.number == other.number


def same_reference(one: Line | Booked, other: Line | Booked) -> bool:
    return one.reference != "" and one.reference == other.reference


def numbered(one: Line | Booked, other: Line | Booked) -> bool:
    return same_number(one, other) or same_reference(one, other)


def same_name(one: Line | Booked, other: Line | Booked) -> bool:
    return one.name != "" and one.name == other.name


def other_number(one: Line | Booked, other: Line | Booked) -> bool:
    return bool(one.number and other.number and one.number != other.number)


def speaks(line: Line, entry: Booked, names: Collection[tuple[str, str]]) -> int:
    """Names that a person said are the same, the bank's as this one of the books, are equal names here and nowhere else."""
    if numbered(line, entry):
        return NUMBER
    if not other_number(line, entry) and (line.name, entry.name) in names:
        return NAME
    if other_number(line, entry) or (line.name and entry.name and line.name != entry.name):
        return WEAK
    return NAME if same_name(line, entry) else AMOUNT_ONLY


def parts(links: Iterable[Link]) -> list[tuple[list[int], list[int], list[Link]]]:
    """Return the connected parts of the links: lines, entries and the links between them, part by part."""
    left, found = list(links), []
    while left:
        lines, entries = {left[0].line}, {left[0].entry}
        grown = True
        while grown:
            touching = [link for link in left if link.line in lines or link.entry in entries]
            before = len(lines) + len(entries)
            lines |= {link.line for link in touching}
            entries |= {link.entry for link in touching}
            grown = len(lines) + len(entries) > before
        found.append((sorted(lines), sorted(entries), [link for link in left if link.line in lines]))
        left = [link for link in left if link.line not in lines]
    return found


def full_pairings(lines: Sequence[int], entries: Sequence[int], links: Iterable[Link]) -> list[dict[int, int]]:
    """Return every way to give each of these lines an entry of its own, with none left over."""
    if len(lines) != len(entries):
        return []
    allowed = {(link.line, link.entry) for link in links}
    ways = (dict(zip(lines, order, strict=True)) for order in permutations(entries))
    return [way for way in ways if all(pair in allowed for pair in way.items())]
