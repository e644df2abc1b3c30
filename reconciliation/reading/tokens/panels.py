"""Panels beside a table: labels and sums of their own, out of step with the rows left of them. A row of each is no row of both."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from reconciliation.documents.pages import Word

SAME_EDGE, SAME_BASE = 1.0, 1.0  # points
GUTTER = 6.0  # points between the table's words and the panel's
FEWEST_LINES, FEWEST_ROWS = 5, 3  # of a panel; of the table's rows beside it, and of the sums of the page that end at their edge
MOST_LINES = 400  # that begin at one edge of a page
OUT_OF_STEP, WORDED = 0.3, 0.6  # of a panel's lines: stand level with no line of the table; hold words
ENDS_WITH_SUM = re.compile(r"\d[.,]\d\d(?:-|CR|DR)?$")
WORD = re.compile(r"[^\W\d_]{4,}")
LEFT, BOTTOM = attrgetter("x0"), attrgetter("y1")


@dataclass(frozen=True, slots=True)
class Panel:
    """The words of a panel, and how far down the page its table's first row stands."""

    words: Sequence[Word]
    top: float
    rows_from: float


def panels_of(words: Sequence[Word]) -> list[Panel]:
    """Return the panels of a page: those at the first edge from the left that has any."""
    sums = sorted(word.x1 for word in words if ENDS_WITH_SUM.search(word.text))
    if len(sums) < FEWEST_ROWS:
        return []
    ends = {end for end, count in Counter(map(round, sums)).items() if count >= FEWEST_ROWS}
    by_edge: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        by_edge[round(word.x0)].append(word)
    for place in sorted(by_edge):
        begins = sorted(by_edge[place], key=BOTTOM)
        edge = min(word.x0 for word in begins)
        if FEWEST_LINES <= len(begins) <= MOST_LINES and sums[FEWEST_ROWS - 1] <= edge and _is_worded(begins):
            panels = [panel for run in _runs(edge, begins, words) if (panel := _panel(edge, run, words, ends))]
            if panels:
                return panels
    return []


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
    rows = [line for line in left if ENDS_WITH_SUM.search(line[-1].text) and _is_worded(line)]
    if len(own) < FEWEST_LINES or sum(round(line[-1].x1) in ends for line in rows) < FEWEST_ROWS:
        return None
    beside = apart = 0
    for line in own:
        distance = min(abs(line[0].y1 - other[0].y1) for other in left)
        if distance <= line[0].y1 - line[0].y0:
            beside += 1
            apart += distance > SAME_BASE
    if apart < OUT_OF_STEP * beside or sum(map(_is_worded, own)) < WORDED * len(own):
        return None
    return Panel([word for line in own for word in line], top, min(line[0].y0 for line in rows))


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    """The words on one baseline each, from the left, from the top of the page."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=BOTTOM):
        if lines and word.y1 - lines[-1][-1].y1 <= SAME_BASE:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=LEFT) for line in lines]


def _is_worded(words: Sequence[Word]) -> bool:
    return any(WORD.search(word.text) for word in words)
