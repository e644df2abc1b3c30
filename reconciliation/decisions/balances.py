"""The printed opening balance taken over as that of the books."""

from django.contrib.auth.models import User

from reconciliation.decisions.deciding import decide
from reconciliation.decisions.recording import DecisionRefused
from reconciliation.models import Decision, Statement


def adopt_opening(*, statement: Statement, actor: User | None, reason: str = "") -> Decision:
    """The books begin with what this statement prints: only where they know no opening, and it is the account's first.

    Raises NotYours, DecisionRefused."""
    amount = statement.opening_balance
    if amount is None:
        raise DecisionRefused("opening_changed")
    day = statement.period_start.isoformat() if statement.period_start else None
    return decide(
        statement=statement,
        kind=Decision.Kind.OPENING,
        actor=actor,
        amount=amount,
        reason=reason,
        before={"amount": None},
        after={"amount": format(amount, "f"), "date": day},
    )
