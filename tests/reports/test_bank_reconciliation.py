"""Both forms of the bank reconciliation: each term the sum of its list, both ends equal."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.roles import Role
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Decision
from reconciliation.presentation.statement_page.bank_reconciliation import bank_reconciliation
from reconciliation.reports.catalogue import report_of
from tests.factories import AccountFactory, MembershipFactory
from tests.presentation.verdicts import bridge, statement
from tests.read_statements import only, paper, read_in
from tests.reports.making import a_household, amount, amounts, january_of, report, sheet_of
from tests.world import booked

pytestmark = pytest.mark.django_db


def test_the_bank_leads_to_the_books() -> None:
    found = amounts(report(january_of(a_household()), "bank-reconciliation"), "bank_to_books")

    assert found["Balance per bank"] == Decimal("689.50")
    assert found["Balance per books"] == found["Adjusted balance"]
    assert found["Unexplained difference"] == 0


def test_what_only_time_settles_adjusts_the_bank_and_the_rest_the_books() -> None:
    told = report(january_of(a_household()), "bank-reconciliation")
    bank, books = amounts(told, "adjusted_bank"), amounts(told, "adjusted_books")

    assert bank["Outstanding payments"] == Decimal("-75.00")
    assert books["Amounts that differ"] == Decimal("-9.00")
    assert books["On the statement, not in the books"] == Decimal("-6.50")
    assert bank["Adjusted balance per bank"] == books["Adjusted balance per books"]
    assert books["Unexplained difference"] == 0


def test_an_error_of_the_bank_adjusts_the_banks_balance() -> None:
    account = a_household()
    january = january_of(account)
    excuse(
        statement=only(january),
        kind=Decision.Kind.BANK_ERROR,
        actor=MembershipFactory.create(organization=account.organization, role=Role.OWNER).user,
        reason="charged twice",
        lines=[2],
    )
    january.refresh_from_db()

    told = report(january, "bank-reconciliation")
    bank, books = amounts(told, "adjusted_bank"), amounts(told, "adjusted_books")
    assert bank["Bank errors"] == Decimal("6.50")
    assert "On the statement, not in the books" not in books
    assert bank["Adjusted balance per bank"] == books["Adjusted balance per books"]


@given(
    rows=st.lists(st.integers(-9999, 9999).filter(bool), max_size=5),
    entries=st.lists(st.integers(-9999, 9999).filter(bool), max_size=5),
)
def test_both_adjusted_balances_are_equal_to_the_cent(rows: list[int], entries: list[int]) -> None:
    account = AccountFactory.create(opening="500.00")
    for number, units in enumerate(entries):
        booked(account, 3 + number, f"{Decimal(units) / 100:.2f}", f"Entry {number}")
    printed = [(5 + number, f"{Decimal(units) / 100:.2f}", f"Row {number}") for number, units in enumerate(rows)]
    told = report_of(sheet_of(read_in(account.organization, paper(printed, opening="500.00"))), "bank-reconciliation")

    bank, books = amounts(told, "adjusted_bank"), amounts(told, "adjusted_books")
    assert amount(bank["Adjusted balance per bank"]) == amount(books["Adjusted balance per books"])
    assert amounts(told, "bank_to_books")["Unexplained difference"] == 0


def test_a_gap_of_the_reading_is_told_in_both_forms() -> None:
    sums = bank_reconciliation(statement(bridge=bridge(unexplained="100.00", statement_closing="850.00")))

    assert sums is not None
    assert sums.difference == Decimal("100.00")


def test_an_unknown_balance_is_not_a_zero() -> None:
    account = AccountFactory.create(opening="1000.00")
    account.opening_balance = None
    account.opening_date = None
    account.save()
    told = report(read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00")), "bank-reconciliation")

    [table] = told.tables
    assert table.key == "balances"
    assert amounts(told, "balances")["Unexplained difference"] is None
