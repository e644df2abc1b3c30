"""The table of months and days of the week."""

from reconciliation.reading.tokens.dates import WEEKDAYS, months
from scripts.calendar_names import TABLE, written


def test_the_table_is_as_its_script_writes_it() -> None:
    assert TABLE.read_text(encoding="utf-8") == written(), "python -m scripts.calendar_names"


def test_months_and_weekdays_are_known_in_many_languages() -> None:
    assert [months()[name] for name in ("january", "marz", "aout", "dic", "styczen", "ocak")] == [1, 3, 8, 12, 1, 1]
    assert {"monday", "montag", "lun", "tisdag"} <= WEEKDAYS
