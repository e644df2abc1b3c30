"""Lists say of which signed-off statements the books changed since."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finance import entries
from finance.models import Account
from finance.templatetags.money import MINUS
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.reconcile.rechecks import weigh_again
from reconciliation.signoff.drift import moved_since
from reconciliation.signoff.services import reopen, sign_off
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.read_statements import only, paper, read_anew, read_in
from tests.world import booked

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(account: Account) -> Account:
    booked(account, 4, "-250.00", "Rent", external_id="t1")
    booked(account, 3, "-10.00", "Fee", month=2, external_id="t2")
    return account


@pytest.fixture
def partner(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user


@pytest.fixture
def months(account: Account, partner: User) -> list[StatementImport]:
    """January and February, signed off."""
    january = read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00"))
    february = read_in(account.organization, paper([(3, "-10.00", "Fee")], month=2, opening="750.00"))
    for each in (january, february):
        sign_off(statement=only(each), actor=partner)
    return [january, february]


def moved(months: list[StatementImport]) -> list[list[Decimal]]:
    found = moved_since(months[0].organization, [each.pk for each in months])
    return [[each.amount for each in found.get(one.pk, [])] for one in months]


def test_nothing_moved(months: list[StatementImport]) -> None:
    assert moved(months) == [[], []]


def test_the_statement_of_the_days_of_a_change_says_by_how_much(account: Account, months: list[StatementImport], partner: User) -> None:
    entries.edit(entry=account.transactions.get(external_id="t1"), by=partner, amount=Decimal("-262.30"))

    assert moved(months) == [[Decimal("-12.30")], []]


def test_two_changes_that_cancel_are_reported(account: Account, months: list[StatementImport]) -> None:
    booked(account, 7, "5.00", "in")
    booked(account, 8, "-5.00", "out")

    assert moved(months) == [[Decimal("0.00")], []]


def test_another_opening_moves_every_statement(account: Account, months: list[StatementImport]) -> None:
    account.opening_balance = Decimal("1001.00")
    account.save()

    assert moved(months) == [[Decimal("1.00")], [Decimal("1.00")]]


def test_a_reopened_statement_is_not_held_against_anything(account: Account, months: list[StatementImport], partner: User) -> None:
    reopen(statement=only(months[0]), actor=partner, reason="a late receipt")
    booked(account, 7, "5.00", "in")

    assert moved(months) == [[], []]


def test_the_queue_and_the_calendar_say_so(account: Account, months: list[StatementImport], partner: User) -> None:
    booked(account, 7, "-5.00", "late")
    client = Client()
    client.force_login(partner)

    queue = client.get(reverse("imports")).content.decode().replace(MINUS, "-")
    assert queue.count("Changed since reconciled by -5.00") == 1
    assert "changed since signed off" in client.get(reverse("account", args=[account.pk])).content.decode()


def test_two_queries_for_any_number(account: Account, months: list[StatementImport]) -> None:
    for number in (1, 2):
        with CaptureQueriesContext(connection) as queries:
            moved_since(account.organization, [each.pk for each in months[:number]])
        assert len(queries) == 2


def listed_as(each: StatementImport) -> str:
    each.refresh_from_db()
    return each.sign_off


def opening_day(account: Account, day: dt.date) -> None:
    """A change of the books that no answer shows: the balance is the same."""
    account.opening_date = day
    account.save()
    weigh_again(account.pk)


def test_the_list_follows_the_books_although_no_answer_changes(account: Account, months: list[StatementImport], partner: User) -> None:
    before = [each.runs.count() for each in months]
    assert [listed_as(each) for each in months] == ["closed", "closed"]

    opening_day(account, dt.date(2025, 12, 31))
    assert moved(months) == [[Decimal("0.00")], [Decimal("0.00")]]
    assert [listed_as(each) for each in months] == ["", ""]

    opening_day(account, dt.date(2026, 1, 1))
    assert [listed_as(each) for each in months] == ["closed", "closed"]
    assert [each.runs.count() for each in months] == before


def test_a_closed_statement_that_is_read_again_needs_a_person_if_its_books_or_its_rows_changed(
    account: Account, months: list[StatementImport]
) -> None:
    read_anew(months[1], paper([(3, "-10.00", "Fee")], month=2, opening="750.00"))
    assert listed_as(months[1]) == "closed"

    read_anew(months[1], paper([(3, "-11.00", "Fee")], month=2, opening="750.00"))
    assert listed_as(months[1]) == ""

    read_anew(months[1], paper([(3, "-10.00", "Fee")], month=2, opening="750.00"))
    booked(account, 7, "5.00", "in")
    read_anew(months[0], paper([(5, "-250.00", "Rent")], opening="1000.00"))
    assert listed_as(months[0]) == ""
