"""Lines and frames that a text printer sets as type: runs of dashes and underlines, and bars that stand below one another."""

import re
from collections.abc import Sequence

from reconciliation.documents.pages import Word

LINE = re.compile(r"[|\u00a6\u2502+]*(?:_{5,}|-{5,}|={5,}|\u2013{5,}|\u2014{5,}|\u2500{5,})[-_=\u2013\u2014\u2500|\u00a6\u2502+]*")
BARS = frozenset({"|", "||", "\u00a6", "\u2502"})
FEWEST_ROWS, SAME_PLACE = 2, 2.0  # of one frame; points between the middles of its bars


def without_frames(words: Sequence[Word]) -> list[Word]:
    """Return the words that are no frame. A bar with no others above or below it is part of a text."""
    bars = [word for word in words if word.text in BARS]
    framed = {id(bar) for bar in bars if len({round(other.baseline) for other in bars if _in_line(bar, other)}) >= FEWEST_ROWS}
    return [word for word in words if id(word) not in framed and LINE.fullmatch(word.text) is None]


def _in_line(one: Word, other: Word) -> bool:
    return abs(one.x0 + one.x1 - other.x0 - other.x1) <= 2 * SAME_PLACE
