"""Codes of an imported file are proposed for new rows of a statement, which are exported in the format of its program."""

import csv
import io

import pytest
from django.contrib.auth.models import User

from finance.categories import codes_of, give_codes, suggestions
from finance.exports import Selection, lines_of
from finance.models import Account
from finance.models.coding import Codes, Coding
from reconciliation.posting.publishing import publish
from tests.categories.conftest import MINUS
from tests.finance.imports.shown import imported, shown
from tests.read_statements import only, paper, read_in

CSV = b"""Date,Amount,Description,Nominal account,Tax code,Payee,Party
2026-01-03,-9.00,FENWICK STATIONERY,Expenses:Office,20% (VAT on Expenses),Fenwick,F01
2026-01-05,-250.00,RENT,Expenses:Rent,,Quayside Lettings,
"""
BEANCOUNT = b"""2026-01-03 * "Fenwick" "FENWICK STATIONERY"
  tax-code: "20% (VAT on Expenses)"
  party: "F01"
  Assets:Checking  -9.00 EUR
  Expenses:Office
2026-01-05 * "Quayside Lettings" "RENT"
  Assets:Checking  -250.00 EUR
  Expenses:Rent
"""
HLEDGER = b"""2026-01-03 Fenwick | FENWICK STATIONERY
    ; tax-code: 20% (VAT on Expenses)
    ; party: F01
    Assets:Checking  -9.00 EUR
    Expenses:Office

2026-01-05 Quayside Lettings | RENT
    Assets:Checking  -250.00 EUR
    Expenses:Rent
"""
FENWICK = Codes(nominal="Expenses:Office", tax_code="20% (VAT on Expenses)", payee="Fenwick", party="F01")
NEW = "CARD FENWICK STATIONERY 4411"


def exported(account: Account, form: str) -> str:
    return "".join(lines_of(Selection(account=account, added_here=True), form))


@pytest.mark.parametrize("books", [CSV, BEANCOUNT, HLEDGER], ids=["csv", "beancount", "hledger"])
def test_from_a_file_of_the_books_to_an_import_file_for_them(account: Account, keeper: User, books: bytes) -> None:
    assert imported(account, books).added == 2
    statement = only(read_in(account.organization, paper([(3, "-9.00", "FENWICK"), (5, "-250.00", "RENT"), (20, "-12.00", NEW)])))

    (suggested,) = suggestions(account.organization, [(NEW, MINUS)])
    assert suggested
    assert (suggested.codes, suggested.agreeing, suggested.asked) == (FENWICK, 1, 1)
    publish(statement=statement, actor=keeper)

    assert codes_of(account.transactions.get(amount_minor=-1200)) == FENWICK
    (row,) = csv.DictReader(io.StringIO(exported(account, "xero")))
    assert (row["AccountCode"], row["TaxType"], row["Payee"], row["ContactName"]) == (
        "Expenses:Office", "20% (VAT on Expenses)", "Fenwick", "F01",
    )  # fmt: skip
    journal = exported(account, "beancount")
    assert f'"Fenwick" "{NEW}"' in journal
    assert all(said in journal for said in ('tax-code: "20% (VAT on Expenses)"', 'party: "F01"', "\n  Expenses:Office\n"))


def test_a_file_of_entries_that_are_there_already_is_worth_importing_for_its_codes(account: Account) -> None:
    imported(account, CSV.replace(b"Expenses:Office,20% (VAT on Expenses),Fenwick,F01", b",,,"))
    assert shown(account, CSV).may_confirm

    imported(account, CSV)

    assert not shown(account, CSV).may_confirm
    assert codes_of(account.transactions.get(amount_minor=-900)) == FENWICK


def test_a_code_given_by_a_person_is_not_asked_about_again(account: Account, keeper: User) -> None:
    imported(account, CSV)
    entry = account.transactions.get(amount_minor=-900)
    give_codes(account=account, by=keeper, codes={entry: Codes(nominal="Expenses:Paper")})

    assert not shown(account, CSV).may_confirm


def test_a_payee_alone_takes_no_codes_away(account: Account) -> None:
    imported(account, CSV)

    imported(account, b"Date,Amount,Description,Payee\n2026-01-03,-9.00,FENWICK STATIONERY,Fenwick\n2026-01-06,-1.00,TEA,Alder\n")

    assert codes_of(account.transactions.get(amount_minor=-900)) == FENWICK
    assert codes_of(account.transactions.get(amount_minor=-100)) == Codes(payee="Alder")


def test_a_file_imported_again_updates_the_codes_of_its_entries(account: Account) -> None:
    imported(account, CSV)

    imported(account, CSV.replace(b"Expenses:Office", b"Expenses:Paper"))

    found = account.transactions.order_by("booked_on")
    assert [codes_of(row).nominal for row in found] == ["Expenses:Paper", "Expenses:Rent"]
    assert Coding.objects.of(account.organization).filter(given_by=Coding.GivenBy.FILE).count() == 2
