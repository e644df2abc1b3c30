"""Wrong sums are found, named, and calculated again."""

import datetime as dt
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from finance.balances import book_balance, book_balances
from finance.models import Account
from tests.world import booked

pytestmark = pytest.mark.django_db


def said(**options: object) -> str:
    told = StringIO()
    call_command("check_balances", stdout=told, **options)
    return told.getvalue().strip()


@pytest.fixture
def spoiled(account: Account) -> Account:
    booked(account, 2, "1.00")
    booked(account, 2, "2.00", month=2)
    account.monthly_sums.filter(month=dt.date(2026, 2, 1)).update(amount_minor=7)
    account.monthly_sums.create(month=dt.date(2026, 5, 1), amount_minor=1, entries=1)
    return account


def test_correct_sums_are_reported_as_correct(account: Account) -> None:
    booked(account, 2, "1.00")
    booked(account, 3, "1.00").delete()

    assert said() == "Every monthly sum equals the sum of its entries."


def test_each_month_that_differs_is_named(spoiled: Account, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("check_balances")

    assert capsys.readouterr().out.splitlines() == [
        "household, Checking, 2026-02: kept 7 minor units of 1 entries, booked 200 of 1",
        "household, Checking, 2026-05: kept 1 minor units of 1 entries, booked 0 of 0",
    ]


def test_sums_that_differ_are_rebuilt(spoiled: Account) -> None:
    assert said(rebuild=True).endswith("Accounts whose sums were made anew: 1.")
    assert said() == "Every monthly sum equals the sum of its entries."


def test_an_organization_is_checked_by_itself(spoiled: Account, their_account: Account) -> None:
    assert said(organization=their_account.organization.slug) == "Every monthly sum equals the sum of its entries."
    with pytest.raises(CommandError, match="nowhere"):
        said(organization="nowhere")


@pytest.mark.parametrize("day", [dt.date(2026, 2, 1), dt.date(2026, 2, 2), dt.date(2026, 2, 28), dt.date(2026, 3, 1), dt.date.max, None])
def test_a_balance_is_of_whole_months_and_the_days_of_the_last(account: Account, day: dt.date | None) -> None:
    for month in (1, 2, 3):
        for number in (1, 2, 28):
            booked(account, number, f"{month}.0{number % 10}", month=month)
    counted = account.transactions.posted().filter(booked_on__lte=day or dt.date.max)
    by_hand = Decimal(100) + sum(row.amount for row in counted)

    assert book_balance(account, day) == by_hand
    assert book_balances(Account.objects.of(account.organization), day) == {account.pk: by_hand}
