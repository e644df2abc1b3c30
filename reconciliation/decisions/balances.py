"""Adoption of the printed opening balance by the books."""

from django.contrib.auth.models import User

from reconciliation.decisions.deciding import decide
from reconciliation.decisions.recording import DecisionRefused
from reconciliation.models import Decision, Statement


def adopt_opening(*, statement: Statement, actor: User | None, reason: str = "") -> Decision:
    """Set the books' opening balance to the printed one, if they have none and this is the account's first statement.

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
