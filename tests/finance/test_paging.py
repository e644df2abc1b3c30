"""Keyset pages: every row appears once, also while entries are added."""

import uuid
from datetime import date

import pytest
from django.db.models.functions import Lower

from finance.models import Account, Transaction
from finance.paging import BadPageKey, PageKey, sorted_page, values_of_key
from finance.views.accounts import LEDGER_BY
from tests.world import booked

A_ROW = "0f8fad5bd9cb469fa16570867728950e"


@pytest.mark.django_db
def test_pages_hold_every_row_once_in_order(account: Account) -> None:
    for number in range(23):
        booked(account, 1 + number % 3, "1.00")

    seen: list[Transaction] = []
    key = None
    while True:
        page = account.transactions.all().page(size=5, after=key)
        seen += page.rows
        if page.next_key is None:
            break
        key = PageKey.parse(str(page.next_key))

    assert seen == sorted(account.transactions.all(), key=lambda row: (row.booked_on, row.pk.hex))


@pytest.mark.django_db
def test_a_row_booked_meanwhile_moves_no_page(account: Account) -> None:
    rows = [booked(account, number, "1.00") for number in (1, 2, 3, 4)]
    first = Transaction.objects.of(account.organization).page(size=2)
    booked(account, 1, "9.00")

    assert list(Transaction.objects.of(account.organization).page(size=2, after=first.next_key).rows) == rows[2:]


@pytest.mark.parametrize("text", ["", "x", "2026-01-01", "2026-01-01~", f"2026-13-01~{A_ROW}", f"~{A_ROW}"])
def test_an_invented_key_is_refused(text: str) -> None:
    with pytest.raises(BadPageKey):
        PageKey.parse(text)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["date", "-date", "text", "-text", "amount", "-amount"])
def test_pages_of_each_order_hold_every_row_once(account: Account, name: str) -> None:
    texts = ["Rent", "", "rent", "A ~ B", "~", "Zoo"]
    for number in range(23):
        booked(account, 1 + number % 3, f"{number % 5}.00", description=texts[number % len(texts)])
    order = LEDGER_BY.order(name)

    seen: list[Transaction] = []
    key: list[object] = []
    while not seen or key:
        page = sorted_page(account.transactions.annotate(words=Lower("description")), order, 5, key)
        seen += page.rows
        key = values_of_key(page.next_key, order)

    values = {
        "date": lambda row: (row.booked_on, row.pk.hex),
        "text": lambda row: (row.description.lower(), row.pk.hex),
        "amount": lambda row: (row.amount, row.pk.hex),
    }
    assert len(seen) == 23
    assert seen == sorted(seen, key=values[order.key], reverse=not order.is_rising)


@pytest.mark.parametrize("text", ["", "x", "2026-01-01", "2026-01-01~", f"2026-13-01~{A_ROW}", f"~{A_ROW}", f"2026-01-01~{A_ROW}\0"])
def test_an_invented_key_of_an_order_has_no_values(text: str) -> None:
    assert values_of_key(text, LEDGER_BY.order("date")) == []


def test_a_key_survives_as_text() -> None:
    key = PageKey(booked_on=date(2026, 1, 31), id=uuid.uuid4())

    assert PageKey.parse(str(key)) == key
