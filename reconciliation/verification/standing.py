"""The state of every entry as of one statement: cleared before, cleared here, undecided here, or left over."""

from dataclasses import dataclass
from decimal import Decimal

from reconciliation.verification.books import BookEntry
from reconciliation.verification.chain import Chain
from reconciliation.verification.ledger import ZERO, AccountLedger
from reconciliation.verification.span import StatementSpan
from reconciliation.verification.weighed import Clearing, OpenQuestion, Weighed


@dataclass(frozen=True, slots=True)
class EntryStates:
    """The partition of the entries as of one statement. `undecided_in_books` and `left_over` are dated no later than its last day; `late`
    are cleared, here or before, but dated after it."""

    cleared_before: tuple[BookEntry, ...]
    cleared_here: tuple[BookEntry, ...]
    undecided: tuple[BookEntry, ...]
    undecided_in_books: tuple[BookEntry, ...]
    left_over: tuple[BookEntry, ...]
    late: tuple[BookEntry, ...]
    clearings: tuple[Clearing, ...]
    questions: tuple[OpenQuestion, ...]
    opening: Decimal | None

    @property
    def cleared_brought_forward(self) -> Decimal | None:
        """C0."""
        return None if self.opening is None else self.opening + total(self.cleared_before)

    @property
    def cleared_carried_forward(self) -> Decimal | None:
        """C1."""
        opening = self.cleared_brought_forward
        return None if opening is None else opening + total(self.cleared_here)


def total(entries: tuple[BookEntry, ...]) -> Decimal:
    return sum((entry.amount for entry in entries), ZERO)


def standing_of(span: StatementSpan, chain: Chain, ledger: AccountLedger, weighed: Weighed) -> EntryStates:
    questions = tuple(question for question in weighed.questions if _asked_here(question, span, ledger))
    in_question = {entry for question in questions for entry in question.entries}
    cleared = weighed.cleared()
    place = _Places(span, chain, weighed)
    before: list[BookEntry] = []
    here: list[BookEntry] = []
    undecided: list[BookEntry] = []
    left: list[BookEntry] = []
    for entry in ledger.entries:
        clearing = cleared.get(entry.id)
        if clearing is not None and clearing.statement == span.index:
            here.append(entry)
        elif place.cleared_before(entry, clearing):
            before.append(entry)
        elif entry.id in in_question:
            undecided.append(entry)
        elif entry.date <= span.last:
            left.append(entry)
    late = [entry for entry in (*before, *here) if entry.date > span.last]
    return EntryStates(
        tuple(before),
        tuple(here),
        tuple(undecided),
        tuple(entry for entry in undecided if entry.date <= span.last),
        tuple(left),
        tuple(late),
        tuple(clearing for clearing in weighed.clearings if clearing.statement == span.index),
        questions,
        ledger.opening_known_by(span.first),
    )


def _asked_here(question: OpenQuestion, span: StatementSpan, ledger: AccountLedger) -> bool:
    """True if a line of the question is this statement's, or, without lines, both entries are dated by its end."""
    if question.lines:
        return any(index == span.index for index, _ in question.lines)
    days = {entry.id: entry.date for entry in ledger.entries}
    return all(days[entry] <= span.last for entry in question.entries)


class _Places:
    """Decides which entries count as cleared before a statement."""

    def __init__(self, span: StatementSpan, chain: Chain, weighed: Weighed) -> None:
        self.span = span
        self.chain = chain
        self.earlier = {other.index for other in chain.before(span)}
        self.asked = {entry for question in weighed.questions for entry in question.entries}
        self.reversed = weighed.reversed_by()

    def cleared_before(self, entry: BookEntry, clearing: Clearing | None) -> bool:
        """True if a line of an earlier statement cleared the entry, or it lies before this statement on days that none covers."""
        if clearing is not None:
            return clearing.statement in self.earlier
        if entry.brought_forward or entry.id in self.asked or entry.id in self.reversed:
            return False
        return entry.date < self.span.first and self.chain.covering(entry.date) is None
