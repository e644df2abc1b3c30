"""The days that lead a row or are alone over rows, and which lines below a row go on with it."""

import re
from collections.abc import Callable, Sequence
from operator import attrgetter

from reconciliation.reading.headings.header import FLUSH, Header
from reconciliation.reading.headings.roles import BOOKED, Column
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, role_of

INDENT = 8.0  # points
CLOSE, NEXT_LINE = 1.0, 1.7  # heights between two lines of one block; between an entry and a line that still belongs to it
LARGER = 1.25  # times the letters of the line above: a heading
MOST_LINES = 5  # of a row
YEAR_BELOW = re.compile(r"(?:19|20)\d\d(?:\t|$)")  # of the day on the line above
LABEL, NOT_LETTER = re.compile(r"[a-z]:"), re.compile(r"[^A-Za-z]")
LEADING = 16  # characters before which a row's own date starts
SHORT_WORD, LONG_WORD = 4, 8  # letters before a row's own date: as of a weekday, and of more words
BETWEEN = 4  # characters between two days side by side
SAME_EDGE = 6.0  # points between the left edges of a column's heading and its cells
NO_HEADER = Header(columns=())


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
    return not days_lead or indented(row, header) or YEAR_BELOW.match(row.text) is not None


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
