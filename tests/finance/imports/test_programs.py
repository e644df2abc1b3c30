"""CSV as other programs write or want it, by the headers that they document: read without a question, with ids where there are any."""

from decimal import Decimal

import pytest

from finance.imports.rows import FileRow
from tests.finance.imports.reading import parsed

RENT, SALE = Decimal("-1150.00"), Decimal("640.00")
FIREFLY = (
    "user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,foreign_currency_code,foreign_amount,"
    "description,date,source_name,source_iban,source_type,destination_name,destination_iban,destination_type,reconciled,category,"
    "budget,bill,tags,notes\n"
    "1,11,101,2026-01-16T08:00:00+01:00,2026-01-16T08:00:00+01:00,,Withdrawal,EUR,-1150.00,,,rent,2026-01-15T00:00:00+01:00,"
    "Checking,,Asset account,Quayside Lettings,,Expense account,0,Rent,,,,\n"
    "1,13,104,2026-01-29T08:00:00+01:00,2026-01-29T08:00:00+01:00,,Deposit,EUR,640.00,,,invoice 1041,2026-01-28T00:00:00+01:00,"
    "Corner Gallery,,Revenue account,Checking,,Asset account,0,,,,,\n"
)
FILES = {
    "QuickBooks, three columns": "Date,Description,Amount\n01/15/2026,rent,-1150.00\n01/28/2026,invoice 1041,640.00\n",
    "QuickBooks, four columns": "Date,Description,Credit,Debit\n01/15/2026,rent,,1150.00\n01/28/2026,invoice 1041,640.00,\n",
    "QuickBooks, report of transactions": (
        "Date,Transaction Type,Num,Name,Memo/Description,Split,Amount,Balance\n"
        '01/15/2026,Expense,,Quayside Lettings,rent,Rent,"-1,150.00","3,168.40"\n'
        '01/28/2026,Payment,1041,Corner Gallery,invoice 1041,Accounts Receivable,640.00,"3,808.40"\n'
    ),
    "Xero, bank statement": (
        "*Date,*Amount,Payee,Description,Reference,Check Number\n"
        "15/01/2026,-1150.00,Quayside Lettings,rent,SO,\n28/01/2026,640.00,Corner Gallery,invoice 1041,,1041\n"
    ),
    "Actual": (
        "Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\n"
        "Checking,2026-01-15,Quayside Lettings,rent,Rent,-1150,0,Reconciled\n"
        "Checking,2026-01-28,Corner Gallery,invoice 1041,Income,640,0,Cleared\n"
    ),
    "Firefly III": FIREFLY,
}
XERO_REPORT = (
    "Date,Source,Description,Reference,Debit,Credit,Running Balance,Gross,VAT\n"
    "15 Jan 2026,Spend Money,rent,SO,,1150.00,3168.40,-1150.00,0.00\n28 Jan 2026,Receive Money,invoice 1041,,640.00,,3808.40,640.00,0.00\n"
)


def rows(text: str) -> tuple[FileRow, ...]:
    found = parsed(text.encode())
    assert found.questions == ()
    (account,) = found.accounts
    return account.rows


@pytest.mark.parametrize("name", FILES)
def test_it_is_read_without_a_question(name: str) -> None:
    first, second = rows(FILES[name])

    assert [(row.booked_on.isoformat() if row.booked_on else "", row.amount, row.problem) for row in (first, second)] == [
        ("2026-01-15", RENT, ""),
        ("2026-01-28", SALE, ""),
    ]
    assert "rent" in first.description
    assert "invoice 1041" in second.description


def test_firefly_rows_are_known_by_the_ids_of_their_journals() -> None:
    assert [row.external_id for row in rows(FIREFLY)] == ["101", "104"]


@pytest.mark.parametrize("name", ["QuickBooks, report of transactions", "Xero, bank statement"])
def test_payee_and_number_are_taken(name: str) -> None:
    second = rows(FILES[name])[1]

    assert "Corner Gallery" in second.description
    assert second.number == "1041"


def test_xeros_report_of_an_account_has_its_sides_as_books_have_them() -> None:
    """A bank's debits are credits in the books: the file is recognized by its columns, and its signs are turned without a question."""
    assert [row.amount for row in rows(XERO_REPORT)] == [RENT, SALE]
