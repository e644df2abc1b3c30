"""Doubts raised by the calendar: pairs that reach back before a statement, lines without a date, contras."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.matching import Doubt, contras_to_confirm
from reconciliation.matching.evidence import edge
from reconciliation.matching.rows import EARLIEST, LATEST
from reconciliation.verification.books import BookEntry
from reconciliation.verification.chain import Chain
from reconciliation.verification.constraints import Constraints, LineKey
from reconciliation.verification.span import StatementSpan
from reconciliation.verification.weighed import NOTHING, Clearing, OpenQuestion, Weighed, entry_row, line_row


def guarded(
    weighed: Weighed, spans: Sequence[StatementSpan], chain: Chain, entries: Collection[BookEntry], kind: str, constraints: Constraints
) -> Weighed:
    """Return the matching with every pair that the law does not allow turned into a question. People's decisions stay."""
    weighed = doubt_reaching_back(weighed, spans, entries, kind, constraints.never)
    weighed = _ask_for_undated(weighed, spans, entries, constraints)
    return _ask_for_contras(weighed, chain, entries, kind, constraints.apart)


def _free(weighed: Weighed, entries: Iterable[BookEntry]) -> list[BookEntry]:
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
        undated = [place for place, line in lines_here if line.date is None and (span.index, place) not in constraints.lines]
        for amount in dict.fromkeys(span.statement.lines[place].amount for place in undated):
            lines = tuple((span.index, place) for place in undated if span.statement.lines[place].amount == amount)
            never = frozenset.intersection(*(constraints.never.get(line, NOTHING) for line in lines))
            same = tuple(entry.id for entry in near if entry.amount == amount and entry.id not in never)
            if same:
                questions.append(OpenQuestion(Doubt.AMBIGUOUS, lines, same))
                free = [entry for entry in free if entry.id not in same]
    return replace(weighed, questions=(*weighed.questions, *questions))


def _ask_for_contras(
    weighed: Weighed, chain: Chain, entries: Collection[BookEntry], kind: str, apart: Collection[frozenset[str]]
) -> Weighed:
    """Ask about leftover entries in the days of statements, or brought forward: older entries are tied in total only."""
    left = [entry for entry in _free(weighed, entries) if entry.brought_forward or chain.covering(entry.date) is not None]
    contras = contras_to_confirm(entry_row(entry, kind) for entry in left)
    halves = [tuple(str(row.key) for row in group.entries) for group in contras]
    questions = tuple(OpenQuestion(Doubt.CONTRA, (), pair) for pair in halves if frozenset(pair) not in apart)
    return replace(weighed, questions=(*weighed.questions, *questions))


Bound = tuple[Clearing, ...]
"""Clearings that are valid or doubtful together: a set in which any pairing is right, or one alone."""


def doubt_reaching_back(
    weighed: Weighed, spans: Sequence[StatementSpan], entries: Collection[BookEntry], kind: str, never: Mapping[LineKey, frozenset[str]]
) -> Weighed:
    """Ask about a pair that reaches back before its statement while another unpaired entry of equal amount lies there too: the balances
    cannot tell them apart. A question leaves its entry unpaired, and may unsettle other pairs."""
    guard = _Guard({span.index: span for span in spans}, {entry.id: entry for entry in entries}, kind, never)
    undoubted, questions = _bound(weighed.clearings), list(weighed.questions)
    while True:
        unpaired = _unpaired_by_amount(undoubted, weighed, entries)
        rivals_of = [(bound, guard.rivals(bound, unpaired)) for bound in undoubted]
        undoubted = [bound for bound, rivals in rivals_of if not rivals]
        if len(undoubted) == len(rivals_of):
            return replace(weighed, clearings=tuple(clearing for bound in undoubted for clearing in bound), questions=tuple(questions))
        for bound, rivals in rivals_of:
            if rivals:
                questions = _folded(questions, _question(bound, rivals))


def _bound(clearings: Iterable[Clearing]) -> list[Bound]:
    sets: dict[object, list[Clearing]] = defaultdict(list)
    for place, clearing in enumerate(clearings):
        sets[("alone", place) if clearing.bond is None else clearing.bond].append(clearing)
    return [tuple(together) for together in sets.values()]


def _unpaired_by_amount(undoubted: Iterable[Bound], weighed: Weighed, entries: Iterable[BookEntry]) -> dict[Decimal, list[BookEntry]]:
    gone = {entry for bound in undoubted for clearing in bound for entry in clearing.entries} | weighed.reversed_by().keys()
    unpaired: dict[Decimal, list[BookEntry]] = defaultdict(list)
    for entry in entries:
        if entry.id not in gone:
            unpaired[entry.amount].append(entry)
    return unpaired


class _Guard:
    """Finds the unpaired entries that a pair might be instead."""

    def __init__(
        self, spans: dict[int, StatementSpan], entries: dict[str, BookEntry], kind: str, never: Mapping[LineKey, frozenset[str]]
    ) -> None:
        self.spans = spans
        self.entries = entries
        self.kind = kind
        self.never = never

    def rivals(self, bound: Bound, unpaired: dict[Decimal, list[BookEntry]]) -> list[str]:
        return list(dict.fromkeys(rival for clearing in bound for rival in self._rivals(clearing, unpaired)))

    def _rivals(self, clearing: Clearing, unpaired: dict[Decimal, list[BookEntry]]) -> list[str]:
        if clearing.decision or clearing.difference or len(clearing.entries) > 1 or len(clearing.lines) > 1 or "reference" in clearing.why:
            return []
        span, paired = self.spans[clearing.statement], self.entries[clearing.entries[0]]
        if paired.date >= span.first:
            return []
        key = (span.index, clearing.lines[0])
        line = line_row(*key, span.statement.lines[clearing.lines[0]], self.never.get(key, NOTHING))
        about = [entry for entry in unpaired.get(paired.amount, ()) if entry.date < span.first]
        return [entry.id for entry in about if edge(line, entry_row(entry, self.kind)) is not None]


def _question(bound: Bound, rivals: Sequence[str]) -> OpenQuestion:
    places = tuple((clearing.statement, line) for clearing in bound for line in clearing.lines)
    own = tuple(entry for clearing in bound for entry in clearing.entries)
    guess = tuple(zip(places, own, strict=True)) if len(places) == len(own) else ()
    return OpenQuestion(Doubt.AMBIGUOUS, places, (*own, *rivals), guess)


def _folded(questions: Sequence[OpenQuestion], added: OpenQuestion) -> list[OpenQuestion]:
    """Join questions about the same entries into one."""
    touched = [question for question in questions if not set(question.entries).isdisjoint(added.entries)]
    together = [*touched, added]
    joined = OpenQuestion(
        Doubt.AMBIGUOUS,
        tuple(dict.fromkeys(line for question in together for line in question.lines)),
        tuple(dict.fromkeys(entry for question in together for entry in question.entries)),
        tuple(dict.fromkeys(guess for question in together for guess in question.guess)),
    )
    return [*(question for question in questions if question not in touched), joined]
