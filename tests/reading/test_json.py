"""The JSON of statements, as commands print it and as other programs write it."""

import datetime as dt
import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from reconciliation.printed.json import UnreadableStatement, statement_from_json, statement_to_json
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement, UnreadRow

STATEMENT = PrintedStatement(
    institution="Sample Bank",
    account_hint="1234",
    account_kind="checking",
    currency="EUR",
    period_start=dt.date(2026, 1, 1),
    period_end=dt.date(2026, 1, 31),
    opening_balance=Decimal("100.00"),
    closing_balance=Decimal("80.50"),
    integrity=Integrity(holds=True, difference=Decimal("0.00")),
    lines=(
        PrintedLine(
            date=dt.date(2026, 1, 3), description="Rent", amount=Decimal("-19.50"), balance=Decimal("80.50"), box=(1.0, 2.0, 3.0, 4.0)
        ),
    ),
    unread=(UnreadRow(page=1, box=(1.0, 2.0, 3.0, 4.0), text="?? 3.00"),),
    flags=("page_unread",),
)


def test_a_statement_survives_json() -> None:
    assert statement_from_json(json.loads(json.dumps(statement_to_json(STATEMENT)))) == STATEMENT


def test_a_sign_survives_json_beside_an_unknown_currency() -> None:
    written = statement_to_json(replace(STATEMENT, currency=None, currency_sign="$"))

    assert (written["currency"], written["currency_sign"]) == (None, "$")
    assert statement_from_json(json.loads(json.dumps(written))).currency_sign == "$"


def test_a_missing_value_is_unknown_and_not_zero() -> None:
    statement = statement_from_json({"lines": []})

    assert statement.opening_balance is None
    assert statement.integrity.holds is None
    assert statement.flags == ()


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("opening_balance", 100, "statement.opening_balance: must be a decimal string"),
        ("opening_balance", "1e5", "statement.opening_balance: must be a decimal string"),
        ("opening_balance", "NaN", "statement.opening_balance: must be a decimal string"),
        ("opening_balance", "\u0661.00", "statement.opening_balance: must be a decimal string"),
        ("period_start", "2026-02-30", "statement.period_start: there is no day 2026-02-30"),
        ("period_start", "01/02/2026", "statement.period_start: must be a day"),
        ("institution", 7, "statement.institution: must be a text"),
        ("currency_sign", "€", "statement.currency_sign: must be a sign that several currencies share"),
        ("currency_sign", ["$"], "statement.currency_sign: must be a sign that several currencies share"),
        ("institution", "\ud800", "statement.institution: holds half a character"),
        ("lines", {}, "lines: must be a list"),
        ("lines", [7], r"lines\[0\]: must be an object"),
        ("lines", [{"date": None}], r"lines\[0\].amount: missing"),
        ("lines", [{"amount": "1.00", "page": True}], r"lines\[0\].page: must be a whole number"),
        ("lines", [{"amount": "1.00", "box": [1, 2, float("nan"), 4]}], r"lines\[0\].box: must be four numbers"),
        ("lines", [{"amount": "1.00", "box": [1, 2, 10**400, 4]}], r"lines\[0\].box: must be four numbers"),
        ("integrity", {"holds": "true"}, "integrity.holds: must be true, false or null"),
        ("integrity", {"first_break": -1}, "integrity.first_break: must be a whole number"),
        ("flags", ["Not A Code"], r"flags\[0\]: must be a code"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: Any, message: str) -> None:
    with pytest.raises(UnreadableStatement, match=message):
        statement_from_json(statement_to_json(STATEMENT) | {field: value})


def test_a_value_that_is_no_object_is_refused_as_a_statement() -> None:
    with pytest.raises(UnreadableStatement, match="statement: must be an object"):
        statement_from_json([])
