"""Rows that print only the day of the month, below a row that names the month."""

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from reconciliation.reading.tokens.dates import Day, fold, months
from reconciliation.reading.tokens.printed import Printed

MONTH = re.compile(r"([^\W\d_]{3,})\.?,?(?: (?:de |del |of )?((?:19|20)\d\d))?")
DAY = re.compile(r"([1-9]|0[1-9]|[12]\d|3[01])\.?")
FEWEST_WORDS = 2  # of a row
LONGEST_COUNT = 4  # digits of a number that counts the rows
SAME_COLUMN = 4.0  # points by which the days may differ at their common edge
STEADY, MOSTLY = 0.9, 0.5  # of the steps from day to day, and from month to month, that go one way


def with_months(rows: Sequence[Printed]) -> list[Printed]:
    """The rows, those below a month's name with the day that they begin with; unchanged where such numbers do not run like days."""
    dated = {index: day for index, day in _days(rows).items() if rows[index].figures or not rows[index].days}
    dated = _without_sheets(rows, dated)
    dated = _without_counts(rows, _in_one_column(dated))
    if not _run(rows, dated):
        return [*rows]
    return [_with_day(printed, dated[index]) if index in dated else printed for index, printed in enumerate(rows)]


def _days(rows: Sequence[Printed]) -> dict[int, Day]:
    found: dict[int, Day] = {}
    month: tuple[int, int | None] | None = None
    for index, printed in enumerate(rows):
        named = _month(printed)
        month = named or month
        word = printed.row.words[0]
        match = DAY.fullmatch(word.text)
        if month is None or named or match is None or len(printed.row.words) < FEWEST_WORDS:
            continue
        if _is_figure(printed):
            continue
        day = Day(int(match[1]), month[0], month[1], 0, len(word.text), named=True, x0=word.x0, x1=word.x1)
        if day.possible(day_first=True):
            found[index] = day
    return found


def _is_figure(printed: Printed) -> bool:
    """Is the row one figure and nothing else, as below its name in a summary?"""
    return any(figure.start == 0 and figure.end >= len(printed.row.text) for figure in printed.figures)


def _month(printed: Printed) -> tuple[int, int | None] | None:
    """The month and the year, if one is printed, where a row begins with a cell that says nothing else."""
    beside = all(printed.among_words(figure.start, figure.end) for figure in printed.figures)  # as in a box beside the table
    match = None if printed.days or not beside else MONTH.fullmatch(" ".join(fold(printed.row.text.split("\t")[0]).split()))
    number = months().get(match[1]) if match else None
    return (number, int(match[2]) if match[2] else None) if match and number else None


def _without_sheets(rows: Sequence[Printed], dated: dict[int, Day]) -> dict[int, Day]:
    """Without the weeks of a month's sheet, where more numbers stand behind the first; those that count the rows are none."""
    second = {index: number for index in dated if (number := _second_number(rows[index]))}
    counts = all(number in {1, before + 1} for before, number in itertools.pairwise([0, *second.values()]))
    return dated if counts else {index: day for index, day in dated.items() if index not in second}


def _second_number(printed: Printed) -> int:
    """The number that stands alone in the second cell of a row."""
    cells = printed.row.text.split("\t")
    return int(cells[1]) if len(cells) > 1 and cells[1].strip().isdecimal() and len(cells[1]) <= LONGEST_COUNT else 0


def _without_counts(rows: Sequence[Printed], dated: dict[int, Day]) -> dict[int, Day]:
    """Without the numbers of rows that have a whole day of their own; where most have none, it is a day among the words of a few."""
    plain = {index: day for index, day in dated.items() if not _has_own_day(rows[index])}
    return plain if 2 * len(plain) <= len(dated) else dated


def _has_own_day(printed: Printed) -> bool:
    """Does a whole day stand in a cell of its own?"""
    return any(not printed.row.text[: day.start].rsplit("\t", 1)[-1].strip() for day in printed.days)


def _in_one_column(days: dict[int, Day]) -> dict[int, Day]:
    """Those that stand below each other, at their left or their right edge."""
    edges = Counter(edge for day in days.values() for edge in {("left", round(day.x0)), ("right", round(day.x1))})
    if not edges:
        return {}
    side, place = edges.most_common(1)[0][0]
    return {index: day for index, day in days.items() if abs((day.x0 if side == "left" else day.x1) - place) <= SAME_COLUMN}


def _run(rows: Sequence[Printed], days: dict[int, Day]) -> bool:
    """Do the days of a month go on in one direction, and mostly the months too? Named again, a month may begin anew, as in an account
    below the first."""
    pairs = list(itertools.pairwise(days.items()))
    inside = [(one, other) for (place, one), (below, other) in pairs if not any(map(_month, rows[place + 1 : below]))]
    across = [(one, other) for (_, one), (_, other) in pairs if one.second != other.second and one.year and other.year]
    return bool(days) and _steady(inside, STEADY) and _steady(across, MOSTLY)


def _steady(steps: Sequence[tuple[Day, Day]], share: float) -> bool:
    keys = [[(day.year or 0, day.second, day.first) for day in step] for step in steps]
    return max(sum(one <= other for one, other in keys), sum(one >= other for one, other in keys)) >= share * len(keys)


def _with_day(printed: Printed, day: Day) -> Printed:
    figures = tuple(figure for figure in printed.figures if figure.start >= day.end)
    return replace(printed, figures=figures, days=(day, *(other for other in printed.days if other.start >= day.end)))
