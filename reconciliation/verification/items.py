"""The lists of a verdict: each printed line and each entry in exactly one of them."""

import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal

from finance.models.transaction import POSTED_FROM
from reconciliation.matching import Difference, Support
from reconciliation.matching.evidence import in_window, nearest_lag, support
from reconciliation.printed.statement import PrintedLine, PrintedStatement
from reconciliation.verification.books import AccountLedger
from reconciliation.verification.chain import Chain, StatementSpan
from reconciliation.verification.constraints import LineKey
from reconciliation.verification.standing import EntryStates
from reconciliation.verification.verdict import AmbiguousItem, DifferingItem, MatchedItem, NewItem, Undoing
from reconciliation.verification.weighed import BankError, Clearing, OpenQuestion, entry_row, line_row

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
        MatchedItem(line=line, transactions=clearing.entries, interchangeable=clearing.interchangeable, why=clearing.why)
        for clearing in standing.clearings
        if clearing.difference is None
        for line in clearing.lines
    ]
    return tuple(sorted(items, key=lambda item: item.line))


def lines_added_from_it(statement: PrintedStatement, standing: EntryStates) -> tuple[int, ...]:
    """Return the lines whose entries were all added to the books from this very document."""
    own = POSTED_FROM + (statement.source or "")
    added = {entry.id for entry in standing.cleared_here if statement.source and entry.origin == own}
    exact = [clearing for clearing in standing.clearings if clearing.difference is None]
    return tuple(sorted(line for clearing in exact if added.issuperset(clearing.entries) for line in clearing.lines))


def differing_items(span: StatementSpan, standing: EntryStates) -> tuple[DifferingItem, ...]:
    amounts = {entry.id: entry.amount for entry in standing.cleared_here}
    items = [
        _differing(clearing, clearing.difference, span.statement.lines[clearing.lines[0]], amounts[clearing.entries[0]])
        for clearing in standing.clearings
        if clearing.difference is not None
    ]
    return tuple(sorted(items, key=lambda item: item.line))


def _differing(clearing: Clearing, kind: Difference, line: PrintedLine, booked: Decimal) -> DifferingItem:
    by = line.amount - booked
    hint = _hint(line, booked) if kind is Difference.AMOUNT else None
    return DifferingItem(line=clearing.lines[0], transaction=clearing.entries[0], kind=str(kind), by=by, hint=hint)


def _hint(line: PrintedLine, booked: Decimal) -> str | None:
    """Return the likely cause of a difference in the amount, or None. The same digits in another order are transposed."""
    digits, theirs = (sorted(format(abs(amount).normalize(), "f").replace(".", "")) for amount in (line.amount, booked))
    if digits == theirs:
        return "digits_transposed"
    return "fx" if FOREIGN.search(line.description) else None


def ambiguous_items(span: StatementSpan, standing: EntryStates, ledger: AccountLedger) -> tuple[AmbiguousItem, ...]:
    amounts = {entry.id: entry.amount for entry in ledger.entries}
    return tuple(_ambiguous(question, span, amounts) for question in standing.questions)


def _ambiguous(question: OpenQuestion, span: StatementSpan, amounts: dict[str, Decimal]) -> AmbiguousItem:
    lines = question.lines_of(span.index)
    distinct = {span.statement.lines[line].amount for line in lines} | {amounts[entry] for entry in question.entries}
    return AmbiguousItem(
        lines=lines,
        transactions=question.entries,
        amount=distinct.pop() if len(distinct) == 1 else None,
        doubt=str(question.doubt),
        guess=tuple((line, entry) for (index, line), entry in question.guess if index == span.index),
    )


def new_items(
    span: StatementSpan, standing: EntryStates, ledger: AccountLedger, chain: Chain, errors: Mapping[LineKey, BankError]
) -> tuple[NewItem, ...]:
    """Return every line that no other list has; those of `errors` name the line that cancels them."""
    listed = {line for clearing in standing.clearings for line in clearing.lines}
    listed |= {line for question in standing.questions for line in question.lines_of(span.index)}
    repeats = dict(_repeats(span, chain))
    candidates = _candidates(span, ledger, [place for place in range(len(span.statement.lines)) if place not in listed])
    return tuple(
        NewItem(
            line=place,
            date=line.date,
            amount=line.amount,
            description=line.description,
            candidate=candidates.get(place),
            repeats=repeats.get(place),
            cause="bank_error" if (span.index, place) in errors else _cause(line),
            undone_by=_undoing(errors.get((span.index, place))),
        )
        for place, line in enumerate(span.statement.lines)
        if place not in listed
    )


def _cause(line: PrintedLine) -> str | None:
    return next((cause for cause, words in CAUSES if words.search(line.description)), None)


def _undoing(error: BankError | None) -> Undoing | None:
    return None if error is None else Undoing(statement=error.other[0], line=error.other[1], decision=error.decision)


def _candidates(span: StatementSpan, ledger: AccountLedger, places: Collection[int]) -> dict[int, str]:
    """Return the pending entry that recording a line would replace, by line: payee agreeing, near, each at most once."""
    entry_of: dict[int, str] = {}
    pending = [entry_row(entry, ledger.books.kind) for entry in ledger.pending]
    for place in places:
        line = line_row(span.index, place, span.statement.lines[place])
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


def _repeats(span: StatementSpan, chain: Chain) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield lines of an overlapping statement that the first to arrive prints too."""
    if span.index not in chain.overlapping:
        return
    printed = {
        (line.date, line.amount, line.description.casefold()): (other.index, place)
        for other in chain.spans
        if other.overlaps(span)
        for place, line in enumerate(other.statement.lines)
    }
    for place, line in enumerate(span.statement.lines):
        if (where := printed.get((line.date, line.amount, line.description.casefold()))) is not None:
            yield place, where
