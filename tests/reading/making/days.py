"""A day as one bank prints it."""

import datetime as dt
import re

from tests.reading.making.chance import Chance
from tests.reading.making.habits import Habits
from tests.reading.making.languages import Country

PARTS = re.compile(r"month|mon|DD|D|MM|M|yy|Y")


class Days:
    """The way of one bank with days: one pattern for rows, one with the whole year for labels."""

    def __init__(self, chance: Chance, habits: Habits, country: Country) -> None:
        self.habits, self.country = habits, country
        whole = [pattern for pattern in country.dates if "Y" in pattern]
        dated = whole if habits["period"] == "none" else country.dates  # two digits of a year need a whole one beside them
        self.row_pattern = chance.pick(dated if habits["year"] == "row" else country.short_dates)
        self.label_pattern = (
            country.long if habits["period"] == "long" else self.row_pattern if self.row_pattern in whole else chance.pick(whole)
        )

    def row(self, day: dt.date) -> str:
        text = self._written(day, "D" if self.habits["date_on"] == "month" else self.row_pattern)
        return f"{self.country.words['weekdays'][day.weekday()]} {text}" if self.habits["date_extra"] == "weekday" else text

    def plain(self, day: dt.date) -> str:
        """As in tables that are no rows."""
        return self._written(day, self.row_pattern)

    def label(self, day: dt.date) -> str:
        return self._written(day, self.label_pattern)

    def month(self, day: dt.date) -> str:
        return self._written(day, "month Y")

    def _written(self, day: dt.date, pattern: str) -> str:
        words = self.country.words
        parts = {
            "month": words["long_months"][day.month - 1],
            "mon": words["months"][day.month - 1],
            "DD": f"{day.day:02}",
            "D": str(day.day),
            "MM": f"{day.month:02}",
            "M": str(day.month),
            "yy": f"{day.year % 100:02}",
            "Y": str(day.year),
        }
        return PARTS.sub(lambda found: parts[found.group()], pattern)
