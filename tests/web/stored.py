"""Imports as the pipeline leaves them, made by hand: printed rows and a verdict."""

import datetime as dt
from itertools import count
from typing import Any

from finance.models import Account
from people.models import Membership
from reconciliation.models import Statement, StatementImport
from tests.factories import StatementFactory, StatementImportFactory, StatementLineFactory
from tests.presentation.verdicts import file, statement

numbers = count(1)


def stored_import(membership: Membership, **changes: Any) -> StatementImport:
    number = next(numbers)
    verdict = changes.pop("reconciliation", file(statement()))
    fields = {
        "organization": membership.organization,
        "uploaded_by": membership.user,
        "channel": StatementImport.Channel.WEB,
        "filename": f"january-{number}.pdf",
        "size": 48_211,
        "stored_as": f"nowhere/{number}",
        "pages": 1,
        "status": StatementImport.Status.COMPLETE,
        "document_type": "bank_statement",
        "verdict": verdict["verdict"] if verdict else "",
        "reconciliation": verdict,
    }
    return StatementImportFactory.create(**fields | changes)


def printed_statement(
    statement_import: StatementImport, account: Account | None, *rows: tuple[int, str, str], number: int = 0
) -> Statement:
    """Rows are (day of January, amount, description); the balances are those of the verdict."""
    verdict = statement_import.reconciliation["statements"][number] if statement_import.reconciliation else {}
    printed = StatementFactory.create(
        statement_import=statement_import,
        number=number,
        account=account,
        verdict=verdict.get("verdict", ""),
        opening=verdict.get("opening_balance", {}).get("statement"),
        closing=verdict.get("closing_balance", {}).get("statement"),
    )
    for index, (day, amount, description) in enumerate(rows):
        date = dt.date(2026, 1, day)
        StatementLineFactory.create(statement=printed, number=index, date=date, amount=amount, description=description)
    return printed
