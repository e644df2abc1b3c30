"""From the file of a program to its entries, to a statement that is matched, and back to the program."""

import gzip
from pathlib import Path

import pytest

from finance.exports import Selection, lines_of
from tests.connectors.journeys.telling import NUMBER, as_the_bank_prints, brought_in, is_matched, rows_of, shown
from tests.factories import AccountFactory
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
BOOKS = Path(__file__).parents[2] / "finance/imports/gnucash"
GNUCASH = {
    "XML": (BOOKS / "books.gnucash").read_bytes(),
    "SQLite": gzip.decompress((BOOKS / "books.sqlite.gz").read_bytes()),
}


@pytest.mark.parametrize("form", GNUCASH)
def test_from_a_book_of_gnucash(form: str) -> None:
    account = AccountFactory.create(name="Giro & more", opening="1000.00", number=NUMBER[-4:])
    assert brought_in(account, GNUCASH[form]).added == 7

    assert is_matched(processed(account.organization, as_the_bank_prints(account).pdf()), account)

    before = rows_of(account)
    for other in GNUCASH.values():
        assert brought_in(account, other).added == 0
    assert rows_of(account) == before


CSV = {
    "quickbooks": 'Date,Description,Amount\n01/15/2026,rent,"-1,150.00"\n01/20/2026,"=1+1, cards",-12.50\n01/28/2026,invoice 1041,640.00\n',
    "xero": (
        "*Date,*Amount,Payee,Description,Reference,Check Number\n"
        "15/01/2026,-1150.00,Quayside Lettings,rent,SO-7,\n"
        "20/01/2026,-12.50,Tilde & Sons,,,1001\n"
        "28/01/2026,640.00,Corner Gallery,invoice 1041,,\n"
    ),
}


@pytest.mark.parametrize("form", CSV)
def test_from_a_csv_and_out_again_in_the_same_form(form: str) -> None:
    account = AccountFactory.create(name="Giro", opening="1000.00", number=NUMBER[-4:])
    assert brought_in(account, CSV[form].encode()).added == 3

    assert is_matched(processed(account.organization, as_the_bank_prints(account).pdf()), account)

    written = "".join(lines_of(Selection(account=account), form)).encode()
    assert len(shown(account, written).of("known")) == 3, "the account knows its own rows"
    elsewhere = AccountFactory.create(name="Giro", opening="1000.00", number=NUMBER[-4:])
    assert brought_in(elsewhere, written).added == 3
    assert rows_of(elsewhere) == rows_of(account)
