"""The law read by brute force, for cases of a few rows: it knows nothing of the verifier and imports nothing of it.

Every way of pairing the printed rows of all statements with the entries is tried. A statement may be called matched only if
in each of the best ways (agreeing names count first, then the number of pairs) nothing is left that needs a person.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

SAYS_NOTHING = {"", "payment"}


@dataclass(frozen=True)
class Line:
    statement: int
    date: dt.date
    amount: Decimal
    name: str


@dataclass(frozen=True)
class Booked:
    id: str
    date: dt.date
    amount: Decimal
    name: str
    brought_forward: bool = False
    reversal_of: str | None = None


@dataclass(frozen=True)
class Paper:
    """A statement of the case; papers are in order of time. `whole`: its reading is proved."""

    first: dt.date
    last: dt.date
    opening: Decimal
    closing: Decimal
    whole: bool = True


@dataclass(frozen=True)
class Case:
    """`pairs` are (line, entry) that a person put together, `apart` those that a person separated, `undone` entries that undo each
    other."""

    opening: Decimal
    opening_date: dt.date
    papers: tuple[Paper, ...]
    lines: tuple[Line, ...]
    entries: tuple[Booked, ...]
    pairs: tuple[tuple[int, int], ...] = ()
    apart: frozenset[tuple[int, int]] = frozenset()
    undone: tuple[tuple[int, int], ...] = ()


Pairing = dict[int, int]
"""Line to entry, by place."""


def may_be_matched(case: Case, k: int) -> bool:
    paper = case.papers[k]
    total = sum((line.amount for line in case.lines if line.statement == k), Decimal(0))
    if not paper.whole or paper.opening + total != paper.closing or case.opening_date > paper.first:
        return False
    if any(earlier.last + dt.timedelta(days=1) == paper.first and earlier.closing != paper.opening for earlier in case.papers):
        return False
    return all(any(_ties(case, k, way) for way in alike) for alike in _told_apart(_best_ways(case)))


@lru_cache(maxsize=64)
def _best_ways(case: Case) -> list[Pairing]:
    return _best(list(_pairings(case, 0, _decided(case))), case)


def _waiting(case: Case) -> tuple[set[int], set[int]]:
    """Return lines and entries that are paired in some of the best ways and not in all: no difference is reported of them."""
    ways = _best_ways(case)
    lines = {line for way in ways for line in way if any(line not in other for other in ways)}
    return lines, {entry for way in ways for entry in way.values() if any(entry not in other.values() for other in ways)}


def _decided(case: Case) -> frozenset[int]:
    """Entries that a person has spoken for: no other line is one of them."""
    return frozenset((*(entry for _, entry in case.pairs), *(half for pair in case.undone for half in pair)))


def _pairings(case: Case, place: int, taken: frozenset[int]) -> Iterator[Pairing]:
    if place == len(case.lines):
        yield {}
        return
    decided = dict(case.pairs).get(place)
    if decided is not None:
        for rest in _pairings(case, place + 1, taken):
            yield {place: decided} | rest
        return
    for rest in _pairings(case, place + 1, taken):
        yield rest
    for entry in range(len(case.entries)):
        if entry not in taken and (place, entry) not in case.apart and _admissible(case.lines[place], case.entries[entry]):
            for rest in _pairings(case, place + 1, taken | {entry}):
                yield {place: entry} | rest


def _admissible(line: Line, entry: Booked) -> bool:
    if line.amount != entry.amount or not -2 <= (line.date - entry.date).days <= 7:
        return False
    return _silent(line.name) or _silent(entry.name) or line.name.lower() == entry.name.lower()


def _silent(name: str) -> bool:
    return name.lower() in SAYS_NOTHING


def _best(ways: list[Pairing], case: Case) -> list[Pairing]:
    def strength(way: Pairing) -> tuple[int, int]:
        agreeing = [line for line, entry in way.items() if not _silent(case.lines[line].name) and not _silent(case.entries[entry].name)]
        return len(agreeing), len(way)

    most = max(map(strength, ways))
    return [way for way in ways if strength(way) == most]


def _told_apart(ways: list[Pairing]) -> list[list[Pairing]]:
    """Ways that pair the same lines with the same entries are one: within a set any pairing is right."""
    sets: dict[tuple[frozenset[int], frozenset[int]], list[Pairing]] = {}
    for way in ways:
        sets.setdefault((frozenset(way), frozenset(way.values())), []).append(way)
    return list(sets.values())


def _cleared_by(case: Case, way: Pairing) -> dict[int, int]:
    """Return the statement of each paired entry, and of each that a statement prints with a difference, which is cleared all the same."""
    return {entry: case.lines[line].statement for line, entry in (way | _told_otherwise(case, way)).items()}


def _told_otherwise(case: Case, way: Pairing) -> Pairing:
    """Unequal amounts, opposite signs or far days of one payee, where neither row has another such partner."""
    found: Pairing = {}
    waiting = _waiting(case)
    for alike in (_other_amount, _other_day):
        paired = way | found
        lines = [place for place in range(len(case.lines)) if place not in paired]
        entries = [place for place in range(len(case.entries)) if place not in paired.values() and place not in _contra(case, way)]
        links = [(line, entry) for line in lines for entry in entries if alike(case.lines[line], case.entries[entry])]
        links = [link for link in links if link not in case.apart and not (alike is _other_day and _pays_again(case, way, link[0]))]
        lonely = [link for link in links if sum(link[0] == one for one, _ in links) == sum(link[1] == one for _, one in links) == 1]
        found |= {line: entry for line, entry in lonely if line not in waiting[0] and entry not in waiting[1]}
    return found


def _pays_again(case: Case, way: Pairing, line: int) -> bool:
    """Another payment of the name and amount cleared: a month that is missing is not another month's on a wrong day."""
    mine = case.lines[line]
    return any((case.lines[one].name.lower(), case.lines[one].amount) == (mine.name.lower(), mine.amount) for one in way)


def _same_name(line: Line, entry: Booked) -> bool:
    return not _silent(line.name) and line.name.lower() == entry.name.lower()


def _other_amount(line: Line, entry: Booked) -> bool:
    unlike = line.amount == -entry.amount or (line.amount != entry.amount and line.amount * entry.amount > 0)
    return unlike and _same_name(line, entry) and -2 <= (line.date - entry.date).days <= 7


def _other_day(line: Line, entry: Booked) -> bool:
    return line.amount == entry.amount and _same_name(line, entry) and abs((line.date - entry.date).days) <= 62


def _uncovered(case: Case, day: dt.date) -> bool:
    return not any(paper.first <= day <= paper.last for paper in case.papers)


def _contra(case: Case, way: Pairing) -> set[int]:
    paired = set(way.values())
    halves: set[int] = {half for pair in case.undone for half in pair}
    for one, entry in enumerate(case.entries):
        for other, original in enumerate(case.entries):
            if entry.reversal_of == original.id and entry.amount == -original.amount and not {one, other} & paired:
                halves |= {one, other}
    return halves


def _cleared_before(case: Case, k: int, way: Pairing) -> set[int]:
    cleared, contra, paper = _cleared_by(case, way), _contra(case, way), case.papers[k]
    return {
        place
        for place, entry in enumerate(case.entries)
        if cleared.get(place, k) < k
        or (
            place not in cleared
            and place not in contra
            and not entry.brought_forward
            and entry.date < paper.first
            and _uncovered(case, entry.date)
        )
    }


def _left_over(case: Case, k: int, way: Pairing) -> set[int]:
    here = {entry for entry, statement in _cleared_by(case, way).items() if statement == k}
    before = _cleared_before(case, k, way)
    return {place for place, entry in enumerate(case.entries) if entry.date <= case.papers[k].last and place not in here | before}


def _ties(case: Case, k: int, way: Pairing) -> bool:
    paper, cleared = case.papers[k], _cleared_by(case, way)
    brought_forward = case.opening + sum((case.entries[place].amount for place in _cleared_before(case, k, way)), Decimal(0))
    every_line = all(place in way for place, line in enumerate(case.lines) if line.statement == k)
    paired = set(way.values())
    proved = all(
        place in _contra(case, way) or (place in paired and cleared[place] > k and case.papers[cleared[place]].whole)
        for place in _left_over(case, k, way)
    )
    undoubted = not _reaches_back_doubtfully(case, k, way) and _nothing_late(case, k, way)
    return every_line and proved and paper.opening == brought_forward and undoubted


def _reaches_back_doubtfully(case: Case, k: int, way: Pairing) -> bool:
    first = case.papers[k].first
    paired = set(way.values())
    return any(
        case.lines[line].statement == k
        and (line, entry) not in case.pairs
        and (line, place) not in case.apart
        and not any(place in pair for pair in case.undone)
        and case.entries[entry].date < first
        and place not in paired
        and rival.date < first
        and rival.amount == case.lines[line].amount
        and -2 <= (case.lines[line].date - rival.date).days <= 7
        for line, entry in way.items()
        for place, rival in enumerate(case.entries)
    )


def _nothing_late(case: Case, k: int, way: Pairing) -> bool:
    cleared = {place for place, statement in _cleared_by(case, way).items() if statement <= k}
    return not any(case.entries[place].date > case.papers[k].last for place in cleared)
