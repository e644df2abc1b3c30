"""Cells in the place of the rows' amounts that are no figure of this document's style: damaged, or written in another way."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.sums import SAME_EDGE, AccountSums
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.scanning.lines import NEXT_LINE, names_day
from reconciliation.reading.scanning.unnamed_columns import SIDES
from reconciliation.reading.tokens.amounts import CURRENCY, HAS_DIGIT, without
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed, extents_of
from reconciliation.reading.vocabulary.labels import COUNTED, LONGEST_HEADING, POINTS, balance_kind, names_page, phrases_of, total_label
from reconciliation.reading.vocabulary.phrases import MOVING, OTHER_YEAR, role_of

NUMBER = re.compile(
    r"[^\w%#]{0,4}(?:[A-Z]{1,3}[$€£]?|[$€£¥₹])?[^\w%#]{0,3}\d[\dOol]*(?:[^\w%#/:][\dOol]*)*(?:[^\w%]{0,3})(?:CR|DR|Cr|Dr|[HSCD])?"
)
UNREADABLE = re.compile(
    rf"[^\w%#]{{0,4}}(?:{CURRENCY}[^\w%#]{{0,3}})?"
    rf"(?=.*[OolISb*])[\dOolISb*]{{1,3}}(?:[.,']?[\dOolISb*]{{2,3}})*[.,][\dOolISb*]{{2,3}}[^\w%]{{0,2}}(?:{CURRENCY})?"
)  # money in form
IN_LETTERS = re.compile(r"(?:[A-Z]{3}|[$€£¥])?[ (\-\u2212]{0,2}[OolISb*]{2,5}[)\-]?")  # a sum without decimals, its digits read as letters
COUNTED_ROWS = re.compile(r"(?:number|no\.?|count) of |(?:transaction|item|entry) count\b|anzahl |nombre d|n(?:u|o)mero d[ei] |aantal ")
COUNT = re.compile(r"\(?\d{1,5}\)?")
NUMBER_OF_ROWS = re.compile(r"total (?:#|number|no\.?) of [^\d\t]+\t(\d{1,5})")  # the printed number of rows of a table
BARE_YEAR = re.compile(r"^[a-z]{3,12}\.? \d{1,2}(?:-\d{1,2})?,? (?:19|20)\d\d$")
NOTHING = re.compile(r"[\s.\-\u2010-\u2015\u2212_/|=+]*")  # a dash in the place of a figure, or an operator before a figure
LONE_SIGN = re.compile(  # half a pair of brackets or of a symbol font, alone or before words
    r"\s*(?:[()]|[^\x00-\x7f\u2010-\u2015\u2212\u20a0-\u20bf£¥\s])\s*(?:(?<=\s)(?=[^\d\t]*[^\W\d_]{4})[^\d\t]*)?"
)
TELEPHONE = re.compile(r"(?<![^\t])0\d(?:[ ()/-]?\d){5,}(?![^\t])")  # a telephone number in a cell of its own
EXCHANGE_RATE = re.compile(r"1(?:00?)? [A-Z]{3} = \d+[.,]\d+ [A-Z]{3}")  # a cell that holds only an exchange rate
WORDS = re.compile(r"\s*(?:\(?\d{1,2}[.)] )?(?=[^\d\t]*[^\W\d_]{4})[^\d]*")  # words without a digit, except for the number of an item
SLACK, FEWEST_GAPS = 26.0, 2  # points left of a column's figures for a sign and a currency; fewest gaps between cells of a line of names
HEADING_ROWS, LONGEST_NUMBER = 3, 20  # most rows of headings; most characters of a page number, as in "Page 1 of 12"
NO_DIGIT = re.compile(r"\D")
Zones = list[tuple[float, float]]


@dataclass(slots=True)
class Area:
    """A table's part of a page: its first and last line, and the x ranges of the figures of its movements."""

    top: float
    bottom: float
    zones: Zones = field(default_factory=list)

    def take(self, entry: Entry) -> None:
        _, top, _, bottom = entry.box
        self.top, self.bottom = min(self.top, top), max(self.bottom, bottom)
        for figure in (figure for role, figure in entry.figures.items() if role in MOVING):
            near = [zone for zone in self.zones if zone[0] - SLACK <= figure.x1 and figure.x0 <= zone[1] + SLACK]
            lefts, rights = zip((figure.x0, figure.x1), *near, strict=True)
            self.zones = [*(zone for zone in self.zones if zone not in near), (min(lefts), max(rights))]

    def extend(self, paper: Paper, places: Sequence[int], closings: Collection[Printed | None]) -> None:
        """Take in the lines between the first row and the headings above it, if there are any, and no words right below these; and the
        lines below that stand no farther from each other than a few lines do, up to a closing or the head of another part."""
        top, bottom = self.top, self.bottom
        for place in reversed(places):
            line = paper.rows[place]
            if line.row.top < self.top:
                cells = [fold(text).strip(" .:") for text, *_ in _cells(line)]
                if _in_headings(paper, place) or (len(cells) > 1 and all(map(role_of, cells))):
                    self.top = top
                    break
                if HAS_DIGIT.search(line.row.text) or not _in_headings(paper, place - 1):
                    top = line.row.top
        for place in places:
            line = paper.rows[place]
            if line.row.top > bottom:
                # A closing, other headings, yearly sums, reward points or names of both ends over their figures begin another part.
                heads = balance_kind(line.folded) == "closing" or paper.header_at(place) is not None or OTHER_YEAR.search(line.plain)
                points = not line.days and len(line.plain) <= LONGEST_HEADING and POINTS.search(line.plain)
                over = not line.figures and any(len(other.figures) > 1 for other in paper.rows[place + 1 : place + 2])
                ends = over and {"opening", "closing"} <= {balance_kind(fold(phrase)) for phrase, *_ in phrases_of(line)}
                if line in closings or heads or points or ends or line.row.top - self.bottom > NEXT_LINE * line.row.height:
                    break
                self.bottom = line.row.bottom


def _in_headings(paper: Paper, index: int) -> bool:
    """True if the line is one of a table's headings."""
    headers = ((place, paper.header_at(place)) for place in range(max(0, index - HEADING_ROWS + 1), index + 1))
    return any(header is not None and place + header[1] > index for place, header in headers)


def unrecognised_cells(sums: AccountSums, paper: Paper) -> Iterator[Printed]:
    """Yield the lines with such a cell: from a page's headings or first row to the last row and close below it, or beside a day."""
    best = sums.best
    pages = _areas_of_pages(sums, paper)
    cells, printed_at = _Cells(sums), Counter((line.row.text, round(line.row.top)) for line in paper.rows)
    heights = {page: [entry.box[1::2] for entry in best.entries if entry.page == page] for page in pages}
    filled = {line.row.page: line.row.bottom for line in paper.rows if any(id(figure) in cells.amounts for figure in line.figures)}
    edges = {page: (min(rows)[0], max(rows)[0], max(bottom for _, bottom in rows)) for page, rows in heights.items()}
    for index, line in enumerate(paper.rows):
        areas, top = pages.get(line.row.page, []), line.row.top
        between = bool(areas) and areas[0].top <= top <= max(area.bottom for area in areas)
        if (top < areas[0].top if areas else line.row.page > min(pages, default=0)) and cells.is_garbled(line):
            yield line  # of a table that goes on from the page before, or was not found
        if not (between or (areas and line.begins_with_day)) or BARE_YEAR.search(line.plain):
            continue
        first, last, lowest = edges[line.row.page]
        if not (first + 1 < top <= last + 1 or line.begins_with_day) and printed_at[line.row.text, round(top)] == paper.pages > 1:
            continue  # the page's own, as a code above or below its rows
        if EXCHANGE_RATE.fullmatch(without(line.row.text, extents_of(line.days)).strip()):
            continue
        if best.by_row and top > lowest and not HAS_DIGIT.search(line.row.text):
            continue
        below = top > filled.get(line.row.page, lowest) and not line.begins_with_day
        amount = any(cells.in_place_of_amount(line, area.zones, below=below) for area in areas if area.top <= top <= area.bottom)
        if amount:
            # Names alone, in several cells, may be over a line of several figures and no day, as those of a summary.
            block = [(other, other.row.text.split("\t")) for other in paper.rows[index : index + HEADING_ROWS]]
            figured = (any(HAS_DIGIT.search(text) or IN_LETTERS.fullmatch(text) for text in texts) for _, texts in block)
            others = (line for line, is_figured in zip(block, figured, strict=True) if is_figured or len(line[1]) <= FEWEST_GAPS)
            under, texts = next(others, block[0])
            of_summary = under is not line and not under.days and len(under.figures) > 1 and len(texts) > FEWEST_GAPS
            amount = not (of_summary or _in_headings(paper, index))
        if amount or cells.odd_number(line):
            yield line


def _areas_of_pages(sums: AccountSums, paper: Paper) -> dict[int, list[Area]]:
    """Return the areas of each page, from its top."""
    best, inside = sums.best, [item for item in sums.draft.of("closing", "carried") if item.inside and item.value is not None]
    closings = {item.printed for item in inside if best.closing is not None and item.value in {best.closing, -best.closing}}
    parts: dict[tuple[int, int], Area] = {}
    for entry in best.entries:
        parts.setdefault((entry.page, entry.table_id), Area(entry.box[1], entry.box[3])).take(entry)
    headings = {table.entries[0].table_id: [column for column in table.header.columns if column.role in MOVING] for table in best.tables}
    for (_, table_id), area in parts.items():
        named = [(column.x0, column.x1) for column in headings.get(table_id, [])]
        area.zones += [(x0, x1) for x0, x1 in named if not any(left < x1 and x0 < right for left, right in area.zones)]
    pages: dict[int, list[Area]] = defaultdict(list)
    for (page, _), area in sorted(parts.items(), key=lambda part: part[1].top):
        pages[page].append(area)
    for page, areas in pages.items():
        above = float("-inf")
        for area, end in zip(areas, [*(area.top for area in areas[1:]), float("inf")], strict=True):
            places = [place for place, line in enumerate(paper.rows) if line.row.page == page and above < line.row.top < end]
            area.extend(paper, places, closings)
            above = area.bottom
    return pages


class _Cells:
    """Tells which cells of lines are read: as rows' figures, days, round sums, counts or numbers of pages."""

    def __init__(self, sums: AccountSums) -> None:
        self.sums = sums
        self.amounts = {id(figure) for entry in sums.best.entries for role, figure in entry.figures.items() if role in MOVING}

    @cached_property
    def round_words(self) -> set[int]:
        """The words, by identity, that are rows' round sums, if all adds up and the bank prints all round sums so, or none can make good
        for another between two balances."""
        best, words, sides = self.sums.best, set[int](), set[bool]()
        sizes = [figure.size for entry in best.entries for figure in entry.figures.values() if not figure.whole]
        with_zeros = any(size and not size % 1 for size in (*sizes, best.opening, best.closing))
        for entry, amount, balance in list(zip(best.entries, best.amounts, best.balances, strict=True))[:: -1 if best.newest_first else 1]:
            for figure in entry.figures.values():
                if not figure.whole or amount is None:
                    continue
                sides.add(amount > 0)
                # They are on the first of the row's lines that has the figure's digits.
                there = [word for word in entry.words if word.x0 < figure.x1 and figure.x0 < word.x1]
                lines = [list(line) for _, line in groupby(there, key=lambda word: word.baseline)]
                digits = NO_DIGIT.sub("", str(figure.size))
                words.update(map(id, next((line for line in lines if NO_DIGIT.sub("", "".join(word.text for word in line)) == digits), [])))
            if len(sides) > 1 and with_zeros:
                return set()
            if balance is not None and best.by_group:
                sides = set()
        return words if best.difference == 0 else set()

    def is_garbled(self, line: Printed) -> bool:
        """True if a word from which nothing is read has the form of money, but letters or stars for some of its digits."""
        spans = [(start, start + len(word.text)) for word, start in zip(line.row.words, line.row.offsets, strict=True)]
        unread = [span for span in spans if not any(first < span[1] and span[0] < last for first, last in _read_parts(line))]
        return any(UNREADABLE.fullmatch(line.row.text, *span) for span in unread)

    def odd_number(self, line: Printed) -> bool:
        """True if a number ends where the rows' figures end, from which nothing is read; or if a word is garbled money."""
        if self.is_garbled(line):
            return True
        for word, start in zip(line.row.words, line.row.offsets, strict=True):
            end = start + len(word.text)
            is_read = any(first < end and start < last for first, last in _read_parts(line))
            if id(word) in self.round_words or not self.sums.in_column(word.x1) or not NUMBER.fullmatch(word.text):
                continue
            counts = total_label(line) or (COUNTED_ROWS.match(line.plain) is not None and not line.days)
            if not is_read and not (COUNT.fullmatch(word.text) and counts):
                text = line.row.text
                cell = fold(text[text.rfind("\t", 0, start) + 1 : start] + text[start:].partition("\t")[0])
                numbers_page = len(cell) <= LONGEST_NUMBER and names_page(cell)
                return (line.begins_with_day and not numbers_page) or not line.among_words(start, end)
        return False

    def in_place_of_amount(self, line: Printed, zones: Zones, *, below: bool) -> bool:
        """True if something is in the place of the amount on a line without one; without a digit only beside words, and `below` the
        last row's amount no words, which an item's number may lead, that neither begin nor end as amounts do."""
        named = NUMBER_OF_ROWS.fullmatch(fold(line.row.text))
        if named is not None and int(named[1]) in self.sums.counts:
            return False
        worded = [(start, x0, x1) for text, start, x0, x1 in _cells(line) if below and WORDS.fullmatch(text)]
        lefts = [left for left, _ in zones]
        apart = {start for start, x0, x1 in worded if not self.sums.in_column(x1) and all(abs(x0 - left) > SAME_EDGE for left in lefts)}
        cells: list[tuple[str, int, bool]] = []
        for text, start, x0, x1 in _cells(line):
            # A cell is there if it is under a zone, and neither a dash, a telephone number, the name of a column or side, nor a row's own
            # amount with one sign behind it that is part of no number, as of a symbol.
            name, end = fold(text).strip(" .:"), start + len(text)
            is_there = any(left - SLACK <= x0 <= right and x1 > left for left, right in zones)
            is_there = is_there and not (NOTHING.fullmatch(text) or TELEPHONE.fullmatch(text.strip()))
            is_there = is_there and not (name in SIDES or role_of(name) == "amount" or COUNTED.match(fold(text)))
            own = (figure for figure in line.figures if id(figure) in self.amounts and start <= figure.start < end)
            ends = [figure.end for figure in own] if is_there else []
            cells.append((text, start, is_there and (len(ends) != 1 or LONE_SIGN.fullmatch(line.row.text[ends[0] : end]) is None)))
        there = [(text, start) for text, start, is_there in cells if is_there and start not in apart]
        if COUNTED_ROWS.match(line.plain) and all(COUNT.fullmatch(text.strip()) for text, _ in there):
            return False
        unread = without(line.row.text, _read_parts(line))
        if not there or any(NOTHING.fullmatch(unread, start, start + len(text)) for text, start in there):
            return False
        if names_day(line) or any(id(word) in self.round_words for word in line.row.words) or names_page(line.plain):
            return False
        return any(IN_LETTERS.fullmatch(text) or any(map(str.isdigit if there else str.isalpha, text)) for text, _, there in cells)


def _cells(line: Printed) -> list[tuple[str, int, float, float]]:
    """Return the text, where it starts, and the x range of each cell."""
    cells = re.finditer(r"[^\t]+", line.row.text)
    return [(cell[0], cell.start(), *line.row.span(*cell.span())) for cell in cells if cell[0].strip()]


def _read_parts(line: Printed) -> list[tuple[int, int]]:
    """Return from where to where figures, days and telephone numbers are read."""
    return [*extents_of((*line.figures, *line.days)), *(number.span() for number in TELEPHONE.finditer(line.row.text))]
