"""Storage of a decision with the contents of its rows; nothing is verified here."""

import datetime as dt
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from finance.models import Account, Transaction
from people.audit import trail
from people.audit.acts import Act
from reconciliation.models import Decision, Statement, StatementImport, StatementLine
from reconciliation.models.printed_money import decimals_of

Json = dict[str, Any]


class DecisionRefused(ValueError):
    """The decision cannot be taken and nothing of it is stored. `code` is a reason of the verifier or the services; `apart` is the
    difference between the sums in `currency`, if there is one."""

    def __init__(self, code: str, apart: Decimal | None = None, currency: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.apart = apart
        self.currency = currency


@transaction.atomic
def name_account(*, statement_import: StatementImport, account: Account, actor: User | None) -> Decision:
    """Set the account of an import's statements, in place of an earlier choice. The same choice again returns the existing record.

    Raises DecisionRefused if another user sets one at the same moment."""
    standing = Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import, kind="account")
    before = standing.select_related("account").first()
    if before and before.account == account:
        return before
    end([before] if before else [], actor=actor)
    accounts = {str(statement.account) for statement in statement_import.statements.select_related("account") if statement.account}
    decision = Decision(
        organization=statement_import.organization,
        statement_import=statement_import,
        kind=Decision.Kind.ACCOUNT,
        account=account,
        before={"accounts": [before.after["account"]] if before else sorted(accounts)},
        after={"account": account.name},
        made_by=actor,
    )
    try:
        with transaction.atomic():
            decision.save()
            _told(decision, actor, Act.DECIDED)
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
    _told(decision, actor, Act.DECIDED)
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
            _told(decision, actor, Act.WITHDREW)


def _told(decision: Decision, actor: User | None, act: Act) -> None:
    trail.record(decision.organization, actor, act, decision.statement_import, decision=decision.pk, kind=decision.kind)


def _day(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None
