"""The lists of a verdict: each printed line and each entry in exactly one of them."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from finance.models.ledger import POSTED_FROM
from reconciliation.matching import Difference, Support
from reconciliation.matching.evidence import in_window, nearest_lag, support
from reconciliation.verification.books import AccountLedger
from reconciliation.verification.chain import Chain, StatementSpan
from reconciliation.verification.constraints import LineKey
from reconciliation.verification.standing import BankError, EntryStates, entry_row, line_row
from reconciliation.verification.verdict import AmbiguousItem, DifferingItem, MatchedItem, NewItem, Opposite, StatementVerdict, Undoing

FOREIGN = re.compile(r"@\s*\d|\b(?:fx|exchange rate|usd|eur|gbp|chf|jpy|sgd|cad|aud)\b\s*\d", re.IGNORECASE)
CAUSES = (
    ("fee", re.compile(r"\b(?:fees?|charges?)\b", re.IGNORECASE)),
    ("interest", re.compile(r"\binterest\b", re.IGNORECASE)),
    ("refund", re.compile(r"\brefund\b", re.IGNORECASE)),
    ("foreign_exchange", FOREIGN),
    ("transfer", re.compile(r"\b(?:transfer|xfer)\b", re.IGNORECASE)),
)


def matched_items(standing: EntryStates) -> tuple[MatchedItem, ...]:
    items = [
        MatchedItem(line=line, transactions=clearing.entries, interchangeable=clearing.bond is not None, why=clearing.why)
        for clearing in standing.clearings
        if clearing.difference is None
        for line in clearing.lines
    ]
    return tuple(sorted(items, key=lambda item: item.line))


def lines_added_from_it(span: StatementSpan, standing: EntryStates) -> tuple[int, ...]:
    """Return the lines whose entries were all added to the books from this statement or a copy of it."""
    own = {POSTED_FROM + source for source in span.sources}
    added = {entry.id for entry in standing.cleared_here if entry.origin in own}
    exact = [clearing for clearing in standing.clearings if clearing.difference is None]
    return tuple(sorted(line for clearing in exact if added.issuperset(clearing.entries) for line in clearing.lines))


def differing_items(span: StatementSpan, standing: EntryStates) -> tuple[DifferingItem, ...]:
    """Return the lines that differ from their entries. The hint is the likely cause of a difference in the amount: the same digits in
    another order are transposed."""
    amounts = {entry.id: entry.amount for entry in standing.cleared_here}
    items = []
    for clearing in standing.clearings:
        if clearing.difference is not None:
            place, entry = clearing.lines[0], clearing.entries[0]
            line, booked, hint = span.statement.lines[place], amounts[entry], None
            if clearing.difference is Difference.AMOUNT:
                digits = [sorted(format(abs(amount).normalize(), "f").replace(".", "")) for amount in (line.amount, booked)]
                hint = "digits_transposed" if digits[0] == digits[1] else "fx" if FOREIGN.search(line.description) else None
            kind, by = str(clearing.difference), line.amount - booked
            items.append(DifferingItem(line=place, transaction=entry, kind=kind, by=by, hint=hint))
    return tuple(sorted(items, key=lambda item: item.line))


def ambiguous_items(span: StatementSpan, standing: EntryStates, ledger: AccountLedger) -> tuple[AmbiguousItem, ...]:
    """Return the open questions, with the lines of this statement alone."""
    amounts = {entry.id: entry.amount for entry in ledger.entries}
    items = []
    for question in standing.questions:
        lines = question.lines_of(span.index)
        distinct = {span.statement.lines[line].amount for line in lines} | {amounts[entry] for entry in question.entries}
        items.append(
            AmbiguousItem(
                lines=lines,
                transactions=question.entries,
                amount=distinct.pop() if len(distinct) == 1 else None,
                doubt=str(question.doubt),
                guess=tuple((line, entry) for (index, line), entry in question.guess if index == span.index),
            )
        )
    return tuple(items)


def new_items(
    span: StatementSpan, standing: EntryStates, ledger: AccountLedger, chain: Chain, errors: Mapping[LineKey, BankError]
) -> tuple[NewItem, ...]:
    """Return every line that no other list has; those of `errors` name the line that cancels them."""
    listed = {*_lines_settled_or_asked(span, standing), *zero_lines(span, standing)}
    # an overlapping statement repeats rows that the first to arrive prints too
    printed_before = {
        (line.date, line.amount, line.description.casefold()): (other.index, place)
        for other in chain.spans
        if span.index in chain.overlapping and other.overlaps(span)
        for place, line in enumerate(other.statement.lines)
    }
    new = [(place, line) for place, line in enumerate(span.statement.lines) if place not in listed]
    candidates = _candidates(span, ledger, [place for place, _ in new])
    items = []
    for place, line in new:
        cause = next((cause for cause, words in CAUSES if words.search(line.description)), None)
        error = errors.get((span.index, place))
        items.append(
            NewItem(
                line=place,
                date=line.date,
                amount=line.amount,
                description=line.description,
                candidate=candidates.get(place),
                repeats=printed_before.get((line.date, line.amount, line.description.casefold())),
                cause="bank_error" if error else cause,
                undone_by=Undoing(statement=error.other[0], line=error.other[1], decision=error.decision) if error else None,
            )
        )
    return tuple(items)


def zero_lines(span: StatementSpan, standing: EntryStates) -> tuple[int, ...]:
    """Return the lines of 0.00, which are no reconciling items, except those that a person paired with entries."""
    settled = _lines_settled_or_asked(span, standing)
    return tuple(place for place, line in enumerate(span.statement.lines) if not line.amount and place not in settled)


def zero_entries(span: StatementSpan, ledger: AccountLedger) -> tuple[str, ...]:
    """Return the entries of 0.00 that are dated in the days of the statement."""
    return tuple(entry.id for entry in ledger.zero if span.first <= entry.date <= span.last)


def _lines_settled_or_asked(span: StatementSpan, standing: EntryStates) -> set[int]:
    settled = {line for clearing in standing.clearings for line in clearing.lines}
    return settled | {line for question in standing.questions for line in question.lines_of(span.index)}


def _candidates(span: StatementSpan, ledger: AccountLedger, places: Collection[int]) -> dict[int, str]:
    """Return the pending entry that recording a line would replace, by line: payee agreeing, near, each at most once."""
    entry_of: dict[int, str] = {}
    pending = [entry_row(entry, ledger.books.kind) for entry in ledger.pending]
    for place in places:
        line = line_row(span.index, place, span.statement.lines[place], names=ledger.names)
        near = [
            (abs(lag), str(entry.key))
            for entry in pending
            if str(entry.key) not in entry_of.values()
            and (lag := nearest_lag(line, entry)) is not None
            and in_window(entry, lag)
            and (support(line, entry) >= Support.PAYEE or (line.amount == entry.amount and support(line, entry) is Support.SILENT))
        ]
        if near:
            entry_of[place] = min(near)[1]
    return entry_of


MOST_OPPOSITES = 20
"""With more lines of one amount no opposite is offered."""
ASIDE = frozenset({"overlaps", "account_unconfirmed"})


def with_opposites(verdicts: Sequence[StatementVerdict]) -> list[StatementVerdict]:
    """Return the verdicts with the lines of the same account that would cancel each new row, by day; rows of statements that prove nothing
    have none.

    Lines that the books lack and that cancel each other may be an error of the bank and its correction, which only a person can confirm.
    """
    places: dict[tuple[str | None, Decimal], list[tuple[int, NewItem]]] = defaultdict(list)
    for index, verdict in enumerate(verdicts):
        for item in verdict.new:
            if _may_have_an_opposite(item, verdict):
                places[verdict.account_id, item.amount].append((index, item))
    answers = []
    for verdict in verdicts:
        items = []
        for item in verdict.new:
            others = places.get((verdict.account_id, -item.amount), ()) if _may_have_an_opposite(item, verdict) else ()
            offered = [
                Opposite(statement=index, line=other.line, date=other.date, description=other.description)
                for index, other in (others if len(others) <= MOST_OPPOSITES else ())
            ]
            offered.sort(key=lambda opposite: (str(opposite.date), opposite.statement, opposite.line))
            items.append(replace(item, opposites=tuple(offered)))
        answers.append(replace(verdict, new=tuple(items)))
    return answers


def _may_have_an_opposite(item: NewItem, verdict: StatementVerdict) -> bool:
    """True if the statement counts as evidence, and the row has an amount and a day and is not known to be an error or a repetition."""
    counts = ASIDE.isdisjoint(verdict.reasons)
    return counts and bool(item.amount) and item.date is not None and item.undone_by is None and item.repeats is None
