"""The common path of every decision: record, verify again, and roll back if the verifier cannot apply it; and its withdrawal."""

import datetime as dt
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from finance.categories import write_codes
from finance.ledger_writer import write_entries
from finance.locks import LedgerLocked
from finance.models import Account, Transaction
from finance.models.coding import Codes, Coding
from finance.models.ledger import BY_HAND, TransactionQuerySet
from finance.money import NotAnAmount, to_minor
from people import audit
from people.access import require
from people.audit import Act
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Cause, Decision, Match, Statement, StatementImport, StatementLine
from reconciliation.models.actor import actor_of
from reconciliation.models.columns import decimals_of, fit
from reconciliation.models.querysets import NOT_IN_PLAY
from reconciliation.queue.notify import queue_again
from reconciliation.reconcile.conclusions import standing_of
from reconciliation.reconcile.decisions import digest_as_decided, printed_as_decided
from reconciliation.reconcile.names import is_about_names
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.rechecks import owe_a_recheck
from reconciliation.reconcile.reconcile_accounts import accounts_at_stake, lock

Json = dict[str, Any]
BEFORE = dt.timedelta(days=180)  # as long as a cheque may be outstanding
READ_AGAIN = (Decision.Kind.IS_STATEMENT, Decision.Kind.DISCARDED)
"""Kinds of decisions whose withdrawal queues the document again."""


@transaction.atomic
def name_account(*, statement_import: StatementImport, account: Account, actor: User | None, confirmed: bool = False) -> Decision:
    """Set the account of an import's statements, in place of an earlier choice. The same choice again returns the existing record.
    `confirmed`: also if both the printed number and the printed currency speak against it.

    Raises DecisionRefused if another user sets one at the same moment."""
    standing = Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import, kind="account")
    before = standing.select_related("account").first()
    if before and before.account == account and before.is_confirmed >= confirmed:
        return before
    end([before] if before else [], actor=actor)
    accounts = {str(statement.account) for statement in statement_import.statements.select_related("account") if statement.account}
    decision = Decision(
        organization=statement_import.organization,
        statement_import=statement_import,
        document=statement_import.sha256,
        kind=Decision.Kind.ACCOUNT,
        account=account,
        before={"accounts": [before.after["account"]] if before else sorted(accounts)},
        after={"account": account.name, **({"confirmed": True} if confirmed else {})},
        made_by=actor,
    )
    try:
        with transaction.atomic():
            decision.save()
            _record_act(decision, actor, Act.DECIDED)
    except IntegrityError as meanwhile:
        raise DecisionRefused("decided_meanwhile") from meanwhile
    return decision


def record(
    *,
    statement: Statement,
    kind: str,
    actor: User | None,
    lines: Iterable[StatementLine] = (),
    entries: Iterable[Transaction] = (),
    amount: Decimal | None = None,
    **more: Any,
) -> Decision:
    """Store a decision on one statement. Call it in the transaction that verifies it."""
    decision = Decision(
        organization=statement.statement_import.organization,
        statement_import=statement.statement_import,
        number=statement.number,
        document=statement.statement_import.sha256,
        digest=digest_as_decided(statement),
        kind=kind,
        lines=[said_by_line(line) for line in lines],
        entries=[said_by_entry(entry) for entry in entries],
        account=statement.account,
        decimals=decimals_of([amount]),
        made_by=actor,
        **more,
    )
    decision.amount = amount
    decision.save()
    _record_act(decision, actor, Act.DECIDED)
    return decision


def said_by_line(line: StatementLine) -> Json:
    """Return the contents of the row as read, by which the row is found again."""
    return {"line": line.number, "date": _day(line.date), "amount": format(line.amount, "f"), "description": line.description}


def said_by_entry(entry: Transaction) -> Json:
    return {
        "transaction": str(entry.pk),
        "name": entry.external_id or str(entry.pk),
        "date": _day(entry.booked_on),
        "amount": format(entry.amount, "f"),
        "description": entry.description,
    }


def end(decisions: Sequence[Decision], *, actor: User | None, because: str = "") -> None:
    """Withdraw decisions. They stay on record and no longer apply."""
    for decision in decisions:
        standing = Decision.objects.of(decision.organization).filter(pk=decision.pk, withdrawn_at=None)
        if standing.update(withdrawn_at=timezone.now(), withdrawn_by=actor, withdrawn_because=because):
            _record_act(decision, actor, Act.WITHDREW)


def _record_act(decision: Decision, actor: User | None, act: Act) -> None:
    audit.record(decision.organization, actor, act, decision.statement_import, decision=decision.pk, kind=decision.kind)


def _day(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None


def refuse_signed(statements: Iterable[Statement]) -> None:
    """Raise DecisionRefused if one of these is prepared, reviewed, locked or filed as not reconciled."""
    if any(standing_of(statement).status.concluded for statement in statements):
        raise DecisionRefused("signed_off")


def refuse_resting(decision: Decision) -> None:
    """Raise DecisionRefused if the other statement of the decision was signed off with it as an exception."""
    if decision.other_number is None:
        return
    others = Statement.objects.of(decision.organization).filter(statement_import=decision.other_import_id, number=decision.other_number)
    prepared = [standing_of(statement).prepared for statement in others.select_related("account")]
    if any(str(decision.pk) == exception["decision"] for step in prepared if step for exception in step.exceptions):
        raise DecisionRefused("signed_off")


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
    lock(actor_of(statement_import), accounts_at_stake(statement_import, printed_as_decided(statement_import)))
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
    _owe_whole_accounts(decisions)
    verify_again(statement_import, cause)
    answers = (statement_import.reconciliation or {}).get("statements", [])
    reasons = {result["decision"]: result["why_not"] for answer in answers for result in answer.get("decisions", [])}
    outcomes = {decision: reasons.get(str(decision.pk), "not_finished") for decision in decisions}
    return {decision: why for decision, why in outcomes.items() if why}


def _owe_whole_accounts(decisions: Iterable[Decision]) -> None:
    """Queue every statement of the account for verification if one of these decisions is about names."""
    for account in {decision.account_id for decision in decisions if decision.account_id and is_about_names(decision)}:
        owe_a_recheck(account=account)


@transaction.atomic
def withdraw_decision(*, decision: Decision, actor: User | None, reason: str = "") -> Decision:
    """Withdraw a decision and verify again at once. Raises NotYours, and DecisionRefused if it was withdrawn before or its
    statement is signed off. An entry that the decision added is removed."""
    require(actor, decision.organization, "decide")
    statement_import = decision.statement_import
    lock(actor_of(statement_import), accounts_at_stake(statement_import, printed_as_decided(statement_import)))
    if not Decision.objects.of(decision.organization).standing().filter(pk=decision.pk).exists():
        raise DecisionRefused("withdrawn_already")
    spoken_of = statement_import.statements.select_related("account")
    refuse_signed(spoken_of if decision.number is None else spoken_of.filter(number=decision.number))
    refuse_resting(decision)
    if decision.kind == Decision.Kind.DISCARDED and not statement_import.has_document:
        raise DecisionRefused("document_deleted")
    end([decision], actor=actor, because=reason)
    remove_difference(decision, actor)
    _owe_whole_accounts([decision])
    if decision.kind in READ_AGAIN:
        queue_again(statement_import, Cause.WITHDRAWN)
    else:
        verify_again(statement_import, Cause.WITHDRAWN)
    decision.refresh_from_db()
    return decision


def uncleared_entries(account: Account, *, first: dt.date, last: dt.date) -> TransactionQuerySet:
    """Return entries that count and that no statement clears, of these days and of 180 days before."""
    paired = Match.objects.of(account.organization).filter(statement__account=account).exclude(transactions=None)
    counted = paired.exclude(statement__statement_import__status__in=NOT_IN_PLAY)
    days = Transaction.objects.of(account.organization).filter(account=account, booked_on__range=(first - BEFORE, last)).posted()
    return days.exclude(pk__in=counted.values("transactions"))


LONGEST_TEXT = 1000


def book_difference(*, statement: Statement, amount: Decimal, day: dt.date, text: str, nominal: str, actor: User | None) -> Transaction:
    """Add the difference to the statement's account, coded to the named account. Raises NotYours, and DecisionRefused if the amount, the
    day or a lock does not allow it."""
    organization, account = statement.statement_import.organization, statement.account
    require(actor, organization, "post")
    if account is None:
        raise DecisionRefused("nothing_compared")
    entry = Transaction(account=account, origin=BY_HAND, booked_on=day, description=fit(text, LONGEST_TEXT))
    try:
        entry.amount_minor = to_minor(amount, account.currency)
        entry.check_fit()
        write_entries(by=actor, added=[entry])
    except LedgerLocked as locked:
        raise DecisionRefused("ledger_locked") from locked
    except (NotAnAmount, ValidationError) as unfit:
        raise DecisionRefused("difference_not_booked") from unfit
    write_codes(organization, {entry: Codes.read({"nominal": nominal})}, given_by=Coding.GivenBy.PERSON)
    audit.record(organization, actor, Act.ENTERED, entry, account=account.pk)
    return entry


def as_booked(entry: Transaction, nominal: str) -> dict[str, Any]:
    """Return the entry as its decision stores it."""
    return {
        "transaction": str(entry.pk),
        "date": entry.booked_on.isoformat(),
        "amount": format(entry.amount, "f"),
        "description": entry.description,
        "nominal": nominal,
    }


def remove_difference(decision: Decision, actor: User | None) -> None:
    """Delete the entry that the decision added. One that a person has changed since stays in the books, as an entry without a row.

    Raises NotYours, and DecisionRefused if a lock forbids it."""
    booked = decision.after.get("difference")
    if booked is None:
        return
    require(actor, decision.organization, "post")
    entry = Transaction.objects.of(decision.organization).filter(pk=booked["transaction"]).select_related("account").first()
    if entry is None or as_booked(entry, booked["nominal"]) != booked:
        return
    account = entry.account_id
    try:
        write_entries(by=actor, removed=[entry])
    except LedgerLocked as locked:
        raise DecisionRefused("ledger_locked") from locked
    audit.record(decision.organization, actor, Act.DELETED_ENTRY, entry, account=account)
