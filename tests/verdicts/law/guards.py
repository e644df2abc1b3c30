"""Pairs that the calendar puts in doubt: matches that reach back before their paper past an equal entry that nothing pairs."""

import datetime as dt
from dataclasses import dataclass

from tests.verdicts.law.case import Case, Days
from tests.verdicts.law.linking import EARLY, LATE, NUMBER, admissible, speaks
from tests.verdicts.law.settling import Settled, Way

Question = tuple[set[int], set[int]]


@dataclass(frozen=True)
class Doubted:
    """The result of the guard: pairs that hold, and questions."""

    pairs: Way
    questions: list[Question]


def doubt(settled: Settled, chosen: tuple[Way, ...], chain: list[Days]) -> Doubted:
    """A set is asked about as a whole; what becomes a question is unpaired too, and may unsettle others."""
    case, kept, asked = settled.case, list(chosen), list(settled.questions)
    counting = case.counting()
    told = settled.reversed | set(settled.differing.values()) | {entry for _, entries in settled.slips for entry in entries}
    while True:
        paired = {entry for way in kept for entry in way.values()}
        unpaired = [entry for entry in counting if entry not in paired | told]
        rivals = [_rivals(case, way, unpaired, chain) for way in kept]
        asked += [(set(way), {*way.values(), *others}) for way, others in zip(kept, rivals, strict=True) if others]
        left = [way for way, others in zip(kept, rivals, strict=True) if not others]
        if len(left) == len(kept):
            break
        kept = left
    asked += _undated(settled, kept, asked, chain)
    return Doubted({line: entry for way in kept for line, entry in way.items()}, _joined(asked))


def _rivals(case: Case, way: Way, unpaired: list[int], chain: list[Days]) -> set[int]:
    first = {days.paper: days.first for days in chain}
    return {
        rival
        for line, entry in way.items()
        for rival in unpaired
        if case.entries[entry].date < first[case.lines[line].paper]
        and case.entries[rival].date < first[case.lines[line].paper]
        and speaks(case.lines[line], case.entries[entry], case.names) != NUMBER
        and admissible(case.lines[line], case.entries[rival])
    }


def _undated(settled: Settled, kept: list[Way], asked: list[Question], chain: list[Days]) -> list[Question]:
    """A row whose day could not be read may be any free entry of its amount about its paper."""
    case, found = settled.case, []
    spoken = {entry for way in kept for entry in way.values()} | {entry for _, entries in asked for entry in entries}
    spoken |= settled.reversed | set(settled.differing.values()) | {entry for _, entries in settled.slips for entry in entries}
    free = [entry for entry in case.counting() if entry not in spoken]
    for days in chain:
        since, until = days.first - dt.timedelta(days=LATE), days.last - dt.timedelta(days=EARLY)
        undated = [line for line in case.lines_of(days.paper) if case.lines[line].date is None and case.lines[line].amount]
        near = [entry for entry in free if since <= case.entries[entry].date <= until]
        for amount in dict.fromkeys(case.lines[line].amount for line in undated):
            same = {entry for entry in near if case.entries[entry].amount == amount and entry in free}
            if same:
                found.append(({line for line in undated if case.lines[line].amount == amount}, same))
                free = [entry for entry in free if entry not in same]
    return found


def _joined(asked: list[Question]) -> list[Question]:
    """Questions about the same entries are one."""
    found: list[Question] = []
    for lines, entries in asked:
        touching = [one for one in found if one[1] & entries]
        for one in touching:
            found.remove(one)
            lines, entries = lines | one[0], entries | one[1]
        found.append((lines, entries))
    return found
