"""Entries added here are exported as the target's import file, with their codes."""

import csv
import datetime as dt
import io
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.categories import give_codes
from finance.exports import FORMS, Selection, lines_of
from finance.models import Account
from finance.models.coding import Codes
from tests.addresses import reverse
from tests.world import booked

CODES = Codes(nominal="Expenses:Office", tax_code="20% (VAT on Expenses)", payee="Fenwick", party="F01")


@pytest.fixture
def books(account: Account, keeper: User) -> Account:
    """One entry of a file, one that was posted from a statement, one that came in by hand."""
    booked(account, 3, "-250.00", "Rent", origin="import:1")
    posted = booked(account, 20, "-12.00", "CARD FENWICK", origin="posted:abc", number="104")
    give_codes(account=account, by=keeper, codes={posted: CODES})
    booked(account, 25, "30.00", "Refund", origin="manual")
    return account


def rows(account: Account, form: str, *, added_here: bool = True, **days: dt.date) -> list[dict[str, str]]:
    text = "".join(lines_of(Selection(account=account, added_here=added_here, **days), form)).removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text)))


def test_an_export_has_only_the_added_entries_of_the_chosen_days(books: Account) -> None:
    assert [row["Description"] for row in rows(books, "csv")] == ["CARD FENWICK", "Refund"]
    assert [row["Description"] for row in rows(books, "csv", added_here=False)] == ["Rent", "CARD FENWICK", "Refund"]
    assert [row["Description"] for row in rows(books, "csv", first=dt.date(2026, 1, 20), last=dt.date(2026, 1, 24))] == ["CARD FENWICK"]


def test_a_file_for_xero_has_account_tax_and_contact(books: Account) -> None:
    coded, plain = rows(books, "xero")

    assert (coded["*Amount"], coded["AccountCode"], coded["TaxType"], coded["Payee"], coded["ContactName"], coded["Check Number"]) == (
        "-12.00", "Expenses:Office", "20% (VAT on Expenses)", "Fenwick", "F01", "104",
    )  # fmt: skip
    assert (plain["AccountCode"], plain["TaxType"]) == ("", "")


def test_journal_entries_of_quickbooks_balance_each(books: Account) -> None:
    found = rows(books, "quickbooks-journal")

    assert [(row["JournalNo"], row["AccountName"], row["Debits"], row["Credits"], row["Name"]) for row in found] == [
        ("1", "Expenses:Office", "12.00", "", "F01"),
        ("1", "Checking", "", "12.00", "F01"),
        ("2", "Checking", "30.00", "", ""),
        ("2", "Uncategorised Income", "", "30.00", ""),
    ]
    assert sum(Decimal(row["Debits"] or 0) - Decimal(row["Credits"] or 0) for row in found) == 0


def test_a_file_for_gnucash_has_both_accounts_and_for_actual_a_category(books: Account) -> None:
    gnucash, actual = rows(books, "gnucash")[0], rows(books, "actual")[0]

    assert (gnucash["Account"], gnucash["Transfer Account"], gnucash["Amount"]) == ("Checking", "Expenses:Office", "-12.00")
    assert (actual["Payee"], actual["Category"], actual["Notes"]) == ("Fenwick", "Expenses:Office", "CARD FENWICK")


def test_beancount_takes_it_with_codes(books: Account, tmp_path: Path) -> None:
    written = "".join(lines_of(Selection(account=books, added_here=True), "beancount"))
    opened = "".join(f"2026-01-01 open {name}\n" for name in ("Assets:Checking", "Expenses:Office", "Income:Unassigned") if name in written)
    (tmp_path / "books.beancount").write_text(opened + written)

    assert '"Fenwick" "CARD FENWICK"' in written
    assert 'tax-code: "20% (VAT on Expenses)"' in written
    subprocess.run([str(Path(sys.executable).with_name("bean-check")), str(tmp_path / "books.beancount")], check=True)


@pytest.mark.hledger
def test_hledger_takes_it_with_codes(books: Account, tmp_path: Path) -> None:
    (tmp_path / "books.journal").write_text("".join(lines_of(Selection(account=books, added_here=True), "hledger")))

    told = subprocess.run(
        ["hledger", "-f", str(tmp_path / "books.journal"), "balance", "-N", "--flat"], check=True, capture_output=True, text=True
    ).stdout

    assert "Expenses:Office" in told
    assert "EUR18.00" in told.replace(" ", "").replace("18.00EUR", "EUR18.00")


@pytest.mark.parametrize("name", FORMS)
def test_the_page_exports_each_format_for_the_chosen_days(client: Client, books: Account, keeper: User, name: str) -> None:
    client.force_login(keeper)
    address = reverse("account_exports", args=[books.pk])

    told = client.get(address, {"form": name, "added_here": "on", "first": "2026-01-20"})
    text = told.getvalue()

    assert told["Content-Disposition"].endswith(f'.{FORMS[name].ending}"')
    assert b"Rent" not in text
    assert b"FENWICK" in text


def test_a_day_that_is_none_is_asked_again(client: Client, books: Account, keeper: User) -> None:
    client.force_login(keeper)

    assert "Enter a valid date" in client.get(reverse("account_exports", args=[books.pk]), {"form": "csv", "first": "x"}).content.decode()
    assert client.get(reverse("account_export", args=[books.pk, "csv"]), {"first": "x"}).status_code == 400


def test_a_part_of_an_account_tells_no_balance_that_is_not_its_own(books: Account) -> None:
    assert "LEDGERBAL" not in "".join(lines_of(Selection(account=books, added_here=True), "ofx"))
    whole = "".join(lines_of(Selection(account=books, last=dt.date(2026, 1, 20)), "ofx"))
    assert "<BALAMT>1738.00</BALAMT><DTASOF>20260120</DTASOF>" in whole
