"""The monthly sums are those of the entries after any write in any way; the database itself updates them."""

import datetime as dt
import random
from collections import Counter
from importlib import import_module

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client

from finance.models import Account, MonthlySum, Transaction
from finance.money import LARGEST
from people.models import Organization
from tests.finance.monthly.writes import Writer
from tests.world import booked

pytestmark = pytest.mark.django_db
ALL = "the test looks at all"
TRIGGERS = import_module("finance.migrations.0003_monthly_sum_triggers")


def kept() -> dict[tuple[object, dt.date], tuple[int, int]]:
    rows = MonthlySum.objects.across_organizations(ALL).values_list("account", "month", "amount_minor", "entries")
    return {(account, month): (units, count) for account, month, units, count in rows if (units, count) != (0, 0)}


def sums_of_entries() -> dict[tuple[object, dt.date], tuple[int, int]]:
    units: Counter[tuple[object, dt.date]] = Counter()
    count: Counter[tuple[object, dt.date]] = Counter()
    for row in Transaction.objects.across_organizations(ALL):
        if row.status == "posted" and not row.is_excluded:
            month = (row.account_id, row.booked_on.replace(day=1))
            units[month] += row.amount_minor
            count[month] += 1
    return {month: (units[month], count[month]) for month in count}


@pytest.mark.parametrize("seed", range(6))
def test_after_any_writes_in_any_way_the_sums_are_those_of_the_entries(organization: Organization, owner: User, seed: int) -> None:
    chance, admin = random.Random(seed), Client()  # noqa: S311  a seed gives the same writes again
    admin.force_login(User.objects.create_superuser("root"))
    opened = {"currency": "EUR", "opening_balance_minor": 100_00, "opening_date": dt.date(2026, 1, 1)}
    accounts = [organization.accounts.create(name=name, **opened) for name in ("First", "Second")]
    writer = Writer(chance, accounts, owner, admin)
    ways = [*writer.ways(), *writer.ways()]
    chance.shuffle(ways)

    writer.creates_many()
    for way in ways:
        way()
        assert kept() == sums_of_entries(), way.__name__

    accounts[0].delete()
    assert kept() == sums_of_entries()
    assert not MonthlySum.objects.across_organizations(ALL).filter(account=accounts[0].pk).exists()


def test_an_entry_that_is_not_posted_or_is_left_out_is_in_no_sum(account: Account) -> None:
    booked(account, 2, "1.00", status="pending")
    booked(account, 2, "2.00", status="void")
    booked(account, 2, "4.00", is_excluded=True)

    assert kept() == {}


def test_a_change_of_words_leaves_the_sums_untouched(account: Account) -> None:
    booked(account, 2, "1.00")
    booked(account, 3, "-1.00")

    account.transactions.update(description="Tea", locked_by="2026-01")

    assert kept() == {(account.pk, dt.date(2026, 1, 1)): (0, 2)}


def test_a_sum_that_no_column_holds_is_refused_rather_than_rounded(account: Account) -> None:
    account.transactions.create(booked_on=dt.date(2026, 1, 2), amount_minor=LARGEST)

    with pytest.raises(DatabaseError), transaction.atomic():
        account.transactions.create(booked_on=dt.date(2026, 1, 3), amount_minor=LARGEST)

    assert kept() == sums_of_entries()


def test_every_trigger_is_there_after_the_last_migration() -> None:
    """SQLite loses the triggers of a table that a migration makes again."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'sums_%'")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'sums_%'")
        found = {name for (name,) in cursor.fetchall()}

    wanted = {line.split()[2] for line in TRIGGERS.POSTGRESQL if "TRIGGER" in line.split()[1]}
    assert found == (wanted if connection.vendor == "postgresql" else TRIGGERS.SQLITE.keys())
