"""Rows that grow with the books are looked up: no page, balance or tool reads or counts a whole history."""

import datetime as dt
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from finance.balances import book_balance, book_balances, with_extent
from finance.models import Account, Transaction
from finance.models.ledger import TransactionQuerySet
from finance.paging import PageKey, sorted_page
from finance.views.accounts import LEDGER_BY
from tests.world import booked

pytestmark = pytest.mark.django_db
KEY = PageKey(booked_on=dt.date(2026, 1, 20), id=uuid.UUID(int=2**127))


@pytest.fixture
def full(account: Account) -> Account:
    """As the planner sees a large table: it has no other way than the indexes."""
    made = [Transaction(account=account, booked_on=dt.date(2026, 1 + n % 12, 1 + n % 28), amount_minor=n) for n in range(600)]
    account.transactions.bulk_create(made)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
            cursor.execute("SET LOCAL enable_sort = off")
    return account


def plans(asked: CaptureQueriesContext) -> list[str]:
    found = []
    with connection.cursor() as cursor:
        for query in [each["sql"] for each in asked.captured_queries]:
            cursor.execute(("EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN ") + query)
            found.append("\n".join(str(row[-1]) for row in cursor.fetchall()))
    return found


def assert_looked_up(plan: str, *indexes: str) -> None:
    assert [name for name in indexes if name not in plan] == [], plan
    assert "Seq Scan" not in plan, plan
    assert "SCAN" not in plan, plan
    assert "Sort" not in plan, plan
    assert "TEMP B-TREE" not in plan, plan


def by_day(rows: TransactionQuerySet) -> None:
    rows.page(size=50, after=KEY)


def as_the_account_lists_it(rows: TransactionQuerySet) -> None:
    sorted_page(rows.annotate(words=Lower("description")), LEDGER_BY.order("date"), 50, [KEY.booked_on, KEY.id])


@pytest.mark.parametrize("read", [by_day, as_the_account_lists_it])
def test_a_deep_page_begins_at_its_place_in_the_index(full: Account, read: Callable[[TransactionQuerySet], None]) -> None:
    with CaptureQueriesContext(connection) as asked:
        read(full.transactions.all())

    (plan,) = plans(asked)
    assert_looked_up(plan, "transactions_by_day")
    assert re.search(r"\(?booked_on, ?id\)|ROW\(booked_on, id\)", plan), "the day and the key are looked up as one"
    assert "OFFSET" not in asked.captured_queries[0]["sql"]


def test_a_month_of_an_account_is_a_stretch_of_the_index(full: Account) -> None:
    with CaptureQueriesContext(connection) as asked:
        list(full.transactions.booked_between(dt.date(2026, 3, 1), dt.date(2026, 3, 31)))

    assert_looked_up(*plans(asked), "transactions_by_day")


def test_a_balance_reads_monthly_sums_and_the_days_of_one_month(full: Account) -> None:
    with CaptureQueriesContext(connection) as asked:
        book_balance(full, dt.date(2026, 7, 9))

    (plan,) = plans(asked)
    sums = "one_sum_a_month" if connection.vendor == "postgresql" else "finance_monthlysum_1"
    assert_looked_up(plan, sums, "posted_amounts")
    assert """"booked_on" BETWEEN""" in asked.captured_queries[0]["sql"]


def test_todays_balances_read_no_entry(full: Account) -> None:
    with CaptureQueriesContext(connection) as asked:
        book_balances(Account.objects.of(full.organization))

    assert "finance_transaction" not in asked.captured_queries[0]["sql"]


def test_how_much_an_account_has_is_not_counted(full: Account, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    booked(full, 2, "1.00", status="pending")
    accounts: QuerySet[Any] = with_extent(Account.objects.of(full.organization))
    with django_assert_num_queries(1), CaptureQueriesContext(connection) as asked:
        (found,) = accounts.values_list("entries", "first", "last")

    assert found == (600, dt.date(2026, 1, 1), dt.date(2026, 12, 28))
    assert "COUNT(" not in asked.captured_queries[0]["sql"]


@pytest.mark.parametrize("day", [dt.date(2026, 7, 9), None])
def test_twenty_balances_are_one_query(account: Account, day: dt.date | None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(19):
        account.organization.accounts.create(name=f"Account {number}", currency="EUR")

    with django_assert_num_queries(1):
        assert len(book_balances(Account.objects.of(account.organization), day)) == 20
