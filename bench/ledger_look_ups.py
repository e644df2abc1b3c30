"""Look-ups of pages, tools and writers in a ledger, by the product's own functions and in the plain way."""

import datetime as dt
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import cycle, islice
from statistics import median

from django.db import connection
from django.db.models import Sum
from django.db.models.functions import Lower

from bench.apart import Figures
from bench.bounds import BALANCE, BALANCES, COMMIT, COVERED_SUM, DEEP, MONTH, MONTH_OF_HEAVY, OFFSET, OURS, PEERS, SUM, WRITE
from finance.balances import book_balance, book_balances
from finance.ledger_writer import write_entries
from finance.models import Account, Transaction
from finance.paging import PageKey, sorted_page
from finance.views.accounts import LEDGER_BY, PAGE_SIZE

BATCHES, ROUNDS, PLAIN_ROUNDS = 15, 12, 1
MONTHS = [dt.date(year, month, 1) for year in range(2017, 2025) for month in (2, 5, 9)]
TWENTY = 20
Calls = Iterator[Callable[[], object]]
DEEPEST = 0.99
"""Of the account's entries, how many come before the page."""


def measured(heavy: Account) -> Figures:
    """Median milliseconds of a batch of calls: that of the quietest of some batches, since what else the machine does is nobody's."""
    calls, plain = _calls(heavy), _plain_calls(heavy)
    for look_up in (*calls.values(), *plain.values()):
        _timed(look_up, 2)
    batches: dict[str, list[float]] = {name: [] for name in (*OURS, *PEERS)}
    for _ in range(BATCHES):
        for name, look_up in calls.items():
            batches[name].append(_timed(look_up, ROUNDS))
        for name, look_up in plain.items():
            batches[name].append(_timed(look_up, PLAIN_ROUNDS))
    return {name: min(medians) for name, medians in batches.items()}


def _calls(heavy: Account) -> dict[str, Calls]:
    """Each in turn on other days, pages and accounts."""
    days = [day.replace(day=19) for day in MONTHS]
    ordinary = list(heavy.organization.accounts.exclude(pk=heavy.pk).order_by("pk")[:TWENTY])
    twenty = Account.objects.of(heavy.organization).filter(pk__in=[heavy.pk, *(account.pk for account in ordinary[1:])])
    return {
        MONTH: (partial(_month, account, month) for account, month in zip(cycle(ordinary), cycle(MONTHS), strict=True)),
        MONTH_OF_HEAVY: (partial(_first_page, heavy, month) for month in cycle(MONTHS)),
        DEEP: (partial(_page, heavy, key) for key in cycle(_deep_keys(heavy))),
        BALANCE: (partial(book_balance, heavy, day) for day in cycle(days)),
        BALANCES: (partial(book_balances, twenty, day) for day in cycle(days)),
        WRITE: (partial(_write, heavy, day) for day in cycle(days)),
        COMMIT: cycle([partial(_commit, heavy)]),
    }


def _plain_calls(heavy: Account) -> dict[str, Calls]:
    days = [day.replace(day=19) for day in MONTHS[-3:]]
    return {
        OFFSET: cycle([partial(_by_offset, heavy)]),
        SUM: (partial(_by_uncovered_sum, heavy, day) for day in cycle(days)),
        COVERED_SUM: (partial(_by_sum, heavy, day) for day in cycle(days)),
    }


def _timed(calls: Calls, rounds: int) -> float:
    return 1000 * median(_seconds(call) for call in islice(calls, rounds))


def _seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _month(account: Account, first: dt.date) -> list[Transaction]:
    return list(account.transactions.booked_between(first, _last(first)))


def _first_page(account: Account, first: dt.date) -> object:
    return account.transactions.booked_between(first, _last(first)).page(size=PAGE_SIZE)


def _page(account: Account, key: PageKey) -> object:
    rows = account.transactions.annotate(words=Lower("description"))
    return sorted_page(rows, LEDGER_BY.order("date"), PAGE_SIZE, [key.booked_on, key.id])


def _deep_keys(account: Account) -> list[PageKey]:
    """Return the first rows of the pages that are the farthest from the first page."""
    offset = _offset(account)
    rows = account.transactions.order_by("-booked_on", "-id")[offset : offset + PAGE_SIZE]
    return [PageKey(booked_on=row.booked_on, id=row.pk) for row in rows]


@cache
def _offset(account: Account) -> int:
    return int(DEEPEST * account.transactions.count())


def _by_offset(account: Account) -> list[Transaction]:
    offset = _offset(account)
    return list(account.transactions.order_by("-booked_on", "-id")[offset : offset + PAGE_SIZE + 1])


def _by_sum(account: Account, day: dt.date) -> int:
    return int(account.transactions.posted().filter(booked_on__lte=day).aggregate(units=Sum("amount_minor"))["units"])


def _by_uncovered_sum(account: Account, day: dt.date) -> int:
    """As where no index holds the amount: every entry is fetched."""
    with connection.cursor() as cursor:
        cursor.execute("SET enable_indexonlyscan = off")
        try:
            return _by_sum(account, day)
        finally:
            cursor.execute("RESET enable_indexonlyscan")


def _write(account: Account, day: dt.date) -> None:
    write_entries(by=None, added=[Transaction(account=account, booked_on=day, amount_minor=-1250, description="Payment")])


def _commit(account: Account) -> None:
    """Write one column of one row to the disk: the least that a write takes."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE finance_account SET name = name WHERE id = %s", [account.pk])


def _last(first: dt.date) -> dt.date:
    return (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
