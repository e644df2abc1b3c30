"""Both forms of the bank reconciliation: each term the sum of its list, both ends equal."""

import datetime as dt
from decimal import Decimal

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from people.roles import Role
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Conclusion, Decision
from reconciliation.presentation.statement_page.bank_reconciliation import bank_reconciliation
from reconciliation.reports.catalogue import report_of
from reconciliation.signoff.services import prepare
from tests.factories import AccountFactory, MembershipFactory
from tests.presentation.verdicts import bridge, statement
from tests.read_statements import only, paper, read_in
from tests.reports.making import a_household, amount, amounts, january_of, report, sheet_of
from tests.world import booked

pytestmark = pytest.mark.django_db


def test_the_bank_leads_to_the_books() -> None:
    balances = amounts(report(january_of(a_household()), "bank-reconciliation"), "bank_to_books")

    assert balances["Balance per bank"] == Decimal("689.50")
    assert balances["Balance per books"] == balances["Adjusted balance"]
    assert "Unexplained difference" not in balances


def test_timing_differences_adjust_the_bank_and_all_others_the_books() -> None:
    printed_report = report(january_of(a_household()), "adjusted-balances")
    bank, books = amounts(printed_report, "adjusted_bank"), amounts(printed_report, "adjusted_books")

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

    printed_report = report(january, "adjusted-balances")
    bank, books = amounts(printed_report, "adjusted_bank"), amounts(printed_report, "adjusted_books")
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
    sheet = sheet_of(read_in(account.organization, paper(printed, opening="500.00")))
    printed_report = report_of(sheet, "adjusted-balances")

    bank, books = amounts(printed_report, "adjusted_bank"), amounts(printed_report, "adjusted_books")
    assert amount(bank["Adjusted balance per bank"]) == amount(books["Adjusted balance per books"])
    [calculation, _signatures] = report_of(sheet, "bank-reconciliation").tables
    listed = Decimal(0)
    for row in calculation.rows:
        _day, item, each, total = row.cells
        if each is not None:
            listed += amount(each)
        elif str(item).startswith("Total: "):
            assert listed == amount(total)
            listed = Decimal(0)
    assert "Unexplained difference" not in amounts(printed_report, "adjusted_bank")


def test_each_outstanding_item_is_listed_with_its_day_text_and_amount() -> None:
    [calculation] = [table for table in report(january_of(a_household()), "bank-reconciliation").tables if table.key == "bank_to_books"]
    rows = [row.cells for row in calculation.rows]

    assert rows[1:7] == [
        (None, "Outstanding payments", None, None),
        (dt.date(2026, 1, 28), "Cheque 101", Decimal("-75.00"), None),
        (None, "Total: Outstanding payments", None, Decimal("-75.00")),
        (None, "Deposits in transit", None, None),
        (dt.date(2026, 1, 30), "Transfer from Ada", Decimal("120.00"), None),
        (None, "Total: Deposits in transit", None, Decimal("120.00")),
    ]


def test_it_is_dated_the_closing_day_and_names_firm_client_and_masked_number() -> None:
    account = a_household()
    account.number = "DE89 3704 0044 0532 0130 00"
    account.save()
    account.organization.firm = "Harper & Lowe LLP"
    account.organization.save()
    january = read_in(account.organization, paper([(4, "-250.00", "Rent")], opening="1000.00", number=account.number))
    printed_report = report(january, "bank-reconciliation")

    assert printed_report.title == "Bank reconciliation statement as at 31 January 2026"
    assert printed_report.firm == "Harper & Lowe LLP"
    facts = {fact.key: fact.value for fact in printed_report.facts}
    assert facts["client"] == account.organization.name
    assert facts["account"] == f"{account.name} ••••\N{NO-BREAK SPACE}3000"


def test_it_has_room_for_the_signatures_and_no_sentences() -> None:
    printed_report = report(january_of(a_household()), "bank-reconciliation")

    assert [row.cells for row in printed_report.tables[-1].rows] == [("Prepared by", "", "", None), ("Reviewed by", "", "", None)]
    assert printed_report.notes == []


def test_the_signatures_are_names_in_full_and_days_in_the_organizations_time_zone() -> None:
    account = a_household()
    organization = account.organization
    january = read_in(organization, paper([(4, "-250.00", "Rent"), (9, "-45.00", "Kite & Co Hardware")], opening="1000.00"))
    ada = MembershipFactory.create(organization=organization, role=Role.OWNER).user
    ada.first_name, ada.last_name = "Ada", "Lovelace"
    ada.save()
    prepare(statement=only(january), actor=ada, confirmed=[str(item["transaction"]) for item in sheet_of(january).verdict["missing"]])
    step = Conclusion.objects.of(organization).get()
    step.at = dt.datetime(2026, 2, 3, 23, 30, tzinfo=dt.UTC)
    Conclusion.objects.of(organization).filter(pk=step.pk).update(at=step.at)

    with timezone.override("Asia/Tokyo"):
        printed_report = report(january, "bank-reconciliation")
    assert printed_report.tables[-1].rows[0].cells == ("Prepared by", "Ada Lovelace", "", dt.date(2026, 2, 4))


def test_a_gap_of_the_reading_is_reported_in_both_forms() -> None:
    sums = bank_reconciliation(statement(bridge=bridge(unexplained="100.00", statement_closing="850.00")))

    assert sums is not None
    assert sums.difference == Decimal("100.00")


def test_an_unknown_balance_is_not_a_zero() -> None:
    account = AccountFactory.create(opening="1000.00")
    account.opening_balance = None
    account.opening_date = None
    account.save()
    printed_report = report(read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00")), "bank-reconciliation")

    assert amounts(printed_report, "bank_to_books")["Balance per books"] is None
    assert printed_report.notes
