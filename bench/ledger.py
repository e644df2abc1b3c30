"""Books of millions of entries, made by PostgreSQL itself: one account with a twenty-fifth of them, the rest in ordinary ones."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from finance.balances import rebuild
from finance.models import Account
from tests.factories import OrganizationFactory

FIRST_DAY = dt.date(2016, 1, 1)
DAYS = 3_653
HEAVY = 25
"""One entry in so many is the heavy account's."""
ORDINARY = 2_000
"""Entries of each of the others."""
BATCH = 1_000_000
ROWS = """INSERT INTO finance_transaction (id, account_id, external_id, booked_on, amount_minor, description, status, is_excluded,
        reference, number, is_brought_forward, origin, locked_by, created_at)
    SELECT gen_random_uuid(),
        accounts.keys[CASE WHEN row %% %(heavy)s = 0 THEN 1 ELSE 2 + row %% (array_length(accounts.keys, 1) - 1) END],
        'made-' || row, %(first)s::date + (row * 7919 %% %(days)s)::int, row * 37 %% 50000 - 25000, 'Payment ' || row %% 997,
        'posted', false, '', '', false, '', '', now()
    FROM generate_series(%(since)s::bigint, %(until)s::bigint) AS row, (SELECT %(keys)s::uuid[] AS keys) AS accounts"""


def fill(count: int) -> Account:
    """The heavy account of a database that was empty."""
    organization = OrganizationFactory.create(name="Books", slug="books")
    accounts = organization.accounts.bulk_create(
        Account(organization=organization, name=f"Account {number}", currency="EUR", opening_balance_minor=0, opening_date=FIRST_DAY)
        for number in range(1 + max(count // ORDINARY, 40))
    )
    insert(accounts, count, first=FIRST_DAY, days=DAYS)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")  # what the filling left to be written is on the disk before anything is measured
    return accounts[0]


def past(account: Account, count: int, *, first: dt.date, days: int) -> None:
    """So many entries of one account, spread over these days."""
    insert([account, account], count, first=first, days=days)


def insert(accounts: list[Account], count: int, *, first: dt.date, days: int) -> None:
    """The first of the accounts gets its part, and the others the rest."""
    parameters: dict[str, Any] = {"heavy": HEAVY, "first": first, "days": days, "keys": [account.pk for account in accounts]}
    with connection.cursor() as cursor, without_indexes():
        for since in range(0, count, BATCH):
            cursor.execute(ROWS, parameters | {"since": since, "until": min(since + BATCH, count) - 1})
    for account in accounts:
        rebuild(account)


@contextmanager
def without_indexes() -> Iterator[None]:
    """Rows go in without indexes, checks of keys and triggers; the indexes are made once they are there."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'finance_transaction' AND indexname NOT IN"
            " (SELECT conname FROM pg_constraint WHERE contype = 'p')"
        )
        indexes = cursor.fetchall()
        for name, _definition in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        cursor.execute("SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET synchronous_commit = off")
        yield
        for _name, definition in indexes:
            cursor.execute(definition)
        cursor.execute("RESET session_replication_role; RESET maintenance_work_mem; RESET synchronous_commit")
