"""Two write to one month at the same moment, neither holding the account: nothing of either is missing in its sum."""

import pytest
from django.db import transaction

from finance import ledger_writer
from finance.balances import deviations_of
from finance.models import Account, Transaction
from tests.concurrency.racing import race, vendor
from tests.factories import AccountFactory
from tests.world import booked

pytestmark = pytest.mark.postgres


@pytest.fixture
def account(address: str) -> Account:
    assert vendor() == "postgresql"
    return AccountFactory.create()


def summed(account: Account) -> list[tuple[int, int]]:
    assert list(deviations_of(account)) == []
    return list(account.monthly_sums.order_by("month").values_list("amount_minor", "entries"))


def write_and_wait(account: Account, day: int) -> None:
    with transaction.atomic():
        booked(account, day, "-1.00", "First")
        ledger_writer.hold_entries(account, [], held_by="")


def test_the_first_entries_of_a_month(account: Account, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    race(
        monkeypatch,
        address,
        first=lambda: write_and_wait(account, 3),
        second=lambda: booked(account, 4, "-2.00", "Second"),
        stops_at=(ledger_writer, "hold_entries"),
    )

    assert summed(account) == [(-300, 2)]


def test_an_entry_that_is_removed_while_another_is_added(account: Account, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before: Transaction = booked(account, 2, "-4.00", "Before")

    race(
        monkeypatch,
        address,
        first=lambda: write_and_wait(account, 3),
        second=lambda: account.transactions.filter(pk=before.pk).delete(),
        stops_at=(ledger_writer, "hold_entries"),
    )

    assert summed(account) == [(-100, 1)]
