"""The overview of an organization: figures by month that are its own, drawn and as a table."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from people.models import Membership
from people.roles import Role
from reconciliation.models import Run, Spending, StatementImport
from reconciliation.presentation.overview.charts import BarChart, Series, charts_of
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.web.stored import printed_statement, stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db
MONTHS = [dt.date(2026, 1, 1), dt.date(2026, 2, 1)]


def chart(membership: Membership, key: str, months: list[dt.date] = MONTHS) -> dict[str, list[Any]]:
    found = next(each for each in charts_of([membership], months) if each.key == key)
    return {str(series.name): list(series.values) for series in found.series}


@pytest.mark.path
def test_statements_are_counted_by_the_month_they_end_in() -> None:
    ours, theirs = MembershipFactory.create(), MembershipFactory.create()
    for membership, end in ((ours, 31), (ours, 20), (theirs, 31)):
        stored_import(membership, period_start=dt.date(2026, 1, 1), period_end=dt.date(2026, 1, end))
    stored_import(ours, period_start=dt.date(2026, 2, 1), period_end=dt.date(2026, 2, 28), verdict="mismatched")

    assert chart(ours, "statements") == {"proved": [2, 0], "not proved yet": [0, 0], "differs": [0, 1], "not compared": [0, 0]}


def test_a_difference_that_was_found_counts_once_a_month_also_when_it_is_settled() -> None:
    ours = MembershipFactory.create()
    settled, open_still = stored_import(ours), stored_import(ours, verdict="mismatched", status=StatementImport.Status.REVIEW)
    for statement_import in (settled, settled, open_still):
        Run.objects.create(statement_import=statement_import, number=statement_import.runs.count() + 1, verdict="mismatched")
    this_month = timezone.now().date().replace(day=1)

    assert chart(ours, "differences", [this_month]) == {"resolved since": [1], "not resolved": [1]}


def test_cost_is_summed_by_month_and_not_shown_to_a_client() -> None:
    ours = MembershipFactory.create()
    for day, nanodollars in ((3, 20_000_000), (4, 5_000_000)):
        Spending.objects.create(organization=ours.organization, day=dt.date(2026, 2, day), nanodollars=nanodollars)
    client = MembershipFactory.create(role=Role.CLIENT, organization=ours.organization)

    assert chart(ours, "cost") == {"US dollars": [0, Decimal("0.025")]}
    assert [each.key for each in charts_of([client], MONTHS)] == ["statements", "differences"]


def test_parts_of_a_month_are_stacked() -> None:
    series = [Series(name="a", tone="good", values=[1, 0]), Series(name="b", tone="bad", values=[3, 2])]
    drawn = BarChart(key="k", title="t", says="s", months=MONTHS, series=series)

    (lower, upper), (single,) = (column.bars for column in drawn.columns)
    assert lower.y + lower.height == drawn.ground
    assert upper.y + upper.height == lower.y
    assert single.height * 2 == pytest.approx(lower.height + upper.height)
    assert drawn.rows == [(MONTHS[1], [0, 2]), (MONTHS[0], [1, 3])]


def test_every_chart_is_a_table_too() -> None:
    ours = MembershipFactory.create()
    printed_statement(
        stored_import(ours, period_start=timezone.now().date(), period_end=timezone.now().date()),
        AccountFactory.create(organization=ours.organization, opening="1000.00"),
    )

    page = browser_of(ours).get(reverse("overview")).content.decode()

    assert page.count("<svg") == page.count("As a table") == 1
    assert "style=" not in page


def test_more_statements_take_no_more_queries(django_assert_num_queries: Any) -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    for _ in range(5):
        printed_statement(stored_import(ours), account)
    browser = browser_of(ours)
    browser.get(reverse("overview"))

    with django_assert_num_queries(16):
        browser.get(reverse("overview"))


def test_an_overview_without_accounts_and_statements_leads_to_the_upload() -> None:
    ours = MembershipFactory.create(role=Role.OWNER)
    browser = browser_of(ours)

    empty = browser.get(reverse("overview")).content.decode()
    AccountFactory.create(organization=ours.organization)
    begun = browser.get(reverse("overview")).content.decode()

    assert ("No statement yet" in empty, "What needs attention" in empty) == (True, False)
    assert ("No statement yet" in begun, "What needs attention" in begun) == (False, True)
