"""Files of other programs are read without a question, each row with the id that the program gives it."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.imports.reading import recognized_format
from finance.imports.rows import FileRow, StatedBalance
from finance.models.ledger_import import Choices
from tests.finance.imports import programs
from tests.finance.imports.actual_budget.making import BUDGET
from tests.finance.imports.reading import account_named, parsed, said


def told(row: FileRow) -> tuple[str, str, str]:
    return said(row)[0], f"{row.amount:.2f}", row.description


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (programs.QUICKBOOKS_3, "csv"),
        (programs.QUICKBOOKS_4, "csv"),
        (programs.QUICKBOOKS_DESKTOP, "quickbooks"),
        (programs.QUICKBOOKS_DETAIL, "quickbooks"),
        (programs.XERO_STATEMENT, "csv"),
        (programs.XERO_TRANSACTIONS, "xero"),
        (programs.ACTUAL, "actual_csv"),
        (programs.ACTUAL_ONE, "actual_csv"),
        (programs.FIREFLY, "firefly"),
        (BUDGET, "actual"),
    ],
)
def test_the_program_is_known_by_its_file_and_nothing_is_asked(data: bytes, name: str) -> None:
    assert recognized_format(data) == name
    assert parsed(data).questions == ()
    assert not any(row.problem for part in parsed(data).accounts for row in part.rows if "opening balance" not in row.problem)


@pytest.mark.parametrize("data", [programs.QUICKBOOKS_3, programs.QUICKBOOKS_4])
def test_quickbooks_bank_files(data: bytes) -> None:
    (account,) = parsed(data).accounts

    assert [told(row) for row in account.rows] == [
        ("2026-01-31", "100.00", "Example of a deposit"),
        ("2026-02-03", "-30.50", "Example of a payment"),
    ]


def test_the_debits_of_a_quickbooks_report_are_receipts() -> None:
    checking = account_named(programs.QUICKBOOKS_DESKTOP, "Checking")

    assert [told(row) for row in checking.rows] == [
        ("2026-01-31", "-1200.00", "Landlord Rent"),
        ("2026-02-03", "350.00", "Customer Invoice 7"),
        ("2026-02-14", "-50.00", "Power Ltd"),
    ]
    assert [(row.number, row.reference) for row in checking.rows] == [("1001", ""), ("", ""), ("", "ACH")]
    assert checking.closing == StatedBalance(amount=Decimal("100.00"), as_of=dt.date(2026, 2, 14))
    assert [told(row) for row in account_named(programs.QUICKBOOKS_DETAIL, "Checking").rows] == [told(row) for row in checking.rows[:2]]


def test_one_column_of_amounts_of_a_card_is_asked_for_its_sign() -> None:
    card = programs.QUICKBOOKS_DETAIL.replace(b"Checking", b"Card")

    assert parsed(card, kind="credit_card").questions == ("sign",)
    assert parsed(card, kind="credit_card", choices=Choices(sign="turned")).accounts[0].rows[0].amount == Decimal("1200.00")
    assert parsed(programs.QUICKBOOKS_DESKTOP, kind="credit_card").questions == ()


def test_xero_bank_file() -> None:
    (account,) = parsed(programs.XERO_STATEMENT).accounts

    assert [told(row) for row in account.rows] == [("2026-01-31", "100.00", "Customer Invoice 7"), ("2026-02-03", "-30.50", "Landlord")]
    assert [(row.reference, row.number) for row in account.rows] == [("INV-0007", ""), ("", "1001")]


def test_xero_account_transactions() -> None:
    account = account_named(programs.XERO_TRANSACTIONS, "Business Bank Account")

    assert [told(row) for row in account.rows] == [
        ("2026-01-31", "100.00", "Customer - Invoice 7"),
        ("2026-02-03", "-30.50", "Landlord"),
        ("2026-02-14", "-50.00", "Power Ltd"),
    ]
    assert account.rows[0].reference == "INV-0007"
    assert account.opening == StatedBalance(amount=Decimal("1000.00"))
    assert account.closing == StatedBalance(amount=Decimal("1019.50"), as_of=dt.date(2026, 2, 14))


def test_columns_of_any_ledger_are_turned_where_its_balances_prove_it() -> None:
    rows = b"2026-01-03,a,10.00,,110.00\n2026-01-04,b,,30.00,80.00\n2026-01-05,c,5.00,,85.00\n"
    head = b"Date,Text,Debit,Credit,Balance\n"

    assert [row.amount for row in parsed(head + rows).accounts[0].rows] == [Decimal(10), Decimal(-30), Decimal(5)]
    assert [row.amount for row in parsed(head + rows, kind="loan").accounts[0].rows] == [Decimal(-10), Decimal(30), Decimal(-5)]


def test_a_split_of_actual_is_one_row() -> None:
    giro = account_named(programs.ACTUAL, "Giro")

    assert [told(row) for row in giro.rows] == [("2026-01-05", "-30.00", "Market week"), ("2026-01-03", "-3.50", "Bäcker Brötchen")]


def test_firefly_has_each_transaction_at_both_of_its_ends() -> None:
    giro = account_named(programs.FIREFLY, "Giro")

    assert [told(row) for row in giro.rows[1:]] == [
        ("2026-01-03", "-3.50", "Baker Rolls"),
        ("2026-01-05", "2500.00", "Employer Salary"),
        ("2026-01-07", "-90.00", "Dollars Exchange"),
        ("2026-01-08", "-200.00", "House Instalment"),
    ]
    assert [row.external_id for row in giro.rows] == ["1", "2", "3", "4", "5"]
    assert giro.number == "DE02120300000000202051"
    assert giro.opening == StatedBalance(amount=Decimal("1000.00"), as_of=dt.date(2025, 12, 31))
    (dollars,) = account_named(programs.FIREFLY, "Dollars").rows
    assert (dollars.amount, dollars.currency) == (Decimal("100.00"), "USD")
    house = account_named(programs.FIREFLY, "House")
    assert (house.kind, house.rows[0].amount) == ("loan", Decimal("200.00"))
