"""docs/tutorial/books.csv: the January sample books without the bank's fee."""

import csv
import io

from samples.checking import FIRST

LEFT_OUT = "Bank fee"


def page() -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["Date", "Description", "Amount"])
    for booking in FIRST.bookings():
        if booking.description != LEFT_OUT:
            rows.writerow([booking.day.isoformat(), booking.description, f"{booking.amount:.2f}"])
    return out.getvalue()
