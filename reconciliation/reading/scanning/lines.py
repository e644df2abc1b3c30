"""The lines of a table: the days that lead them, which figure is under which heading, and which lines go on with a row."""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter

from reconciliation.reading.days.calendar import YEAR_CELL
from reconciliation.reading.headings.header import BOOKED, FLUSH, GROSS, Column, Header
from reconciliation.reading.tokens.amounts import Figure, NumberStyle, round_sums_of
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold
from reconciliation.reading.tokens.printed import Printed, look_at
from reconciliation.reading.tokens.rows import Row, row_of
from reconciliation.reading.vocabulary.labels import balance_kind, is_label_alone, total_label
from reconciliation.reading.vocabulary.phrases import DATE_ROLES, MOVING, direction, role_of

INDENT = 8.0  # points of an indented line
CLOSE, NEXT_LINE = 1.0, 1.7  # most heights between two lines of one block; between an entry and a further line of it
LARGER = 1.25  # a heading's letters, in heights of the letters of the line above
MOST_LINES = 5  # most lines of a row
LABEL, NOT_LETTER = re.compile(r"[a-z]:"), re.compile(r"[^A-Za-z]")
LEADING = 16  # most characters before a row's own date
SHORT_WORD, LONG_WORD = 4, 8  # most letters before a leading date, such as a weekday's; most letters before any date of a row
BETWEEN = 4  # most characters between two days side by side
SAME_EDGE = 6.0  # most points between the left edges of a column's heading and its cells
NO_HEADER = Header(columns=())
BOTH_SIDES = frozenset({"debit", "credit"})  # columns of which a row fills one, and a total both
FEWEST_LIKE = 3  # fewest figures that show at which edge a column is aligned
LONGEST_WORDS = 70  # most characters of a row between tables; a longer row is prose
LONGEST_NOTE = 8  # most letters beside a lone figure that do not make it a total
ROUND_EDGE = 3.0  # most points between the right edges of a heading and of a number without decimals under it


def date_columns(header: Header) -> list[Column]:
    return [column for column in header.columns if column.role in DATE_ROLES]


def behind_words(header: Header) -> bool:
    """True if the table prints its days behind its descriptions."""
    return "text" in header.roles[: next((index for index, role in enumerate(header.roles) if role in DATE_ROLES), 0)]


def own_days(printed: Printed, header: Header) -> dict[str, Day]:
    """Return the days that lead a row, by their headings' roles. Those among words, as in "On 5 March", "To: 5 March", are none of them."""
    days: dict[str, Day] = {}
    if not printed.days:
        return days
    dated = date_columns(header)
    described = [column.x0 for column in header.columns if column.role == "text"][:1]
    in_text = bool(dated) and any(max(column.x1 for column in dated) < x0 <= printed.row.left + FLUSH for x0 in described)
    first_money = header.first_money() if header.columns else float("inf")
    for day in printed.days:
        before = printed.row.text[: day.start]
        letters = len(NOT_LETTER.sub("", before))
        in_cell = any(abs(column.x0 - day.x0) <= SAME_EDGE for column in dated)
        role = header.date_of(day, () if days else printed.days) if days or in_cell or not in_text else None
        between = before[max((known.end for known in days.values()), default=0) :]
        weekday = fold(between).strip(" .,\t")
        if role is None and len(days) == 1 and len(between) - (len(weekday) if weekday in WEEKDAYS else 0) <= BETWEEN:
            role = "second"
        leads = day.start <= LEADING and letters <= SHORT_WORD and day.x0 < first_money and not before[-1:].strip()
        if role is None and leads and not days and not in_text:
            role = "date"
        if role is None:
            continue
        words = fold(between.rsplit("\t", 1)[-1])
        among_words = LABEL.search(words) or NOT_LETTER.sub("", words) not in WEEKDAYS
        far = letters > LONG_WORD and not days and not behind_words(header)
        if in_cell or not (far or among_words):
            days.setdefault(role if role not in days else "second", day)
    return days


def names_day(printed: Printed) -> bool:
    """True if a row is only a day, as over the rows of that day, perhaps with its weekday. Cells without letters do not count."""
    if len(printed.days) != 1 or printed.figures:
        return False
    before, behind = printed.row.text[: printed.days[0].start], printed.row.text[printed.days[0].end :]
    if ":" in before and not BOOKED.search(printed.folded):
        return False
    (*left, first), (last, *right) = before.split("\t"), behind.split("\t")
    words = " ".join([first, last, *(cell for cell in (*left, *right) if any(map(str.isalpha, cell)))])
    return fold(words).strip(" .,*-") in WEEKDAYS or role_of(printed.folded) == "date"


def continues(row: Row, above: Row | None, header: Header) -> bool:
    """True if a line may go on with the row above, perhaps under its day or beginning with its year. Larger letters make a heading."""
    if not header.columns or above is None or row.height > LARGER * above.height or not goes_on(row, above):
        return False
    days_lead = date_columns(header) and not behind_words(header)
    return not days_lead or indented(row, header) or YEAR_CELL.match(row.text) is not None


def goes_on(row: Row, above: Row | None, *, within: float = NEXT_LINE) -> bool:
    """True if a line is as close below another, `within` so many heights of the higher, as the lines of one row are."""
    return above is not None and row.page == above.page and row.top - above.bottom < within * max(row.height, above.height)


def stands_under(row: Row, above: Row | None) -> bool:
    """True if a line is the next one of the same block."""
    return goes_on(row, above, within=CLOSE)


def indented(row: Row, header: Header) -> bool:
    """True if a line begins right of the first column of days."""
    return any(row.left > column.x0 + INDENT for column in date_columns(header)[:1])


def figures_below(rows: Sequence[Printed], index: int, sought: Callable[[Printed], object] = attrgetter("figures")) -> Printed | None:
    """Return the first line with such figures among those that go on with a row right of its day."""
    above = rows[index]
    left = above.days[0].x0 + INDENT
    for below in rows[index + 1 : index + 1 + MOST_LINES]:
        if below.begins_with_day or below.row.left <= left or not goes_on(below.row, above.row):
            return None
        if sought(below):
            return below
        above = below
    return None


def figures_in_words(printed: Printed) -> tuple[Figure, ...]:
    """Return the row's figures that share their cell with words."""
    return tuple(figure for figure in printed.figures if not figure.whole and printed.among_words(figure.start, figure.end))


def fills_both_sides(columns: dict[str, Figure]) -> bool:
    return all(role in columns and columns[role].size for role in BOTH_SIDES)


def is_row(printed: Printed, own: dict[str, Day], columns: dict[str, Figure], header: Header, *, goes_on: bool) -> bool:
    """True if a row has a day and an amount, and other words than a balance's name, as a shop may have, or than the name of both totals."""
    label = printed.label(printed.figures[0]) if printed.figures else ""
    label = label if any(map(str.isalpha, label)) else printed.folded
    words = " ".join(word for word in label.split() if word.strip(".") not in WEEKDAYS)
    named = is_label_alone(label) or is_label_alone(words)
    if not columns.keys() - {"balance"} or named or (columns.keys() >= BOTH_SIDES and total_label(printed)):
        return False
    return bool(own) or (goes_on and "balance" in header.roles and not total_label(printed))


def with_round_sums(printed: Printed, header: Header, *, waited: bool = False) -> Printed:
    """Return the row with its numbers of fewer decimals under headings without another figure; `waited` if its day may be above it."""
    if not (waited or printed.begins_with_day or not date_columns(header)):
        return printed
    filled = columns_of(printed, header).keys() - {"aside"}
    days = [day for day in printed.days if day.x0 < header.first_money() or header.date_of(day)]  # 4.5 among money is no day
    sums = [figure for figure in round_sums_of(printed.row) if not any(_overlap(day, figure) for day in days)]
    movements, balances = list[Figure](), list[Figure]()
    for figure in sums:
        # A heading is over a number if it is over it alone or with its currency or mark, or if the number ends as others under it do.
        column = header.column_of(figure)
        if column is None or column.role == "aside":
            continue
        near = header.by_place and not header.by_order
        near = near or min(column.distance(figure), column.distance(_with_its_marks(printed.row, figure))) <= ROUND_EDGE
        if near or any(role == column.role and abs(end - figure.x1) <= 1 for role, end in header.ends):
            (balances if column.role == "balance" else movements).append(figure)
    movements, balances = [] if filled - {"balance"} else movements, [] if "balance" in filled else balances
    added = (*movements, *(balances if len(balances) == 1 else ()))
    if not added or (len(movements) != 1 and not filled - {"balance"}):
        return printed
    rest = tuple(day for day in printed.days if not any(_overlap(day, figure) for figure in added))
    return replace(printed, days=rest, figures=tuple(sorted((*printed.figures, *added), key=lambda figure: figure.start)))


def _overlap(day: Day, figure: Figure) -> bool:
    return day.start < figure.end and figure.start < day.end


def _with_its_marks(row: Row, figure: Figure) -> Figure:
    x0, x1 = row.span(figure.start, figure.end)
    return replace(figure, x0=x0, x1=x1)


def columns_of(printed: Printed, header: Header) -> dict[str, Figure]:
    """Return the row's figures by the role of the heading they are under, of each role the one that is nearest to its heading."""
    if header.by_order:
        figures = figures_in_cells(printed)
        return dict(zip(header.money_roles, figures, strict=True)) if len(figures) == len(header.money) else {}
    nearest_last = sorted(cells_of(printed, header).items(), key=lambda cell: cell[0].distance(cell[1]))[::-1]
    filled = {column.role: (column, figure) for column, figure in nearest_last}
    if not MOVING & filled.keys() and "aside" in filled and not (header.parts or GROSS.search(filled["aside"][0].name)):
        aside, figure = filled.pop("aside")
        filled["amount" if role_of(aside.name) == "amount" else "debit"] = (aside, figure)
    return {role: figure for role, (_, figure) in filled.items()}


def cells_of(printed: Printed, header: Header) -> dict[Column, Figure]:
    """Return the row's figure of each column that it is under or, with its currency or mark, nearer to."""
    filled: dict[Column, Figure] = {}
    for figure in printed.figures:
        column = header.column_of(figure)
        if not header.by_place and (figure.currency or figure.mark) and (column is None or column.distance(figure) > FLUSH):
            whole = _with_its_marks(printed.row, figure)
            other = header.column_of(whole)
            if column is None or (other is not None and other.distance(whole) < column.distance(figure)):
                column = other
        if column is not None and (column not in filled or column.distance(figure) < column.distance(filled[column])):
            filled[column] = figure
    return filled


def figures_at_cells(printed: Printed) -> list[Figure]:
    """Return the figures that begin a cell. One in words may be a price, or a payment elsewhere."""
    return [figure for figure in printed.figures if printed.row.text[: figure.start].strip(" ")[-1:] in {"", "\t"}]


def figures_in_cells(printed: Printed) -> list[Figure]:
    """Return the figures that begin a cell; if none does, those that end the row."""
    begin = figures_at_cells(printed)
    if begin or not printed.figures:
        return begin
    pairs = list(enumerate(itertools.pairwise(printed.figures), start=1))
    worded = (place for place, (before, figure) in reversed(pairs) if printed.row.text[before.end : figure.start].strip())
    return list(printed.figures[next(worded, 0) :])


def in_line(figure: Figure, others: Sequence[Figure]) -> bool:
    """True if a figure is below those with a sign and mark like its own as they are below one another, or if there are none."""
    alike = [_edges(other) for other in others if (bool(other.mark), other.sign) == (bool(figure.mark), figure.sign)]
    columns = [{round(edge) for edge in edges} for edges in zip(*alike, strict=True)]
    fewest = min(map(len, columns), default=0) if len(alike) >= FEWEST_LIKE else len(alike)
    placed = [(own, column) for own, column in zip(_edges(figure), columns, strict=False) if len(column) <= fewest]
    return not alike or any(abs(other - own) <= ROUND_EDGE for own, column in placed for other in column)


def _edges(figure: Figure) -> tuple[float, float, float]:
    return figure.x1, figure.x0, (figure.x0 + figure.x1) / 2


def groups_end(printed: Printed, header: Header) -> bool:
    """True if tables side by side end here: at a balance, a total's row, prose, or figures without a day where each has one."""
    if balance_kind(printed.folded) in {"opening", "closing"}:
        return True
    if not printed.figures:
        return len(printed.plain) > LONGEST_WORDS or bool(direction(printed.plain))
    return not printed.days and (header.roles[0] in DATE_ROLES or (len(printed.figures) == 1 and len(printed.folded) > LONGEST_NOTE))


def part_of(printed: Printed, x0: float, x1: float, style: NumberStyle) -> Printed | None:
    """Return the part of a row that belongs to one of the tables side by side, with those of the row's days, whose order is known."""
    words = [word for word in printed.row.words if x0 <= (word.x0 + word.x1) / 2 <= x1]
    if not words:
        return None
    part = look_at(row_of(printed.row.page, words), style)
    first = printed.row.offsets[printed.row.words.index(words[0])]
    inside = [day for day in printed.days if first <= day.start and day.end <= first + len(part.row.text)]
    days = tuple(replace(day, start=day.start - first, end=day.end - first) for day in inside)
    days = days or (part.days if style.pointed_days else ())
    return replace(part, days=days)
