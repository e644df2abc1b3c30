"""Days written like figures, as 05.03, where the point is the decimal mark too: told from figures by how a document's rows begin."""

import itertools
import re
from collections.abc import Sequence

from reconciliation.reading.tokens.dates import WEEKDAYS, fold
from reconciliation.reading.tokens.rows import Row

BEFORE = r"(?:[^\W\d_]{2,4}\.?[ \t]+|\d{1,6}[ \t]+)?"  # a day of the week, or the number of a row or a check
DAY = r"(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])"
DAYS = re.compile(rf"{BEFORE}{DAY}(?:[ \t]+{DAY})?(?=[ \t])")
BEHIND = re.compile(rf"[ \t]+(?P<weekday>[^\W\d_]{{2,4}})\.?[ \t]+{DAY}(?=[ \t])")
FIGURE = re.compile(rf"{BEFORE}[\d',]*\d\.\d\d(?=[ \t])")
MORE = re.compile(r"\d\.\d\d(?![\d.,])")
WORDS = re.compile(r"[^\W\d_]{3,}")
FEWEST, STEADY = 3, 0.9  # rows whose days run one way; the share of their steps that do


def writes_days_with_points(rows: Sequence[Row]) -> bool:
    """Do all rows of words that begin with such a number begin with a day: with a figure behind it, or in the order of days?"""
    found = [(row.text, match) for row in rows if WORDS.search(row.text) and (match := FIGURE.match(row.text)) and _may_lead(match)]
    days = [(text, match) for text, _ in found if (match := DAYS.match(text))]
    if not days or len(days) < len(found):
        return False
    followed = sum(bool(MORE.search(text, match.end())) for text, match in days)
    return 2 * followed >= len(days) or _run([match[0] for _, match in days])


def end_of_days(text: str) -> int:
    """Where the days end that a row begins with, each perhaps behind its day of the week; 0 where it begins with none."""
    match = DAYS.match(text)
    behind = BEHIND.match(text, match.end()) if match else None
    return behind.end() if behind and fold(behind["weekday"]) in WEEKDAYS else match.end() if match else 0


def _may_lead(match: re.Match[str]) -> bool:
    """Does no word stand before it but a day of the week? Then it may be a day itself."""
    word = re.match(r"[^\W\d_]+", match[0])
    return word is None or fold(word[0]) in WEEKDAYS


def _run(days: Sequence[str]) -> bool:
    """Do they run from the first to the last, or back?"""
    order = [tuple(reversed(re.findall(r"\d\d", day)[-2:])) for day in days]
    rises = sum(after >= before for before, after in itertools.pairwise(order))
    falls = sum(after <= before for before, after in itertools.pairwise(order))
    return len(days) >= FEWEST and max(rises, falls) >= STEADY * (len(days) - 1)
