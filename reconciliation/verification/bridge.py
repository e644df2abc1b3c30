"""The bank reconciliation: from the balance per books to the balance per bank, term by term."""

from reconciliation.verification.books import ZERO
from reconciliation.verification.findings import Findings
from reconciliation.verification.standing import OUTSTANDING, total
from reconciliation.verification.verdict import Bridge


class DoesNotClose(ArithmeticError):
    """Raised if the verifier's own arithmetic contradicts itself: nothing that it finds of this statement can be trusted."""


def build_bridge(findings: Findings) -> Bridge | None:
    """Return the bridge, or None if the closing, the opening or the account's opening is unknown. Raises DoesNotClose."""
    span, standing, lines = findings.span, findings.standing, findings.statement.lines
    opening, closing, books = findings.evidence.opening, findings.statement.closing_balance, findings.ledger.balance_at_end_of(span.last)
    brought_forward, cleared = standing.cleared_brought_forward, standing.cleared_carried_forward
    not_cleared = total(standing.left_over) + total(standing.undecided_in_books) - total(standing.late)
    if books is not None and cleared is not None and books != cleared + not_cleared:
        raise DoesNotClose("B(E) = C1 + sum(O) - sum(A)")
    if closing is None or opening is None or books is None or brought_forward is None:
        return None
    asked_lines = (lines[place].amount for question in standing.questions for place in question.lines_of(span.index))
    bridge = Bridge(
        ledger_closing=books,
        opening=opening - brought_forward,
        new=sum((item.amount for item in findings.new), ZERO),
        missing=sum((item.amount for item in findings.missing if item.kind != OUTSTANDING), ZERO),
        differing=sum((item.by for item in findings.differing), ZERO),
        ambiguous=sum(asked_lines, ZERO) - total(standing.undecided_in_books),
        timing=total(standing.late) - sum((item.amount for item in findings.missing if item.kind == OUTSTANDING), ZERO),
        unexplained=closing - opening - sum((line.amount for line in lines), ZERO),
        statement_closing=closing,
    )
    if not bridge.closes:
        raise DoesNotClose(f"bridge of {span.first}..{span.last}")
    return bridge
