"""A checking account: January agrees with the books, February leaves a cheque outstanding."""

import datetime as dt
from decimal import Decimal

from samples.statement import Booking, Sample
from samples.statement import booked_row as row

HOLDER = "Marlow Street Pottery"


def january(day: int) -> dt.date:
    return dt.date(2026, 1, day)


def february(day: int) -> dt.date:
    return dt.date(2026, 2, day)


FIRST = Sample(
    file="checking-2026-01.pdf",
    institution="Harbour & Vale Bank",
    title="Business current account",
    account="Harbour & Vale current account",
    kind="checking",
    currency="EUR",
    number="40827316",
    holder=HOLDER,
    first=january(1),
    last=january(31),
    opening=Decimal("4318.40"),
    rows=(
        row(january(2), "STANDING ORDER QUAYSIDE LETTINGS", "-1150.00", "Quayside Lettings, rent"),
        row(january(2), "CARD 3316 TILDE & SONS GLAZES", "-86.35", "Tilde & Sons, glazes", lag=1),
        row(january(5), "TRANSFER FROM CORNER GALLERY INV 1041", "640.00", "Corner Gallery, invoice 1041"),
        row(january(6), "DIRECT DEBIT NORTHGRID POWER", "-212.78", "Northgrid Power, kiln"),
        row(january(7), "CARD 3316 MILL LANE BAKERY", "-14.20", "Mill Lane Bakery", lag=1),
        row(january(8), "CHEQUE 000411", "-95.00", "Cheque 411, window cleaner", lag=3, number="411"),
        row(january(9), "TRANSFER FROM A. PELLOW", "75.00", "A. Pellow, evening class", lag=1),
        row(january(12), "CARD 3316 OAKDEN TIMBER", "-47.99", "Oakden Timber, shelves", lag=2),
        row(january(13), "DIRECT DEBIT BRIGHTLINE BROADBAND", "-39.00", "Brightline Broadband"),
        row(january(14), "TRANSFER FROM THE TEA ROOMS INV 1043", "318.50", "The Tea Rooms, invoice 1043"),
        row(january(15), "CARD 3316 CLAYWORKS SUPPLY", "-264.10", "Clayworks Supply, stoneware", lag=1),
        row(january(16), "CARD 3316 MILL LANE BAKERY", "-9.80", "Mill Lane Bakery", lag=1),
        row(january(19), "CASH PAID IN", "420.00", "Market stall takings", lag=2),
        row(january(20), "DIRECT DEBIT TOWN COUNCIL RATES", "-188.00", "Town council, rates"),
        row(january(21), "CARD 3316 HALYARD COURIERS", "-31.45", "Halyard Couriers, parcels", lag=1),
        row(january(22), "TRANSFER FROM CORNER GALLERY INV 1047", "905.00", "Corner Gallery, invoice 1047"),
        row(january(23), "CHEQUE 000412", "-130.00", "Cheque 412, kiln service", lag=2, number="412"),
        row(january(26), "CARD 3316 SPARROW STATIONERS", "-22.60", "Sparrow Stationers", lag=1),
        row(january(27), "TRANSFER TO SAVINGS FERNHILL", "-500.00", "To savings"),
        row(january(28), "SALARY J. ROWE", "-1240.00", "Salary, J. Rowe"),
        row(january(29), "TRANSFER FROM B. OKORO", "75.00", "B. Okoro, evening class"),
        row(january(30), "CARD 3316 OAKDEN TIMBER", "-18.75", "Oakden Timber, pallets", lag=1),
        row(january(30), "MONTHLY ACCOUNT FEE", "-8.50", "Bank fee"),
    ),
)

SECOND = Sample(
    file="checking-2026-02.pdf",
    institution=FIRST.institution,
    title=FIRST.title,
    account=FIRST.account,
    kind=FIRST.kind,
    currency=FIRST.currency,
    number=FIRST.number,
    holder=HOLDER,
    first=february(1),
    last=february(28),
    opening=FIRST.closing,
    rows=(
        row(february(2), "STANDING ORDER QUAYSIDE LETTINGS", "-1150.00", "Quayside Lettings, rent"),
        row(february(4), "TRANSFER FROM THE TEA ROOMS INV 1049", "452.00", "The Tea Rooms, invoice 1049"),
        row(february(6), "DIRECT DEBIT NORTHGRID POWER", "-198.13", "Northgrid Power, kiln"),
        row(february(9), "CARD 3316 CLAYWORKS SUPPLY", "-141.60", "Clayworks Supply, porcelain", lag=1),
        row(february(13), "DIRECT DEBIT BRIGHTLINE BROADBAND", "-39.00", "Brightline Broadband"),
        row(february(17), "CASH PAID IN", "510.00", "Market stall takings", lag=1),
        row(february(20), "DIRECT DEBIT TOWN COUNCIL RATES", "-188.00", "Town council, rates"),
        row(february(24), "TRANSFER FROM CORNER GALLERY INV 1052", "1260.00", "Corner Gallery, invoice 1052"),
        row(february(26), "SALARY J. ROWE", "-1240.00", "Salary, J. Rowe"),
        row(february(27), "MONTHLY ACCOUNT FEE", "-8.50", "Bank fee"),
    ),
    only_booked=(Booking(day=february(25), amount=Decimal("-165.00"), description="Cheque 413, van repair", number="413"),),
)
