"""The start of an account from a statement: opening balance and rows, marked with their origin."""

from typing import Any

from finance.accounts import CurrencyNotKnown, NoDates, StartingRow
from finance.models.ledger import STARTED_FROM
from reconciliation.models import Statement
from reconciliation.verification.account_choice import number_of


def starting_point(statement: Statement, *, currency: str) -> dict[str, Any]:
    """Return the arguments of `finance.accounts.start_account`, without organization and name. Raises CurrencyNotKnown, NoDates."""
    lines = list(statement.lines.all())
    days = sorted(day for day in (statement.period_start, *(line.date for line in lines)) if day is not None)
    if not days or any(line.date is None for line in lines):
        raise NoDates
    if not (statement.currency or currency):
        raise CurrencyNotKnown
    rows = [
        StartingRow(booked_on=line.date, amount=line.amount, description=line.description[:500], reference=line.reference)
        for line in lines
        if line.date is not None
    ]
    return {
        "kind": statement.account_kind or "checking",
        "currency": statement.currency or currency,
        "opening_balance": statement.opening_balance,
        "opening_date": days[0],
        "rows": rows,
        "origin": STARTED_FROM + statement.statement_import.sha256,
        "institution": statement.institution,
        "number": number_of(statement.account_hint)[:40],
    }
