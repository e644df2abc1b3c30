"""The booking day among a row's two days."""

import pytest

from reconciliation.reading.accounts.drafts import posting_roles
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.scanning.entries import Entry
from tests.reading.printed_rows import printed


def entry(*texts: str) -> Entry:
    days = [printed(text).days[0] for text in texts]
    return Entry(1, dict(zip(("date", "second"), days, strict=False)), {}, [], [])


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        ([("03/03/2024", "04/03/2024"), ("01/03/2024", "05/03/2024"), ("05/03/2024", "06/03/2024")], "second"),
        ([("03/03/2024", "04/03/2024"), ("05/03/2024", "05/03/2024")], "date"),
        ([("03/03/2024", "09/03/2024"), ("05/03/2024", "07/03/2024")], "date"),
        ([("03/03/2024", "04/03/2024"), ("01/03/2024",)], "date"),
    ],
)
def test_the_booking_day_is_the_column_in_order(rows: list[tuple[str, ...]], first: str) -> None:
    assert posting_roles([entry(*row) for row in rows], Calendar(day_first=True, certain=True))[0] == first


def test_a_day_without_a_heading_beside_that_of_the_transaction_is_the_bookings() -> None:
    days = [printed(text).days[0] for text in ("03/03/2024", "04/03/2024")]
    unnamed_day = Entry(1, {"transaction": days[0], "second": days[1]}, {}, [], [])

    roles = posting_roles([unnamed_day], Calendar(day_first=True, certain=True))

    assert next(role for role in roles if role in unnamed_day.days) == "second"


def test_rows_with_both_days_named_leave_the_choice_to_the_order_of_others() -> None:
    """On one page of a table the headings are understood, on another not."""
    unnamed = [entry("05/03/2024", "07/03/2024"), entry("03/03/2024", "08/03/2024"), entry("06/03/2024", "08/03/2024")]
    days = [printed(text).days[0] for text in ("09/03/2024", "10/03/2024")]
    named = Entry(2, {"transaction": days[0], "date": days[1]}, {}, [], [])

    assert posting_roles([*unnamed, named], Calendar(day_first=True, certain=True))[0] == "second"
