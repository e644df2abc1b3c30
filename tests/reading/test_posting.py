"""Which of a row's two days is the booking day."""

import pytest

from reconciliation.reading.calendar import Calendar
from reconciliation.reading.entries import Entry
from reconciliation.reading.posting import posting_roles
from tests.reading.test_dates import printed


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
def test_it_is_the_one_that_runs_in_order(rows: list[tuple[str, ...]], first: str) -> None:
    assert posting_roles([entry(*row) for row in rows], Calendar(day_first=True, certain=True))[0] == first
