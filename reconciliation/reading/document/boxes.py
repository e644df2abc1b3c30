"""Boxes of advice beside the rows of a table, out of step with them: none of the table's words."""

import re
from collections.abc import Iterator, Sequence
from itertools import compress, groupby

from reconciliation.documents.pages import Word
from reconciliation.reading.headings.words import cells_of
from reconciliation.reading.tokens.money_marks import CODES, IN_MARKS, OUT_MARKS
from reconciliation.reading.tokens.printed import OUT_OF_STEP
from reconciliation.reading.tokens.rows import Row, box_of, row_of

SAME_EDGE, STEP = 1.0, 1.5  # points between the left edges of its lines; heights between two of them
FEWEST_LINES, MOST_LINES = 3, 8
SUM = re.compile(r"\d[\d.,' ]*[.,]\d\d(?!\d)")
ENDS_WITH_SUM = re.compile(r"[.,]\d\d$")
WORDS = re.compile(r"[^\W\d_]{2,}")

Line = Sequence[Word]


def without_boxes(rows: Sequence[Row]) -> list[Row]:
    """The rows without the words of such boxes."""
    left_out: set[int] = set()
    for _, group in groupby(rows, key=lambda row: row.page):
        page = list(group)
        for lines in _blocks(page):
            if _is_box(lines, page):
                left_out |= {id(word) for line in lines for word in line}
    return [kept for row in rows if (kept := _without(row, left_out)) is not None] if left_out else [*rows]


def _without(row: Row, left_out: set[int]) -> Row | None:
    words = [word for word in row.words if id(word) not in left_out]
    return row if len(words) == len(row.words) else row_of(row.page, words) if words else None


def _blocks(page: Sequence[Row]) -> Iterator[list[Line]]:
    """The rows' last cells that begin below one another."""
    open_blocks: list[list[Line]] = []
    for row in page:
        line = row.words[cells_of(row)[-1][0] :]
        block = next((block for block in open_blocks if _goes_on(line[0], block[-1][0])), None)
        if block is None:
            open_blocks.append([line])
        else:
            block.append(line)
        over = [_is_above(block, row) for block in open_blocks]
        yield from compress(open_blocks, over)
        open_blocks = [block for block, above in zip(open_blocks, over, strict=True) if not above]
    yield from open_blocks


def _is_above(block: Sequence[Line], row: Row) -> bool:
    """Does it end too far above a row to go on?"""
    return row.top - block[-1][0].y1 > STEP * row.height


def _goes_on(word: Word, above: Word) -> bool:
    return abs(word.x0 - above.x0) <= SAME_EDGE and word.y0 - above.y1 <= STEP * (above.y1 - above.y0)


def _is_box(lines: Sequence[Line], page: Sequence[Row]) -> bool:
    """A few lines of prose right of all else at their height, with a row left of them that none of them stands level with."""
    if not FEWEST_LINES <= len(lines) <= MOST_LINES or not all(map(_is_prose, lines)):
        return False
    left, top, _, bottom = box_of([word for line in lines for word in line])
    own = {id(word) for line in lines for word in line}
    beside = [word for row in page for word in row.words if word.y1 > top and word.y0 < bottom and id(word) not in own]
    out_of_step = any(min(abs(word.y1 - line[0].y1) for line in lines) > OUT_OF_STEP for word in beside)
    return out_of_step and all(word.x1 < left for word in beside)


def _is_prose(line: Line) -> bool:
    """Words that stand level, and no number but sums among them: no day, no number of an account, no sum that a label names or with its
    currency alone."""
    if any(abs(word.y1 - line[0].y1) > OUT_OF_STEP for word in line):  # printed over the table's own
        return False
    text = " ".join(word.text for word in line)
    rest = SUM.sub(" ", text)
    return (
        any(word.upper() not in CODES | IN_MARKS | OUT_MARKS for word in WORDS.findall(rest))
        and not ENDS_WITH_SUM.search(text)
        and not any(map(str.isdigit, rest))
    )
