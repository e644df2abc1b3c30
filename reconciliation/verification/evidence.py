"""Requirement R: the completeness of a statement's reading, and the opening that it rests on."""

from dataclasses import dataclass
from decimal import Decimal

from reconciliation.printed.statement import TYPED_ENDS, UNNAMED_ENDS, Integrity, PrintedStatement
from reconciliation.verification.books import ZERO
from reconciliation.verification.chain import Chain, StatementSpan
from reconciliation.verification.verdict import ChainBreak

ENDS_UNCONFIRMED = "ends_unconfirmed"
READING_CONFIRMED = "reading_confirmed"
KNOWN_FLAGS = ("page_unread", "figures_unaccounted", "not_a_statement", "unreadable")
SAME_AS = {"page_missing": "page_unread"}


@dataclass(frozen=True, slots=True)
class PaperEvidence:
    """The proof that a statement gives by itself and with the one before it. `reasons` are the codes of the proofs that R lacks."""

    opening: Decimal | None
    opening_source: str | None
    reasons: tuple[str, ...]
    chain_break: ChainBreak | None = None

    @property
    def whole(self) -> bool:
        """True if print proves the reading."""
        return not self.reasons

    @property
    def complete(self) -> bool:
        """True if print proves the reading or a person confirmed it: its differences are definite."""
        return self.whole or self.reasons == (READING_CONFIRMED,)


def evidence_of(span: StatementSpan, chain: Chain) -> PaperEvidence:
    """Return the evidence. Balances are printed, or the opening is the adjoining earlier statement's closing; it is never derived from the
    closing. Balances that the document does not name are confirmed by adjoining statements that print them too."""
    statement = span.statement
    in_chain = span in chain.spans  # a statement outside the chain adjoins nothing
    before = chain.adjoining(span) if in_chain else None
    carried = before.statement.closing_balance if before else None
    opening, source = statement.opening_balance, "printed" if statement.opening_balance is not None else None
    if before and carried is not None and opening is None and evidence_of(before, chain).whole:
        opening, source = carried, "previous_statement"
    reasons = [*flagged(statement)]
    if statement.closing_balance is None:
        reasons.append("no_balance")
    elif opening is None:
        reasons.append("no_opening")
    if _is_said_not_to_hold(statement.integrity) or _does_not_add_up(statement, opening):
        reasons.append("integrity_failed")
    elif statement.integrity.rows_follow:
        after = next((other for other in chain.spans if span.adjoins(other)), None) if in_chain else None
        unnamed = {UNNAMED_ENDS[fact.code] for fact in statement.integrity.unconfirmed if fact.code in UNNAMED_ENDS}
        opens = before is not None and _vouches(before, "closing") and carried == statement.opening_balance
        closes = after is not None and _vouches(after, "opening") and after.statement.opening_balance == statement.closing_balance
        if not ((opens or unnamed == {"closing"}) and (closes or unnamed == {"opening"})):
            reasons.append(ENDS_UNCONFIRMED)
    elif statement.integrity.holds is None and not (source == "previous_statement" and statement.closing_balance is not None):
        reasons.append("integrity_unproved")
    if reasons and span.confirmed:
        reasons = [READING_CONFIRMED]
    # the bank's own papers contradict each other if this opening is not the closing of the day before
    chain_break = None
    if before and carried is not None and statement.opening_balance is not None and statement.opening_balance != carried:
        chain_break = ChainBreak(statement=before.index, closing_balance=carried)
    return PaperEvidence(opening, source, tuple(dict.fromkeys(reasons)), chain_break)


def flagged(statement: PrintedStatement) -> tuple[str, ...]:
    """Return the reader's own doubts; an unknown flag makes the reading incomplete too."""
    names = [SAME_AS.get(flag, flag) for flag in statement.flags]
    flags = [flag if flag in KNOWN_FLAGS else "integrity_unproved" for flag in names]
    if statement.unread:
        flags.append("figures_unaccounted")
    return tuple(flags)


def _vouches(neighbour: StatementSpan, end: str) -> bool:
    """True if the neighbour's own rows lead from its opening to its closing, all of it was read, and no person typed its end here."""
    statement, integrity = neighbour.statement, neighbour.statement.integrity
    if any(TYPED_ENDS.get(fact.code) == end for fact in integrity.unconfirmed):
        return False
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
