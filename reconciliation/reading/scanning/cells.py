"""Which figures of a row stand under which heading."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from reconciliation.reading.headings.header import FLUSH, Header
from reconciliation.reading.headings.roles import GROSS, Column
from reconciliation.reading.tokens.amounts import Figure, round_sums_of
from reconciliation.reading.tokens.dates import WEEKDAYS, Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, role_of
from reconciliation.reading.vocabulary.labels import is_label_alone, total_label

MOVING = frozenset({"debit", "credit", "amount"})
FEWEST_LIKE = 3  # figures that tell by which edge a column's stand below one another
ROUND_EDGE = 3.0  # points between the right edges of a heading and of a number without decimals under it


def figures_in_words(printed: Printed) -> tuple[Figure, ...]:
    """The row's figures that share their cell with words."""
    return tuple(figure for figure in printed.figures if not figure.whole and printed.among_words(figure.start, figure.end))


def only_in_words(printed: Printed) -> bool:
    """Is none of the row's figures a movement's own?"""
    return len(figures_in_words(printed)) == sum(not figure.whole for figure in printed.figures)


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
    """The row with the numbers of fewer decimals that end where the figures of a column of movements, and of balances, end, if it has no
    other there.

    `waited` is whether the row above has a day, and may have no figure yet, or share its day with this row.
    """
    if header is None or not (waited or _may_be_row(printed, header)):
        return printed
    read = set(columns_of(printed, header)) - {"aside"}
    days = [day for day in printed.days if day.x0 < header.first_money() or header.date_of(day)]  # 4.5 among money is no day
    sums = [one for one in round_sums_of(printed.row) if not any(_overlap(day, one) for day in days)]
    columns = [(figure, column) for figure in sums if (column := _money_over(printed.row, figure, header)) is not None]
    moved = [figure for figure, column in columns if column.role != "balance"]
    reached = [figure for figure, column in columns if column.role == "balance"]
    if read - {"balance"}:
        moved = []
    elif len(moved) != 1:
        return printed
    if "balance" in read or len(reached) != 1:
        reached = []
    added = (*moved, *reached)
    if not added:
        return printed
    rest = tuple(day for day in printed.days if not any(_overlap(day, one) for one in added))
    return replace(printed, days=rest, figures=tuple(sorted((*printed.figures, *added), key=lambda figure: figure.start)))


def _overlap(day: Day, figure: Figure) -> bool:
    return day.start < figure.end and figure.start < day.end


def _may_be_row(printed: Printed, header: Header) -> bool:
    """Does it begin with a day, or do the table's days stand above its rows?"""
    return printed.begins_with_day or not DATE_ROLES & set(header.roles)


def _money_over(row: Row, figure: Figure, header: Header) -> Column | None:
    """The column of movements or balances under whose heading the number, alone or with its currency or mark, stands, or ends as others
    do."""
    column = header.column_of(figure)
    if column is None or column.role == "aside":
        return None
    if header.by_place and not header.by_order:
        return column if column.x0 - ROUND_EDGE <= figure.x0 and figure.x1 <= column.x1 + ROUND_EDGE else None
    x0, x1 = row.span(figure.start, figure.end)
    near = min(column.distance(one) for one in (figure, replace(figure, x0=x0, x1=x1))) <= ROUND_EDGE
    return column if near or any(role == column.role and abs(end - figure.x1) <= 1 for role, end in header.ends) else None


def ends_of(rows: Sequence[dict[str, Figure]]) -> set[tuple[str, int]]:
    """Where the figures with decimals in the columns of these rows end, by their roles."""
    return {(role, round(figure.x1)) for columns in rows for role, figure in columns.items() if not figure.whole}


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
    if not MOVING & set(found) and "aside" in found and not GROSS.search(found["aside"][0].name):
        aside, figure = found.pop("aside")
        found["amount" if role_of(aside.name) == "amount" else "debit"] = (aside, figure)
    return {role: figure for role, (_, figure) in found.items()}


def _column_of(printed: Printed, figure: Figure, header: Header) -> Column | None:
    """The heading under which the number stands, or, with its currency or mark, comes nearer to one."""
    column = header.column_of(figure)
    if header.by_place or not (figure.currency or figure.mark) or (column is not None and column.distance(figure) <= FLUSH):
        return column
    x0, x1 = printed.row.span(figure.start, figure.end)
    whole = replace(figure, x0=x0, x1=x1)
    other = header.column_of(whole)
    return other if column is None or (other is not None and other.distance(whole) < column.distance(figure)) else column


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
