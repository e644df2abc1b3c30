"""The currency of an interim report is that of its limit, which every report has, if it has no balance and no sums."""

import pytest

from tests.finance.imports.reading import parsed

REPORT = ":20:REF\n:25:1234567890\n:28C:1/1\n:34F:{limit}\n:13D:2604011200+0100\n:61:260105C12,50NMSCNONREF\n:86:Rent\n-\n"


@pytest.mark.parametrize("limit", ["USD0,", "USDD5,00"])
def test_the_rows_of_a_report_are_in_the_currency_of_its_limit(limit: str) -> None:
    (part,) = parsed(REPORT.format(limit=limit).encode()).accounts

    assert part.currency == "USD"
    assert [row.currency for row in part.rows] == ["USD"]


def test_a_report_without_any_currency_is_in_none() -> None:
    (part,) = parsed(REPORT.replace(":34F:{limit}\n", "").encode()).accounts

    assert [row.currency for row in part.rows] == [""]
