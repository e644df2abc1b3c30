"""Lines and entries of equal amount: decided by a number, a reference or a payee, or undecided.

The strongest support is tried first. Rows that it links, in equal number, are settled as a set: any pairing of them is right. Rows linked
in unequal number are tried again with the next weaker support, and in the end are undecided.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from operator import attrgetter, itemgetter

from reconciliation.matching.evidence import Component, Edge, Link, Support, components, link, of_payees, support
from reconciliation.matching.guess import likely_pairing, whole_pairing
from reconciliation.matching.outcome import Doubt, Pair, Undecided, Weighing
from reconciliation.matching.rows import EARLIEST, LATEST, MatchRow

MOST_LINKS = 25_000
"""More admissible pairs of one amount than any account has: they are not compared, but become one question for a person."""

_day = attrgetter("day")
_line, _entry = itemgetter(0), itemgetter(1)


def settle_exact(weighing: Weighing) -> None:
    """Settle sure rows of equal amount; put doubtful ones into `undecided`; leave the others."""
    entries_of: dict[Decimal, list[MatchRow]] = defaultdict(list)
    for entry in weighing.entries:
        entries_of[entry.amount].append(entry)
    lines_of: dict[Decimal, list[MatchRow]] = defaultdict(list)
    for line in weighing.lines:
        if line.amount in entries_of:
            lines_of[line.amount].append(line)
    for amount, lines in lines_of.items():
        entries = entries_of[amount]
        links = admissible(lines, entries)
        if len(links) > MOST_LINKS:
            weighing.undecided.append(Undecided(Doubt.AMBIGUOUS, tuple(lines), tuple(entries)))
            continue
        for component in components(links):
            _settle(component, weighing.pairs, weighing.undecided)
    for pair in weighing.pairs:
        weighing.take((pair.line,), (pair.entry,))
    for group in weighing.undecided:
        weighing.take(group.lines, group.entries)


def admissible(lines: list[MatchRow], entries: list[MatchRow]) -> list[Link]:
    """Return admissible pairs of one amount, cut off if there are too many. Entries are sorted by day, so that far ones are skipped, and
    cheques are added by number."""
    links: list[Link] = []
    by_day = sorted(entries, key=_day) if len(entries) > 1 else entries
    days = [entry.day for entry in by_day]
    cheques = [entry for entry in entries if entry.number]
    for line in lines:
        near = by_day
        if len(days) > 1 and line.days:
            near = by_day[bisect_left(days, min(line.days) - LATEST) : bisect_right(days, max(line.days) - EARLIEST)]
        if line.number and cheques:
            near = [*near, *(entry for entry in cheques if entry.number == line.number and entry not in near)]
        if len(line.days) != 1 or line.never or line.number or line.references:
            links += filter(None, [link(line, entry) for entry in near])
        else:  # the same in one step, since most lines have one day and nothing but a payee, as every entry has one day
            day, name = line.days[0], line.payee
            links += [
                (line, entry, support(line, entry) if entry.references else of_payees(name, entry.payee), lag)
                for entry in near
                if EARLIEST <= (lag := day - entry.days[0]) <= entry.latest
            ]
        if len(links) > MOST_LINKS:
            break
    return links


def _settle(component: Component, pairs: list[Pair], undecided: list[Undecided]) -> None:
    """Add the sure pairs of the component to `pairs`, and its other rows to `undecided`."""
    links = component.links
    if len(links) == 1 and links[0][2] > Support.CONTRADICTS:
        pairs.append(_pair(links[0]))
        return
    crowd = Counter(map(_line, links))
    crowd.update(map(_entry, links))
    rest = links
    for threshold in (Support.NUMBER, Support.PAYEE, Support.SILENT):
        settled: set[MatchRow] = set()
        for part, best in _balanced(rest, threshold):
            bond = len(pairs) if len(best) > 1 else None
            pairs += [_pair(edge, crowd, bond) for edge in best]
            settled |= part.rows
        if settled:
            rest = [link for link in rest if link[0] not in settled and link[1] not in settled]
    if len(rest) == len(links):
        undecided.append(_undecided(component))
    elif rest:
        undecided += map(_undecided, components(rest))


def _balanced(rest: Sequence[Link], threshold: Support) -> list[tuple[Component, list[Edge]]]:
    """Return components that this support links in equal number, with a pairing that leaves no row alone.

    Silent texts are weak evidence: silent rows are settled only if no other row of their amount is left alone beside them.
    """
    linked = [link for link in rest if link[2] >= threshold]
    if not linked:
        return []
    parts = [(part, best) for part in components(linked) if part.balanced and (best := whole_pairing(part))]
    if threshold > Support.SILENT or not parts:
        return parts
    links_of: dict[MatchRow, set[MatchRow]] = defaultdict(set)
    for line, entry, _, _ in rest:
        links_of[line].add(entry)
        links_of[entry].add(line)
    while True:
        seated = {row for part, _ in parts for row in part.rows}
        covered = [(part, best) for part, best in parts if all(links_of[row] <= seated for row in part.rows)]
        if len(covered) == len(parts):
            return covered
        parts = covered


def _pair(link: Link, crowd: Mapping[MatchRow, int] | None = None, bond: int | None = None) -> Pair:
    """Return the pair; `crowd` counts the admissible pairs of each row."""
    line, entry, strength, lag = link
    rivals = max(crowd[line], crowd[entry]) - 1 if crowd else 0
    return Pair(line, entry, strength, lag, bond, rivals)


def _undecided(component: Component) -> Undecided:
    """Return an undecided group, weak if only contradicting texts link it."""
    weak = all(strength is Support.CONTRADICTS for _, _, strength, _ in component.links)
    doubt = Doubt.WEAK if weak else Doubt.AMBIGUOUS
    return Undecided(doubt, tuple(component.lines), tuple(component.entries), likely_pairing(component))
