"""Decisions on a whole statement: it is a reissue of another, or its opening balance is adopted by the books."""

from django.contrib.auth.models import User

from people.access import NotYours
from reconciliation.decisions.deciding import decide, refuse_signed
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, Statement


def replace_statement(*, statement: Statement, replaced: Statement, actor: User | None, reason: str = "") -> Decision:
    """Replace another statement's evidence by this one's. Both are of one account, and this one covers all of its days.

    Raises NotYours, also for a statement of another organization, and DecisionRefused, also if the other one is signed off."""
    if replaced.statement_import.organization_id != statement.statement_import.organization_id:
        raise NotYours
    refuse_signed([replaced])
    return decide(
        statement=statement,
        kind=Decision.Kind.REISSUE,
        actor=actor,
        reason=reason,
        other_import=replaced.statement_import,
        other_number=replaced.number,
        after={"replaces": str(replaced)},
    )


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
