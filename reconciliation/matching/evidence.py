"""Evidence that a line and an entry are one payment (distance in days, agreement of number, reference or payee), and the connected
parts of the graph of admissible pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from finance.cache import PAIRS, remembered
from finance.payees import payees_agree, payees_differ
from reconciliation.matching.rows import EARLIEST, Edge, Link, MatchRow, Support

CHEQUE_LATEST = 180
"""Days that a cheque may take whose number agrees."""


def nearest_lag(line: MatchRow, entry: MatchRow) -> int | None:
    """Return the days from the books to the bank, by the nearer of the line's dates, or None if one has no date or a person separated the
    two."""
    if line.never and entry.key in line.never:
        return None
    if len(line.days) == len(entry.days) == 1:
        return line.days[0] - entry.days[0]
    return min((mine - theirs for mine in line.days for theirs in entry.days), key=abs, default=None)


def in_window(entry: MatchRow, lag: int) -> bool:
    return EARLIEST <= lag <= entry.latest


def numbers_agree(row: MatchRow, other: MatchRow) -> bool:
    return bool(row.number) and row.number == other.number


def references_agree(row: MatchRow, other: MatchRow) -> bool:
    """True if both sides name the same reference, or one side names it and the other prints it without a contradicting payee."""
    if not (row.references or other.references):
        return False
    if not row.references.isdisjoint(other.references):
        return True
    bare = not (row.references.isdisjoint(other.figures) and other.references.isdisjoint(row.figures))
    return bare and not payees_differ(row.payee, other.payee)


def numbers_differ(row: MatchRow, other: MatchRow) -> bool:
    return bool(row.number) and bool(other.number) and row.number != other.number


def support(line: MatchRow, entry: MatchRow) -> Support:
    if numbers_agree(line, entry) or references_agree(line, entry):
        return Support.NUMBER
    return Support.CONTRADICTS if numbers_differ(line, entry) else of_names(line, entry)


def of_names(line: MatchRow, entry: MatchRow) -> Support:
    """Return the evidence of the two names. Names agree if a person called them the same; that is as much evidence as equal names."""
    return Support.PAYEE if entry.payee in line.also else of_payees(line.payee, entry.payee)


@remembered(PAIRS)
def of_payees(payee_words: tuple[str, ...], other: tuple[str, ...]) -> Support:
    """Return the evidence of two names for a pair."""
    if not payee_words or not other:
        return Support.SILENT
    return Support.PAYEE if payees_agree(payee_words, other) else Support.CONTRADICTS


def edge(line: MatchRow, entry: MatchRow) -> Edge | None:
    """Return the admissible pair, or None. Amounts must be equal already."""
    pair = link(line, entry)
    return Edge(*pair) if pair else None


def link(line: MatchRow, entry: MatchRow) -> Link | None:
    """Return line, entry, support and lag of a possible pair, None if the lag rules it out. This is `edge` as a tuple, fast for many:
    most rows have one day each, and nothing but a payee."""
    printed, booked = line.days, entry.days
    lag = printed[0] - booked[0] if len(printed) == 1 == len(booked) and not line.never else nearest_lag(line, entry)
    if lag is None or lag < EARLIEST:
        return None
    if lag > entry.latest and (lag > CHEQUE_LATEST or not numbers_agree(line, entry)):
        return None
    numbered = line.number or entry.number or line.references or entry.references
    return line, entry, support(line, entry) if numbered else of_names(line, entry), lag


_day = attrgetter("day")
_line, _entry = itemgetter(0), itemgetter(1)


@dataclass(slots=True)
class Component:
    """Rows that admissible pairs link, directly or through others; in order of day."""

    lines: list[MatchRow]
    entries: list[MatchRow]
    links: Sequence[Link]

    @property
    def balanced(self) -> bool:
        return len(self.lines) == len(self.entries)

    @property
    def rows(self) -> set[MatchRow]:
        return {*self.lines, *self.entries}


def components(links: Sequence[Link]) -> list[Component]:
    """Return the connected parts, in order of their first link."""
    if len(links) < 2:
        return [_component(links)] if links else []
    part_of: dict[MatchRow, list[MatchRow]] = {}
    rows = len({*map(_line, links), *map(_entry, links)})
    for line, entry, _, _ in links:
        mine, theirs = part_of.get(line), part_of.get(entry)
        if mine is None:
            mine = part_of[line] = [line]
        if theirs is None:
            mine.append(entry)
            part_of[entry] = mine
        elif mine is not theirs:
            small, mine = (mine, theirs) if len(mine) < len(theirs) else (theirs, mine)  # so that no row moves often
            mine += small
            for row in small:
                part_of[row] = mine
        if len(mine) >= rows:  # popular prices: nearly all links lie between rows that are joined already
            return [_component(links)]
    parts: dict[int, list[Link]] = {}
    for link in links:
        parts.setdefault(id(part_of[link[0]]), []).append(link)
    return [_component(part) for part in parts.values()]


def _component(links: Sequence[Link]) -> Component:
    if len(links) == 1:
        line, entry, _, _ = links[0]
        return Component([line], [entry], links)
    lines, entries = dict.fromkeys(map(_line, links)), dict.fromkeys(map(_entry, links))
    return Component(sorted(lines, key=_day), sorted(entries, key=_day), links)
