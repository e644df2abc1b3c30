"""The names above, below and around figures, and the names of rewards, whose figures are no money of an account."""

import itertools
import math
import re
from collections.abc import Sequence

from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import LONGEST_HEADING, balance_kind
from reconciliation.reading.vocabulary.lists import phrases

MARKS = frozenset({"af", "bij", "cr", "dr", "h", "s", "+/credit", "-/debet", "-/debit"})  # of a side, behind a figure: none of its names
LABEL_ABOVE = 1.5  # heights between a figure and its name above
NEAR = 45.0  # points between a figure and the name above it
IN_CELL, EDGE = NEAR - 1, 3.0  # as near counts a figure right of a name's left edge and left of the next name
BOTH_ENDS = 2  # balances named by their days
FEWEST_SIDE_BY_SIDE, LABEL_BELOW = 2, 1.0  # figures with names below; heights of the figures between them and their names
MOST_ABOVE = 3  # rows between the names of figures and what says that they count points
POINTS, REWARDS = words_of(phrases("labels", "rewards")), words_of(phrases("labels", "rewards", "more_rewards"))
REWARDS_BALANCE = re.compile(r"\b(?:rewards|cash ?back)\b.* balance\b")  # in the words of a row, as a sentence has them
OF_MONEY = words_of(phrases("labels", "of_money"))  # that may be called so, too
MOST_LINES, SAME_EDGE, CLOSE = 12, 3.0, 1.5  # of a block of rewards; points between left edges; heights between two lines
FEWEST_IN_BLOCK = 3  # figures of a block on one row


def phrases_of(printed: Printed) -> list[tuple[str, float, float]]:
    """The words of a row between its wide gaps, each with its x range."""
    cells = re.finditer(r"[^\t]+", printed.row.text)
    return [(cell[0], *printed.row.span(*cell.span())) for cell in cells if cell[0].strip()]


def label_near(rows: Sequence[Printed], index: int, figure: Figure) -> str:
    """The words above a figure that is alone, on one row of words or another two above it."""
    here = rows[index].row
    for distance, above in enumerate(reversed(rows[max(0, index - 2) : index]), start=1):
        if above.row.page != here.page or here.top - above.row.bottom > 1.6 * here.height * distance or above.figures:
            break
        if any(map(str.isalpha, above.folded)):
            return " ".join(word.text for word in above.row.words if word.x0 < figure.x1 + 40 and word.x1 > figure.x0 - 260).lower()
    return ""


def labels_around(rows: Sequence[Printed], index: int) -> dict[int, str]:
    """The names above the figures of a row; where not each has its own there, those of a row that names each of them from right below."""
    above = labels_above(rows, index)
    return above if len(set(above.values())) == len(rows[index].figures) else _labels_below(rows, index) or above


def labels_above(rows: Sequence[Printed], index: int) -> dict[int, str]:
    """The names that stand above the figures of a row, on one row or two, by the figure's id; on a row with words of its own only a
    balance's name counts."""
    here, below = rows[index], rows[index].row
    names: dict[int, str] = {}
    for above in reversed(rows[max(0, index - 2) : index]):
        distant = above.row.page != below.page or below.top - above.row.bottom > LABEL_ABOVE * below.height
        if distant or above.figures or (above.days and names):
            break
        for key, phrase in _nearest_phrases(here, above).items():
            if balance_kind(fold(names.get(key, ""))) not in {"opening", "closing"}:
                names[key] = f"{phrase} {names[key]}" if key in names else phrase
        below = above.row
    labels = {key: fold(name) for key, name in names.items()}
    if not here.days and all(word in MARKS or not any(map(str.isalpha, word)) for word in here.folded.split()):
        return labels
    kinds = {key: balance_kind(label) for key, label in labels.items()}
    both_ends = list(kinds.values()).count("dated") == BOTH_ENDS
    return {key: labels[key] for key, kind in kinds.items() if kind in {"opening", "closing", "due"} or (both_ends and kind)}


def _nearest_phrases(here: Printed, above: Printed) -> dict[int, str]:
    """The phrase of the row above that is nearest to each figure, by the figure's id."""
    nearest: dict[int, tuple[float, str]] = {}
    cells = phrases_of(above)
    ends = [*(x0 for _, x0, _ in cells[1:]), here.row.box[2] + EDGE]
    for (phrase, x0, x1), end in zip(cells, ends, strict=True):
        for figure in here.figures:
            distance = min(abs(figure.x0 - x0), abs(figure.x1 - x1), abs(figure.x0 + figure.x1 - x0 - x1) / 2)
            distance = min(distance, IN_CELL) if x0 - EDGE <= figure.x0 and figure.x1 <= end else distance
            if distance < min(NEAR, nearest.get(id(figure), (NEAR, ""))[0]):
                nearest[id(figure)] = (distance, phrase)
    return {key: phrase for key, (_, phrase) in nearest.items()}


def _labels_below(rows: Sequence[Printed], index: int) -> dict[int, str]:
    """A name for each figure of a row of nothing else, from the row right below, as a summary in large type has them; empty where one of
    them has none."""
    if index + 1 == len(rows):
        return {}
    here, below = rows[index], rows[index + 1]
    bare = not here.days and not any(map(str.isalpha, here.folded)) and len(here.figures) >= FEWEST_SIDE_BY_SIDE
    beneath = below.row.page == here.row.page and below.row.top - here.row.bottom <= LABEL_BELOW * here.row.height
    cells, names = phrases_of(below), {}
    for figure in here.figures if bare and beneath and not below.figures and not below.days else ():
        left, right = here.row.span(figure.start, figure.end)
        for phrase, x0, x1 in cells:
            if min(abs(left - x0), abs(right - x1), abs((left + right) - (x0 + x1)) / 2) <= EDGE:
                names[id(figure)] = fold(phrase)
    return names if len(names) == len(here.figures) == len(cells) else {}


def of_points(rows: Sequence[Printed], index: int) -> bool:
    """True if a line above the names of a row's figures says that they count points."""
    near = reversed(rows[max(0, index - MOST_ABOVE) : index])
    names = itertools.takewhile(lambda above: not above.figures and above.row.page == rows[index].row.page, near)
    return any(POINTS.search(above.plain) and len(above.plain) <= LONGEST_HEADING for above in names)


def in_rewards(rows: Sequence[Printed], index: int, figure: Figure) -> bool:
    """True if the row names a balance of rewards, or the figure is in a block of labels and figures whose heading names rewards and no
    account. Another block may stand beside it, unless the row is a whole block below a heading of its own."""
    if REWARDS_BALANCE.search(rows[index].plain) and not OF_MONEY.search(rows[index].plain):
        return True
    cells = [cell for cell in phrases_of(rows[index]) if cell[1] < figure.x1 and any(map(str.isalpha, cell[0]))]
    left, here, heading = cells[-1][1] if cells and not _is_whole_block(rows, index) else rows[index].row.left, rows[index].row, ""
    for above in reversed(rows[max(0, index - MOST_LINES) : index]):
        if above.row.page != here.page or here.top - above.row.bottom > CLOSE * here.height:
            break
        cells = [cell for cell in phrases_of(above) if any(map(str.isalpha, cell[0])) and cell[1] >= left - SAME_EDGE]
        if not cells or cells[0][1] > left + SAME_EDGE:
            continue
        end = cells[1][1] if len(cells) > 1 else math.inf
        named = not any(left - SAME_EDGE <= one.x0 < end for one in above.figures)
        heading = f"{fold(cells[0][0])} {heading}" if named else heading
        if REWARDS.search(heading) or (heading and not named):
            break
        here = above.row
    return len(heading) <= LONGEST_HEADING and REWARDS.search(heading) is not None and not OF_MONEY.search(heading)


def _is_whole_block(rows: Sequence[Printed], index: int) -> bool:
    """True if a row is nothing but several names with their figures, and the row right above it one cell of words at its left edge."""
    here, above = rows[index], rows[index - 1]
    named = len(here.figures) >= FEWEST_IN_BLOCK and all(any(map(str.isalpha, here.label(figure))) for figure in here.figures)
    near = 0 <= here.row.top - above.row.bottom <= CLOSE * here.row.height and above.row.page == here.row.page
    lone = not above.figures and "\t" not in above.row.text and abs(above.row.left - here.row.left) <= SAME_EDGE
    return named and near and lone and not here.days and not here.row.text[here.figures[-1].end :].strip()
