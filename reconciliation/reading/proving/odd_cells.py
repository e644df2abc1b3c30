"""What stands where the rows' amounts stand and is no figure of this document's style: damaged, or written in another way."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest

from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.accounted import edges_of, in_column, words_read
from reconciliation.reading.proving.counts import counts_of
from reconciliation.reading.scanning.cells import MOVING
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.scanning.lines import NEXT_LINE
from reconciliation.reading.scanning.own_days import names_day
from reconciliation.reading.scanning.sides import SIDES
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.amounts import without
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import role_of
from reconciliation.reading.vocabulary.labels import COUNTED, LONGEST_HEADING, POINTS, balance_kind, names_page, phrases_of, total_label
from reconciliation.reading.vocabulary.phrases import OTHER_YEAR

NUMBER = re.compile(
    r"[^\w%#]{0,4}(?:[A-Z]{1,3}[$€£]?|[$€£¥₹])?[^\w%#]{0,3}\d[\dOol]*(?:[^\w%#/:][\dOol]*)*(?:[^\w%]{0,3})(?:CR|DR|Cr|Dr|[HSCD])?"
)
COUNTS = re.compile(r"(?:number|no\.?|count) of |anzahl |nombre d|n(?:u|o)mero d[ei] |aantal ")
NUMBER_OF_ROWS = re.compile(r"total (?:#|number|no\.?) of [^\d\t]+\t(\d{1,5})")  # of a table's
COUNT = re.compile(r"\(?\d{1,5}\)?")  # of rows, beside their total
BARE_YEAR = re.compile(r"^[a-z]{3,12}\.? \d{1,2}(?:-\d{1,2})?,? (?:19|20)\d\d$")
NOTHING = re.compile(r"[\s.\-\u2010-\u2015\u2212_/|=+]*")  # a dash where no figure is, an operator before one
LONE_SIGN = re.compile(r"\s*(?:[()]|[^\x00-\x7f\u2010-\u2015\u2212\u20a0-\u20bf£¥\s])\s*")  # half a pair of brackets, or of a symbol font
TELEPHONE = re.compile(r"0\d(?:[ ()/-]?\d){5,}")
EXCHANGE_RATE = re.compile(r"1(?:00?)? [A-Z]{3} = \d+[.,]\d+ [A-Z]{3}")  # and nothing else
SLACK = 20.0  # points left of a column's figures, for a sign and a currency
HEADING_ROWS, LONGEST_NUMBER = 3, 20  # characters of a page's, as in "Page 1 of 12"
FEWEST_GAPS = 2  # between the cells of a line of names


@dataclass(slots=True)
class Area:
    """A table's part of a page: from where to where its lines stand, and the figures of each of its columns of movements."""

    top: float
    bottom: float
    zones: dict[str, tuple[float, float]] = field(default_factory=dict)

    def take(self, entry: Entry, top: float, bottom: float) -> None:
        self.top, self.bottom = min(self.top, top), max(self.bottom, bottom)
        for role, figure in entry.figures.items():
            if role in MOVING:
                x0, x1 = self.zones.get(role, (figure.x0, figure.x1))
                self.zones[role] = min(x0, figure.x0), max(x1, figure.x1)

    def begin(self, paper: Paper, places: Sequence[int]) -> None:
        """Take in what stands between the first row and the headings above it, if there are any."""
        top = self.top
        for place in reversed(places):
            if _in_headings(paper, place) or _names_columns(paper.rows[place]):
                self.top = top
                return
            top = paper.rows[place].row.top

    def go_on(self, paper: Paper, places: Sequence[int], closings: Collection[Printed]) -> None:
        """Take in the lines below that stand no farther from each other than a few lines do; a closing or other headings end them."""
        for place in places:
            printed = paper.rows[place]
            ends = printed in closings or balance_kind(printed.folded) == "closing" or paper.header_at(place) is not None
            ends = ends or _heads_summary(paper.rows, place) or _heads_what_is_none(printed)
            if ends or printed.row.top - self.bottom > NEXT_LINE * printed.row.height:
                return
            self.bottom = printed.row.bottom


def _heads_what_is_none(printed: Printed) -> bool:
    """True if the line is the heading, or the first line, of a section of yearly sums or of reward points."""
    short = not printed.days and len(printed.plain) <= LONGEST_HEADING
    return OTHER_YEAR.search(printed.plain) is not None or (short and POINTS.search(printed.plain) is not None)


def _heads_summary(rows: Sequence[Printed], place: int) -> bool:
    """Does the line name an opening and a closing, among other things, for the figures right below it?"""
    told = {balance_kind(fold(phrase)) for phrase, _, _ in phrases_of(rows[place])} if not rows[place].figures else set()
    return {"opening", "closing"} <= told and len(rows[place + 1].figures if place + 1 < len(rows) else ()) > 1


def odd_cells(best: Solution, paper: Paper, closings: Collection[Printed]) -> Iterator[Printed]:
    """The lines with something of that kind: from a page's headings or first row to the last row and close below it, or beside a day.

    `closings` are the lines that print the balance the rows lead to.
    """
    edges, read, pages, amounts = edges_of(best), words_read(best), _pages(best, paper, closings), _amounts(best)
    counts, lowest = counts_of(best), {page: max(entry.box[3] for entry in best.entries if entry.page == page) for page in pages}
    for index, printed in enumerate(paper.rows):
        areas = pages.get(printed.row.page, [])
        inside = [area for area in areas if area.top <= printed.row.top <= area.bottom]
        between = bool(areas) and areas[0].top <= printed.row.top <= max(area.bottom for area in areas)
        if not (between or (areas and printed.begins_with_day)) or BARE_YEAR.search(printed.plain):
            continue
        if EXCHANGE_RATE.fullmatch(without(printed.row.text, _days(printed)).strip()):
            continue
        if best.by_row and printed.row.top > lowest[printed.row.page] and not any(map(str.isdigit, printed.row.text)):
            continue
        odd = not _counts_rows(printed, counts) and any(_odd_amount(printed, area.zones.values(), read, amounts) for area in inside)
        if (odd and not (_in_headings(paper, index) or _names_figures(paper.rows, index))) or _odd_number(printed, edges, read):
            yield printed


def _pages(best: Solution, paper: Paper, closings: Collection[Printed]) -> dict[int, list[Area]]:
    """The areas of each page, from its top."""
    parts: dict[tuple[int, int], Area] = {}
    for entry in best.entries:
        _, top, _, bottom = entry.box
        parts.setdefault((entry.page, entry.table_id), Area(top, bottom)).take(entry, top, bottom)
    pages: dict[int, list[Area]] = defaultdict(list)
    for (page, _), area in sorted(parts.items(), key=lambda part: part[1].top):
        pages[page].append(area)
    for page, areas in pages.items():
        above = float("-inf")
        for area, following in zip_longest(areas, areas[1:]):
            end = following.top if following else float("inf")
            there = [place for place, row in enumerate(paper.rows) if row.row.page == page and above < row.row.top < end]
            area.begin(paper, [place for place in there if paper.rows[place].row.top < area.top])
            area.go_on(paper, [place for place in there if paper.rows[place].row.top > area.bottom], closings)
            above = area.bottom
    return pages


def _amounts(best: Solution) -> set[int]:
    """The figures, by identity, that are the rows' movements."""
    return {id(figure) for entry in best.entries for role, figure in entry.figures.items() if role in MOVING}


def _odd_number(printed: Printed, edges: set[int], read: set[int]) -> bool:
    for word, start in zip(printed.row.words, printed.row.offsets, strict=True):
        if id(word) in read or not in_column(word.x1, edges) or not NUMBER.fullmatch(word.text):
            continue
        end = start + len(word.text)
        if not _taken(printed, start, end) and not (COUNT.fullmatch(word.text) and _counts(printed)):
            return (printed.begins_with_day and not _numbers_page(printed, start)) or not printed.among_words(start, end)
    return False


def _counts(printed: Printed) -> bool:
    """Is it the row of a total, or does it begin as a number of rows does, and has no day?"""
    return total_label(printed) or (COUNTS.match(printed.plain) is not None and not printed.days)


def _counts_rows(printed: Printed, counts: Collection[int]) -> bool:
    """Is it called the number of rows, and is that?"""
    named = NUMBER_OF_ROWS.fullmatch(fold(printed.row.text))
    return named is not None and int(named[1]) in counts


def _numbers_page(printed: Printed, start: int) -> bool:
    """Does the cell there hold nothing but the number of the page?"""
    text = printed.row.text
    end = text.find("\t", start)
    cell = fold(text[text.rfind("\t", 0, start) + 1 : end if end >= 0 else len(text)])
    return len(cell) <= LONGEST_NUMBER and names_page(cell)


def _taken(printed: Printed, start: int, end: int) -> bool:
    """Is a figure or a day read from any of these characters?"""
    return any(first < end and start < last for first, last in _read(printed))


def _read(printed: Printed) -> list[tuple[int, int]]:
    """From where to where figures and days are read."""
    return [(one.start, one.end) for one in printed.figures] + _days(printed)


def _days(printed: Printed) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in printed.days]


def _odd_amount(printed: Printed, zones: Collection[tuple[float, float]], read: set[int], amounts: set[int]) -> bool:
    """Is something printed in the place of the amount on a line from which no amount is read? Without a digit only beside other words."""
    cells = list(_cells(printed))
    there = [(text, start) for text, start, x0, x1 in cells if any(left - SLACK <= x0 <= right and x1 > left for left, right in zones)]
    there = [(text, start) for text, start in there if not (NOTHING.fullmatch(text) or TELEPHONE.fullmatch(text.strip()))]
    there = [(text, start) for text, start in there if fold(text).strip(" .") not in SIDES]
    there = [(text, start) for text, start in there if role_of(fold(text).strip(" .:")) != "amount" and not COUNTED.match(fold(text))]
    there = [(text, start) for text, start in there if not _sign_behind(printed, text, start, amounts)]
    there = [] if COUNTS.match(printed.plain) and all(COUNT.fullmatch(text.strip()) for text, _ in there) else there
    if not there or not all(_left_over(printed, text, start) for text, start in there):
        return False
    if names_day(printed) or any(id(word) in read for word in printed.row.words) or names_page(printed.plain):
        return False
    beside = any(_has_letters(text) for text, start, *_ in cells if (text, start) not in there)
    return any(beside or any(map(str.isdigit, text)) for text, _ in there)


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _cells(printed: Printed) -> Iterator[tuple[str, int, float, float]]:
    """The text, where it starts, and the x range of each cell."""
    start = 0
    for text in printed.row.text.split("\t"):
        if text.strip():
            yield (text, start, *printed.row.span(start, start + len(text)))
        start += len(text) + 1


def _sign_behind(printed: Printed, text: str, start: int, amounts: set[int]) -> bool:
    """Is the cell a row's own amount, and behind it one sign that is part of no number, as of a symbol?"""
    ends = [figure.end for figure in printed.figures if id(figure) in amounts and start <= figure.start < start + len(text)]
    return len(ends) == 1 and LONE_SIGN.fullmatch(printed.row.text[ends[0] : start + len(text)]) is not None


def _left_over(printed: Printed, text: str, start: int) -> bool:
    """Is there more in the cell than figures and days?"""
    return NOTHING.fullmatch(without(printed.row.text, _read(printed)), start, start + len(text)) is None


def _names_figures(rows: Sequence[Printed], index: int) -> bool:
    """Are there nothing but names, in several cells, over a line of several figures and no day, as those of a summary below the rows?"""
    lines = rows[index : index + HEADING_ROWS]
    named = list(takewhile(lambda one: not any(map(str.isdigit, one.row.text)) and one.row.text.count("\t") >= FEWEST_GAPS, lines))
    below = lines[len(named)] if named and len(named) < len(lines) else None
    return below is not None and not below.days and len(below.figures) > 1 and below.row.text.count("\t") >= FEWEST_GAPS


def _in_headings(paper: Paper, index: int) -> bool:
    """Is the line one of a table's headings?"""
    for place in range(max(0, index - HEADING_ROWS + 1), index + 1):
        found = paper.header_at(place)
        if found is not None and place + found[1] > index:
            return True
    return False


def _names_columns(printed: Printed) -> bool:
    """Is each of its several cells the name of a column?"""
    cells = [fold(text).strip(" .:") for text, *_ in _cells(printed)]
    return len(cells) > 1 and all(map(role_of, cells))
