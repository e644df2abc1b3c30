"""The lists behind the sum: outstanding by age, rows of both sides, decisions, changes, and the roll-forward of a year."""

from decimal import Decimal

import pytest

from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Decision
from reconciliation.reports.registers import roll_forward_report
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.reports.making import a_household, amounts, january_of, report
from tests.world import booked

pytestmark = pytest.mark.django_db


def test_outstanding_items_are_in_the_band_of_their_age_payments_and_deposits_apart() -> None:
    account = AccountFactory.create(opening="1000.00")
    for day, text in ((31, "Cheque 1"), (1, "Cheque 2")):
        booked(account, day, "-10.00", text)
    booked(account, 30, "25.00", "Deposit")
    told = report(read_in(account.organization, paper([], opening="1000.00")), "outstanding")

    [ages] = [table for table in told.tables if table.key == "ages"]
    assert ages.rows[0].cells == ("0-30", Decimal("-20.00"), Decimal("25.00"))
    assert ages.rows[-1].cells == ("Total", Decimal("-20.00"), Decimal("25.00"))


def test_an_item_that_a_later_statement_cleared_says_so() -> None:
    account = AccountFactory.create(opening="1000.00")
    booked(account, 28, "-75.00", "Cheque 101")
    january = read_in(account.organization, paper([], opening="1000.00"))
    read_in(account.organization, paper([(3, "-75.00", "Cheque 101")], month=2, opening="1000.00"))
    january.refresh_from_db()

    assert list(amounts(report(january, "outstanding"), "outstanding").values()) == ["Cleared on a later statement"]


def test_cleared_rows_name_their_page() -> None:
    [table] = report(january_of(a_household()), "cleared").tables

    [row] = table.rows
    assert row.cells[0] == 1
    assert row.cells[2:4] == ("Rent", Decimal("-250.00"))
    assert row.cells[5:7] == ("Rent", Decimal("-250.00"))


def test_rows_that_the_books_lack_and_amounts_that_differ_are_in_separate_lists() -> None:
    told = {table.key: [row.cells[2] for row in table.rows] for table in report(january_of(a_household()), "unrecorded").tables}

    assert told == {"unrecorded": ["Account fee <b>January</b>"], "differing": ["Kite & Co Hardware"], "posted": []}


def test_a_withdrawn_decision_stays_in_the_register() -> None:
    account = a_household()
    january, actor = january_of(account), MembershipFactory.create(organization=account.organization, role=Role.OWNER).user
    decision = excuse(statement=only(january), kind=Decision.Kind.IGNORED, actor=actor, reason="a test of the bank", lines=[2])
    withdraw_decision(decision=decision, actor=actor, reason="it was real")
    january.refresh_from_db()

    [table] = [table for table in report(january, "exceptions").tables if table.key == "decisions"]
    [row] = table.rows
    assert row.cells[2] == "a test of the bank"
    assert row.cells[-1] == f"Undone by {actor}: it was real"


def test_a_year_goes_from_its_first_balance_to_its_last_and_names_the_gap() -> None:
    account = AccountFactory.create(opening="1000.00")
    read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00"))
    read_in(account.organization, paper([(5, "-250.00", "Rent")], month=3, opening="750.00"))
    told = roll_forward_report(account, 2026)

    statements, breaks = told.tables
    assert [row.cells[2:5] for row in statements.rows] == [
        (Decimal("1000.00"), Decimal("-250.00"), Decimal("750.00")),
        (Decimal("750.00"), Decimal("-250.00"), Decimal("500.00")),
        (Decimal("1000.00"), Decimal("-500.00"), Decimal("500.00")),
    ]
    [row] = breaks.rows
    assert str(row.cells[0]).startswith("No statement covers 1 Feb 2026")


def test_a_year_without_statements_is_empty() -> None:
    statements, breaks = roll_forward_report(AccountFactory.create(), 1999).tables

    assert not statements.rows
    assert not breaks.rows


def test_the_empty_lists_of_an_uncompared_statement_say_that_nothing_was_compared() -> None:
    account = AccountFactory.create(opening="1000.00")
    account.delete()
    january = read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00"))

    for key in ("outstanding", "cleared", "unrecorded"):
        said = {table.empty for table in report(january, key).tables if table.key != "posted" and not table.rows}
        assert said == {"Nothing was compared."}
