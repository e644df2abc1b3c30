"""A ledger exported as a file is imported unchanged into an empty account."""

import csv
import datetime as dt
import io
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

from finance.categories import codes_of, write_codes
from finance.exports import csv_lines, ofx_lines
from finance.imports.comparing import content
from finance.imports.services import confirm, preview_now, show_file
from finance.models import Account, Transaction
from finance.models.coding import LONGEST, NONE, Codes, Coding
from people.models import Organization
from people.roles import Role
from people.safe_text import guarded, unguarded
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.finance.imports.reading import parsed
from tests.world import booked

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r", exclude_categories=("Cs", "Cc")), max_size=60).map(str.strip)


def exported(client: Client, account: Account, name: str) -> bytes:
    data: bytes = client.get(reverse("account_export", args=[account.pk, name])).getvalue()
    return data


def some_entries(account: Account) -> None:
    booked(account, 3, "-3.50", description="Coffee")
    booked(account, 3, "-3.50", description="Coffee")
    booked(account, 4, "1234.50", description='=HYPERLINK("http://x","y")', external_id="a", reference="R1")
    booked(account, 5, "-200.00", number="1001", description="A text that is much longer than the name of an OFX entry may be, ümlaut <&>")
    booked(account, 6, "-9.99", status="pending", description="'quoted")
    booked(account, 7, "-1.00", is_excluded=True, description="left out")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["csv", "ofx"])
def test_an_exported_account_comes_back_as_it_was(signed_in: Client, account: Account, name: str) -> None:
    some_entries(account)
    empty = account.organization.accounts.create(
        name="Empty", currency="EUR", opening_balance_minor=100_00, opening_date=dt.date(2026, 1, 1), number=account.number
    )

    preview = preview_now(show_file(account=empty, by=None, filename="f", data=exported(signed_in, account, name)))
    difference = preview.difference
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    ours = account.transactions.all() if name == "csv" else account.transactions.posted()
    assert sorted(map(content, empty.transactions.all())) == sorted(map(content, ours))
    assert preview.warnings == []
    if name == "csv":
        told = {(row.description, row.status, row.is_excluded, row.external_id) for row in account.transactions.all()}
        assert {(row.description, row.status, row.is_excluded, row.external_id) for row in empty.transactions.all()} == told
    else:
        assert difference == 0


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["csv", "ofx"])
def test_an_export_of_the_account_itself_adds_nothing(signed_in: Client, account: Account, name: str) -> None:
    some_entries(account)
    account.transactions.filter(external_id="").delete() if name == "ofx" else None

    preview = preview_now(show_file(account=account, by=None, filename="f", data=exported(signed_in, account, name)))

    assert {judged.outcome for judged in preview.judged} == {"known"}


@given(TEXTS, TEXTS, st.decimals(-(10**9), 10**9, places=2), st.dates(dt.date(1990, 1, 1), dt.date(2026, 6, 30)))
def test_any_entry_is_read_back_from_both(text: str, reference: str, amount: Decimal, day: dt.date) -> None:
    account = Account(name="A", currency="EUR", number="12345678")
    units = int(amount * 100)
    row = Transaction(account=account, booked_on=day, amount_minor=units, description=text, reference=reference, external_id="x")
    moment = dt.datetime(2026, 6, 30, tzinfo=dt.UTC)
    ofx = "".join(ofx_lines(account, [row], first=day, last=day, balance=None, now=moment))

    for data in ("".join(csv_lines([row])), ofx):
        (read,) = parsed(data.encode()).accounts[0].rows
        assert (read.booked_on, read.amount, read.external_id) == (day, row.amount, "x")
        assert read.reference == reference
    assert parsed("".join(csv_lines([row])).encode()).accounts[0].rows[0].description == text


CODED = {
    "Coffee": Codes(payee="Bäcker"),
    "'quoted": Codes(nominal="=1+1", tax_code="20% (VAT on Expenses)", payee="quoted", party="F;=1"),
    "left out": Codes(nominal="Expenses:Food and drink"),
}


@pytest.mark.django_db
def test_codes_come_back_as_they_were(signed_in: Client, account: Account) -> None:
    """A payee in a field of its own is not added to the description."""
    some_entries(account)
    told = {entry: CODED[entry.description] for entry in account.transactions.all() if entry.description in CODED}
    write_codes(account.organization, told, given_by=Coding.GivenBy.PERSON)
    empty = account.organization.accounts.create(name="Empty", currency="EUR")

    preview = preview_now(show_file(account=empty, by=None, filename="f", data=exported(signed_in, account, "csv")))
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    assert sorted(map(content, empty.transactions.all())) == sorted(map(content, account.transactions.all()))
    assert {row.description: codes_of(row) for row in empty.transactions.all()} == {
        row.description: CODED.get(row.description, NONE) for row in account.transactions.all()
    }


CODES = st.fixed_dictionaries(dict.fromkeys(LONGEST, TEXTS)).map(Codes.read)


@given(TEXTS, CODES)
@example("", Codes(nominal="0000000000"))
def test_any_codes_are_read_back_and_change_no_description(text: str, codes: Codes) -> None:
    account = Account(name="A", currency="EUR")
    row = Transaction(account=account, booked_on=dt.date(2026, 1, 3), amount_minor=-100, description=text)
    row.coding = Coding(entry=row, **codes.as_json())
    row._state.adding = False

    (read,) = parsed("".join(csv_lines([row])).encode()).accounts[0].rows

    assert (read.description, read.codes) == (text, codes)


@given(st.sampled_from(["=", "+", "-", "@", "\t"]), TEXTS)
def test_no_cell_of_a_csv_file_is_a_formula(begin: str, text: str) -> None:
    account = Account(name="A", currency="EUR")
    row = Transaction(account=account, booked_on=dt.date(2026, 1, 3), amount_minor=1, description=begin + text)

    cells = list(csv.reader(io.StringIO("".join(csv_lines([row])).removeprefix("\ufeff"))))[1]
    assert cells[3].startswith(f"'{begin}")
    assert unguarded(cells[3]) == begin + text


@pytest.mark.django_db
def test_a_balance_that_is_not_known_is_not_exported(signed_in: Client, organization: Organization) -> None:
    unknown = organization.accounts.create(name="Cash", currency="EUR")

    assert b"LEDGERBAL" not in exported(signed_in, unknown, "ofx")


@pytest.mark.django_db
def test_exports_need_the_right_and_the_account(
    client: Client, organization: Organization, account: Account, their_account: Account, owner: User
) -> None:
    client.force_login(MembershipFactory.create(organization=organization, role=Role.VIEWER).user)
    assert client.get(reverse("account_export", args=[account.pk, "csv"])).status_code == 403
    client.force_login(MembershipFactory.create(organization=organization, role=Role.AUDITOR).user)
    assert client.get(reverse("account_export", args=[account.pk, "csv"])).status_code == 200
    assert client.get(reverse("account_export", args=[account.pk, "exe"])).status_code == 404
    assert client.get(reverse("account_export", args=[their_account.pk, "csv"])).status_code == 404


@given(st.text("'\"=+-@;|\t\r\n x\N{FULLWIDTH EQUALS SIGN}", max_size=12))
def test_a_text_guarded_against_formulas_is_restored_unchanged(text: str) -> None:
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("text", ["x;=1+1", 'x";"=1+1', "x\n@SUM(1)", "\N{FULLWIDTH EQUALS SIGN}1", " =1"])
def test_no_divider_of_cells_lets_a_formula_through(text: str) -> None:
    assert "'" in guarded(text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("xero", Codes(nominal="Expenses:Office", tax_code="S", payee="Fenwick", party="F01")),
        ("gnucash", Codes(nominal="Expenses:Office")),
        ("actual", Codes(nominal="Expenses:Office", payee="Fenwick")),
        ("beancount", Codes(nominal="Expenses:Office", tax_code="S", payee="Fenwick", party="F01")),
        ("hledger", Codes(nominal="Expenses:Office", tax_code="S", payee="Fenwick", party="F01")),
    ],
)
def test_the_codes_that_a_form_has_come_back_from_it(signed_in: Client, account: Account, form: str, told: Codes) -> None:
    entry = account.transactions.create(booked_on=dt.date(2026, 2, 3), amount_minor=-1250, description="CARD FENWICK")
    codes = Codes(nominal="Expenses:Office", tax_code="S", payee="Fenwick", party="F01")
    write_codes(account.organization, {entry: codes}, given_by=Coding.GivenBy.PERSON)

    (row,) = parsed(exported(signed_in, account, form)).accounts[0].rows

    assert (row.amount, row.codes) == (entry.amount, told)


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["quickbooks", "xero"])
def test_an_export_for_another_program_contains_exactly_the_posted_entries(signed_in: Client, account: Account, form: str) -> None:
    account.transactions.create(booked_on=dt.date(2026, 2, 3), amount_minor=-1250, description="=1+1 tea", reference="R-1")
    account.transactions.create(booked_on=dt.date(2026, 2, 4), amount_minor=500, description="refund", status="pending")
    posted = [(row.booked_on, row.amount, row.description) for row in account.transactions.posted().order_by("booked_on", "id")]

    data = exported(signed_in, account, form)

    assert [(row.booked_on, row.amount, row.description) for row in parsed(data).accounts[0].rows] == posted
    assert b"'=1+1" in data
