"""Days covered by statements, and whether successive statements join without a gap."""

import datetime as dt
from decimal import Decimal

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from finance.models import Account
from people.roles import Role
from reconciliation.signoff.services import sign_off
from reconciliation.verification.coverage import Coverage, Covering, Extent, coverage_of
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.world import booked

DAYS = st.integers(0, 200).map(lambda offset: dt.date(2026, 1, 1) + dt.timedelta(days=offset))


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(f"2026-{text}")


def of(first: str, last: str, opening: str | None = None, closing: str | None = None, verdict: str = "matched") -> Covering:
    return Covering(
        key=f"{first}..{last}",
        first=day(first),
        last=day(last),
        verdict=verdict,
        opening=Decimal(opening) if opening else None,
        closing=Decimal(closing) if closing else None,
    )


def extents(found: Coverage) -> list[Extent]:
    return [month.extent for month in found.months]


def test_no_statement_covers_nothing() -> None:
    assert coverage_of([]) == Coverage()


def test_case_35_shows_the_missing_month() -> None:
    found = coverage_of([of("01-01", "01-31", "0.00", "500.00"), of("03-01", "03-31", "620.00", "700.00")])

    assert extents(found) == [Extent.COVERED, Extent.MISSING, Extent.COVERED]
    [link] = found.broken
    assert (link.missing, link.ties) == ((day("02-01"), day("02-28")), None)


def test_case_35_shows_the_days_that_are_on_two_statements() -> None:
    found = coverage_of([of("01-01", "01-31"), of("01-15", "02-15")])

    assert [(month.extent, month.overlaps) for month in found.months] == [(Extent.COVERED, True), (Extent.COVERED, False)]
    assert found.broken[0].twice == (day("01-15"), day("01-31"))


def test_a_closing_that_is_not_the_next_opening_breaks_the_chain() -> None:
    january, february = of("01-01", "01-31", "0.00", "500.00"), of("02-01", "02-28", "500.01", "600.00")

    assert [link.ties for link in coverage_of([february, january]).broken] == [False]


def test_a_balance_that_is_not_printed_breaks_nothing() -> None:
    [link] = coverage_of([of("01-01", "01-31"), of("02-01", "02-28", "500.00")]).links

    assert (link.ties, link.holds) == (None, True)


def test_a_statement_is_no_month() -> None:
    found = coverage_of([of("01-05", "02-04"), of("02-05", "03-04")], since=day("01-01"))

    assert extents(found) == [Extent.PARTLY, Extent.COVERED, Extent.COVERED]
    assert [len(month.statements) for month in found.months] == [1, 2, 1]
    assert found.broken == ()


def test_entries_after_the_last_statement_want_one() -> None:
    assert extents(coverage_of([of("01-01", "01-31")], until=day("03-02"))) == [Extent.COVERED, Extent.MISSING, Extent.MISSING]


def test_a_month_that_differs_says_so() -> None:
    assert [month.mismatched for month in coverage_of([of("01-01", "01-31", verdict="mismatched"), of("02-01", "02-28")]).months] == [
        True,
        False,
    ]


@given(st.lists(st.tuples(DAYS, st.integers(0, 70)), min_size=1, max_size=6))
def test_days_are_counted_as_by_hand(drawn: list[tuple[dt.date, int]]) -> None:
    statements = [
        Covering(key=str(place), first=first, last=first + dt.timedelta(days=length)) for place, (first, length) in enumerate(drawn)
    ]
    found = coverage_of(statements)

    for month in found.months:
        days = [month.first + dt.timedelta(days=offset) for offset in range((month.last - month.first).days + 1)]
        counted = [sum(each.first <= one <= each.last for each in statements) for one in days]
        assert month.extent is (Extent.COVERED if all(counted) else Extent.PARTLY if any(counted) else Extent.MISSING)
        assert month.overlaps == any(count > 1 for count in counted)
    missing = {one for link in found.links if link.missing for one in (link.missing[0], link.missing[1])}
    assert not any(each.first <= one <= each.last for each in statements for one in missing)


@pytest.fixture
def account(db: None) -> Account:
    account = AccountFactory.create()
    booked(account, 5, "-10.00", "Phone")
    booked(account, 9, "-10.00", "Phone", month=4)
    return account


def test_the_page_of_an_account_shows_its_months(account: Account, client: Client) -> None:
    partner = MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user
    january = read_in(account.organization, paper([(5, "-10.00", "Phone")]))
    read_in(account.organization, paper([(9, "-10.00", "Phone")], month=4, opening="1990.00"))
    sign_off(statement=only(january), actor=partner)
    client.force_login(partner)

    page = client.get(reverse("account", args=[account.pk])).content.decode()

    assert "Statements by month" in page
    assert "Covered, signed off" in page
    assert page.count(">Missing<") == 2
    assert "No statement covers 1 Feb 2026 to 31 Mar 2026." in page
    assert reverse("import_detail", args=[january.pk]) in page


def test_an_account_without_statements_shows_no_calendar(account: Account, client: Client) -> None:
    client.force_login(MembershipFactory.create(organization=account.organization, role=Role.VIEWER).user)

    assert "Statements by month" not in client.get(reverse("account", args=[account.pk])).content.decode()
