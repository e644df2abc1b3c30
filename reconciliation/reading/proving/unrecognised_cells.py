"""Cells that stand where the rows' amounts stand and are no figure of this document's style: damaged, or written in another way."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby, takewhile, zip_longest

from reconciliation.documents.pages import Word
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.sums import Sums
from reconciliation.reading.scanning.cells import MOVING
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.scanning.lines import NEXT_LINE, names_day
from reconciliation.reading.scanning.sign_columns import SIDES
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.amounts import Figure, without
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import role_of
from reconciliation.reading.vocabulary.labels import COUNTED, LONGEST_HEADING, balance_kind, names_page, total_label
from reconciliation.reading.vocabulary.labels_near import POINTS, phrases_of
from reconciliation.reading.vocabulary.phrases import OTHER_YEAR

NUMBER = re.compile(
    r"[^\w%#]{0,4}(?:[A-Z]{1,3}[$€£]?|[$€£¥₹])?[^\w%#]{0,3}\d[\dOol]*(?:[^\w%#/:][\dOol]*)*(?:[^\w%]{0,3})(?:CR|DR|Cr|Dr|[HSCD])?"
)
COUNTED_ROWS = re.compile(r"(?:number|no\.?|count) of |anzahl |nombre d|n(?:u|o)mero d[ei] |aantal ")
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


SAME_EDGE = 2.0  # points between the right edges of one column's figures
NO_DIGIT = re.compile(r"\D")


@dataclass(slots=True)
class Area:
    """A table's part of a page: from where to where its lines stand, and the x ranges of the figures of its movements."""

    top: float
    bottom: float
    zones: list[tuple[float, float]] = field(default_factory=list)

    def take(self, entry: Entry, top: float, bottom: float) -> None:
        self.top, self.bottom = min(self.top, top), max(self.bottom, bottom)
        for role, figure in entry.figures.items():
            if role in MOVING:
                near = [zone for zone in self.zones if zone[0] - SLACK <= figure.x1 and figure.x0 <= zone[1] + SLACK]
                lefts, rights = zip((figure.x0, figure.x1), *near, strict=True)
                self.zones = [*(zone for zone in self.zones if zone not in near), (min(lefts), max(rights))]

    def begin(self, paper: Paper, places: Sequence[int]) -> None:
        """Take in the lines between the first row and the headings above it, if there are any."""
        top = self.top
        for place in reversed(places):
            cells = [fold(text).strip(" .:") for text, *_ in _cells(paper.rows[place])]
            if _in_headings(paper, place) or (len(cells) > 1 and all(map(role_of, cells))):
                self.top = top
                return
            top = paper.rows[place].row.top

    def go_on(self, paper: Paper, places: Sequence[int], closings: Collection[Printed]) -> None:
        """Take in the lines below that stand no farther from each other than a few lines do; a closing or other headings end them."""
        for place in places:
            line = paper.rows[place]
            ends = line in closings or balance_kind(line.folded) == "closing" or paper.header_at(place) is not None
            ends = ends or _heads_summary(paper.rows, place) or _heads_unrelated_section(line)
            if ends or line.row.top - self.bottom > NEXT_LINE * line.row.height:
                return
            self.bottom = line.row.bottom


def _heads_unrelated_section(line: Printed) -> bool:
    """True if the line is the heading, or the first line, of a section of yearly sums or of reward points."""
    short = not line.days and len(line.plain) <= LONGEST_HEADING
    return OTHER_YEAR.search(line.plain) is not None or (short and POINTS.search(line.plain) is not None)


def _heads_summary(lines: Sequence[Printed], place: int) -> bool:
    """True if the line names an opening and a closing, among other things, for the figures right below it."""
    kinds = {balance_kind(fold(phrase)) for phrase, _, _ in phrases_of(lines[place])} if not lines[place].figures else set()
    return {"opening", "closing"} <= kinds and len(lines[place + 1].figures if place + 1 < len(lines) else ()) > 1


def _names_figures_below(lines: Sequence[Printed], index: int) -> bool:
    """True if there are nothing but names, in several cells, over a line of several figures and no day, as those of a summary."""
    block = lines[index : index + HEADING_ROWS]
    names = list(takewhile(lambda line: not any(map(str.isdigit, line.row.text)) and line.row.text.count("\t") >= FEWEST_GAPS, block))
    below = block[len(names)] if names and len(names) < len(block) else None
    return below is not None and not below.days and len(below.figures) > 1 and below.row.text.count("\t") >= FEWEST_GAPS


def _in_headings(paper: Paper, index: int) -> bool:
    """True if the line is one of a table's headings."""
    for place in range(max(0, index - HEADING_ROWS + 1), index + 1):
        header = paper.header_at(place)
        if header is not None and place + header[1] > index:
            return True
    return False


def edges_of(best: Solution) -> set[int]:
    """Return the right edges of the rows' figures, in whole points."""
    return {round(figure.x1) for entry in best.entries for figure in entry.figures.values()}


def in_column(x1: float, edges: set[int]) -> bool:
    """True if a figure that ends here ends as the rows' figures do."""
    return any(abs(x1 - edge) <= SAME_EDGE for edge in edges)


def unrecognised_cells(sums: Sums, paper: Paper, closings: Collection[Printed]) -> Iterator[Printed]:
    """Yield the lines with such a cell: from a page's headings or first row to the last row and close below it, or beside a day.

    `closings` are the lines that print the balance the rows lead to.
    """
    best = sums.best
    pages = _areas_of_pages(best, paper, closings)
    cells = _Cells(sums)
    lowest = {page: max(entry.box[3] for entry in best.entries if entry.page == page) for page in pages}
    for index, line in enumerate(paper.rows):
        areas = pages.get(line.row.page, [])
        between = bool(areas) and areas[0].top <= line.row.top <= max(area.bottom for area in areas)
        if not (between or (areas and line.begins_with_day)) or BARE_YEAR.search(line.plain):
            continue
        if EXCHANGE_RATE.fullmatch(without(line.row.text, [(day.start, day.end) for day in line.days]).strip()):
            continue
        if best.by_row and line.row.top > lowest[line.row.page] and not any(map(str.isdigit, line.row.text)):
            continue
        zones = [area.zones for area in areas if area.top <= line.row.top <= area.bottom]
        odd_amount = not cells.is_count_of_rows(line) and any(cells.in_place_of_amount(line, columns) for columns in zones)
        if (odd_amount and not (_in_headings(paper, index) or _names_figures_below(paper.rows, index))) or cells.odd_number(line):
            yield line


def _areas_of_pages(best: Solution, paper: Paper, closings: Collection[Printed]) -> dict[int, list[Area]]:
    """Return the areas of each page, from its top."""
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
            places = [place for place, line in enumerate(paper.rows) if line.row.page == page and above < line.row.top < end]
            area.begin(paper, [place for place in places if paper.rows[place].row.top < area.top])
            area.go_on(paper, [place for place in places if paper.rows[place].row.top > area.bottom], closings)
            above = area.bottom
    return pages


class _Cells:
    """Tells which cells of lines are read: as rows' figures, days, round sums, counts or numbers of pages."""

    def __init__(self, sums: Sums) -> None:
        self.counts = sums.counts
        self.edges = edges_of(sums.best)
        self.round_words = _words_of_round_sums(sums.best)
        self.amounts = {id(figure) for entry in sums.best.entries for role, figure in entry.figures.items() if role in MOVING}

    def odd_number(self, line: Printed) -> bool:
        """True if a number ends where the rows' figures end, from which nothing is read."""
        for word, start in zip(line.row.words, line.row.offsets, strict=True):
            if id(word) in self.round_words or not in_column(word.x1, self.edges) or not NUMBER.fullmatch(word.text):
                continue
            end = start + len(word.text)
            counts = total_label(line) or (COUNTED_ROWS.match(line.plain) is not None and not line.days)
            if not _is_read(line, start, end) and not (COUNT.fullmatch(word.text) and counts):
                return (line.begins_with_day and not _numbers_page(line, start)) or not line.among_words(start, end)
        return False

    def is_count_of_rows(self, line: Printed) -> bool:
        """True if the line is labelled as the number of rows, and its number is that."""
        named = NUMBER_OF_ROWS.fullmatch(fold(line.row.text))
        return named is not None and int(named[1]) in self.counts

    def in_place_of_amount(self, line: Printed, zones: Collection[tuple[float, float]]) -> bool:
        """True if something is printed in the place of the amount on a line from which no amount is read; without a digit only beside other
        words."""
        cells = list(_cells(line))
        there = [
            (text, start)
            for text, start, x0, x1 in cells
            if any(left - SLACK <= x0 <= right and x1 > left for left, right in zones)
            and not (NOTHING.fullmatch(text) or TELEPHONE.fullmatch(text.strip()) or _names_column_or_side(text))
            and not self._has_symbol_behind(line, text, start)
        ]
        if COUNTED_ROWS.match(line.plain) and all(COUNT.fullmatch(text.strip()) for text, _ in there):
            return False
        if not there or not all(_holds_more(line, text, start) for text, start in there):
            return False
        if names_day(line) or any(id(word) in self.round_words for word in line.row.words) or names_page(line.plain):
            return False
        beside = any(any(map(str.isalpha, text)) for text, start, *_ in cells if (text, start) not in there)
        return beside or any(any(map(str.isdigit, text)) for text, _ in there)

    def _has_symbol_behind(self, line: Printed, text: str, start: int) -> bool:
        """True if the cell is a row's own amount, and behind it one sign that is part of no number, as of a symbol."""
        ends = [figure.end for figure in line.figures if id(figure) in self.amounts and start <= figure.start < start + len(text)]
        return len(ends) == 1 and LONE_SIGN.fullmatch(line.row.text[ends[0] : start + len(text)]) is not None


def _names_column_or_side(text: str) -> bool:
    folded = fold(text)
    return folded.strip(" .") in SIDES or role_of(folded.strip(" .:")) == "amount" or COUNTED.match(folded) is not None


def _cells(line: Printed) -> Iterator[tuple[str, int, float, float]]:
    """Yield the text, where it starts, and the x range of each cell."""
    start = 0
    for text in line.row.text.split("\t"):
        if text.strip():
            yield (text, start, *line.row.span(start, start + len(text)))
        start += len(text) + 1


def _read_parts(line: Printed) -> list[tuple[int, int]]:
    """Return from where to where figures and days are read."""
    return [*((figure.start, figure.end) for figure in line.figures), *((day.start, day.end) for day in line.days)]


def _is_read(line: Printed, start: int, end: int) -> bool:
    return any(first < end and start < last for first, last in _read_parts(line))


def _holds_more(line: Printed, text: str, start: int) -> bool:
    """True if there is more in the cell than figures and days."""
    return NOTHING.fullmatch(without(line.row.text, _read_parts(line)), start, start + len(text)) is None


def _numbers_page(line: Printed, start: int) -> bool:
    """True if the cell there holds nothing but the number of the page."""
    text = line.row.text
    end = text.find("\t", start)
    cell = fold(text[text.rfind("\t", 0, start) + 1 : end if end >= 0 else len(text)])
    return len(cell) <= LONGEST_NUMBER and names_page(cell)


def _words_of_round_sums(best: Solution) -> set[int]:
    """Return the words, by identity, that are rows' round sums: where all adds up, and of those between two balances none can make good for
    another."""
    groups = [[(entry, amount) for entry, amount in group if _round_figures(entry)] for group in _between_balances(best)]
    if best.difference != 0 or any(len(group) > 1 and len({amount > 0 for _, amount in group}) > 1 for group in groups):
        return set()
    figures = [(entry, figure) for group in groups for entry, _ in group for figure in _round_figures(entry)]
    return {id(word) for entry, figure in figures for word in _words_of(figure, entry)}


def _round_figures(entry: Entry) -> list[Figure]:
    return [figure for figure in entry.figures.values() if figure.whole]


def _between_balances(best: Solution) -> Iterator[list[tuple[Entry, Decimal]]]:
    """Yield the rows of known amount up to each printed balance, in the order of time; all together where a balance does not follow."""
    rows = list(zip(best.entries, best.amounts, best.balances, strict=True))
    group: list[tuple[Entry, Decimal]] = []
    for entry, amount, balance in reversed(rows) if best.newest_first else rows:
        group += [] if amount is None else [(entry, amount)]
        if balance is not None and best.by_group:
            yield group
            group = []
    yield group


def _words_of(figure: Figure, entry: Entry) -> list[Word]:
    """Return the words of a figure without decimals, on the first of the row's lines that has its digits."""
    there = [word for word in entry.words if word.x0 < figure.x1 and figure.x0 < word.x1]
    lines = [list(line) for _, line in groupby(there, key=lambda word: word.baseline)]
    return next((line for line in lines if NO_DIGIT.sub("", "".join(word.text for word in line)) == NO_DIGIT.sub("", str(figure.size))), [])
