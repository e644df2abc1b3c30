"""Words to rows: the words of one baseline, left to right, with wide gaps as tabs and spaced letters joined to words."""

import itertools
import re
import statistics
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import TypeVar

from reconciliation.documents.pages import Box, Page, Word

RULE = re.compile(r"[|\u00a6\u2502+]*(?:_{5,}|-{5,}|={5,}|\u2013{5,}|\u2014{5,}|\u2500{5,})[-_=\u2013\u2014\u2500|\u00a6\u2502+]*")
BARS = frozenset({"|", "||", "\u00a6", "\u2502"})
ICON = re.compile(r"[\u00a7\u00b6\u2020-\u2022\u25a0-\u25b1\u25b6-\u25bb\u25be-\u25ff\u2600-\u27bf\ue000-\uf8ff]")  # not a sign
FEWEST_ROWS, SAME_PLACE = 2, 2.0  # fewest rows of one frame; most points between the middles of its bars
MARGIN = 10.0  # least points between a mark at the edge and all text
SAME_EDGE, SAME_BASE, LOWEST = 1.0, 1.0, 1.0  # most points between equal edges and baselines; least height of type in points
WIDE_GAP = 0.62  # gap in heights of the type: wider than a space between words, narrower than one between columns
COLUMN_REACH, COLUMN_SHARE = 12.0, 0.75  # heights searched around a mark of a column; least share of marks on a row's baseline
SPACED, FEWEST_BESIDE = 3.0, 2  # most heights to the letters beside one of a spaced word; fewest such letters
FEWEST_ON_LINE = 8  # fewest letters of a line with spaced letters throughout, whose words may have two
LARGER = 2.0  # large type, in heights of the type of the words beside it
FEWEST_STAMPS, MOST_STAMPS, MOST_NEAR = 8, 2_000, 400  # fewest and most letters of stamps on a page; most that are near; more would be slow
GUTTER = 6.0  # least points between the table's words and the panel's
FEWEST_LINES, FEWEST_SUMS = 5, 3  # fewest lines of a panel; fewest rows of the table beside it, and sums that end at their edge
MOST_LINES = 400  # most lines that begin at one edge of a page
OUT_OF_STEP, WORDED = 0.3, 0.6  # least share of a panel's lines that are level with no line of the table; that hold words
ENDS_WITH_SUM = re.compile(r"\d[.,]\d\d(?:-|CR|DR)?$")
WORD = re.compile(r"[^\W\d_]{4,}")
LEFT, BOTTOM = attrgetter("x0"), attrgetter("y1")

SAME_PITCH, FEWEST_OF_PITCH = 0.1, 3  # most share by which characters of fixed pitch differ in width; fewest words of a line that show it
ONE_SPACE = 1.1  # most width of one space, in pitches of the type
LETTERS, PADDED = 3, 2.5  # letters of a month's name; least gap behind a padded one, in widths of a letter
SAME_LINE = 0.42  # most distance between two centres on a line, in heights of the type
LARGE, MOST_LARGE, FEWEST_COVERED = 3.0, 100, 2  # height of a stamp in usual heights; most words of a stamp; fewest lines that it covers
FEWEST_SPACED = 4  # fewest letters of a spaced word
SAME_WORD, SAME_CELL = 1.6, 3.3  # most gap to the next letter and to the next word, in narrowest gaps between two letters
TOUCHING = 0.1  # most points between words that touch
NARROW, APART = 1.2, 2.0  # most heights between letters of a word; between words of a cell
MOSTLY = 0.7  # least share of the characters that are letters
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Panel:
    """The words of a panel, and how far down the page its table's first row is."""

    words: Sequence[Word]
    top: float
    rows_from: float


def parted(words: Sequence[Word]) -> tuple[list[Word], list[Panel]]:
    """Return the words of a page without its panels, and the panels. Left out are rules, bars or icons above one another, an icon or
    marks left of all text, and stamps."""
    signs = [word for word in words if word.text in BARS or ICON.fullmatch(word.text)]
    in_line = {id(sign): [other for other in signs if abs(sign.x0 + sign.x1 - other.x0 - other.x1) <= 2 * SAME_PLACE] for sign in signs}
    framed = {key for key, others in in_line.items() if len({round(other.baseline) for other in others}) >= FEWEST_ROWS}
    left = min((word.x0 for word in words if any(map(str.isalnum, word.text))), default=0.0)
    framed |= {id(word) for word in words if word.x1 <= left - (0 if ICON.fullmatch(word.text) else MARGIN)}
    text = _without_stamps([word for word in words if id(word) not in framed and RULE.fullmatch(word.text) is None])
    panels = _panels_of(text)
    in_panels = {id(word) for panel in panels for word in panel.words}
    return [word for word in text if id(word) not in in_panels], panels


def _without_stamps(words: list[Word]) -> list[Word]:
    """Leave out letters that run down or across the page: a column or a diagonal of single characters of one size, but none of a table."""
    singles = sorted((word for word in words if len(word.text) == 1), key=centre_of)
    if not FEWEST_STAMPS <= len(singles) <= MOST_STAMPS:
        return words
    usual = statistics.median(height_of(word) for word in words)
    others = sorted((word for word in words if len(word.text) > 1), key=centre_of)
    stamps = [word for word in singles if _may_be_of_stamp(word, singles, others, usual)]
    level = ((word, other) for word in stamps for other in _around(word, others, SAME_BASE) if abs(other.y1 - word.y1) <= SAME_BASE)
    in_lines = {id(word) for word, other in level if _same_size(word, other)}
    left_out = set()
    for word in stamps:
        near = _around(word, stamps, COLUMN_REACH * height_of(word))
        column = [other for other in near if abs(other.x0 - word.x0) <= height_of(word) and _same_size(word, other)]
        is_bare_day = id(word) in in_lines and all(other.text.isdigit() for other in column)
        if COLUMN_SHARE * len(column) > sum(id(other) in in_lines for other in column) and not is_bare_day:
            left_out.add(id(word))
    return [word for word in words if id(word) not in left_out]


def _around(word: Word, words: Sequence[Word], reach: float) -> Sequence[Word]:
    """Return the words near the height of one, of words by height on the page."""
    start, end = bisect_left(words, centre_of(word) - reach, key=centre_of), bisect_right(words, centre_of(word) + reach, key=centre_of)
    return words[start : min(end, start + MOST_NEAR)]


def _may_be_of_stamp(word: Word, singles: Sequence[Word], others: Sequence[Word], usual: float) -> bool:
    """True if other characters lead up to it and on from it, at steady steps up and down the page, or in large type if one other does; and
    if no word whose type is not much smaller is beside it, nor two letters, or one on a line of many, as close as in a spaced word."""
    reach = 2.6 * max(height_of(word), 8.0)
    near = [other for other in _around(word, singles, reach) if abs(other.x0 - word.x0) < reach]
    steps = [centre_of(other) - centre_of(word) for other in near]
    in_a_run = any(step < -0.5 for step in steps) and any(step > 0.5 for step in steps)
    if height_of(word) > LARGER * usual:
        in_a_run = any(other is not word and _same_size(word, other) for other in near)
    if not in_a_run:
        return False
    level = [other for other in _around(word, others, 0.2 * usual) if height_of(word) <= LARGER * height_of(other)]
    if any(min(abs(other.x0 - word.x1), abs(word.x0 - other.x1)) < WIDE_GAP * usual for other in level):
        return False
    letters = [other for other in _around(word, singles, SAME_BASE) if other.text.isalpha() and _same_size(word, other)]
    beside = sum(other is not word and abs(other.x0 - word.x0) <= SPACED * height_of(word) for other in letters)
    return beside < (1 if len(letters) > FEWEST_ON_LINE else FEWEST_BESIDE)


def _same_size(word: Word, other: Word) -> bool:
    return abs(height_of(other) - height_of(word)) <= SAME_BASE


def runs_of(things: Iterable[T], parted: Callable[[T, T], bool]) -> Iterator[list[T]]:
    """Yield words, or other things, in runs, each up to where two that follow one another are parted."""
    run: list[T] = []
    for thing in things:
        if run and parted(run[-1], thing):
            yield run
            run = []
        run.append(thing)
    if run:
        yield run


def centre_of(word: Word) -> float:
    return (word.y0 + word.y1) / 2


def height_of(word: Word) -> float:
    """Return the height of a word's type in points, at least 1."""
    return max(word.y1 - word.y0, LOWEST)


def _panels_of(words: Sequence[Word]) -> list[Panel]:
    """Return the panels of a page: those at the first edge from the left that has any."""
    sums = sorted(word.x1 for word in words if ENDS_WITH_SUM.search(word.text))
    if len(sums) < FEWEST_SUMS:
        return []
    ends = {end for end, count in Counter(map(round, sums)).items() if count >= FEWEST_SUMS}
    by_edge: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        by_edge[round(word.x0)].append(word)
    for place in sorted(by_edge):
        begins = sorted(by_edge[place], key=BOTTOM)
        edge = min(word.x0 for word in begins)
        may_be = FEWEST_LINES <= len(begins) <= MOST_LINES and sums[FEWEST_SUMS - 1] <= edge and _is_worded(begins)
        if may_be and (panels := _panels_at(edge, begins, words, ends)):
            return panels
    return []


def _panels_at(edge: float, begins: Sequence[Word], words: Sequence[Word], ends: Collection[int]) -> list[Panel]:
    """The panels right of an edge, of the words that begin there, parted where others lie across it. `ends` are the edges at which sums of
    the page end below one another."""
    across, panels = [word.y1 for word in words if word.x0 < edge - SAME_EDGE and word.x1 > edge - GUTTER], list[Panel]()
    for run in runs_of(begins, lambda above, word: any(above.y1 - SAME_BASE <= height <= word.y1 + SAME_BASE for height in across)):
        top, bottom = run[0].y0, run[-1].y1
        level = [word for word in words if word.y1 > top and word.y0 < bottom]
        own = _baselines([word for word in level if word.x0 >= edge - SAME_EDGE])
        left = _baselines([word for word in level if word.x1 < edge])
        rows = [line for line in left if ENDS_WITH_SUM.search(line[-1].text) and _is_worded(line)]
        if len(own) < FEWEST_LINES or sum(round(line[-1].x1) in ends for line in rows) < FEWEST_SUMS:
            continue
        distances = [(min(abs(line[0].y1 - other[0].y1) for other in left), line[0].y1 - line[0].y0) for line in own]
        beside = [distance for distance, height in distances if distance <= height]
        apart = sum(distance > SAME_BASE for distance in beside)
        placed = [(distance <= SAME_BASE, word) for (distance, _), line in zip(distances, own, strict=True) for word in line]
        sums = Counter((in_step, round(word.x1)) for in_step, word in placed if ENDS_WITH_SUM.search(word.text))
        if any(in_step and count >= FEWEST_ROWS and (False, end) not in sums for (in_step, end), count in sums.items()):
            continue  # a column of the table itself
        if apart < OUT_OF_STEP * len(beside) or sum(map(_is_worded, own)) < WORDED * len(own):
            continue
        panels.append(Panel([word for line in own for word in line], top, min(line[0].y0 for line in rows)))
    return panels


def _baselines(words: Sequence[Word]) -> list[list[Word]]:
    """The words on one baseline each, from the left, from the top of the page."""
    lines = runs_of(sorted(words, key=BOTTOM), lambda above, word: word.y1 - above.y1 > SAME_BASE)
    return [sorted(line, key=LEFT) for line in lines]


def _is_worded(words: Sequence[Word]) -> bool:
    return any(WORD.search(word.text) for word in words)


@dataclass(frozen=True, eq=False)
class Row:
    """One printed line. `text` joins the words by a space, or by a tab where the gap is a column's; `height` is the tallest word's."""

    page: int
    words: tuple[Word, ...]
    text: str
    offsets: tuple[int, ...]
    top: float
    bottom: float
    height: float

    @cached_property
    def box(self) -> Box:
        return box_of(self.words)

    @property
    def left(self) -> float:
        return self.words[0].x0

    @cached_property
    def across(self) -> bool:
        """True if words are printed across one another, so that the order of the text may not be theirs."""
        return any(after.x0 < before.x1 - SAME_BASE for before, after in pairwise(self.words))

    def span(self, start: int, end: int) -> tuple[float, float]:
        """The x range of some characters of the text, by the share of the word that they are."""
        return self._edge_of(start, right=False), self._edge_of(end - 1, right=True)

    def left_of(self, start: int) -> int:
        """The left edge of a character of the text, in whole points."""
        return round(self._edge_of(start, right=False))

    def _edge_of(self, offset: int, *, right: bool) -> float:
        index = max(0, bisect_right(self.offsets, offset) - 1)
        word, within = self.words[index], offset - self.offsets[index] + right
        return word.x0 + (word.x1 - word.x0) * min(within, len(word.text)) / max(1, len(word.text))


def box_of(words: Iterable[Word]) -> Box:
    """The union of the words' boxes, in points."""
    lefts, tops, rights, bottoms = zip(*[word.box for word in words], strict=True)
    return round(min(lefts), 2), round(min(tops), 2), round(max(rights), 2), round(max(bottoms), 2)


def rows_of(page: Page) -> list[Row]:
    """The page's rows from top to bottom, a panel's above those of the table beside it; vertical stamps and watermarks are left out."""
    words, panels = parted([word for word in page.words if word.text.strip()])
    rows = _rows(page.number, words)
    for panel in panels:
        beside = panel.top >= panel.rows_from
        place = 0 if beside else next((index for index, row in enumerate(rows) if row.bottom > panel.top), len(rows))
        rows[place:place] = _rows(page.number, panel.words)
    return rows


def _rows(page: int, words: Sequence[Word]) -> list[Row]:
    """The rows that these words make, from top to bottom. Words much taller than most, as of a title, make rows of their own, and a stamp,
    which has no digits and lies over words of several lines, none."""
    highest = LARGE * statistics.median(map(height_of, words)) if words else 0.0
    usual, large = ([word for word in words if (height_of(word) > highest) is is_large] for is_large in (False, True))
    titles: list[Row] = []
    for row in _lines(page, large):
        left, top, right, bottom = row.box
        under = usual if len(large) <= MOST_LARGE and not any(map(str.isdigit, row.text)) else []
        over = (word for word in under if word.x0 < right and left < word.x1 and word.y0 < bottom and top < word.y1)
        if len({round(word.baseline) for word in over}) < FEWEST_COVERED:
            titles.append(row)
    return sorted([*_lines(page, usual), *titles], key=lambda row: row.top + row.bottom) if large else _lines(page, usual)


def _lines(page: int, words_on_page: Sequence[Word]) -> list[Row]:
    lines: list[list[Word]] = []
    line_centre = line_height = 0.0
    for word in sorted(words_on_page, key=lambda word: (centre_of(word), word.x0)):
        centre, height = centre_of(word), height_of(word)
        if lines and centre - line_centre <= SAME_LINE * min(height, line_height):
            lines[-1].append(word)
            line_centre += (centre - line_centre) / len(lines[-1])
        else:
            lines.append([word])
            line_centre, line_height = centre, height
    rows: list[Row] = []
    for line in lines:
        words: list[Word] = []
        for word in unspaced(sorted(line, key=LEFT)):  # words of spaced letters are of one cell: each goes up to where the next begins
            step, parts = (word.x1 - word.x0) / len(word.text), list(re.finditer(r"\S+ *", word.text))
            lefts = [word.x0 + step * part.start() for part in parts]
            rights = [left - TOUCHING for left in lefts[1:]] + [word.x1]
            words += [replace(word, text=part[0].rstrip(), x0=x0, x1=x1) for part, x0, x1 in zip(parts, lefts, rights, strict=True)]
        rows.append(row_of(page, words))
    return rows


def row_of(page: int, words: Sequence[Word]) -> Row:
    """The row that these words make, from left to right."""
    ordered = sorted(words, key=LEFT)
    heights = [word.y1 - word.y0 for word in ordered]
    widths = [(word.x1 - word.x0) / len(word.text) for word in ordered if len(word.text) >= LETTERS]  # of a character
    fixed_pitch = len(widths) >= FEWEST_OF_PITCH and max(widths) <= (1 + SAME_PITCH) * min(widths)
    space = ONE_SPACE * min(widths) if fixed_pitch else 0.0
    text, offsets = ordered[0].text, [0]
    for (before, word), lower in zip(pairwise(ordered), map(min, pairwise(heights)), strict=True):
        gap = word.x0 - before.x1
        wide = gap > WIDE_GAP * max(lower, LOWEST) and gap > space
        if wide and len(word.text) == 1 and word.text.isdecimal() and len(before.text) == LETTERS and before.text.isalpha():
            # A digit at most two spaces behind the three letters that begin a cell is padded, as "Feb  1" above "Feb 10".
            wide = text.rpartition("\t")[2] != before.text or gap > PADDED * (before.x1 - before.x0) / LETTERS
        text += "\t" if wide else " "
        offsets.append(len(text))
        text += word.text
    top, bottom = min([word.y0 for word in ordered]), max([word.y1 for word in ordered])
    return Row(page, tuple(ordered), text, tuple(offsets), top, bottom, height=max(heights))


def unspaced(line: Sequence[Word]) -> list[Word]:
    """The words of a line, from left to right, with each run of spaced letters as one word, which may hold spaces."""
    runs: list[list[Word]] = []
    for single, group in itertools.groupby(line, key=lambda word: len(word.text) == 1):
        words = list(group)
        runs += _runs_of_letters(words) if single else [words]
    if not any(_is_spaced(run, FEWEST_SPACED) for run in runs):
        return list(line)
    joined: list[Word] = []
    for run in runs:
        if not _is_spaced(run, 2):
            joined += run
            continue
        text, narrowest = run[0].text, _narrowest_gap(run)
        for before, letter in pairwise(run):
            text += letter.text if letter.x0 - before.x1 <= SAME_WORD * narrowest else f" {letter.text}"
        joined.append(replace(run[0], text=text, x1=run[-1].x1, y0=min(word.y0 for word in run), y1=max(word.y1 for word in run)))
    return joined


def _runs_of_letters(letters: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield runs of letters that are as close as the letters and words of one cell."""
    narrowest = _narrowest_gap(letters)

    def apart(before: Word, letter: Word) -> bool:
        height = letter.y1 - letter.y0
        return narrowest > NARROW * height or letter.x0 - before.x1 > min(SAME_CELL * narrowest, APART * height)

    return runs_of(letters, apart)


def _narrowest_gap(letters: Sequence[Word]) -> float:
    """Return the narrowest gap between letters, 0 if there is none: letters may touch, or be printed over one another."""
    gaps = [after.x0 - before.x1 for before, after in pairwise(letters)]
    return min((gap for gap in gaps if gap > TOUCHING), default=0.0)


def _is_spaced(run: Sequence[Word], fewest: int) -> bool:
    single = all(len(word.text) == 1 for word in run)
    return single and len(run) >= fewest and sum(word.text.isalpha() for word in run) >= MOSTLY * len(run)
