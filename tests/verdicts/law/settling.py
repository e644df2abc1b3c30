"""The results of the rows of all papers: slips, pairs, sets, reversals, sums, differences and undecidable cases."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise, product

from tests.verdicts.law.case import Booked, Case, Line
from tests.verdicts.law.linking import (
    AMOUNT_ONLY,
    NAME,
    NUMBER,
    Link,
    admissible,
    full_pairings,
    near,
    parts,
    same_reference,
    speaks,
)

MOST_OF_A_SLIP = 7
Way = dict[int, int]
"""Line to entry."""
Slip = tuple[tuple[int, ...], tuple[int, ...]]
"""Lines and entries of one sum."""


@dataclass
class Settled:
    """Each row in at most one of these. `sets` holds, for rows that belong together, every way to pair them."""

    case: Case
    lines: set[int]
    entries: set[int]
    slips: list[Slip] = field(default_factory=list)
    sets: list[list[Way]] = field(default_factory=list)
    questions: list[tuple[set[int], set[int]]] = field(default_factory=list)
    reversed: set[int] = field(default_factory=set)
    differing: Way = field(default_factory=dict)

    def take(self, lines: Sequence[int] | set[int], entries: Sequence[int] | set[int]) -> None:
        self.lines -= set(lines)
        self.entries -= set(entries)

    def paid(self) -> list[Line | Booked]:
        """Rows of both sides that pay one another, one by one: a payee may be named on one of them alone."""
        lines = [self.case.lines[line] for ways in self.sets for line in ways[0]]
        return [*lines, *(self.case.entries[entry] for ways in self.sets for entry in ways[0].values())]

    def ways(self) -> Iterator[tuple[Way, ...]]:
        """Every choice of one pairing a set."""
        return product(*(_that_differ(self.case, ways) for ways in self.sets))


def _that_differ(case: Case, ways: list[Way]) -> list[Way]:
    """A set over several papers is paired in order of days, where that may be and no other way leaves less apart. Within one paper
    it is all the same which of the rows is which, unless something lies before it."""
    papers = {case.lines[line].paper for line in ways[0]}
    first = case.papers[min(papers)].first
    if len(papers) > 1:
        least = min(_apart(case, way) for way in ways)
        whole = [way for way in ways if _apart(case, way) == least]
        return [way for way in whole if _in_order(case, way)] or whole
    if first and all(case.entries[entry].date >= first for entry in ways[0].values()):
        return ways[:1]
    return ways


def _apart(case: Case, way: Way) -> int:
    """Return how many entries are booked after their paper's last day, or are a fee of a day before its first: a bank shows its own at
    once."""
    pairs = [(case.papers[case.lines[line].paper], case.entries[entry]) for line, entry in way.items()]
    return sum(
        bool((paper.last and entry.date > paper.last) or (paper.first and entry.way == "fee" and entry.date < paper.first))
        for paper, entry in pairs
    )


def _in_order(case: Case, way: Way) -> bool:
    """No earlier row has the later entry."""
    days = sorted((case.lines[line].date or dt.date.max, case.entries[entry].date) for line, entry in way.items())
    return all(one[1] <= other[1] for one, other in pairwise(days))


def settle_slips(settled: Settled) -> None:
    """Settle rows whose reference is on all rows of a sum, before all matches by amounts alone."""
    case, lines, entries = settled.case, sorted(settled.lines), sorted(settled.entries)
    found: list[Slip] = [((line,), slip) for line in lines if (slip := _slip_of_line(case, line, entries))]
    found += [(slip, (entry,)) for entry in entries if (slip := _slip_of_entry(case, entry, lines))]
    rows = [("line", row) for one, _ in found for row in one] + [("entry", row) for _, other in found for row in other]
    for of_lines, of_entries in found:
        own = [("line", row) for row in of_lines] + [("entry", row) for row in of_entries]
        if all(rows.count(row) == 1 for row in own) and not _spoken_for(case, of_lines, of_entries, lines, entries):
            settled.slips.append((of_lines, of_entries))
            settled.take(of_lines, of_entries)


def _slip_of_line(case: Case, line: int, entries: Sequence[int]) -> tuple[int, ...]:
    one = case.lines[line]
    slip = tuple(entry for entry in entries if same_reference(one, case.entries[entry]) and near(one, case.entries[entry]))
    whole = sum((case.entries[entry].amount for entry in slip), Decimal(0)) == one.amount
    return slip if whole and len(slip) > 1 else ()


def _slip_of_entry(case: Case, entry: int, lines: Sequence[int]) -> tuple[int, ...]:
    one = case.entries[entry]
    slip = tuple(line for line in lines if same_reference(case.lines[line], one) and near(case.lines[line], one))
    whole = sum((case.lines[line].amount for line in slip), Decimal(0)) == one.amount
    one_paper = len({case.lines[line].paper for line in slip}) == 1
    return slip if whole and one_paper and len(slip) > 1 else ()


def _spoken_for(case: Case, of_lines: Sequence[int], of_entries: Sequence[int], lines: Sequence[int], entries: Sequence[int]) -> bool:
    """Has a row of the slip an exact partner of which more than the amount speaks?"""
    pairs = [(line, entry) for line in of_lines for entry in entries] + [(line, entry) for line in lines for entry in of_entries]
    return any(
        admissible(case.lines[line], case.entries[entry]) and speaks(case.lines[line], case.entries[entry], case.names) >= NAME
        for line, entry in pairs
    )


def settle_pairs(settled: Settled) -> None:
    """Settle pairs by a number first, then by a name, then by the amount alone; at each step rows linked in equal number are a set."""
    case = settled.case
    links = [
        Link(line, entry, speaks(case.lines[line], case.entries[entry], case.names))
        for line in sorted(settled.lines)
        for entry in sorted(settled.entries)
        if admissible(case.lines[line], case.entries[entry])
    ]
    for step in (NUMBER, NAME, AMOUNT_ONLY):
        ways = [
            found
            for lines, entries, between in parts([link for link in links if link.speaks >= step])
            if (found := full_pairings(lines, entries, between))
        ]
        if step == AMOUNT_ONLY:
            ways = _with_nobody_left_beside(ways, links)
        settled.sets += ways
        gone = {line for found in ways for line in found[0]}
        links = [link for link in links if link.line not in gone and link.entry not in {e for found in ways for e in found[0].values()}]
    settled.questions += [(set(lines), set(entries)) for lines, entries, _ in parts(links)]
    for found in settled.sets:
        settled.take(list(found[0]), list(found[0].values()))
    for lines_asked, entries_asked in settled.questions:
        settled.take(lines_asked, entries_asked)


def _with_nobody_left_beside(ways: list[list[Way]], links: Sequence[Link]) -> list[list[Way]]:
    """Silence decides nothing while a row that contradicts is left alone beside it."""
    while True:
        lines = {line for found in ways for line in found[0]}
        entries = {entry for found in ways for entry in found[0].values()}
        doubted = {link.line for link in links if link.entry not in entries} | {-1 - link.entry for link in links if link.line not in lines}
        kept = [found for found in ways if not doubted & {*found[0], *(-1 - entry for entry in found[0].values())}]
        if len(kept) == len(ways):
            return kept
        ways = kept


def settle_reversals(settled: Settled) -> None:
    case = settled.case
    places = {entry.id: place for place, entry in enumerate(case.entries)}
    for place, entry in enumerate(case.entries):
        original = places.get(entry.reversal_of or "")
        if original is None or not {place, original} <= settled.entries or place == original:
            continue
        if entry.amount == -case.entries[original].amount:
            settled.reversed |= {place, original}
            settled.take((), (place, original))
