"""Requirement R: the completeness of a statement's reading, and the opening that it rests on."""

from dataclasses import dataclass
from decimal import Decimal

from reconciliation.printed.statement import UNNAMED_ENDS, Integrity, PrintedStatement
from reconciliation.verification.books import ZERO
from reconciliation.verification.chain import Chain, StatementSpan

ENDS_UNCONFIRMED = "ends_unconfirmed"
KNOWN_FLAGS = ("page_unread", "figures_unaccounted", "not_a_statement", "unreadable")
SAME_AS = {"page_missing": "page_unread"}


@dataclass(frozen=True, slots=True)
class PaperEvidence:
    """The proof that a statement gives by itself and with the one before it. `reasons` are the codes of what R lacks."""

    opening: Decimal | None
    opening_source: str | None
    reasons: tuple[str, ...]
    breaks_chain: bool

    @property
    def whole(self) -> bool:
        return not self.reasons


def evidence_of(span: StatementSpan, chain: Chain) -> PaperEvidence:
    """Return the evidence. Balances are printed, or the opening is the adjoining earlier statement's closing; it is never derived from the
    closing."""
    statement = span.statement
    opening, source = _opening(span, chain)
    reasons = [*flagged(statement)]
    if statement.closing_balance is None:
        reasons.append("no_balance")
    elif opening is None:
        reasons.append("no_opening")
    if _is_said_not_to_hold(statement.integrity) or _does_not_add_up(statement, opening):
        reasons.append("integrity_failed")
    elif statement.integrity.rows_follow:
        reasons += [] if _ends_are_confirmed(span, chain) else [ENDS_UNCONFIRMED]
    elif statement.integrity.holds is None and not (source == "previous_statement" and statement.closing_balance is not None):
        reasons.append("integrity_unproved")
    return PaperEvidence(opening, source, tuple(dict.fromkeys(reasons)), _breaks_chain(span, chain))


def flagged(statement: PrintedStatement) -> tuple[str, ...]:
    """Return the reader's own doubts; an unknown flag makes the reading incomplete too."""
    names = [SAME_AS.get(flag, flag) for flag in statement.flags]
    flags = [flag if flag in KNOWN_FLAGS else "integrity_unproved" for flag in names]
    if statement.unread:
        flags.append("figures_unaccounted")
    return tuple(flags)


def _opening(span: StatementSpan, chain: Chain) -> tuple[Decimal | None, str | None]:
    printed = span.statement.opening_balance
    if printed is not None:
        return printed, "printed"
    previous = _previous(span, chain)
    if previous is None or previous.statement.closing_balance is None or not evidence_of(previous, chain).whole:
        return None, None
    return previous.statement.closing_balance, "previous_statement"


def _previous(span: StatementSpan, chain: Chain) -> StatementSpan | None:
    """Return the adjoining earlier statement; a statement outside the chain adjoins nothing."""
    return chain.adjoining(span) if span in chain.spans else None


def _ends_are_confirmed(span: StatementSpan, chain: Chain) -> bool:
    """True if at each end that the document does not name an adjoining statement prints the same balance."""
    unnamed = {UNNAMED_ENDS[fact.code] for fact in span.statement.integrity.unconfirmed if fact.code in UNNAMED_ENDS}
    before, after = _previous(span, chain), chain.adjoining_after(span) if span in chain.spans else None
    opens = before is not None and _vouches(before) and before.statement.closing_balance == span.statement.opening_balance
    closes = after is not None and _vouches(after) and after.statement.opening_balance == span.statement.closing_balance
    return (opens or unnamed == {"closing"}) and (closes or unnamed == {"opening"})


def _vouches(neighbour: StatementSpan) -> bool:
    """True if the neighbour's own rows lead from its opening to its closing, and all of it was read."""
    statement, integrity = neighbour.statement, neighbour.statement.integrity
    if statement.opening_balance is None or statement.closing_balance is None or not (integrity.holds or integrity.rows_follow):
        return False
    return not (flagged(statement) or _is_said_not_to_hold(integrity) or _does_not_add_up(statement, statement.opening_balance))


def _is_said_not_to_hold(integrity: Integrity) -> bool:
    """True if the reading does not hold: a broken running balance or a difference outweighs `holds`."""
    return integrity.holds is False or integrity.first_break is not None or bool(integrity.difference)


def _does_not_add_up(statement: PrintedStatement, opening: Decimal | None) -> bool:
    if opening is None or statement.closing_balance is None:
        return False
    return opening + sum((line.amount for line in statement.lines), ZERO) != statement.closing_balance


def _breaks_chain(span: StatementSpan, chain: Chain) -> bool:
    """True if the bank's own papers contradict each other: this opening is not the closing of the day before."""
    previous = _previous(span, chain)
    printed = span.statement.opening_balance
    if previous is None or printed is None or previous.statement.closing_balance is None:
        return False
    return printed != previous.statement.closing_balance
