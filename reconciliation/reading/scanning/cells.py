"""Which day and which figures of a row stand under which heading."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from reconciliation.reading.headings.header import Header
from reconciliation.reading.headings.roles import BOOKED, Column
from reconciliation.reading.scanning.lines import behind_words
from reconciliation.reading.tokens.amounts import Figure, round_sums_of
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold
from reconciliation.reading.tokens.number_style import NumberStyle
from reconciliation.reading.tokens.printed import Printed, look_at
from reconciliation.reading.tokens.rows import Row, row_of
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, role_of
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.labels import balance_kind, is_label_alone, total_label

MOVING = frozenset({"debit", "credit", "amount"})
FEWEST_LIKE = 3  # figures that tell by which edge a column's stand below one another
ROUND_EDGE = 3.0  # points between the right edges of a heading and of a number without decimals under it
LABEL = re.compile(r"[a-z]:")
LEADING = 16  # characters before which a row's own date starts
NEAR_HEADING = 24.0  # points between a day and the heading it stands under
SAME_EDGE = 6.0  # points between the left edges of a column's heading and its cells
LONGEST_WORDS = 70  # characters of a row between tables that is no prose


def own_days(printed: Printed, header: Header | None) -> dict[str, Day]:
    """The days that lead a row, by their headings' roles."""
    days: dict[str, Day] = {}
    for day in printed.days:
        before = re.sub(r"[^A-Za-z]", "", printed.row.text[: day.start])
        glued = printed.row.text[: day.start][-1:].strip()
        role = header.date_of(day, () if days else printed.days) if header is not None else None
        if days and role is None and len(days) < 2 and day.start - max(one.end for one in days.values()) <= 4:
            role = "second"
        if (
            not days
            and role is None
            and not glued
            and day.start <= LEADING
            and len(before) <= 4
            and (header is None or day.x0 < header.first_money())
        ):
            role = "date"
        if role is None or (len(before) > 8 and not days and not behind_words(header) and not _in_date_cell(printed, day, header)):
            continue
        if _within_words(printed, day) and not _in_date_cell(printed, day, header):
            continue
        days.setdefault(role if role not in days else "second", day)
    return days


def _within_words(printed: Printed, day: Day) -> bool:
    """Do a label or other words than a weekday's stand before it in its cell? Then it is one of them, as in "On 5 March", "To: 5 March"."""
    before = fold(printed.row.text[: day.start].rsplit("\t", 1)[-1])
    return LABEL.search(before) is not None or re.sub(r"[^a-z]", "", before) not in WEEKDAYS


def _in_date_cell(printed: Printed, day: Day, header: Header | None) -> bool:
    """Does it begin right where the heading of a column of days does?"""
    dated = [column for column in header.columns if column.role in DATE_ROLES] if header else []
    return any(abs(column.x0 - day.x0) <= SAME_EDGE for column in dated)


def leads(printed: Printed, days: dict[str, Day], header: Header | None) -> bool:
    """Does a row of a table begin with these days: one day, or two under two headings, where the table's days stand?"""
    dated = [column for column in header.columns if column.role in DATE_ROLES] if header else []
    first = min(days.values(), key=lambda day: day.start)
    return (
        printed.begins_with_day
        and first == printed.days[0]
        and (not dated or min(abs(column.x0 - first.x0) for column in dated) <= NEAR_HEADING)
    )


def names_day(printed: Printed) -> bool:
    """Is there nothing on the row but a day, perhaps of the week, as a heading over the rows of that day?"""
    if len(printed.days) != 1 or printed.figures:
        return False
    if ":" in printed.row.text[: printed.days[0].start] and not BOOKED.search(printed.folded):
        return False
    return printed.folded in WEEKDAYS or role_of(printed.folded) == "date"


def figures_in_words(printed: Printed) -> tuple[Figure, ...]:
    """The row's figures that share their cell with words."""
    return tuple(figure for figure in printed.figures if not figure.whole and printed.among_words(figure.start, figure.end))


def only_in_words(printed: Printed) -> bool:
    """Is none of the row's figures a movement's own?"""
    return len(figures_in_words(printed)) == sum(not figure.whole for figure in printed.figures)


def has_no_day(printed: Printed, header: Header | None) -> bool:
    """Does a dash stand where the day would?"""
    dated = [column for column in header.columns if column.role in DATE_ROLES] if header else []
    first = printed.row.words[0]
    return bool(dated) and first.text in {"-", "\u2013", "\u2014", "--", "n/a"} and abs(first.x0 - dated[0].x0) < 30


def groups_end(printed: Printed, header: Header | None) -> bool:
    """Tables side by side end at a balance, a total's row, prose, or figures without a day where each has one."""
    if balance_kind(printed.folded) in {"opening", "closing"}:
        return True
    if not printed.figures:
        return len(printed.plain) > LONGEST_WORDS or bool(direction(printed.plain))
    if header is not None and header.roles[0] in DATE_ROLES and not printed.days:
        return True
    return not printed.days and len(printed.figures) == 1 and len(printed.folded) > 8


def part_of(printed: Printed, x0: float, x1: float, style: NumberStyle) -> Printed | None:
    """The part of a row that belongs to one of the tables side by side."""
    words = printed.words_within(x0, x1)
    if not words:
        return None
    part = look_at(row_of(printed.row.page, words), style)
    days = tuple(moved for day in printed.days if (moved := _moved(day, printed.row, part.row)))
    days = days or (part.days if style.pointed_days else ())
    figures = tuple(one for one in part.figures if all(one.end <= day.start or day.end <= one.start for day in days))
    return replace(part, figures=figures, days=days)


def _moved(day: Day, row: Row, part: Row) -> Day | None:
    """A day of the whole row, as its order was told from the document, at its place in the part; None where its words are not in it."""
    places = {id(word): offset for word, offset in zip(part.words, part.offsets, strict=True)}
    ends = [offset + len(word.text) for word, offset in zip(row.words, row.offsets, strict=True)]
    first = max(index for index, offset in enumerate(row.offsets) if offset <= day.start)
    last = next(index for index, end in enumerate(ends) if end >= day.end)
    if id(row.words[first]) not in places or id(row.words[last]) not in places:
        return None
    start = places[id(row.words[first])] + day.start - row.offsets[first]
    return replace(day, start=start, end=places[id(row.words[last])] + day.end - row.offsets[last])


def is_row(printed: Printed, own: dict[str, Day], columns: dict[str, Figure], header: Header | None, *, goes_on: bool) -> bool:
    """Does a row have a day and an amount of its own, and other words than a balance's name? A shop may be called so.
    With a total's name and a figure on either side it is the total."""
    words = " ".join(word for word in _words_of(printed).split() if word.strip(".") not in WEEKDAYS)
    if not set(columns) - {"balance"} or is_label_alone(words) or ({"debit", "credit"} <= set(columns) and total_label(printed)):
        return False
    return bool(own) or (goes_on and header is not None and "balance" in header.roles and not total_label(printed))


def _words_of(printed: Printed) -> str:
    """What stands before the first figure; where nothing does, what stands behind."""
    before = printed.label(printed.figures[0]) if printed.figures else ""
    return before if any(letter.isalpha() for letter in before) else printed.folded


def with_round_sums(printed: Printed, header: Header | None, *, waited: bool = False) -> Printed:
    """The row with a number without decimals that ends where the figures of a column of movements end, if it has no other.

    `waited` is whether the row above has a day, and may have no figure yet, or share its day with this row.
    """
    if header is None or not (waited or _may_be_row(printed, header)) or set(columns_of(printed, header)) - {"balance", "aside"}:
        return printed
    found = [figure for figure in round_sums_of(printed.row) if _under_movements(printed.row, figure, header)]
    if len(found) != 1 or any(day.start < found[0].end and found[0].start < day.end for day in printed.days):
        return printed
    return replace(printed, figures=tuple(sorted((*printed.figures, found[0]), key=lambda figure: figure.start)))


def _may_be_row(printed: Printed, header: Header) -> bool:
    """Does it begin with a day, or do the table's days stand above its rows?"""
    return printed.begins_with_day or not DATE_ROLES & set(header.roles)


def _under_movements(row: Row, figure: Figure, header: Header) -> bool:
    """Does the number, alone or with its currency or mark, stand right under the heading of a column of movements, or end as others do?"""
    column = header.column_of(figure)
    if column is None or column.role in {"balance", "aside"}:
        return False
    if header.by_place and not header.by_order:
        return column.x0 - ROUND_EDGE <= figure.x0 and figure.x1 <= column.x1 + ROUND_EDGE
    x0, x1 = row.span(figure.start, figure.end)
    if min(column.distance(one) for one in (figure, replace(figure, x0=x0, x1=x1))) <= ROUND_EDGE:
        return True
    return any(role == column.role and abs(end - figure.x1) <= 1 for role, end in header.ends)


def ends_of(rows: Sequence[Printed], header: Header) -> set[tuple[str, int]]:
    """Where the figures with decimals in the columns of these rows end, by their roles."""
    found = [item for printed in rows for item in columns_of(printed, header).items()]
    return {(role, round(figure.x1)) for role, figure in found if not figure.whole}


def columns_of(printed: Printed, header: Header | None) -> dict[str, Figure]:
    """The row's figures by the role of the column in which they stand."""
    if header is None:
        return {}
    if header.by_order:
        roles = [column.role for column in header.money]
        figures = figures_in_cells(printed)
        return dict(zip(roles, figures, strict=True)) if len(figures) == len(roles) else {}
    found: dict[str, tuple[Column, Figure]] = {}
    for figure in printed.figures:
        column = _column_of(printed, figure, header)
        if column is None:
            continue
        known = found.get(column.role)
        if known is None or column.distance(figure) < known[0].distance(known[1]):
            found[column.role] = (column, figure)
    if not MOVING & set(found) and "aside" in found:
        aside, figure = found.pop("aside")
        found["amount" if role_of(aside.name) == "amount" else "debit"] = (aside, figure)
    return {role: figure for role, (_, figure) in found.items()}


def _column_of(printed: Printed, figure: Figure, header: Header) -> Column | None:
    """Where the heading stands over the currency or the mark behind a figure, it is the figure's."""
    column = header.column_of(figure)
    if column is not None or header.by_place or not (figure.currency or figure.mark):
        return column
    x0, x1 = printed.row.span(figure.start, figure.end)
    return header.column_of(replace(figure, x0=x0, x1=x1))


def figures_in_cells(printed: Printed) -> list[Figure]:
    """The figures that begin a cell; where none does, those that end the row."""
    text = printed.row.text
    begin = [figure for figure in printed.figures if begins_cell(printed, figure)]
    if begin or not printed.figures:
        return begin
    pairs = list(itertools.pairwise(printed.figures))
    words = (place for place in range(len(pairs), 0, -1) if text[pairs[place - 1][0].end : pairs[place - 1][1].start].strip())
    return list(printed.figures[next(words, 0) :])


def in_line(figure: Figure, others: Sequence[Figure]) -> bool:
    """Does it stand below others made like it, if there are any, as they do below one another: by an edge or their middles?"""
    alike = [_places(one) for one in others if _make(one) == _make(figure)]
    places = [{round(place) for place in side} for side in zip(*alike, strict=True)]
    fewest = min(map(len, places), default=0)
    return not alike or any(
        abs(one - place) <= ROUND_EDGE
        for told, place in zip(places, _places(figure), strict=True)
        if len(told) == fewest or len(alike) < FEWEST_LIKE
        for one in told
    )


def _places(figure: Figure) -> tuple[float, float, float]:
    return figure.x1, figure.x0, (figure.x0 + figure.x1) / 2


def _make(figure: Figure) -> tuple[bool, int]:
    """What stands beside its number on some rows of a column, and moves its place."""
    return bool(figure.mark), figure.sign


def begins_cell(printed: Printed, figure: Figure) -> bool:
    return printed.row.text[: figure.start].strip(" ")[-1:] in {"", "\t"}
