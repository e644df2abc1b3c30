"""Lines and entries of equal amount: what a number, a reference or a payee decides, and what nothing decides.

The strongest support is looked at first. Rows that it links, in equal number, are settled as a set: any pairing of them
is right. What is linked in unequal number is looked at again with the next weaker support, and in the end is undecided.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal
from itertools import islice

from reconciliation.matching.assignment import assign
from reconciliation.matching.components import Component, components
from reconciliation.matching.evidence import CHEQUE_LATEST, Edge, Support, edge, likeness, spelt_alike
from reconciliation.matching.outcome import Doubt, Pair, Undecided, Weighing
from reconciliation.matching.rows import EARLIEST, LATEST, Row

MOST_EDGES = 25_000
"""More admissible pairs of one amount than any account has: they are not weighed, a person sees them all as one question."""


def settle_exact(weighing: Weighing) -> None:
    """Settle what is sure among rows of equal amount; put what is not into `undecided`; leave the rest over."""
    for lines, entries, edges in _blocks(weighing.lines, weighing.entries):
        if len(edges) > MOST_EDGES:
            weighing.undecided.append(Undecided(Doubt.AMBIGUOUS, tuple(lines), tuple(entries)))
        else:
            _settle_block(edges, weighing.pairs, weighing.undecided)
    for pair in weighing.pairs:
        weighing.take((pair.line,), (pair.entry,))
    for group in weighing.undecided:
        weighing.take(group.lines, group.entries)


def _blocks(lines: Iterable[Row], entries: Iterable[Row]) -> Iterable[tuple[list[Row], list[Row], list[Edge]]]:
    """Lines, entries and their admissible pairs, an amount at a time."""
    by_amount: dict[Decimal, list[Row]] = defaultdict(list)
    for entry in entries:
        by_amount[entry.amount].append(entry)
    lines_of: dict[Decimal, list[Row]] = defaultdict(list)
    for line in lines:
        if line.amount in by_amount:
            lines_of[line.amount].append(line)
    for amount, rows in lines_of.items():
        edges = list(islice(_edges(rows, by_amount[amount]), MOST_EDGES + 1))
        if edges:
            yield rows, by_amount[amount], edges


def _edges(lines: list[Row], entries: list[Row]) -> Iterable[Edge]:
    """Admissible pairs of one amount; entries by day, so that far ones are never looked at, cheques apart."""
    near: dict[int, list[Row]] = defaultdict(list)
    cheques: dict[str, list[Row]] = defaultdict(list)
    for entry in entries:
        near[entry.day].append(entry)
        if entry.number:
            cheques[entry.number].append(entry)
    for line in lines:
        days = {day - lag for day in line.days for lag in range(EARLIEST, LATEST + 1)}
        candidates = [entry for day in sorted(days) for entry in near.get(day, ())]
        seen = {id(entry) for entry in candidates}
        candidates += [entry for entry in cheques.get(line.number, ()) if id(entry) not in seen]
        yield from (found for entry in candidates if (found := edge(line, entry)))


def _settle_block(edges: list[Edge], pairs: list[Pair], undecided: list[Undecided]) -> None:
    if len(edges) == 1 and edges[0].support > Support.CONTRADICTS:
        pairs.append(_pair(edges[0]))
        return
    crowd = Counter(id(row) for link in edges for row in (link.line, link.entry))
    rest = edges
    for threshold in (Support.NUMBER, Support.PAYEE, Support.SILENT):
        settled: set[int] = set()
        for component, best in _balanced(rest, threshold):
            bond = len(pairs) if len(best) > 1 else None
            pairs += [_pair(link, crowd, bond) for link in best]
            settled |= component.rows
        if settled:
            rest = [link for link in rest if id(link.line) not in settled and id(link.entry) not in settled]
    undecided += map(_undecided, components(rest))


def _balanced(rest: list[Edge], threshold: Support) -> list[tuple[Component, list[Edge]]]:
    """What this support links in equal number, with the pairing that leaves nobody alone.

    A text that says nothing decides against none that contradicts: silent rows are settled only where no other row of their
    amount is left alone beside them.
    """
    parts = [
        (component, best)
        for component in components([link for link in rest if link.support >= threshold])
        if component.balanced and (best := _whole(component))
    ]
    if threshold > Support.SILENT:
        return parts
    links_of: dict[int, set[int]] = defaultdict(set)
    for link in rest:
        links_of[id(link.line)].add(id(link.entry))
        links_of[id(link.entry)].add(id(link.line))
    while True:
        seated = {row for component, _ in parts for row in component.rows}
        kept = [(component, best) for component, best in parts if all(links_of[row] <= seated for row in component.rows)]
        if len(kept) == len(parts):
            return kept
        parts = kept


def _pair(link: Edge, crowd: Mapping[int, int] | None = None, bond: int | None = None) -> Pair:
    """`crowd` counts the admissible pairs that each row stands in."""
    rivals = max(crowd[id(link.line)], crowd[id(link.entry)]) - 1 if crowd else 0
    return Pair(link.line, link.entry, link.support, link.lag, bond, rivals)


def _undecided(component: Component) -> Undecided:
    """What nothing decides: weak if only contradicting texts link it."""
    weak = all(link.support is Support.CONTRADICTS for link in component.edges)
    doubt = Doubt.WEAK if weak else Doubt.AMBIGUOUS
    likely = tuple(link for link in best_pairing(component) if _likely(link))
    return Undecided(doubt, tuple(component.lines), tuple(component.entries), likely)


def _likely(link: Edge) -> bool:
    """Would it be taken if any will do? Names that differ must at least be spelt alike."""
    return link.support > Support.CONTRADICTS or spelt_alike(link.line.payee, link.entry.payee)


def _whole(component: Component) -> list[Edge] | None:
    """A pairing that leaves no row of the component alone, the likest one; None where there is none."""
    best = best_pairing(component)
    return best if len(best) == len(component.lines) else None


def best_pairing(component: Component) -> list[Edge]:
    """The assignment of most pairs and, among these, of most worth."""
    if len(component.edges) == 1:
        return component.edges
    places = {id(entry): place for place, entry in enumerate(component.entries)}
    table: list[dict[int, float]] = [{} for _ in component.lines]
    rows = {id(line): place for place, line in enumerate(component.lines)}
    links: dict[tuple[int, int], Edge] = {}
    for link in component.edges:
        row, column = rows[id(link.line)], places[id(link.entry)]
        links[row, column] = link
        table[row][column] = _seat_worth(len(component.lines)) + worth(link)
    return [links[row, column] for row, column in enumerate(assign(table, len(places))) if column is not None]


def _seat_worth(rows: int) -> float:
    """More than any gain of worth that seating one row less could bring."""
    return 32.0 * (rows + 1)


def worth(link: Edge) -> float:
    """What a pair is worth among rows that nothing else tells apart: support first, then text, then days."""
    alike = likeness(link.line.text, link.entry.text) if link.line.text and link.entry.text else 0.0
    days = abs(link.lag) if link.lag >= 0 else 1.5 * abs(link.lag)
    return 10.0 + 4.0 * link.support + 3.0 * alike - 0.35 * min(days, CHEQUE_LATEST / 10) - 0.01 * min(days, 30) ** 2
