"""A credit card whose books are wrong in three ways: digits transposed, a fee that nobody booked, a purchase booked twice."""

import datetime as dt
from decimal import Decimal

from samples.statement import Booking, Sample
from samples.statement import booked_row as row


def december(day: int) -> dt.date:
    return dt.date(2025, 12, day)


def january(day: int) -> dt.date:
    return dt.date(2026, 1, day)


CARD = Sample(
    file="card-2026-01.pdf",
    institution="Lantern Card Company",
    title="Credit card statement",
    account="Lantern card",
    kind="credit_card",
    currency="USD",
    number="7702",
    holder="Marlow Street Pottery",
    first=december(29),
    last=january(28),
    opening=Decimal("-642.18"),
    rows=(
        row(december(31), "BLUEBELL FLORISTS", "-38.00", "Bluebell Florists", lag=1),
        row(january(3), "KITE & CO HARDWARE", "-54.00", "Kite & Co Hardware", lag=1, as_amount="-45.00"),
        row(january(5), "RIVERSIDE PARKING", "-12.50", "Riverside Parking", lag=1),
        row(january(8), "PAYMENT RECEIVED THANK YOU", "642.18", "Card payment"),
        row(january(10), "OLD PRESS BOOKSHOP", "-27.95", "Old Press Bookshop", lag=1),
        row(january(13), "MEADOW VETS", "-96.40", "Meadow Vets", lag=1),
        row(january(15), "COPPER KETTLE CAFE", "-18.60", "Copper Kettle Cafe", lag=1),
        row(january(17), "REFUND OLD PRESS BOOKSHOP", "27.95", "Old Press Bookshop, refund", lag=1),
        row(january(20), "SADDLER ROW SHOES", "-119.00", "Saddler Row Shoes", lag=1),
        row(january(23), "MERIDIAN RAIL", "-64.30", "Meridian Rail, fair", lag=1),
        row(january(28), "LATE PAYMENT FEE", "-15.00"),
    ),
    only_booked=(Booking(day=january(18), amount=Decimal("-12.50"), description="Riverside Parking"),),
)
