"""Imports as the pipeline leaves them, made by hand: two printed rows, the books of two entries, and a verdict."""

import datetime as dt
import hashlib
from decimal import Decimal
from itertools import count
from typing import Any

from django.contrib.auth.models import User

from finance.models import Account, Membership, Organization, Transaction
from finance.roles import Role
from reconciliation.models import Statement, StatementImport, StatementLine
from tests.words.verdicts import file, statement

Json = dict[str, Any]
numbers = count(1)


def member(role: Role = Role.OWNER, organization: Organization | None = None) -> Membership:
    number = next(numbers)
    ours = organization or Organization.objects.create(name=f"Household {number}", slug=f"household-{number}")
    user = User.objects.create_user(f"person{number}", password="a-long-password")
    return Membership.objects.create(organization=ours, user=user, role=role)


def checking(organization: Organization, name: str = "Checking") -> Account:
    account = Account(organization=organization, name=name, currency="EUR", number="DE00 1234", opening_date=dt.date(2026, 1, 1))
    account.opening_balance = Decimal("1000.00")
    account.save()
    return account


def entry(account: Account, external_id: str, amount: str, description: str, day: int = 4) -> Transaction:
    booked = Transaction(account=account, external_id=external_id, booked_on=dt.date(2026, 1, day), description=description)
    booked.amount = Decimal(amount)
    booked.save()
    return booked


def stored_import(membership: Membership, **changes: Any) -> StatementImport:
    number = next(numbers)
    verdict = changes.pop("reconciliation", file(statement()))
    fields = {
        "organization": membership.organization,
        "uploaded_by": membership.user,
        "channel": StatementImport.Channel.WEB,
        "filename": f"january-{number}.pdf",
        "sha256": hashlib.sha256(str(number).encode()).hexdigest(),
        "size": 48_211,
        "stored_as": f"nowhere/{number}",
        "pages": 1,
        "status": StatementImport.Status.COMPLETE,
        "document_type": "bank_statement",
        "verdict": verdict["verdict"] if verdict else "",
        "reconciliation": verdict,
    }
    return StatementImport.objects.create(**fields | changes)


def printed_statement(
    statement_import: StatementImport, account: Account | None, *rows: tuple[int, str, str], number: int = 0
) -> Statement:
    """Rows are (day of January, amount, description); the balances are those of the verdict."""
    verdict = statement_import.reconciliation["statements"][number] if statement_import.reconciliation else {}
    printed = Statement(
        statement_import=statement_import,
        number=number,
        account=account,
        institution="Northwind Bank",
        account_hint="1234",
        currency="EUR",
        period_start=dt.date(2026, 1, 1),
        period_end=dt.date(2026, 1, 31),
        integrity={"holds": True, "difference": "0.00", "first_break": None},
        verdict=verdict.get("verdict", ""),
    )
    printed.opening_balance = _decimal(verdict.get("opening_balance", {}).get("statement"))
    printed.closing_balance = _decimal(verdict.get("closing_balance", {}).get("statement"))
    printed.save()
    for index, (day, amount, description) in enumerate(rows):
        line = StatementLine(statement=printed, number=index, date=dt.date(2026, 1, day), description=description, page=1, box=[0, 0, 1, 1])
        line.amount = Decimal(amount)
        line.save()
    return printed


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
