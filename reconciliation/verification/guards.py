"""Doubts raised by the calendar: pairs that reach back before a statement, lines without a date, contras."""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from reconciliation.matching import Doubt, contras_to_confirm
from reconciliation.matching.rows import EARLIEST, LATEST
from reconciliation.verification.books import BookEntry
from reconciliation.verification.chain import Chain
from reconciliation.verification.constraints import Constraints
from reconciliation.verification.reaching_back import doubt_reaching_back
from reconciliation.verification.span import StatementSpan
from reconciliation.verification.weighed import NOTHING, OpenQuestion, Weighed, entry_row


def guarded(
    weighed: Weighed, spans: Sequence[StatementSpan], chain: Chain, entries: Collection[BookEntry], kind: str, constraints: Constraints
) -> Weighed:
    """Return the matching with every pair that the law does not allow turned into a question. People's decisions stay."""
    weighed = doubt_reaching_back(weighed, spans, entries, kind, constraints.never)
    weighed = _ask_for_undated(weighed, spans, entries, constraints)
    return _ask_for_contras(weighed, chain, entries, kind, constraints.apart)


def _free(weighed: Weighed, entries: Iterable[BookEntry]) -> list[BookEntry]:
    cleared, reversals = weighed.cleared(), weighed.reversed_by()
    asked = {entry for question in weighed.questions for entry in question.entries}
    return [entry for entry in entries if entry.id not in cleared and entry.id not in reversals and entry.id not in asked]


def _ask_for_undated(weighed: Weighed, spans: Sequence[StatementSpan], entries: Collection[BookEntry], constraints: Constraints) -> Weighed:
    """Ask about lines without a readable date: each may be any entry of its amount around the statement."""
    asked: list[OpenQuestion] = []
    free = _free(weighed, entries)
    for span in spans:
        near = [entry for entry in free if _around(span, entry.date)]
        lines_here = enumerate(span.statement.lines)
        undated = [place for place, line in lines_here if line.date is None and (span.index, place) not in constraints.lines]
        for amount in dict.fromkeys(span.statement.lines[place].amount for place in undated):
            lines = tuple((span.index, place) for place in undated if span.statement.lines[place].amount == amount)
            never = frozenset.intersection(*(constraints.never.get(line, NOTHING) for line in lines))
            same = tuple(entry.id for entry in near if entry.amount == amount and entry.id not in never)
            if same:
                asked.append(OpenQuestion(Doubt.AMBIGUOUS, lines, same))
                free = [entry for entry in free if entry.id not in same]
    return replace(weighed, questions=(*weighed.questions, *asked))


def _around(span: StatementSpan, day: dt.date) -> bool:
    return span.first - dt.timedelta(days=LATEST) <= day <= span.last - dt.timedelta(days=EARLIEST)


def _ask_for_contras(
    weighed: Weighed, chain: Chain, entries: Collection[BookEntry], kind: str, apart: Collection[frozenset[str]]
) -> Weighed:
    """Ask about leftover entries in the days of statements, or brought forward: older entries are tied in total only."""
    left = [entry for entry in _free(weighed, entries) if entry.brought_forward or chain.covering(entry.date) is not None]
    found = contras_to_confirm(entry_row(entry, kind) for entry in left)
    halves = [tuple(str(row.key) for row in group.entries) for group in found]
    asked = tuple(OpenQuestion(Doubt.CONTRA, (), pair) for pair in halves if frozenset(pair) not in apart)
    return replace(weighed, questions=(*weighed.questions, *asked))
