"""The pages of accounts: proved dates, the status of entries, and the balance as a line and as a table."""

import datetime as dt
import re
from decimal import Decimal
from importlib import import_module
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from finance.charts import HEIGHT, WIDTH, Point, chart_of
from finance.models import Account
from finance.views import accounts
from people.models import Membership
from reconciliation.models import Match, Statement
from reconciliation.presentation.account_page import balance_history, month_ends
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.web.stored import printed_statement, stored_import
from tests.world import booked, browser_of

DAY = dt.date(2026, 1, 1)


def page(ours: Membership, name: str, *arguments: object) -> str:
    client = Client()
    client.force_login(ours.user)
    return re.sub(r"\s+", " ", client.get(reverse(name, args=arguments)).content.decode())


def paired(statement: Statement, *names: str) -> None:
    match = Match.objects.create(statement=statement, kind="exact")
    assert statement.account is not None
    match.transactions.set(statement.account.transactions.filter(external_id__in=names))


def proved(ours: Membership, account: Account, verdict: str = "matched") -> Statement:
    statement = printed_statement(stored_import(ours), account)
    statement.verdict = verdict
    statement.save()
    return statement


@pytest.mark.path
@pytest.mark.django_db
def test_the_list_says_how_far_each_account_is_proved_and_covered() -> None:
    ours = MembershipFactory.create()
    proved(ours, AccountFactory.create(organization=ours.organization, name="Proved", opening="1000.00"))
    proved(ours, AccountFactory.create(organization=ours.organization, name="Open", opening="1000.00"), "partial")
    AccountFactory.create(organization=ours.organization, name="Without", opening="1000.00")

    shown = page(ours, "accounts")

    assert re.findall(r">(Proved|Open|Without)</a>.*?<td[^>]*>(.*?)</td>", shown) == [
        ("Open", '<span class="muted">never</span>'),
        ("Proved", "31 Jan 2026"),
        ("Without", '<span class="muted">never</span>'),
    ]


@pytest.mark.django_db
def test_an_entry_is_reconciled_cleared_pending_or_none_of_them() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    for number, name in enumerate(("proved", "cleared", "waits", "open")):
        booked(account, 10 + number, "-1.00", f"the {name} one", external_id=name)
    account.transactions.filter(external_id="waits").update(status="pending")
    paired(proved(ours, account), "proved")
    paired(proved(ours, account, "partial"), "cleared")

    shown = page(ours, "account", account.pk)

    said = dict(re.findall(r"the (\w+) one</a>(.*?)</td>", shown))
    assert {name: re.sub(r"<[^>]+>", "", tag).strip() for name, tag in said.items()} == {
        "open": "",
        "waits": "Pending",
        "cleared": "Cleared",
        "proved": "Reconciled",
    }


@pytest.mark.django_db
def test_a_long_list_is_shown_in_parts_and_its_total_is_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("finance.views.accounts"), "ACCOUNTS_SHOWN", 2)
    ours = MembershipFactory.create()
    for number in (1, 2, 3):
        AccountFactory.create(organization=ours.organization, name=f"Account {number}", opening="1000.00")
    client = Client()
    client.force_login(ours.user)

    first, second = (client.get(reverse("accounts"), {"accounts": number}).content.decode() for number in ("", "2"))

    assert re.findall(r"Account \d", first) == ["Account 1", "Account 2"]
    assert re.findall(r"Account \d", second) == ["Account 3"]
    assert 'href="?accounts=2" rel="next"' in first
    assert 'rel="next"' not in second
    assert "€3,000.00" in first
    assert "€3,000.00" in second


@pytest.mark.django_db
def test_the_pages_of_accounts_take_no_more_queries_for_more_rows() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    client = Client()
    client.force_login(ours.user)

    def taken(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        return len(queries)

    addresses = [reverse("accounts"), reverse("account", args=[account.pk])]
    booked(account, 4, "1.00", "x", external_id="first")
    paired(proved(ours, account), "first")
    few = [taken(address) for address in addresses]
    for number in range(9):
        booked(account, 1 + number, "1.00", "x", external_id=f"t{number}")
        paired(proved(ours, AccountFactory.create(organization=ours.organization, name=f"Account {number}", opening="1000.00")))
        proved(ours, account)

    assert [taken(address) for address in addresses] == few
    assert max(few) <= 20


@pytest.mark.django_db
def test_the_balance_goes_from_the_opening_through_each_month_and_proved_statement() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    booked(account, 10, "-100.00", "x", external_id="a")
    booked(account, 25, "50.00", "x", external_id="b")
    statement = proved(ours, account)
    statement.period_end, statement.closing_balance = dt.date(2026, 1, 20), Decimal("900.00")
    statement.save()

    assert balance_history(account) == [
        Point(day=dt.date(2025, 12, 31), value=Decimal("1000.00")),
        Point(day=dt.date(2026, 1, 20), value=Decimal("900.00"), marked=Decimal("900.00")),
        Point(day=dt.date(2026, 1, 31), value=Decimal("950.00")),
    ]
    shown = page(ours, "account", account.pk)
    assert shown.count("<circle") == 1
    assert "As a table" in shown
    assert " style=" not in shown


@pytest.mark.django_db
def test_without_an_opening_balance_there_is_no_line() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    account.opening_balance = None
    account.save()

    assert balance_history(account) == []
    assert "<svg" not in page(ours, "account", account.pk)


@given(st.lists(st.decimals(-(10**12), 10**12, places=2), min_size=2, max_size=30))
def test_every_point_and_label_lies_in_the_drawing(values: list[Decimal]) -> None:
    chart = chart_of([Point(day=DAY + dt.timedelta(days=30 * at), value=value, marked=value) for at, value in enumerate(values)])

    assert chart is not None
    places = [tuple(map(float, place.split(","))) for place in chart.line.split()]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in [*places, *chart.marks])
    assert 2 <= len(chart.across) <= 8
    assert len(chart.along) <= 9
    assert all(later.at < earlier.at for earlier, later in pairwise(chart.across))


def test_one_point_is_no_line() -> None:
    assert chart_of([Point(day=DAY, value=Decimal(1))]) is None


def test_months_end_on_their_last_day_across_years() -> None:
    assert month_ends(dt.date(2025, 12, 31), dt.date(2026, 2, 1)) == [dt.date(2025, 12, 31), dt.date(2026, 1, 31), dt.date(2026, 2, 28)]


def balances_shown(shown: str) -> list[str]:
    """The running balances on a page, from the top."""
    return re.findall(r'<td class="num muted after"><span[^>]*>Balance </span>([^<]*)</td>', shown)


@pytest.mark.django_db
def test_each_entry_shows_the_balance_after_it_also_on_a_later_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "PAGE_SIZE", 2)
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    for day, amount in ((3, "-100.00"), (5, "-20.00"), (7, "-3.00")):
        booked(account, day, amount)

    first = page(ours, "account", account.pk)
    older = re.search(r'href="(\?after=[^"]*)" rel="next"', first)
    assert older is not None
    client = Client()
    client.force_login(ours.user)
    second = re.sub(r"\s+", " ", client.get(reverse("account", args=[account.pk]) + older[1]).content.decode())

    assert balances_shown(first) == ["€877.00", "€880.00"]
    assert balances_shown(second) == ["€900.00"]


@pytest.mark.django_db
def test_an_entry_that_does_not_count_has_no_balance_after_it() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    booked(account, 3, "-100.00")
    booked(account, 5, "-20.00", external_id="void")
    account.transactions.filter(external_id="void").update(status="void")

    assert balances_shown(page(ours, "account", account.pk)) == ["€900.00"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"text": "rent"}, ["Rent"]),
        ({"text": "20"}, ["Tea"]),
        ({"text": "-20.00"}, ["Tea"]),
        ({"first": "2026-01-04"}, ["Tea"]),
        ({"last": "2026-01-04"}, ["Rent"]),
        ({"text": "wages"}, []),
        ({}, ["Tea", "Rent"]),
    ],
)
def test_entries_are_narrowed_by_text_amount_and_days(wanted: dict[str, str], found: list[str]) -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    booked(account, 3, "-100.00", "Rent")
    booked(account, 5, "-20.00", "Tea")
    client = Client()
    client.force_login(ours.user)

    shown = client.get(reverse("account", args=[account.pk]), wanted).content.decode()

    assert re.findall(r"entries/[^\"]*\">(Rent|Tea)</a>", shown) == found
    assert bool(balances_shown(re.sub(r"\s+", " ", shown))) is not bool(wanted)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sort", "descriptions", "direction"),
    [
        ("", ["Zinc", "apron", "Brush"], ("date", "descending")),
        ("-date", ["Brush", "apron", "Zinc"], ("date", "ascending")),
        ("text", ["apron", "Brush", "Zinc"], ("text", "ascending")),
        ("amount", ["apron", "Zinc", "Brush"], ("amount", "descending")),
        ("nothing", ["Zinc", "apron", "Brush"], ("date", "descending")),
    ],
)
def test_the_ledger_is_sorted_by_the_heading_of_a_column(sort: str, descriptions: list[str], direction: tuple[str, str]) -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    for day, amount, text in ((3, "-100.00", "Brush"), (5, "-2.00", "apron"), (7, "-3.00", "Zinc")):
        booked(account, day, amount, text)

    shown = browser_of(ours).get(reverse("account", args=[account.pk]), {"sort": sort, "text": "", "first": "2026-01-01"}).content.decode()

    assert re.findall(r"/entries/[^>]*>(\w+)</a>", shown) == descriptions
    label = {"date": "Date", "text": "Description", "amount": "Amount"}[direction[0]]
    heads = re.findall(r'<th scope="col"[^>]*?(?: aria-sort="(\w+)")?><a href="([^"]*)">(\w+)</a>', shown)
    assert [(said, head) for said, _link, head in heads if said] == [(direction[1], label)]
    assert all("first=2026-01-01" in link for _said, link, _head in heads), "a sorted list keeps its filter"


@pytest.mark.django_db
def test_the_balance_after_each_entry_is_shown_in_order_of_days_only() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    for day, amount in ((3, "-100.00"), (5, "-20.00")):
        booked(account, day, amount)
    client = browser_of(ours)
    shown = {
        sort: re.sub(r"\s+", " ", client.get(reverse("account", args=[account.pk]), {"sort": sort}).content.decode())
        for sort in ("-date", "amount")
    }

    assert balances_shown(shown["-date"]) == ["€900.00", "€880.00"]
    assert balances_shown(shown["amount"]) == []
