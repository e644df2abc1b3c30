"""Panels beside a table: labels and sums of their own, out of step with the rows left of them. A row of each is no row of both."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from reconciliation.documents.pages import Word

SAME_EDGE, SAME_BASE = 1.0, 1.0  # points
GUTTER = 6.0  # points between the table's words and the panel's
FEWEST_LINES, FEWEST_ROWS = 5, 3  # of a panel; of the table's rows beside it, and of the sums of the page that end at their edge
MOST_LINES = 400  # that begin at one edge of a page
OUT_OF_STEP, WORDED = 0.3, 0.6  # of a panel's lines: stand level with no line of the table; hold words
ENDS_WITH_SUM = re.compile(r"\d[.,]\d\d(?:-|CR|DR)?$")
WORD = re.compile(r"[^\W\d_]{4,}")

Line = Sequence[Word]


@dataclass(frozen=True, slots=True)
class Panel:
    """The words of a panel, and how far down the page its table's first row stands."""

    words: Sequence[Word]
    top: float
    rows_from: float


def panels_of(words: Sequence[Word]) -> list[Panel]:
    """The panels of a page."""
    found: list[Panel] = []
    sums = sorted(word.x1 for word in words if ENDS_WITH_SUM.search(word.text))
    ends = {end for end, count in Counter(map(round, sums)).items() if count >= FEWEST_ROWS}
    for edge, begins in _edges(words):
        if len(sums) < FEWEST_ROWS or sums[FEWEST_ROWS - 1] > edge or not any(WORD.search(word.text) for word in begins):
            continue
        for run in _runs(edge, begins, words):
            panel = _panel(edge, run, words, ends)
            if panel is not None:
                found.append(panel)
        if found:
            return found
    return found


def _edges(words: Sequence[Word]) -> Iterator[tuple[float, list[Word]]]:
    """Where enough words begin below one another, from the left, with those words from the top."""
    at: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        at[round(word.x0)].append(word)
    for place in sorted(at):
        if FEWEST_LINES <= len(at[place]) <= MOST_LINES:
            yield min(word.x0 for word in at[place]), sorted(at[place], key=lambda word: word.y1)


def _runs(edge: float, begins: Sequence[Word], words: Sequence[Word]) -> Iterator[list[Word]]:
    """The words that begin at the edge, parted where others stand across it."""
    across = sorted(word.y1 for word in words if word.x0 < edge - SAME_EDGE and word.x1 > edge - GUTTER)
    run: list[Word] = []
    for word in begins:
        if run and any(run[-1].y1 - SAME_BASE <= height <= word.y1 + SAME_BASE for height in across):
            yield run
            run = []
        run.append(word)
    yield run


def _panel(edge: float, run: Sequence[Word], words: Sequence[Word], ends: Collection[int]) -> Panel | None:
    """The words right of the edge, where they are a panel's. `ends` are the edges at which sums of the page end below one another."""
    top, bottom = run[0].y0, run[-1].y1
    level = [word for word in words if word.y1 > top and word.y0 < bottom]
    own, left = _lines([word for word in level if word.x0 >= edge - SAME_EDGE]), _lines([word for word in level if word.x1 < edge])
    rows = [line for line in left if ENDS_WITH_SUM.search(line[-1].text) and any(WORD.search(word.text) for word in line)]
    if len(own) < FEWEST_LINES or sum(round(line[-1].x1) in ends for line in rows) < FEWEST_ROWS:
        return None
    apart = [line for line in own if all(abs(line[0].y1 - other[0].y1) > SAME_BASE for other in left)]
    worded = [line for line in own if any(WORD.search(word.text) for word in line)]
    beside = [line for line in own if any(abs(line[0].y1 - other[0].y1) <= line[0].y1 - line[0].y0 for other in left)]
    if len([line for line in apart if line in beside]) < OUT_OF_STEP * len(beside) or len(worded) < WORDED * len(own):
        return None
    return Panel([word for line in own for word in line], top, min(line[0].y0 for line in rows))


def _lines(words: Sequence[Word]) -> list[Line]:
    """The words on one baseline each, from the left, from the top of the page."""
    found: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.y1):
        if found and word.y1 - found[-1][-1].y1 <= SAME_BASE:
            found[-1].append(word)
        else:
            found.append([word])
    return [sorted(line, key=lambda word: word.x0) for line in found]
