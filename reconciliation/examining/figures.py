"""Facts about figures on the pages: their fonts, their columns and lines, and things over or behind them."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from operator import attrgetter
from statistics import median

from reconciliation.documents.pages import Box, OpenedDocument, Page, Word
from reconciliation.examining.facts import DocumentFact
from reconciliation.examining.observations import Digit, ObservedPage
from reconciliation.printed.statement import PrintedStatement, Reading

MONEY = re.compile(r"[^\d\w]*[^\W\d_]{0,3}[^\d\w]*\d{1,3}(?:[.,'\u2019 ]?\d{3})*[.,]\d{2,3}")
"""An amount with decimals that ends in a digit."""
SUBSET = re.compile(r"^[A-Z]{6}\+")
WEIGHT = re.compile(
    r"[-,]?(?:Regular|Roman|Bold|Italic|Oblique|Medium|Light|Semibold|Black|MT|PS|Normal|It|Bd)+(?=$|[-,( ])", re.IGNORECASE
)
ALIGNED, FARTHEST_OFF = 0.5, 9.0  # points: most between ends in one column, and most by which a figure is off its column
FEWEST, MOST_ODD = 5, 2  # fewest figures that make a column, most odd ones of it on a page
MOSTLY = 0.85  # least share of a column's figures that are alike
SIZE_DIFFERS, LIFTED, OFF_LINE = 0.3, 0.3, 0.35  # points
OVER, COVERED = 0.5, 0.6  # least shares of a digit under another one, and of a figure under a cover
SAME_WIDTH, FEWEST_OTHER = 2.0, 2  # most points between equal widths; fewest figures of other widths that show an edge
OFF, RAGGED = 0.8, 12.0  # points: least distance off a column; most distance between edges of one ragged column
NEXT = 1.2  # most gap between a figure and its mark, in parts of the type's size
SAME_SIZES = (0.7, 1.4)  # range of the quotient of two sizes that are about one
REPEATED = 0.5  # least share of a page's hidden figures that are visible in the same place: then it has a layer of text
HABIT = 0.3  # share of a document's figures from which a trait is its habit
PALE = 200  # least lightness of a cover that imitates paper
NEAR_TEXT = 60.0  # points of a line that are shown around a digit
LINE, LEVEL = 8.0, 0.35  # points of a strip that is searched; most between baselines of one place, in parts of the type's size
MARGIN = 6.0  # points around the rows of a page
TALLEST_PICTURE = 30.0  # points of a picture in the place of a figure


@dataclass(frozen=True, slots=True)
class TableFigure:
    """A printed amount with its digits in the file."""

    word: Word
    digits: tuple[Digit, ...]
    row: Box

    @property
    def edge(self) -> float:
        return self.digits[-1].x1


def of_figures(document: OpenedDocument, reading: Reading, pages: Sequence[ObservedPage]) -> Iterator[DocumentFact]:
    """Yield the facts of all pages that are text and hold rows."""
    habits: list[DocumentFact] = []
    count = 0
    for page, observed in zip(document.pages, pages, strict=False):
        rows = rows_on(reading, page.number)
        if page.source != "text":
            yield DocumentFact(code="text_under_picture", page=page.number)
            continue
        if not rows:
            continue
        is_layered = has_layer(document, page)
        for statement in reading.statements:  # each has columns of its own
            figures = [] if is_layered else figures_of(page, observed, boxes_of(statement, page.number))
            count += len(figures)
            habits += [at(page, figure.word.box, "fonts_in_figure", figure.word.text) for figure in figures if is_mixed(figure.digits)]
            yield from of_columns(page, observed, figures)
            yield from pictures(document, observed, figures, band(rows))
        yield from annotated(observed, band(rows))
        if not is_layered:
            yield from over_each_other(page, observed, band(rows))
    if len(habits) <= max(MOST_ODD, HABIT * count):
        yield from habits
    yield from of_hidden(document, reading, pages)
    yield from of_marks(document, reading)


def at(page: Page | ObservedPage, box: Box, code: str, *evidence: str) -> DocumentFact:
    return DocumentFact(code=code, page=page.number, box=box, evidence=evidence)


def has_layer(document: OpenedDocument, page: Page) -> bool:
    """True if an invisible layer of text repeats what is printed, as text recognition adds one to a page."""
    hidden = [word for number, word in document.hidden if number == page.number and any(map(str.isdigit, word.text))]
    repeated = sum(any(word.text == other.text and share(word.box, other.box) > OVER for other in page.words) for word in hidden)
    return bool(hidden) and repeated >= REPEATED * len(hidden)


def rows_on(reading: Reading, page: int) -> list[Box]:
    return sorted((box for statement in reading.statements for box in boxes_of(statement, page)), key=lambda box: box[1])


def boxes_of(statement: PrintedStatement, page: int) -> list[Box]:
    return [line.box for line in statement.lines if line.page == page and line.box[2] > line.box[0]]


def band(rows: Sequence[Box]) -> tuple[float, float]:
    """Return the top and the bottom of the rows of a page, with a margin."""
    return min(box[1] for box in rows) - MARGIN, max(box[3] for box in rows) + MARGIN


def figures_of(page: Page, observed: ObservedPage, rows: Sequence[Box]) -> list[TableFigure]:
    """Return the amounts in the rows that the file has as text."""
    figures = []
    by_line: dict[int, list[Digit]] = {}
    for digit in observed.digits:
        by_line.setdefault(round(digit.baseline), []).append(digit)
    for word in page.words:
        if not MONEY.fullmatch(word.text):
            continue
        middle = (word.y0 + word.y1) / 2
        row = next((box for box in rows if box[1] <= middle <= box[3]), None)
        if row is None:
            continue
        near = [digit for line in range(round(word.baseline) - 2, round(word.baseline) + 3) for digit in by_line.get(line, ())]
        height = 0.2 * word.size + 0.5
        own = [digit for digit in near if in_word(digit, word) and abs(digit.baseline - word.baseline) <= height]
        if len(own) >= sum(map(str.isdigit, word.text)):
            figures.append(TableFigure(word, tuple(sorted(own, key=lambda digit: digit.x0)), row))
    return figures


def in_word(digit: Digit, word: Word) -> bool:
    return word.x0 - 0.5 <= (digit.x0 + digit.x1) / 2 <= word.x1 + 0.5


def is_mixed(digits: Sequence[Digit]) -> bool:
    """True if digits of one figure differ in font, size or height."""
    first = digits[0]
    return any(
        digit.font != first.font or abs(digit.size - first.size) > SIZE_DIFFERS or abs(digit.baseline - first.baseline) > LIFTED
        for digit in digits[1:]
    )


def columns_of(figures: Sequence[TableFigure]) -> Iterator[tuple[float, list[TableFigure], list[TableFigure]]]:
    """Yield each column: the edge at which its figures end, those figures, and the few others close to it that are in no column."""
    ordered = sorted(figures, key=lambda figure: figure.edge)
    groups: list[list[TableFigure]] = [ordered[:1]] if ordered else []
    for before, figure in pairwise(ordered):
        if figure.edge - before.edge > ALIGNED:
            groups.append([])
        groups[-1].append(figure)
    columns = [group for group in groups if len(group) >= FEWEST]
    for column in columns:
        edge = median(figure.edge for figure in column)
        others = [group for group in columns if group is not column]
        odd = [
            figure
            for group in groups
            if len(group) < FEWEST
            for figure in group
            if abs(figure.edge - edge) <= FARTHEST_OFF
            and min(abs(figure.edge - member.edge) for member in column) >= OFF
            and not any(abs(figure.edge - other[0].edge) < abs(figure.edge - edge) for other in others)
        ]
        yield edge, column, odd


def of_columns(page: Page, observed: ObservedPage, figures: Sequence[TableFigure]) -> Iterator[DocumentFact]:
    """Yield the figures that differ from all others of their column, if these are alike."""
    columns = list(columns_of(figures))
    for edge, column, odd in columns:
        is_ragged = any(0 < abs(edge - other) <= RAGGED for other, _, _ in columns)
        if is_aligned(column) and not is_ragged and len(odd) <= MOST_ODD and len(column) >= MOSTLY * (len(column) + len(odd)):
            forms = {form_of(figure, page) for figure in column}
            yield from (at(page, figure.word.box, "off_column", figure.word.text) for figure in odd if form_of(figure, page) in forms)
        yield from of_fonts(page, observed, [*column, *odd], figures)
        lifts = [(figure, lift_of(figure, page)) for figure in (*column, *odd)]
        known = [(figure, lift) for figure, lift in lifts if lift is not None]
        if len(known) >= FEWEST:
            usual = median(lift for _, lift in known)
            off = [figure for figure, lift in known if abs(lift - usual) > OFF_LINE]
            if len(off) <= MOST_ODD and len(off) <= (1 - MOSTLY) * len(known):
                yield from (at(page, figure.word.box, "off_line", figure.word.text) for figure in off)


def lift_of(figure: TableFigure, page: Page) -> float | None:
    """Return by how much a figure is above the closest line of other words of its size; None if it is alone there."""
    size = figure.word.size
    line = [
        word.baseline - figure.word.baseline
        for word in page.words
        if abs(word.baseline - figure.word.baseline) <= 0.45 * size and abs(word.size - size) <= SIZE_DIFFERS and word is not figure.word
    ]
    return min(line, key=abs) if line else None


def form_of(figure: TableFigure, page: Page) -> tuple[str, ...]:
    """Return the marks before the first digit and the words right behind a figure. Figures with other marks have an edge of their own."""
    last, marks = figure.word, []
    line = [word for word in page.words if abs(word.baseline - last.baseline) <= SIZE_DIFFERS and word.x0 >= last.x1]
    for word in sorted(line, key=lambda word: word.x0):
        if word.x0 - last.x1 > NEXT * word.size:
            break
        marks.append(word.text)
        last = word
    return (re.split(r"\d", figure.word.text, maxsplit=1)[0], *marks)


def is_aligned(column: Sequence[TableFigure]) -> bool:
    """True if figures of several widths end at one edge: figures of one width may as well begin or be centred at one place."""
    widths = [figure.word.x1 - figure.word.x0 for figure in column]
    usual = median(widths)
    return sum(abs(width - usual) > SAME_WIDTH for width in widths) >= FEWEST_OTHER


def of_fonts(page: Page, observed: ObservedPage, column: Sequence[TableFigure], figures: Sequence[TableFigure]) -> Iterator[DocumentFact]:
    """Yield the figures whose font or size differs from those of their column, unless other figures of their row have it too."""
    styles = Counter(style(figure) for figure in column)
    usual, count = styles.most_common(1)[0]
    odd = [figure for figure in column if differs(style(figure), usual)]
    if not odd or len(odd) > MOST_ODD or count < MOSTLY * len(column):
        return
    for figure in odd:
        beside = [other for other in figures if other.row == figure.row and other is not figure]
        if any(not differs(style(other), style(figure)) for other in beside):
            continue
        name, other_name = observed.fonts[style(figure)[0]], observed.fonts[usual[0]]
        is_weight = family(name) == family(other_name) and plain(name) != plain(other_name)
        code = "weight_differs" if is_weight and abs(style(figure)[1] - usual[1]) <= SIZE_DIFFERS else "font_differs"
        yield at(page, figure.word.box, code, figure.word.text, f"{name} {style(figure)[1]:g}", f"{other_name} {usual[1]:g}")


def style(figure: TableFigure) -> tuple[int, float]:
    return figure.digits[0].font, figure.digits[0].size


def differs(style: tuple[int, float], other: tuple[int, float]) -> bool:
    return style[0] != other[0] or abs(style[1] - other[1]) > SIZE_DIFFERS


def plain(name: str) -> str:
    """Return a font's name without the mark of its subset."""
    return SUBSET.sub("", name)


def family(name: str) -> str:
    return WEIGHT.sub("", plain(name)).casefold()


def over_each_other(page: Page, observed: ObservedPage, rows: tuple[float, float]) -> Iterator[DocumentFact]:
    """Yield places where two different digits of about one size are printed over each other."""
    top, bottom = rows
    lines: dict[int, list[Digit]] = {}
    for digit in observed.digits:
        if top <= digit.baseline <= bottom:
            lines.setdefault(int(digit.baseline // LINE), []).append(digit)
    reported: list[Box] = []
    for line, digits in lines.items():
        strip = sorted((*digits, *lines.get(line + 1, ())), key=lambda digit: digit.x0)
        for place, digit in enumerate(strip, start=1):
            box = (digit.x0, digit.baseline - digit.size, digit.x1, digit.baseline)
            right = islice(strip, place, bisect_left(strip, digit.x1, lo=place, key=attrgetter("x0")))
            other = next((other for other in right if covers(digit, other)), None)
            if other is not None and not any(close(box, known) for known in reported):
                reported.append(box)
                yield at(page, box, "figure_over_figure", text_around(observed, digit), text_around(observed, other))


def covers(digit: Digit, other: Digit) -> bool:
    """True if a digit begins left of another one and lies over most of it; both are different and of about one size."""
    if not digit.x0 <= other.x0 < digit.x1 or digit.text == other.text:
        return False
    is_level = abs(digit.baseline - other.baseline) <= LEVEL * min(digit.size, other.size)
    is_same_size = SAME_SIZES[0] <= digit.size / max(other.size, 0.1) <= SAME_SIZES[1]
    return is_level and is_same_size and digit.x1 - other.x0 > OVER * min(digit.x1 - digit.x0, other.x1 - other.x0)


def close(box: Box, other: Box) -> bool:
    return abs(box[1] - other[1]) < 8 and abs(box[0] - other[0]) < 60


def text_around(observed: ObservedPage, digit: Digit) -> str:
    """Return the digits of one object on the line of this one."""
    own = [other for other in observed.digits if other.place == digit.place and abs(other.baseline - digit.baseline) < 1]
    return "".join(other.text for other in sorted(own, key=lambda other: other.x0) if abs(other.x0 - digit.x0) < NEAR_TEXT)


def of_hidden(document: OpenedDocument, reading: Reading, pages: Sequence[ObservedPage]) -> Iterator[DocumentFact]:
    """Yield figures that are in the file and not visible: covered by a box, by an annotation, or behind another figure."""
    silent = blackened = 0
    for number, word in document.hidden:
        if not any(map(str.isdigit, word.text)) or not 0 < number <= min(len(pages), len(document.pages)):
            continue
        page, observed, rows = document.pages[number - 1], pages[number - 1], rows_on(reading, number)
        if page.source != "text":
            continue
        cover = cover_over(word, observed)
        is_among_rows = bool(rows) and band(rows)[0] <= word.baseline <= band(rows)[1]
        over = next((other for other in page.words if is_over(other, word)), None)
        if any(share(word.box, note.box) >= COVERED for note in observed.annotations):
            yield at(page, word.box, "annotation_covers", word.text)
        elif over is not None and digits_in(over.text) != digits_in(word.text):
            yield at(page, word.box, "figure_covered" if cover else "hidden_under", word.text, over.text)
        elif cover == "dark":
            blackened += 1
        elif cover and is_among_rows and over is None:
            yield at(page, word.box, "figure_covered", word.text)
        else:
            silent += 1
    if blackened:
        yield DocumentFact(code="blacked_out", evidence=(str(blackened),))
    if silent:
        yield DocumentFact(code="hidden_figures", evidence=(str(silent),))


def is_over(word: Word, hidden: Word) -> bool:
    """True if an amount is printed in the place of a hidden amount."""
    is_amount = bool(MONEY.fullmatch(word.text) and MONEY.fullmatch(hidden.text))
    is_there = share(hidden.box, word.box) > OVER and abs(word.baseline - hidden.baseline) <= SIZE_DIFFERS * hidden.size
    return is_amount and is_there and SAME_SIZES[0] < word.size / max(hidden.size, 0.1) < SAME_SIZES[1]


def digits_in(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def cover_over(word: Word, observed: ObservedPage) -> str:
    """Return what was drawn over a word later: `dark`, `pale`, or nothing."""
    digits = [digit for digit in observed.digits if word.x0 - 0.5 <= digit.x0 <= word.x1 and abs(digit.baseline - word.baseline) <= 1]
    place = min((digit.place for digit in digits), default=-1)
    over = [cover for cover in observed.covers if cover.place > place and share(word.box, cover.box) >= COVERED]
    if not over:
        return ""
    return "dark" if all(cover.kind == "box" and cover.shade < PALE for cover in over) else "pale"


def share(box: Box, other: Box) -> float:
    """Return the share of a box that lies in the other one."""
    if box[1] >= other[3] or other[1] >= box[3] or box[0] >= other[2] or other[0] >= box[2]:
        return 0.0
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    area = (box[2] - box[0]) * (box[3] - box[1])
    return width * height / area if area > 0 else 0.0


def pictures(
    document: OpenedDocument, observed: ObservedPage, figures: Sequence[TableFigure], rows: tuple[float, float]
) -> Iterator[DocumentFact]:
    """Yield small pictures with type in them that are in a column of figures."""
    edges = [(edge, min(figure.word.x0 for figure in column)) for edge, column, _ in columns_of(figures)]
    marks = [mark for mark in document.marks if mark.page == observed.number and mark.kind in {"type", "row"}]
    for cover in observed.covers:
        x0, y0, x1, y1 = cover.box
        is_small = y1 - y0 <= TALLEST_PICTURE and rows[0] <= (y0 + y1) / 2 <= rows[1]
        is_in_column = any(left < x1 and x0 < edge for edge, left in edges)
        if cover.kind != "box" and is_small and is_in_column and any(share(mark.box, cover.box) >= OVER for mark in marks):
            yield at(observed, cover.box, "figure_as_picture")


def annotated(observed: ObservedPage, rows: tuple[float, float]) -> Iterator[DocumentFact]:
    """Yield annotations and form fields with a figure among the rows."""
    for note in observed.annotations:
        if note.kind != "signature" and MONEY.search(note.text) and rows[0] <= (note.box[1] + note.box[3]) / 2 <= rows[1]:
            yield at(observed, note.box, "annotation_figure", note.text)


MARKS = frozenset({"digit", "cover", "row", "stroke"})


def of_marks(document: OpenedDocument, reading: Reading) -> Iterator[DocumentFact]:
    """Yield the differences between text and picture that the reader marked: digits of amounts that look like others, amounts under other
    type, rows that are drawn among printed ones, and figures that are crossed out."""
    pages = {page.number: page for page in document.pages}
    layers = {number: has_layer(document, pages[number]) for number in {mark.page for mark in document.marks} & set(pages)}
    for mark in document.marks:
        page = pages.get(mark.page)
        if page is None or mark.kind not in MARKS:
            continue
        rows, layered = rows_on(reading, mark.page), layers[mark.page]
        top, bottom = mark.box[1], mark.box[3]
        words = [word for word in page.words if word.y0 < bottom and top < word.y1 and share(mark.box, word.box) > OVER]
        evidence = (" ".join(word.text for word in words),) if words else ()
        fact = DocumentFact(code="digits_differ", page=mark.page, box=mark.box, evidence=evidence)
        if mark.kind == "digit" and len(words) == 1 and MONEY.fullmatch(words[0].text) and not layered:
            yield fact
        elif mark.kind == "cover" and not layered:
            unseen = [word for number, word in document.hidden if number == page.number]
            amounts = [word.text for word in unseen if MONEY.fullmatch(word.text) and share(mark.box, word.box) > OVER]
            if amounts and len(unseen) < len(page.words):  # more hidden than visible words are a layer
                yield replace(fact, code="figure_covered", evidence=(amounts[0],))
        elif mark.kind == "row" and rows and band(rows)[0] <= mark.box[1] and mark.box[3] <= band(rows)[1]:
            yield replace(fact, code="row_as_drawing")
        elif mark.kind == "stroke":
            yield replace(fact, code="figure_struck_out")
