"""Withdrawal of a decision: the record stays, and the statements become what they would be without it."""

from django.contrib.auth.models import User
from django.db import transaction

from people.rights import require
from reconciliation.decisions.lock_check import refuse_resting, refuse_signed
from reconciliation.decisions.recording import DecisionRefused, end
from reconciliation.models import Cause, Decision
from reconciliation.models.actor import actor_of
from reconciliation.reconcile.evidence import printed_of
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.reconcile_accounts import accounts_at_stake, lock


@transaction.atomic
def withdraw_decision(*, decision: Decision, actor: User | None, reason: str = "") -> Decision:
    """Withdraw a decision and verify again at once. Raises NotYours, and DecisionRefused if it was withdrawn before or its
    statement is signed off."""
    require(actor, decision.organization, "decide")
    statement_import = decision.statement_import
    lock(actor_of(statement_import), accounts_at_stake(statement_import, printed_of(statement_import)))
    if not Decision.objects.of(decision.organization).standing().filter(pk=decision.pk).exists():
        raise DecisionRefused("withdrawn_already")
    spoken_of = statement_import.statements.select_related("account")
    refuse_signed(spoken_of if decision.number is None else spoken_of.filter(number=decision.number))
    refuse_resting(decision)
    end([decision], actor=actor, because=reason)
    verify_again(statement_import, Cause.WITHDRAWN)
    decision.refresh_from_db()
    return decision
