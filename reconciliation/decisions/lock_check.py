"""Guard of signed-off statements: they need reopening before a new decision."""

from collections.abc import Iterable

from reconciliation.decisions.recording import DecisionRefused
from reconciliation.models import Decision, Statement
from reconciliation.reconcile.conclusions import SignOffState, days_of_stored, standing_of


def refuse_signed(statements: Iterable[Statement]) -> None:
    """Raise DecisionRefused if one of these is prepared, reviewed or locked."""
    if any(_standing(statement).status.finished for statement in statements):
        raise DecisionRefused("signed_off")


def refuse_resting(decision: Decision) -> None:
    """Raise DecisionRefused if the other statement of the decision was signed off with it as an exception."""
    if decision.other_number is None:
        return
    others = Statement.objects.of(decision.organization).filter(statement_import=decision.other_import_id, number=decision.other_number)
    prepared = [_standing(statement).prepared for statement in others.select_related("account")]
    if any(str(decision.pk) == exception["decision"] for step in prepared if step for exception in step.exceptions):
        raise DecisionRefused("signed_off")


def _standing(statement: Statement) -> SignOffState:
    return standing_of(statement.account, days_of_stored(statement))
