"""A savings account that the books do not have."""

import datetime as dt
from decimal import Decimal

from samples.statement import Sample
from samples.statement import booked_row as row


def quarter(month: int, day: int) -> dt.date:
    return dt.date(2026, month, day)


SAVINGS = Sample(
    file="savings-2026-q1.pdf",
    institution="Fernhill Savings Society",
    title="Savings statement",
    account="Fernhill savings",
    kind="savings",
    currency="GBP",
    number="5519024",
    holder="Marlow Street Pottery",
    first=quarter(1, 1),
    last=quarter(3, 31),
    opening=Decimal("12400.00"),
    rows=(
        row(quarter(1, 15), "Transfer received from holder", "500.00"),
        row(quarter(1, 30), "Interest", "21.35"),
        row(quarter(2, 16), "Transfer received from holder", "350.00"),
        row(quarter(2, 27), "Interest", "21.90"),
        row(quarter(3, 3), "Withdrawal to nominated account", "-1200.00"),
        row(quarter(3, 31), "Interest", "20.75"),
    ),
)
