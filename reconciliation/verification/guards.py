"""Doubts raised by the calendar: pairs that reach back before a statement, lines without a date, contras, and sets of equal rows across a
month end, which are paired in order of days since any pairing of them is right."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from reconciliation.matching import Doubt, contras_to_confirm
from reconciliation.matching.evidence import edge
from reconciliation.matching.rows import EARLIEST, LATEST, Edge, Support
from reconciliation.verification.books import BookEntry
from reconciliation.verification.chain import Chain, StatementSpan
from reconciliation.verification.constraints import Constraints
from reconciliation.verification.methods import method_of
from reconciliation.verification.standing import NOTHING, Clearing, OpenQuestion, Weighed, entry_row, line_row, why_of


def guarded(
    weighed: Weighed, spans: Sequence[StatementSpan], chain: Chain, entries: Collection[BookEntry], kind: str, constraints: Constraints
) -> Weighed:
    """Return the matching with every pair that the law does not allow turned into a question. People's decisions stay."""
    weighed = doubt_reaching_back(weighed, spans, entries, kind, constraints)
    weighed = _ask_for_undated(weighed, spans, entries, constraints)
    # leftover entries may undo each other in the days of statements, or brought forward: older entries are tied in total only
    left = [entry for entry in _free(weighed, entries) if entry.brought_forward or chain.covering(entry.date)]
    contras = contras_to_confirm(entry_row(entry, kind) for entry in left)
    halves = [tuple(str(row.key) for row in group.entries) for group in contras]
    questions = tuple(OpenQuestion(Doubt.CONTRA, (), pair) for pair in halves if frozenset(pair) not in constraints.apart)
    return replace(weighed, questions=(*weighed.questions, *questions))


def _free(weighed: Weighed, entries: Iterable[BookEntry]) -> list[BookEntry]:
    """Return the entries that are neither cleared nor reversed nor in question."""
    cleared, reversals = weighed.cleared(), weighed.reversed_by()
    in_question = {entry for question in weighed.questions for entry in question.entries}
    return [entry for entry in entries if entry.id not in cleared and entry.id not in reversals and entry.id not in in_question]


def _ask_for_undated(weighed: Weighed, spans: Sequence[StatementSpan], entries: Collection[BookEntry], constraints: Constraints) -> Weighed:
    """Ask about lines without a readable date: each may be any entry of its amount around the statement."""
    questions: list[OpenQuestion] = []
    free, window, early = _free(weighed, entries), dt.timedelta(days=LATEST), dt.timedelta(days=EARLIEST)
    for span in spans:
        near = [entry for entry in free if span.first - window <= entry.date <= span.last - early]
        lines_here = enumerate(span.statement.lines)
        free_lines = ((place, line) for place, line in lines_here if line.amount and (span.index, place) not in constraints.lines)
        undated = [place for place, line in free_lines if line.date is None]
        for amount in dict.fromkeys(span.statement.lines[place].amount for place in undated):
            lines = tuple((span.index, place) for place in undated if span.statement.lines[place].amount == amount)
            never = frozenset.intersection(*(constraints.never.get(line, NOTHING) for line in lines))
            same = tuple(entry.id for entry in near if entry.amount == amount and entry.id not in never)
            if same:
                questions.append(OpenQuestion(Doubt.AMBIGUOUS, lines, same))
                free = [entry for entry in free if entry.id not in same]
    return replace(weighed, questions=(*weighed.questions, *questions))


MOST_IN_TURN = 6  # rows of a set of which every order may be tried
Bound = tuple[Clearing, ...]
"""Clearings that are valid or doubtful together: a set in which any pairing is right, or one alone."""


def doubt_reaching_back(
    weighed: Weighed, spans: Sequence[StatementSpan], entries: Collection[BookEntry], kind: str, constraints: Constraints
) -> Weighed:
    """Ask about a pair that reaches back before its statement while another unpaired entry of equal amount lies there too: the balances
    cannot tell them apart. A question leaves its entry unpaired, and may unsettle other pairs."""
    pairs = _Pairs({span.index: span for span in spans}, {entry.id: entry for entry in entries}, kind, constraints)
    sets: dict[object, list[Clearing]] = defaultdict(list)
    for place, clearing in enumerate(weighed.clearings):
        sets[("alone", place) if clearing.bond is None else clearing.bond].append(clearing)
    undoubted: list[Bound] = [tuple(together) for together in sets.values()]
    questions = list(weighed.questions)
    reversals = weighed.reversed_by().keys()
    while True:
        paired = {entry for bound in undoubted for clearing in bound for entry in clearing.entries}
        unpaired: dict[Decimal, list[BookEntry]] = defaultdict(list)
        for entry in entries:
            if entry.id not in paired and entry.id not in reversals:
                unpaired[entry.amount].append(entry)
        rivals_of = [(bound, pairs.rivals(bound, unpaired)) for bound in undoubted]
        undoubted = [bound for bound, rivals in rivals_of if not rivals]
        if len(undoubted) == len(rivals_of):
            return replace(weighed, clearings=tuple(clearing for bound in undoubted for clearing in bound), questions=tuple(questions))
        for bound, rivals in rivals_of:
            if rivals:
                questions = _with_question(questions, bound, rivals)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Possible pairs of the rows of an account: `spans` by index, `entries` by id, and `constraints` the persons' decisions."""

    spans: Mapping[int, StatementSpan]
    entries: Mapping[str, BookEntry]
    kind: str
    constraints: Constraints

    def edge(self, clearing: Clearing, entry: BookEntry) -> Edge | None:
        """Return the pair of the clearing's line and this entry, or None if it is not admissible."""
        key = (clearing.statement, clearing.lines[0])
        line = self.spans[clearing.statement].statement.lines[clearing.lines[0]]
        never = self.constraints.never.get(key, NOTHING)
        return edge(line_row(*key, line, never, self.constraints.names), entry_row(entry, self.kind))

    def rivals(self, bound: Bound, unpaired: dict[Decimal, list[BookEntry]]) -> list[str]:
        """Return the unpaired entries before the statement that one of these pairs, which reaches back there too, might be instead."""
        rivals: dict[str, None] = {}
        for clearing in bound:
            single = len(clearing.entries) == len(clearing.lines) == 1
            if clearing.decision or clearing.difference or not single or "reference" in clearing.why:
                continue
            first, paired = self.spans[clearing.statement].first, self.entries[clearing.entries[0]]
            if paired.date < first:
                before = [entry for entry in unpaired.get(paired.amount, ()) if entry.date < first]
                rivals |= dict.fromkeys(entry.id for entry in before if self.edge(clearing, entry) is not None)
        return list(rivals)

    def by_day(self, together: Sequence[Clearing]) -> list[Clearing] | None:
        """Return the rows of a set in pairs by their days: the earliest with the earliest, or the shortest plausible delay first if that
        leaves fewer out of place. None if no order makes admissible pairs."""

        def days(clearing: Clearing) -> tuple[dt.date, dt.date]:
            span = self.spans[clearing.statement]
            return span.first, span.statement.lines[clearing.lines[0]].date or dt.date.max

        def out_of_place(order: Sequence[Clearing]) -> int:
            """Return the number of entries booked after their statement, or due on an earlier one."""
            pairs = [(self.entries[clearing.entries[0]], self.spans[clearing.statement]) for clearing in order]
            return sum(entry.date > span.last or self._seen_by(entry) < span.first for entry, span in pairs)

        lines = sorted(together, key=days)
        entries = sorted((self.entries[clearing.entries[0]] for clearing in together), key=lambda entry: entry.date)
        one_by_one = [pair for clearing, entry in zip(lines, entries, strict=True) if (pair := self._pair(clearing, entry))]
        orders = [one_by_one, self._in_turn(lines, sorted(entries, key=self._seen_by))]
        return min((order for order in orders if len(order) == len(together)), key=out_of_place, default=None)

    def _seen_by(self, entry: BookEntry) -> dt.date:
        """Return the last day on which the entry may still be missing from a statement: a charge of the bank is shown on its own day."""
        return method_of(entry, self.kind).last_plausible_day(entry.date)

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
        pair = self.edge(clearing, entry)
        if pair is None or pair.support <= Support.CONTRADICTS:
            return None
        return replace(clearing, entries=(entry.id,), why=why_of(pair))


def _with_question(questions: Sequence[OpenQuestion], bound: Bound, rivals: Sequence[str]) -> list[OpenQuestion]:
    """Add the question which of these entries and their rivals is right, and join it with the questions about the same entries."""
    places = tuple((clearing.statement, line) for clearing in bound for line in clearing.lines)
    own = tuple(entry for clearing in bound for entry in clearing.entries)
    guess = tuple(zip(places, own, strict=True)) if len(places) == len(own) else ()
    added = OpenQuestion(Doubt.AMBIGUOUS, places, (*own, *rivals), guess)
    touched = [question for question in questions if not set(question.entries).isdisjoint(added.entries)]
    together = [*touched, added]
    joined = OpenQuestion(
        Doubt.AMBIGUOUS,
        tuple(dict.fromkeys(line for question in together for line in question.lines)),
        tuple(dict.fromkeys(entry for question in together for entry in question.entries)),
        tuple(dict.fromkeys(guess for question in together for guess in question.guess)),
    )
    return [*(question for question in questions if question not in touched), joined]


def in_day_order(
    weighed: Weighed, spans: Sequence[StatementSpan], entries: Collection[BookEntry], kind: str, constraints: Constraints
) -> Weighed:
    """Return the matching with each set across several statements paired in order of days, if all of these may be pairs: then nothing is
    booked later, or outstanding longer, than any pairing requires."""
    pairs = _Pairs({span.index: span for span in spans}, {entry.id: entry for entry in entries}, kind, constraints)
    sets: dict[int, list[Clearing]] = defaultdict(list)
    for clearing in weighed.clearings:
        if clearing.bond is not None:
            sets[clearing.bond].append(clearing)
    crossing = {bond: together for bond, together in sets.items() if len({clearing.statement for clearing in together}) > 1}
    better = {bond: ordered for bond, together in crossing.items() if (ordered := pairs.by_day(together))}
    if not better:
        return weighed
    others = [clearing for clearing in weighed.clearings if clearing.bond not in better]
    return replace(weighed, clearings=(*others, *(clearing for ordered in better.values() for clearing in ordered)))
