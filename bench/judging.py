"""A row is right if day, amount and sign are those of the truth."""

import calendar
import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

ISO = re.compile(r"\d{4}-\d\d-\d\d")


class Row(NamedTuple):
    """A true row; no day where none is printed."""

    day: dt.date | None
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of rows over some documents, and of documents with every row right and none too many."""

    right: int = 0
    found: int = 0
    true: int = 0
    whole: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.true if self.true else 0.0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.right + other.right, self.found + other.found, self.true + other.true, self.whole + other.whole)


def judged(given: Sequence[tuple[str, str]], true: Iterable[Row]) -> Score:
    """One document: day and amount as the reader gave them, each true row used once."""
    left = list(true)
    rows = len(left)
    right = 0
    for day, amount in given:
        match = next((row for row in left if row.amount == Decimal(amount) and says(day, row.day)), None)
        if match:
            left.remove(match)
            right += 1
    return Score(right, len(given), rows, int(right == len(given) == rows))


def says(text: str, day: dt.date | None) -> bool:
    """A date that is not in ISO form gets the benefit of the doubt: day and month in either order, the year left out."""
    if day is None or ISO.fullmatch(text):
        return text == (day.isoformat() if day else "")
    parts = re.findall(r"\d+|[^\W\d]+", text.lower())
    numbers = {int(part) for part in parts if part.isdecimal()}
    named = any(part.startswith(calendar.month_abbr[day.month].lower()) for part in parts)
    return day.day in numbers and (named or day.month in numbers)
