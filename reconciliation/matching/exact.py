"""Lines and entries of equal amount: decided by a number, a reference or a payee, or undecided.

The strongest support is tried first. Rows that it links, in equal number, are settled as a set: any pairing of them is right. Rows linked
in unequal number are tried again with the next weaker support, and in the end are undecided.

The likeliest pairing, of a set in which any is right or as a guess for a person, is the best one-to-one assignment over a sparse table of
worths, by shortest augmenting paths with potentials.
"""

import heapq
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from operator import attrgetter, itemgetter

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from finance.cache import PAIRS, remembered
from reconciliation.matching.evidence import CHEQUE_LATEST, Component, components, link, of_payees, support
from reconciliation.matching.outcome import Doubt, Pair, Undecided, Weighing
from reconciliation.matching.rows import EARLIEST, LATEST, Edge, Link, MatchRow, Support

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
        if len(line.days) != 1 or line.never or line.number or line.references or line.also:
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


Table = Sequence[Mapping[int, float]]


def assign(table: Table, columns: int) -> list[int | None]:
    """Return for each row of `table` (column to worth, higher is better) its column, or None; the total worth is greatest.

    Only worths above 0 are assigned: a row stays alone rather than cost anything.
    """
    return _Assignment(table, columns).solve()


class _Assignment:
    """Successive shortest augmenting paths. Each row has a private column of worth 0, so every row can be seated."""

    def __init__(self, table: Table, columns: int) -> None:
        best = max((worth for row in table for worth in row.values()), default=0.0)
        self.costs = [
            {column: best - worth for column, worth in row.items() if worth > 0} | {columns + index: best}
            for index, row in enumerate(table)
        ]
        self.columns = columns
        self.row_of: dict[int, int] = {}
        self.column_of: list[int | None] = [None] * len(table)
        self.potential: dict[int, float] = {}
        self.row_potential = [min(costs.values()) for costs in self.costs]

    def solve(self) -> list[int | None]:
        """Seat every row whose best column is free, since no path is shorter, and then the others."""
        crowded = []
        for row, costs in enumerate(self.costs):
            least = self.row_potential[row]
            free = next((column for column, cost in costs.items() if cost == least and column not in self.row_of), None)
            if free is None:
                crowded.append(row)
            else:
                self.row_of[free] = row
                self.column_of[row] = free
        for row in crowded:
            self._seat(row)
        return [None if column is None or column >= self.columns else column for column in self.column_of]

    def _seat(self, start: int) -> None:
        """Find the cheapest path from an unseated row to a free column, by Dijkstra over reduced costs, and shift the rows along it."""
        distance: dict[int, float] = {}
        before: dict[int, int] = {}
        done: set[int] = set()
        heap: list[tuple[float, int]] = []
        row, reached = start, 0.0
        while True:
            base = reached - self.row_potential[row]
            for column, cost in self.costs[row].items():
                far = base + cost - self.potential.get(column, 0.0)
                if column not in done and far < distance.get(column, float("inf")):
                    distance[column] = far
                    before[column] = row
                    heapq.heappush(heap, (far, column))
            reached, column = heapq.heappop(heap)
            while column in done:
                reached, column = heapq.heappop(heap)
            done.add(column)
            if column not in self.row_of:
                break
            row = self.row_of[column]
        self.row_potential[start] += reached
        for done_column in done:
            slack = reached - distance[done_column]
            if done_column in self.row_of:
                self.row_potential[self.row_of[done_column]] += slack
            self.potential[done_column] = self.potential.get(done_column, 0.0) - slack
        freed: int | None = column
        while freed is not None:  # each row on the path takes the column that it reached
            row = before[freed]
            self.row_of[freed] = row
            freed, self.column_of[row] = self.column_of[row], freed


LETTERS_A_MISTAKE = 3
"""Names that differ are spelt alike if at most one letter in three is wrong, over the length of the shorter one."""


def whole_pairing(component: Component) -> list[Edge] | None:
    """Return the likeliest pairing that leaves no row of the component alone, or None."""
    best = best_pairing(component)
    return best if len(best) == len(component.lines) else None


def likely_pairing(component: Component) -> tuple[Edge, ...]:
    """Return the best guess. Names that differ must at least be spelt alike. An entry is left out if a line without a pair has equal
    support for it: only their days could tell which of the two lines is not in the books."""
    likely = [
        (line, entry, strength, lag)
        for line, entry, strength, lag in component.links
        if strength > Support.CONTRADICTS or spelt_alike(line.payee, entry.payee)
    ]
    best = best_pairing(Component(component.lines, component.entries, likely))
    seated = {edge.line for edge in best}
    loudest: dict[MatchRow, Support] = {}
    for line, entry, strength, _ in likely:
        if line not in seated:
            loudest[entry] = max(strength, loudest.get(entry, strength))
    return tuple(edge for edge in best if edge.entry not in loudest or edge.support > loudest[edge.entry])


def best_pairing(component: Component) -> list[Edge]:
    """Return the assignment of most pairs and, among these, of most worth."""
    if len(component.links) == 1:
        return [Edge(*component.links[0])]
    places = {entry: place for place, entry in enumerate(component.entries)}
    rows = {line: place for place, line in enumerate(component.lines)}
    table: list[dict[int, float]] = [{} for _ in rows]
    links: dict[tuple[int, int], Link] = {}
    seat = 32.0 * (len(rows) + 1)  # more than any gain of worth from seating one row less
    for pair in component.links:
        row, column = rows[pair[0]], places[pair[1]]
        links[row, column] = pair
        table[row][column] = seat + worth(pair)
    return [Edge(*links[row, column]) for row, column in enumerate(assign(table, len(places))) if column is not None]


def worth(link: Link) -> float:
    """Return the worth of a pair among otherwise equal rows: support first, then text, then days."""
    line, entry, strength, lag = link
    alike = _likeness(line.text, entry.text) if line.text and entry.text else 0.0
    days = lag if lag >= 0 else -1.5 * lag
    return 10.0 + 4.0 * strength + 3.0 * alike - 0.35 * min(days, CHEQUE_LATEST / 10) - 0.01 * min(days, 30) ** 2


@remembered(PAIRS)
def _likeness(text: str, other: str) -> float:
    """Return the similarity of two texts, 0 to 1, regardless of word order."""
    return fuzz.token_set_ratio(text, other) / 100


@remembered(PAIRS)
def spelt_alike(names: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """True if one may be the other, mistyped or cut."""
    mine, theirs = "".join(names), "".join(other)
    both = min(len(mine), len(theirs))
    mistakes = both // LETTERS_A_MISTAKE
    return OSA.distance(mine[:both], theirs[:both], score_cutoff=mistakes) <= mistakes if both else False
