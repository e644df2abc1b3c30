"""Meaning of printed dates: order of day and month, and the year, decided once a document."""

import datetime as dt
import itertools
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.headings.header import plain_word
from reconciliation.reading.tokens.dates import Day, fold, months
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import names_page, phrases_of
from reconciliation.reading.vocabulary.phrases import DATE_ROLES, ENDS, STARTS, TOTAL, role_of

FOUR_DIGITS, SIX_DIGITS, POINTED = re.compile(r"[0-3]\d[0-3]\d"), re.compile(r"\d{6}"), re.compile(r"[0-3]?\d\.[0-3]\d")
FEWEST_IN_COLUMN, FARTHEST, MOST_YEARS = 3, 80, 2  # fewest numbers of a column; most rows below their heading; most years of a column
PAIR = r"(?:[^\W\d_]{2,4}\.? )?(?P<one>\d\d) (?P<two>\d\d)(?P<year> 20\d\d)?"
PAIR_ENDS = r"(?!\d|[.,]\d| ?\d\d(?![\d:]))"  # rejects a third pair and a figure with spaced thousands; accepts a time
LEADING = re.compile(rf"(?:^|(?<=\t)){PAIR}(?:(?= \d\d \d\d{PAIR_ENDS})|{PAIR_ENDS})")
FOLLOWING = re.compile(rf" {PAIR}{PAIR_ENDS}")
NAMED_MONTH = re.compile(r"\b([^\W\d_]{3,})\.?,? ?(?:de |/ ?)?(20\d\d)\b")
HEAD_ROWS, MIDDLE = 24, 15  # most rows of a head; the middle day of a month
NEAR_WHOLE_DAY, NEAR_SHORT_DAY = dt.timedelta(days=62), dt.timedelta(days=400)  # most time between days of one document
YEAR_FIRST = re.compile(r"\d\d([./-])\d\d\1\d\d")
MONTH_HEADING = re.compile(r"([^\W\d_]{3,})\.?,?(?: (?:de |del |of )?((?:19|20)\d\d))?")
DAY_OF_MONTH = re.compile(r"([1-9]|0[1-9]|[12]\d|3[01])\.?")
SAME_COLUMN, SHORTEST_WEEK = 4.0, 2  # most points between common edges; fewest days in a line of a month's sheet
MOSTLY, STEADY, MOSTLY_STEADY = 0.9, 0.9, 0.5  # least share of a column's pairs; of steps of days, and of months, in one direction

Column = list[tuple[int, Day]]  # numbers that may be days, below one another, each with the index of its row
Pair = tuple[Printed, re.Match[str]]

YEAR = re.compile(r"(?<![\w.,/-])20\d\d(?![\w,/-]|[.]\d)")
YEAR_CELL = re.compile(r"(?:19|20)\d\d(?:\t|$)")  # a year in a cell of its own, as on the line below a day
LONGEST_PERIOD, YEAR_AROUND, LEAP_YEAR = 100, 366, 2024  # most days of a period; most days between near days; a leap year has every day
MONTH, BEYOND = dt.timedelta(days=31), dt.timedelta(days=45)  # most time by which a day may be before or after a period
STEADIER = 0.25  # least lead, as a share of the rows, of the order of day and month in which more rows follow one another
SHORT_BUDDHIST = 43  # years by which two digits of the Buddhist era, read as Gregorian, are too late


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
    roles: list[tuple[Column, str | None]] = []
    for column in enough:  # the role of the nearest cell above on a row without figures, perhaps with the cell over it
        index, day = column[0]
        names = ((place, _cell_over(rows[place], day)) for place in range(index - 1, max(0, index - FARTHEST) - 1, -1))
        place, name = next(((place, name) for place, name in names if name), (0, ""))
        joint = role_of(f"{_cell_over(rows[place - 1], day)} {name}") if place else None
        roles.append((column, joint if joint in DATE_ROLES else role_of(name)))
    of_days = [column for column, role in roles if role in DATE_ROLES]
    beside = dict(itertools.chain.from_iterable(of_days))
    beside |= {index: printed.days[0] for index, printed in enumerate(rows) if printed.days}
    of_figures = {id(column) for column, _ in roles if any(column[0][1].start == figure.start for figure in rows[column[0][0]].figures)}
    for column in [column for column, role in roles if role is None and id(column) not in of_figures and not column[0][1].named]:
        # Most numbers of four digits, which must differ, share the month or the day of a day on their row.
        pairs = [(day, beside[index]) for index, day in column if index in beside]
        alike = sum(bool({day.first, day.second} & {other.first, other.second}) for day, other in pairs)
        if 2 * alike > len(column) and len({(day.first, day.second) for _, day in column}) > 1:
            of_days.append(column)
    added: dict[int, list[Day]] = defaultdict(list)
    for index, day in itertools.chain.from_iterable(of_days):
        added[index].append(day)
    return [_with_days(printed, added[index]) if index in added else printed for index, printed in enumerate(rows)]


def _with_days(printed: Printed, days: Sequence[Day]) -> Printed:
    free = (figure for figure in printed.figures if all(figure.start >= day.end or figure.end <= day.start for day in days))
    return replace(printed, figures=tuple(free), days=tuple(sorted((*printed.days, *days), key=lambda day: day.start)))


def _days_of_digits(printed: Printed) -> Iterator[tuple[str, Day]]:
    """Yield words of four digits in a cell of their own that are a day in either order, those of two numbers and a point before all
    words of a row, and those of six digits with the year first or last."""
    text = printed.row.text
    leading = {figure.start for figure in printed.figures[:-1] if not any(map(str.isalpha, text[: figure.start]))}
    for word, start in zip(printed.row.words, printed.row.offsets, strict=True):
        end, readings = start + len(word.text), list[tuple[str, int, int, int | None]]()
        if text[start - 1 : start].strip("\t") or text[end : end + 1].strip("\t"):
            continue
        if FOUR_DIGITS.fullmatch(word.text):
            readings = [("", int(word.text[:2]), int(word.text[2:]), None)]
        elif POINTED.fullmatch(word.text) and start in leading:
            head, tail = map(int, word.text.split("."))
            readings = [("", head, tail, None)]
        elif SIX_DIGITS.fullmatch(word.text):
            head, middle, tail = int(word.text[:2]), int(word.text[2:4]), int(word.text[4:])
            readings = [("year first", tail, middle, 2000 + head), ("year last", head, middle, 2000 + tail)]
        for order, first, second, year in readings:
            day = Day(first, second, year, start, end, named=bool(order), x0=word.x0, x1=word.x1)
            if day.possible_either_way:
                yield order, day


def _cell_over(printed: Printed, day: Day) -> str:
    """Return the words of the row's cell in the place of a day; empty where there is none, or the row has figures."""
    cells = [] if printed.figures else phrases_of(printed)
    named = (text for text, x0, x1 in cells if x0 < day.x1 and day.x0 < x1 and (len(cells) > 1 or not day.named))
    return " ".join(map(plain_word, next(named, "").split()))


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
            dated[index] = _with_days(printed, days)
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
    days: dict[int, Day] = {}
    month: tuple[int, int | None] | None = None
    for index, printed in enumerate(rows):  # what may be a day of the month last named
        named, first = _month(printed), printed.row.words[0]
        month = named or month
        match = DAY_OF_MONTH.fullmatch(first.text)
        if month is None or named or match is None or (printed.days and not printed.figures):
            continue
        day = Day(int(match[1]), *month, 0, len(first.text), named=True, x0=first.x0, x1=first.x1)
        in_summary = any(figure.start == 0 and figure.end >= len(printed.row.text) for figure in printed.figures)
        if not in_summary and day.possible_either_way:
            days[index] = day
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


@dataclass(frozen=True, slots=True)
class Custom:
    """The usual order of day and month in the country of a document. `named` if a currency or a country that the document names has no
    other order."""

    day_first: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Calendar:
    """The document's order, whether anything proved it, the day from which missing years are inferred, whether the custom of a currency
    or a country that it names is another order, and whether the only year is printed apart from all months, days and totals, as in a
    copyright."""

    day_first: bool
    certain: bool
    latest: dt.date | None = None
    against_custom: bool = False
    year_alone: bool = False

    def date(self, day: Day, *, first: dt.date | None = None, last: dt.date | None = None) -> dt.date | None:
        """Return the date; without a printed year, in the year that lies in the period, or else near it."""
        last = last or self.latest
        if day.year is not None:
            buddhist = last is not None and day.year - SHORT_BUDDHIST in {last.year - 1, last.year}
            return (replace(day, year=day.year - SHORT_BUDDHIST) if buddhist else day).on(day_first=self.day_first)
        if last is None:
            return None
        dates = [day.on(day_first=self.day_first, year=last.year + step) for step in (1, 0, -1)]
        known = [date for date in dates if date is not None and date <= last + BEYOND]
        near = [date for date in known if first is None or first - BEYOND <= date] or known
        inside = (date for date in near if first is not None and first <= date <= last)
        return next(inside, near[0] if near else None)

    def month_and_day(self, day: Day) -> tuple[int, int]:
        return (day.second, day.first) if day.named or self.day_first else (day.first, day.second)


def decide_calendar(rows: Sequence[Printed], custom: Custom) -> Calendar:
    """Return the order of day and month, and the full date printed most often, or the last day in the only year printed by itself."""
    whole = ((printed, day, day.year or day.named) for printed in rows for day in printed.days)  # "Form 12-345 (10/19)" names a month
    days = [day for printed, day, named in whole if named or not (names_page(printed.plain) or printed.row.text[: day.start].endswith("("))]
    order, certain = _order(rows, days, custom)
    against = custom.named and order != custom.day_first
    full = [date for day in days if day.year is not None and (date := day.on(day_first=order)) is not None]
    if full:
        counts, first_page = Counter(full), full[: max(3, len(full) // 4)]
        pairs = itertools.pairwise(sorted(counts))  # what only looks like a date has no other within a year
        near = {date for pair in pairs if (pair[1] - pair[0]).days <= YEAR_AROUND for date in pair}
        return Calendar(order, certain, max(near or counts, key=lambda date: (counts[date] + (date in first_page), date)), against)
    years = {int(year) for printed in rows for year in YEAR.findall(printed.plain)}
    only_year = years.pop() if len(years) == 1 else None
    dates = [date for printed in rows for day in printed.days if (date := day.on(day_first=order, year=only_year))]
    in_one_period = dates and (max(dates) - min(dates)).days <= LONGEST_PERIOD  # else they may lie on both sides of the year's turn
    latest = max(dates) if only_year and in_one_period else None
    named = {months().get(match[1]) for printed in rows for match in NAMED_MONTH.finditer(printed.folded)}
    of_rows = {date.month for date in dates} <= named or any(
        YEAR_CELL.match(printed.row.text) or (TOTAL.search(printed.folded) and YEAR.search(printed.plain)) for printed in rows
    )
    return Calendar(order, certain=False, latest=latest, against_custom=against, year_alone=not of_rows)


def _order(rows: Sequence[Printed], days: Sequence[Day], custom: Custom) -> tuple[bool, bool]:
    """Return whether the day comes first, and whether that is certain: by impossible dates, else only where it is the custom."""
    possible = [(day.possible(day_first=True), day.possible(day_first=False)) for day in days if not day.named]
    only_day, only_month = possible.count((True, False)), possible.count((False, True))
    if only_day or only_month:
        return only_day >= only_month, 5 * min(only_day, only_month) <= max(only_day, only_month)
    if all(day.first == day.second for day in days if not day.named):
        return custom.day_first, True
    day_votes, month_votes = _votes(rows, days, day_first=True), _votes(rows, days, day_first=False)
    steadier = _steadiness(rows, day_first=True) - _steadiness(rows, day_first=False)
    texts = [(printed.row.text[day.start : day.end], day.year) for printed in rows for day in printed.days if not day.named]
    texts = [(text, year) for text, year in texts if year] or texts
    order = custom.day_first or 2 * sum("." in text for text, _ in texts) > len(texts)  # hardly anywhere is 03.02 in March
    if day_votes != month_votes:
        order = day_votes > month_votes
    elif abs(steadier) > STEADIER:
        order = steadier > 0
    against = steadier < -STEADIER if order else steadier > STEADIER
    return order, custom.named and order == custom.day_first and not against


def _votes(rows: Sequence[Printed], days: Sequence[Day], *, day_first: bool) -> tuple[int, int]:
    """Count the days that an order makes periods, on one row or on two that name the ends; then those that it puts near days of known
    order."""
    spans: list[Sequence[Day]] = [row.days for row in rows if len(row.days) == 2 and not row.figures]
    alone = [(row.days, row.folded.strip(" .:-") if len(row.days) == 1 and not row.figures else "") for row in rows]
    for (first_days, name), (last_days, name_below) in itertools.pairwise(alone):
        if STARTS.fullmatch(name) and ENDS.fullmatch(name_below):
            spans.append((*first_days, *last_days))
    pairs = ([day.on(day_first=day_first) for day in span] for span in spans)
    periods = sum(first is not None and last is not None and 0 <= (last - first).days <= LONGEST_PERIOD for first, last in pairs)
    years = {day.year + step for day in days if day.year for step in (-1, 0, 1)} or {LEAP_YEAR}
    known = sorted({date for day in days if day.named for year in years if (date := day.on(day_first=True, year=year))})
    open_days = {frozenset(date for year in years if (date := day.on(day_first=day_first, year=year))) for day in days if not day.named}
    dates = list(itertools.chain.from_iterable(open_days)) if known else []
    near = sum(any(known[bisect_left(known, date - MONTH) : bisect_right(known, date + MONTH)]) for date in dates)
    return periods, near + sum(known[0] <= date <= known[-1] for date in dates)


def _steadiness(rows: Sequence[Printed], *, day_first: bool) -> float:
    """Return the share of following rows whose dates are less than a month apart and go on in one direction."""
    days = [row.days[0] for row in rows if row.days and row.figures and row.days[0].start <= 12]
    dates = [date for day in days if (date := day.on(day_first=day_first, year=LEAP_YEAR))]
    steps = [(after - before).days for before, after in itertools.pairwise(dates)]
    up, down = sum(0 <= step <= 20 for step in steps), sum(-20 <= step <= 0 for step in steps)
    return max(up, down) / len(steps) * (len(dates) / len(days)) if steps else 0.0
