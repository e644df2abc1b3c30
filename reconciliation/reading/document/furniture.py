"""Parts of a page around the rows of its table: boxes of advice, counters, footers, repeated heads and guides to reading it."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby, takewhile

from reconciliation.documents.pages import Word
from reconciliation.reading.headings.headers import cells_of, header_of
from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.amounts import CODES, IN_MARKS, OUT_MARKS
from reconciliation.reading.tokens.dates import fold, months
from reconciliation.reading.tokens.printed import OUT_OF_STEP, Printed
from reconciliation.reading.tokens.rows import Row, box_of, row_of

SAME_LEFT, STEP = 1.0, 1.5  # most points between the left edges of a box's lines; most heights between two of them
FEWEST_LINES, MOST_LINES = 3, 8
SUM, ENDS_WITH_SUM = re.compile(r"\d[\d.,' ]*[.,]\d\d(?!\d)"), re.compile(r"[.,]\d\d$")
WORDS, VALUE = re.compile(r"[^\W\d_]{2,}"), re.compile(rf"{SUM.pattern} ?[^\W\d_]+")
FEWEST_COUNTED, SMALL = 3, 0.75  # fewest rows with successive numbers; most height of a footer, in that of the lines around it
COUNTER, DAY = re.compile(r"\d{1,5}\.?"), re.compile(r"(?:\d{1,2}|\d{4})(?:[/\-]\d|\.\d\d?\.)")
NAMED_DAY = re.compile(r"(?:\d{1,2}|\d{4})[./\- ](?P<behind>[^\W\d_]{3,})|(?P<before>[^\W\d_]{3,})\.? \d{1,2}\b(?![.,]\d)")
CODE = re.compile(r"(?=.*\d{4})[^.,\s]+")
GUIDE = words_of(phrases("statements", "guides"))
TITLE_ROWS, LONGEST_TITLE = 6, 60

Line = Sequence[Word]


def without_boxes(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without the words of boxes of advice beside the table, out of step with it."""
    pages = [list(group) for _, group in groupby(rows, key=lambda row: row.page)]
    boxes: list[list[Line]] = []
    for page in pages:
        blocks: list[list[Line]] = []  # the rows' last cells, those together that begin below one another
        growing: list[list[Line]] = []
        for row in page:
            line = row.words[cells_of(row)[-1][0] :]
            for block in growing:
                above = block[-1][0]
                if abs(line[0].x0 - above.x0) <= SAME_LEFT and line[0].y0 - above.y1 <= STEP * (above.y1 - above.y0):
                    block.append(line)
                    break
            else:
                growing.append([line])
                blocks.append(growing[-1])
            growing = [block for block in growing if row.top - block[-1][0].y1 <= STEP * row.height]
        boxes += [lines for lines in blocks if _is_box(lines, page)]
    left_out = {id(word) for lines in boxes for line in lines for word in line}
    words_left = [[word for word in row.words if id(word) not in left_out] for row in rows]
    return [row if len(words) == len(row.words) else row_of(row.page, words) for row, words in zip(rows, words_left, strict=True) if words]


def _is_box(lines: Sequence[Line], page: Sequence[Row]) -> bool:
    """True for a few lines of prose right of all else at their height, with a word left of them that none of them is level with. Prose is
    words on one level with no number but sums among them: no day, no account number, no sum at their end."""
    if not FEWEST_LINES <= len(lines) <= MOST_LINES:
        return False
    texts = [" ".join(word.text for word in line) for line in lines]
    for line, text in zip(lines, texts, strict=True):
        if any(abs(word.y1 - line[0].y1) > OUT_OF_STEP for word in line):  # printed over the table's own
            return False
        rest = SUM.sub(" ", text)
        has_words = any(word.upper() not in CODES | IN_MARKS | OUT_MARKS for word in WORDS.findall(rest))
        if not has_words or ENDS_WITH_SUM.search(text) or any(map(str.isdigit, rest)):
            return False
    if 2 * sum(VALUE.fullmatch(text) is not None for text in texts) > len(lines):
        return False  # a column of sums, each with its currency
    words = [word for line in lines for word in line]
    left, top, _, bottom = box_of(words)
    own = set(map(id, words))
    beside = [word for row in page for word in row.words if word.y1 > top and word.y0 < bottom and id(word) not in own]
    out_of_step = any(min(abs(word.y1 - line[0].y1) for line in lines) > OUT_OF_STEP for word in beside)
    return out_of_step and all(word.x1 < left for word in beside)


def without_margins(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without the codes in the right margin, as under a bar: one on a page, right of every other word of the document."""
    last = {index: row.words[-1] for index, row in enumerate(rows) if CODE.fullmatch(row.words[-1].text)}
    edge = max((word.x1 for index, row in enumerate(rows) for word in (row.words[:-1] if index in last else row.words)), default=0.0)
    codes = {index for index, word in last.items() if word.x0 > edge}
    if any(count > 1 for count in Counter(rows[index].page for index in codes).values()):
        return [*rows]
    lines = [(row.page, row.words[:-1] if index in codes else row.words) for index, row in enumerate(rows)]
    return [row_of(page, words) for page, words in lines if words]


def without_counters(rows: Sequence[Row]) -> list[Row]:
    """Return the rows, those whose first words count on by one without these numbers."""
    runs: list[list[int]] = []
    last = 0
    for index, row in enumerate(rows):
        counter, _, behind = row.text.partition("\t")
        named = NAMED_DAY.match(behind)
        is_day = fold(named["behind"] or named["before"]) in months() if named else DAY.match(behind)
        if not is_day or not COUNTER.fullmatch(counter):  # behind a number in a cell of its own; "5.10" may be no day
            continue
        number = int(row.words[0].text.strip("."))
        if not runs or number != last + 1:
            runs.append([])
        runs[-1].append(index)
        last = number
    counted = {index for run in runs if len(run) >= FEWEST_COUNTED for index in run}
    return [row_of(row.page, row.words[1:]) if index in counted else row for index, row in enumerate(rows)]


def without_feet(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without print over a table, one on a page: footers in small type between its lines, where no line has room, and
    words in type so large that they cover a whole line beside them, as a stamp's do."""
    lines = zip(rows, rows[1:], rows[2:], strict=False)
    on_page = [(above, row, below) for above, row, below in lines if above.page == row.page == below.page]
    small = ((above, row, below) for above, row, below in on_page if row.height <= SMALL * min(above.height, below.height))
    overlapping = (row for above, row, below in small if row.top < above.bottom or row.bottom > below.top)
    feet = {row for row in overlapping if not DAY.match(row.text) and not ENDS_WITH_SUM.search(row.text)}
    covering = (row for above, row, below in on_page if any(row.top <= line.top and line.bottom <= row.bottom for line in (above, below)))
    feet |= {row for row in covering if not any(map(str.isdigit, row.text))}
    pages = Counter(row.page for row in feet)
    return [row for row in rows if row not in feet or pages[row.page] > 1]


def repeated_heads(rows: Sequence[Printed], heads_table: Callable[[int], bool]) -> frozenset[Printed]:
    """Return the rows of later pages that only repeat the head of the page before, down to the first row with another figure. Rows with a
    day are movements unless the row above is repeated too; `heads_table` is true where headings begin."""
    repeated: set[Printed] = set()
    before: set[tuple[str, int]] = set()
    for _, group in groupby(range(len(rows)), key=lambda index: rows[index].row.page):
        page = list(group)
        first = next((place for place, index in enumerate(page) if heads_table(index)), 0)
        head = {rows[index]: (rows[index].row.text, round(rows[index].row.top)) for index in page[:first]}
        alike = True
        for printed, place in head.items():
            if printed.figures and place not in before:
                break
            above_alike, alike = alike, place in before and not (printed.days and printed.figures)
            if alike and (above_alike or not printed.days):
                repeated.add(printed)
        before = set(head.values())
    return frozenset(repeated)


def repeated_feet(rows: Sequence[Printed]) -> frozenset[Printed]:
    """Return the rows of words at the foot of pages that have the same words at the same place on more than one page."""
    places = Counter((printed.row.text, round(printed.row.top)) for printed in rows)
    feet: set[Printed] = set()
    for _, page in groupby(reversed(rows), key=lambda printed: printed.row.page):
        feet.update(takewhile(lambda foot: places[foot.row.text, round(foot.row.top)] > 1 and not (foot.figures or foot.days), page))
    return frozenset(feet)


def names_guide(rows: Sequence[Printed]) -> bool:
    """True if a title among the first rows, in one cell, says that this is a guide."""
    titles = [printed.row.text for printed in rows[:TITLE_ROWS] if len(printed.plain) <= LONGEST_TITLE]
    return any(GUIDE.search(fold(cell)) for title in titles for cell in title.split("\t"))


def without_guides(rows: Sequence[Printed]) -> list[Printed]:
    """Return the rows of pages that are no guides; all rows if every page is one, or one has a table of its own."""
    pages = [list(group) for _, group in groupby(rows, key=lambda printed: printed.row.page)]
    guides = [page for page in pages if names_guide(page)]
    if len(guides) == len(pages) or any(header_of(page, index) for page in guides for index in range(len(page))):
        return [*rows]
    return [printed for page in pages if page not in guides for printed in page]
