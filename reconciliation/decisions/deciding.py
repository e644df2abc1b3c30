"""The common path of every decision: record, verify again, and roll back if the verifier cannot apply it; and its withdrawal."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from finance.models import Transaction
from people.rights import require
from reconciliation.decisions.lock_check import refuse_resting, refuse_signed
from reconciliation.decisions.recording import DecisionRefused, end, record
from reconciliation.models import Cause, Decision, Statement, StatementImport, StatementLine
from reconciliation.models.actor import actor_of
from reconciliation.reconcile.evidence import printed_of
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.reconcile_accounts import accounts_at_stake, lock

Json = dict[str, Any]


@transaction.atomic
def decide(
    *,
    statement: Statement,
    kind: str,
    actor: User | None,
    lines: Sequence[int] = (),
    entries: Sequence[Transaction] = (),
    amount: Decimal | None = None,
    **more: Any,
) -> Decision:
    """Record one decision on a statement and return it. Raises NotYours, and DecisionRefused with nothing stored."""
    current = hold(statement, actor)
    decision = record(
        statement=current,
        kind=kind,
        actor=actor,
        lines=lines_of(current, lines),
        entries=entries_of(current, entries),
        amount=amount,
        **more,
    )
    why = verified(statement.statement_import, [decision])
    if why:
        raise DecisionRefused(why[decision])
    return decision


def hold(statement: Statement, actor: User | None) -> Statement:
    """Return the current statement, with its accounts locked against other decisions until the transaction ends.

    Raises NotYours, and DecisionRefused if it is being read, is unfinished, no longer exists, or is signed off."""
    statement_import = statement.statement_import
    require(actor, statement_import.organization, "decide")
    lock(actor_of(statement_import), accounts_at_stake(statement_import, printed_of(statement_import)))
    if not StatementImport.objects.of(statement_import.organization).finished().filter(pk=statement_import.pk).exists():
        raise DecisionRefused("not_finished")
    statements = Statement.objects.of(statement_import.organization).filter(statement_import=statement_import, number=statement.number)
    current = statements.select_related("statement_import", "account").first()
    if current is None:
        raise DecisionRefused("no_statement")
    refuse_signed([current])
    statement_import.refresh_from_db()
    return current


def lines_of(statement: Statement, numbers: Iterable[int]) -> list[StatementLine]:
    """Return the rows in the order of their numbers. Raises DecisionRefused."""
    rows = {line.number: line for line in statement.lines.select_related("statement")}
    wanted = list(numbers)
    if any(number not in rows for number in wanted):
        raise DecisionRefused("line_changed")
    return [rows[number] for number in wanted]


def entries_of(statement: Statement, entries: Sequence[Transaction]) -> Sequence[Transaction]:
    """Return the entries in the given order. Raises DecisionRefused for one of another account."""
    if any(entry.account_id != statement.account_id for entry in entries):
        raise DecisionRefused("no_entry")
    return entries


def answer_of(statement: Statement) -> Json:
    """Return the latest answer of the statement. Raises DecisionRefused if there is none."""
    answers = (statement.statement_import.reconciliation or {}).get("statements", [])
    if statement.number >= len(answers):
        raise DecisionRefused("not_finished")
    return dict(answers[statement.number])


def verified(statement_import: StatementImport, decisions: Sequence[Decision], cause: str = Cause.DECIDED) -> dict[Decision, str]:
    """Verify again; return which of these decisions were not applied, and why."""
    verify_again(statement_import, cause)
    answers = (statement_import.reconciliation or {}).get("statements", [])
    taken = {result["decision"]: result["why_not"] for answer in answers for result in answer.get("decisions", [])}
    outcomes = {decision: taken.get(str(decision.pk), "not_finished") for decision in decisions}
    return {decision: why for decision, why in outcomes.items() if why}


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
