"""The bank reconciliation: from the balance per books to the balance per bank, term by term."""

from collections.abc import Iterable
from decimal import Decimal

from reconciliation.verification.books import ZERO, AccountLedger
from reconciliation.verification.chain import StatementSpan
from reconciliation.verification.standing import OUTSTANDING, EntryStates, total
from reconciliation.verification.verdict import Bridge, DifferingItem, MissingItem, NewItem


class DoesNotClose(ArithmeticError):
    """Raised if the verifier's own arithmetic contradicts itself: nothing that it finds of this statement can be trusted."""


def build_bridge(
    *,
    span: StatementSpan,
    opening: Decimal | None,
    ledger: AccountLedger,
    standing: EntryStates,
    new: Iterable[NewItem],
    missing: Iterable[MissingItem],
    differing: Iterable[DifferingItem],
) -> Bridge | None:
    """Return the bridge, or None if the closing, the opening or the account's opening is unknown. Raises DoesNotClose."""
    closing, books = span.statement.closing_balance, ledger.balance_at_end_of(span.last)
    brought_forward = standing.cleared_brought_forward
    check_identity(standing, books)
    if closing is None or opening is None or books is None or brought_forward is None:
        return None
    items = tuple(missing)
    asked_lines = (span.statement.lines[place].amount for question in standing.questions for place in question.lines_of(span.index))
    bridge = Bridge(
        ledger_closing=books,
        opening=opening - brought_forward,
        new=sum((item.amount for item in new), ZERO),
        missing=sum((item.amount for item in items if item.kind != OUTSTANDING), ZERO),
        differing=sum((item.by for item in differing), ZERO),
        ambiguous=sum(asked_lines, ZERO) - total(standing.undecided_in_books),
        timing=total(standing.late) - sum((item.amount for item in items if item.kind == OUTSTANDING), ZERO),
        unexplained=closing - opening - sum((line.amount for line in span.statement.lines), ZERO),
        statement_closing=closing,
    )
    if not bridge.closes:
        raise DoesNotClose(f"bridge of {span.first}..{span.last}")
    return bridge


def check_identity(standing: EntryStates, books: Decimal | None) -> None:
    """Check B(E) = C1 + sum(O) - sum(A), which always holds. Raises DoesNotClose."""
    cleared = standing.cleared_carried_forward
    if books is None or cleared is None:
        return
    if books != cleared + total(standing.left_over) + total(standing.undecided_in_books) - total(standing.late):
        raise DoesNotClose("B(E) = C1 + sum(O) - sum(A)")
