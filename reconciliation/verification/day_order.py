"""Sets of equal rows across a month end: any pairing of them is right, so they are paired in order of days."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from reconciliation.matching.evidence import Support, edge
from reconciliation.verification.books import BookEntry
from reconciliation.verification.constraints import LineKey
from reconciliation.verification.methods import method_of
from reconciliation.verification.span import StatementSpan
from reconciliation.verification.weighed import NOTHING, Clearing, Weighed, entry_row, line_row, why_of

MOST_IN_TURN = 6  # rows of a set of which every order may be tried


def in_day_order(
    weighed: Weighed, spans: Sequence[StatementSpan], entries: Collection[BookEntry], kind: str, never: Mapping[LineKey, frozenset[str]]
) -> Weighed:
    """Return the matching with each set across several statements paired in order of days, if all of these may be pairs: then nothing is
    booked later, or outstanding longer, than any pairing requires."""
    order = _Order({span.index: span for span in spans}, {entry.id: entry for entry in entries}, kind, never)
    sets: dict[int, list[Clearing]] = defaultdict(list)
    for clearing in weighed.clearings:
        if clearing.bond is not None:
            sets[clearing.bond].append(clearing)
    crossing = {bond: together for bond, together in sets.items() if len({clearing.statement for clearing in together}) > 1}
    better = {bond: ordered for bond, together in crossing.items() if (ordered := order.paired(together))}
    if not better:
        return weighed
    others = [clearing for clearing in weighed.clearings if clearing.bond not in better]
    return replace(weighed, clearings=(*others, *(clearing for ordered in better.values() for clearing in ordered)))


class _Order:
    """Pairs the rows of a set: the earliest with the earliest, or the shortest plausible delay first if that leaves fewer out of place."""

    def __init__(
        self, spans: Mapping[int, StatementSpan], entries: Mapping[str, BookEntry], kind: str, never: Mapping[LineKey, frozenset[str]]
    ) -> None:
        self.spans = spans
        self.entries = entries
        self.kind = kind
        self.never = never

    def paired(self, together: Sequence[Clearing]) -> list[Clearing] | None:
        """Return the pairs, or None if no order makes admissible ones."""
        lines = sorted(together, key=lambda clearing: (self.spans[clearing.statement].first, self._day(clearing)))
        entries = sorted((self.entries[clearing.entries[0]] for clearing in together), key=lambda entry: entry.date)
        one_by_one = [pair for clearing, entry in zip(lines, entries, strict=True) if (pair := self._pair(clearing, entry))]
        orders = [one_by_one, self._in_turn(lines, sorted(entries, key=self._seen_by))]
        whole = [order for order in orders if len(order) == len(together)]
        return min(whole, key=self._apart, default=None)

    def _seen_by(self, entry: BookEntry) -> dt.date:
        """Return the last day on which the entry may still be missing from a statement: a charge of the bank is shown on its own day."""
        return method_of(entry, self.kind).last_plausible_day(entry.date)

    def _apart(self, order: Sequence[Clearing]) -> int:
        """Return the number of entries booked after their statement, or due on an earlier one."""
        pairs = [(self.entries[clearing.entries[0]], self.spans[clearing.statement]) for clearing in order]
        return sum(entry.date > span.last or self._seen_by(entry) < span.first for entry, span in pairs)

    def _in_turn(self, lines: Sequence[Clearing], entries: Sequence[BookEntry]) -> list[Clearing]:
        """Pair each entry in turn with the first admissible free line that leaves lines for the later entries. Empty if the set is long or
        has no such pairing."""
        if not entries or len(entries) > MOST_IN_TURN:
            return []
        for place, clearing in enumerate(lines):
            pair = self._pair(clearing, entries[0])
            rest = self._in_turn([*lines[:place], *lines[place + 1 :]], entries[1:]) if pair else []
            if pair and len(rest) == len(entries) - 1:
                return [pair, *rest]
        return []

    def _pair(self, clearing: Clearing, entry: BookEntry) -> Clearing | None:
        span, place = self.spans[clearing.statement], clearing.lines[0]
        never = self.never.get((clearing.statement, place), NOTHING)
        pair = edge(line_row(span.index, place, span.statement.lines[place], never), entry_row(entry, self.kind))
        if pair is None or pair.support <= Support.CONTRADICTS:
            return None
        return replace(clearing, entries=(entry.id,), why=why_of(pair.support, pair.lag))

    def _day(self, clearing: Clearing) -> dt.date:
        return self.spans[clearing.statement].statement.lines[clearing.lines[0]].date or dt.date.max
