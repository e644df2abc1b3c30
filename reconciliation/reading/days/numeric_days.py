"""Days that only their surroundings tell from other numbers: 0302, 240302, "03 14", "24-03-05", and "3" below a month's name."""

import datetime as dt
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reconciliation.reading.headings.roles import plain_word
from reconciliation.reading.tokens.dates import Day, fold, months
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, role_of
from reconciliation.reading.vocabulary.labels_near import phrases_of

FOUR_DIGITS, SIX_DIGITS = re.compile(r"[0-3]\d[0-3]\d"), re.compile(r"\d{6}")
FEWEST_IN_COLUMN, FARTHEST, MOST_YEARS = 3, 80, 2  # numbers; rows below their heading; of a column
PAIR = r"(?:[^\W\d_]{2,4}\.? )?(?P<one>\d\d) (?P<two>\d\d)(?P<year> 20\d\d)?"
PAIR_ENDS = r"(?!\d|[.,]\d| ?\d\d(?![\d:]))"  # three pairs are no day, nor is a figure with its thousands apart; a time may follow
LEADING = re.compile(rf"(?:^|(?<=\t)){PAIR}(?:(?= \d\d \d\d{PAIR_ENDS})|{PAIR_ENDS})")
FOLLOWING = re.compile(rf" {PAIR}{PAIR_ENDS}")
NAMED_MONTH = re.compile(r"\b([^\W\d_]{3,})\.?,? ?(?:de |/ ?)?(20\d\d)\b")
HEAD_ROWS, MIDDLE = 24, 15  # rows of a head; the middle day of a month
NEAR_WHOLE_DAY, NEAR_SHORT_DAY = dt.timedelta(days=62), dt.timedelta(days=400)  # between days of one document
YEAR_FIRST = re.compile(r"\d\d([./-])\d\d\1\d\d")
MONTH_HEADING = re.compile(r"([^\W\d_]{3,})\.?,?(?: (?:de |del |of )?((?:19|20)\d\d))?")
DAY_OF_MONTH = re.compile(r"([1-9]|0[1-9]|[12]\d|3[01])\.?")
SAME_COLUMN, SHORTEST_WEEK = 4.0, 2  # points between common edges; days in a line of a month's sheet
MOSTLY, STEADY, MOSTLY_STEADY = 0.9, 0.9, 0.5  # of a column's pairs; of steps from day to day, and month to month, that go one way

Column = list[tuple[int, Day]]  # numbers that may be days, below one another, each with the index of its row
Pair = tuple[Printed, re.Match[str]]


def with_bare_days(rows: Sequence[Printed]) -> list[Printed]:
    """Return the rows with the days of four or six digits of each column under a heading of days, or beside days almost the same."""
    columns: dict[tuple[int, int, str], Column] = defaultdict(list)
    years = {day.year + step for printed in rows for day in printed.days if day.year for step in (-1, 0, 1)}
    for index, printed in enumerate(rows):
        for order, day in _days_of_digits(printed) if printed.figures else ():
            columns[round(day.x0), round(day.x1), order].append((index, day))
    years_of = {key: {day.year for _, day in column} for key, column in columns.items()}
    steady = [key for key, own in years_of.items() if len(own) <= MOST_YEARS and (own <= years or not (key[2] and years))]
    lone = [key for key in steady if sum(other[:2] == key[:2] for other in steady) == 1]
    enough = (columns[key] for key in lone if len(columns[key]) >= FEWEST_IN_COLUMN or (key[2] and years))
    roles = [(column, _role_over(rows, *column[0])) for column in enough]
    of_days = [column for column, role in roles if role in DATE_ROLES]
    beside = dict(itertools.chain.from_iterable(of_days))
    beside |= {index: printed.days[0] for index, printed in enumerate(rows) if printed.days}
    of_days += [column for column, role in roles if role is None and _lies_beside(column, beside)]
    added: dict[int, list[Day]] = defaultdict(list)
    for index, day in itertools.chain.from_iterable(of_days):
        added[index].append(day)
    return [_with_days(printed, added[index]) if index in added else printed for index, printed in enumerate(rows)]


def _with_days(printed: Printed, days: Sequence[Day]) -> Printed:
    return replace(printed, days=tuple(sorted((*printed.days, *days), key=lambda day: day.start)))


def _days_of_digits(printed: Printed) -> Iterator[tuple[str, Day]]:
    """Yield words of four digits in a cell of their own that are a day in either order, and those of six with the year first or last."""
    text = printed.row.text
    for word, start in zip(printed.row.words, printed.row.offsets, strict=True):
        end, readings = start + len(word.text), list[tuple[str, int, int, int | None]]()
        if text[start - 1 : start].strip("\t") or text[end : end + 1].strip("\t"):
            continue
        if FOUR_DIGITS.fullmatch(word.text):
            readings = [("", int(word.text[:2]), int(word.text[2:]), None)]
        elif SIX_DIGITS.fullmatch(word.text):
            one, two, three = int(word.text[:2]), int(word.text[2:4]), int(word.text[4:])
            readings = [("year first", three, two, 2000 + one), ("year last", one, two, 2000 + three)]
        for order, first, second, year in readings:
            day = Day(first, second, year, start, end, named=bool(order), x0=word.x0, x1=word.x1)
            if day.possible_either_way:
                yield order, day


def _lies_beside(column: Column, days: Mapping[int, Day]) -> bool:
    """True if most of the column's numbers of four digits, which must differ, share the month or the day of a day on their row."""
    pairs = [(day, days[index]) for index, day in column if index in days]
    alike = sum(bool({day.first, day.second} & {beside.first, beside.second}) for day, beside in pairs)
    return not column[0][1].named and 2 * alike > len(column) and len({(day.first, day.second) for _, day in column}) > 1


def _role_over(rows: Sequence[Printed], index: int, day: Day) -> str | None:
    """Return the role of the nearest cell above on a row without figures, for six digits of several cells; None where it names none."""
    for printed in reversed(rows[max(0, index - FARTHEST) : index]):
        cells = [] if printed.figures else phrases_of(printed)
        heading = next((text for text, x0, x1 in cells if x0 < day.x1 and day.x0 < x1), None) if len(cells) > 1 or not day.named else None
        if heading is not None:
            return role_of(" ".join(map(plain_word, heading.split())))
    return None


def with_spaced_days(rows: Sequence[Printed]) -> list[Printed]:
    """Return the rows with the pairs of numbers that begin the cells of a column read as days, if these lie near the whole days."""
    whole = {date for printed in rows for day in printed.days if (date := day.on(day_first=True))}
    named = (match for printed in rows[:HEAD_ROWS] for match in NAMED_MONTH.finditer(fold(printed.row.text)))
    whole = whole or {dt.date(int(match[2]), number, MIDDLE) for match in named if (number := months().get(match[1]))}
    if not whole:
        return [*rows]
    columns: dict[int, list[Pair]] = defaultdict(list)
    for printed in rows:
        text = printed.row.text
        for match in (match for leading in LEADING.finditer(text) for match in (leading, FOLLOWING.match(text, leading.end()))):
            if match and all(day.start >= match.end() or day.end <= match.start() for day in printed.days):
                columns[round(printed.row.span(match.start("one"), match.end("two"))[0])].append((printed, match))
    orders = [[_days_of(column, whole, day_first=order) for column in columns.values()] for order in (False, True)]
    enough = [[days for days, column in zip(order, columns.values(), strict=True) if len(days) >= MOSTLY * len(column)] for order in orders]
    added: dict[Printed, list[Day]] = defaultdict(list)
    for printed, day in itertools.chain.from_iterable(max(enough, key=lambda order: len([*itertools.chain.from_iterable(order)]))):
        added[printed].append(day)
    dated = [*rows]
    for index, printed in enumerate(rows):
        if days := added.get(printed):
            free = (figure for figure in printed.figures if all(figure.start >= day.end or figure.end <= day.start for day in days))
            dated[index] = _with_days(replace(printed, figures=tuple(free)), days)
    return dated


def _days_of(column: Sequence[Pair], whole: set[dt.date], *, day_first: bool) -> list[tuple[Printed, Day]]:
    """Return a column's days in this order that lie near the whole days."""
    days = []
    for printed, match in column:
        start, end, year = match.start("one"), match.end(), int(match["year"]) if match["year"] else None
        x0, x1 = printed.row.span(start, end)
        first, second = (int(match[name]) for name in (("one", "two") if day_first else ("two", "one")))
        day = Day(first, second, year, start, end, named=True, x0=x0, x1=x1)
        dates = ((day.on(day_first=True, year=date.year + step), date) for date in whole for step in (-1, 0, 1))
        if any(near is not None and abs(near - date) <= NEAR_WHOLE_DAY for near, date in dates):
            days.append((printed, day))
    return days


def with_years_first(rows: Sequence[Printed]) -> list[Printed]:
    """Return the rows with days like "24-03-05" read from the year on, if that brings them nearer to the whole days, or to each other."""
    turned: list[dict[Day, Day]] = []
    for printed in rows:
        short = [day for day in printed.days if not day.named and YEAR_FIRST.fullmatch(printed.row.text, day.start, day.end)]
        turned.append({day: replace(day, first=(day.year or 0) % 100, year=2000 + day.first, named=True) for day in short})
    if not any(turned):
        return [*rows]
    both = list(zip(rows, turned, strict=True))
    whole = {date for printed, days in both for day in printed.days if day not in days and (date := day.on(day_first=True))}
    usual = max(_worth(itertools.chain.from_iterable(turned), whole, day_first=order) for order in (True, False))
    if _worth((day for days in turned for day in days.values()), whole, day_first=True) <= usual:
        return [*rows]
    return [replace(row, days=tuple(days.get(day, day) for day in row.days)) if days else row for row, days in both]


def _worth(days: Iterable[Day], whole: set[dt.date], *, day_first: bool) -> tuple[int, int, dt.timedelta]:
    """Return how many are days near the whole days, how many are days at all, and how far they lie from these, or from each other."""
    dates = [date for day in days if (date := day.on(day_first=day_first)) is not None]
    if not whole or not dates:
        return len(dates), len(dates), min(dates, default=dt.date.min) - max(dates, default=dt.date.min)
    apart = [min(abs(date - other) for other in whole) for date in dates]
    return sum(distance <= NEAR_SHORT_DAY for distance in apart), len(dates), -sum(apart, dt.timedelta())


def with_months(rows: Sequence[Printed]) -> list[Printed]:
    """Return the rows, those below a month's name with the day that they begin with, if these numbers run like days."""
    days = {index: day for index, day in _numbers_below_months(rows) if rows[index].figures or not rows[index].days}
    cells = {index: [cell.strip() for cell in rows[index].row.text.split("\t")] for index in days if not rows[index].figures}
    counts = {index: [str(day.first + step) for step in range(len(cells.get(index, ())))] for index, day in days.items()}
    days = {index: day for index, day in days.items() if len(counts[index]) < SHORTEST_WEEK or cells[index] != counts[index]}
    edges = Counter(edge for day in days.values() for edge in (("left", round(day.x0)), ("right", round(day.x1))))
    side, place = max(edges, key=lambda edge: edges[edge], default=("left", 0))
    days = {index: day for index, day in days.items() if abs((day.x0 if side == "left" else day.x1) - place) <= SAME_COLUMN}
    before_days = {index: [rows[index].row.text[: other.start].rsplit("\t", 1)[-1] for other in rows[index].days] for index in days}
    without_whole_day = {index: day for index, day in days.items() if all(map(str.strip, before_days[index]))}
    if 2 * len(without_whole_day) <= len(days):  # else a whole day is one among the words of a few rows
        days = without_whole_day
    dated = [*rows]
    for index, day in days.items() if _run(rows, days) else ():
        figures = tuple(figure for figure in rows[index].figures if figure.start >= day.end)
        others = (other for other in rows[index].days if other.start >= day.end)
        dated[index] = replace(rows[index], figures=figures, days=(day, *others))
    return dated


def _numbers_below_months(rows: Sequence[Printed]) -> Iterator[tuple[int, Day]]:
    """Yield what may be a day of the month last named, with the index of the row that begins with it."""
    month: tuple[int, int | None] | None = None
    for index, printed in enumerate(rows):
        named, first = _month(printed), printed.row.words[0]
        month = named or month
        match = DAY_OF_MONTH.fullmatch(first.text)
        if month is None or named or match is None:
            continue
        day = Day(int(match[1]), *month, 0, len(first.text), named=True, x0=first.x0, x1=first.x1)
        in_summary = any(figure.start == 0 and figure.end >= len(printed.row.text) for figure in printed.figures)
        if not in_summary and day.possible_either_way:
            yield index, day


def _month(printed: Printed) -> tuple[int, int | None] | None:
    """Return the month and the year, if printed, of a row whose first cell says nothing else; figures may be in a box beside the table."""
    if printed.days or not all(printed.among_words(figure.start, figure.end) for figure in printed.figures):
        return None
    match = MONTH_HEADING.fullmatch(" ".join(fold(printed.row.text.split("\t")[0]).split()))
    number = months().get(match[1]) if match else None
    return (number, int(match[2]) if match[2] else None) if match and number else None


def _run(rows: Sequence[Printed], days: dict[int, Day]) -> bool:
    """True if the days of a month go on in one direction, and mostly the months too; named again, a month may begin once more."""
    pairs = list(itertools.pairwise(days.items()))
    inside = [(day, after) for (index, day), (below, after) in pairs if not any(map(_month, rows[index + 1 : below]))]
    across = [(day, after) for (_, day), (_, after) in pairs if day.second != after.second and day.year and after.year]
    for steps, share in ((inside, STEADY), (across, MOSTLY_STEADY)):
        keys = [[(day.year or 0, day.second, day.first) for day in step] for step in steps]
        if max(sum(before <= after for before, after in keys), sum(before >= after for before, after in keys)) < share * len(keys):
            return False
    return bool(days)
