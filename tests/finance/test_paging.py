"""Keyset pages: every row once, whatever is booked meanwhile."""

import uuid
from datetime import date

import pytest

from finance.models import Account, Transaction
from finance.paging import BadPageKey, PageKey
from tests.world import booked

A_ROW = "0f8fad5bd9cb469fa16570867728950e"


@pytest.mark.django_db
@pytest.mark.parametrize("newest_first", [True, False])
def test_pages_hold_every_row_once_in_order(account: Account, newest_first: bool) -> None:
    for number in range(23):
        booked(account, 1 + number % 3, "1.00")

    seen: list[Transaction] = []
    key = None
    while True:
        page = account.transactions.all().page(size=5, after=key, newest_first=newest_first)
        seen += page.rows
        if page.next_key is None:
            break
        key = PageKey.parse(str(page.next_key))

    assert seen == sorted(account.transactions.all(), key=lambda row: (row.booked_on, row.pk.hex), reverse=newest_first)


@pytest.mark.django_db
def test_a_row_booked_meanwhile_moves_no_page(account: Account) -> None:
    rows = [booked(account, number, "1.00") for number in (1, 2, 3, 4)]
    first = Transaction.objects.of(account.organization).page(size=2)
    booked(account, 1, "9.00")

    assert list(Transaction.objects.of(account.organization).page(size=2, after=first.next_key).rows) == rows[2:]


@pytest.mark.parametrize("text", ["", "x", "2026-01-01", "2026-01-01~", f"2026-13-01~{A_ROW}", f"~{A_ROW}"])
def test_a_key_that_somebody_made_up_is_refused(text: str) -> None:
    with pytest.raises(BadPageKey):
        PageKey.parse(text)


def test_a_key_survives_as_text() -> None:
    key = PageKey(booked_on=date(2026, 1, 31), id=uuid.uuid4())

    assert PageKey.parse(str(key)) == key
