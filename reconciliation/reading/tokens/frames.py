"""Lines, frames and marks that are set as type and are no text: runs of dashes, bars below one another, marks at a page's edge."""

import re
from collections.abc import Sequence

from reconciliation.documents.pages import Word

LINE = re.compile(r"[|\u00a6\u2502+]*(?:_{5,}|-{5,}|={5,}|\u2013{5,}|\u2014{5,}|\u2500{5,})[-_=\u2013\u2014\u2500|\u00a6\u2502+]*")
BARS = frozenset({"|", "||", "\u00a6", "\u2502"})
FEWEST_ROWS, SAME_PLACE = 2, 2.0  # of one frame; points between the middles of its bars
MARGIN = 10.0  # points at least between a mark at the edge and all text


def without_frames(words: Sequence[Word]) -> list[Word]:
    """Return the words that are neither a frame nor a mark at the page's left edge, as for machines that fold it. A bar with no others
    above or below it is part of a text."""
    bars = [word for word in words if word.text in BARS]
    framed = {id(bar) for bar in bars if len({round(other.baseline) for other in bars if _in_line(bar, other)}) >= FEWEST_ROWS}
    edge = min((word.x0 for word in words if any(map(str.isalnum, word.text))), default=0.0) - MARGIN
    return [word for word in words if id(word) not in framed and word.x1 > edge and LINE.fullmatch(word.text) is None]


def _in_line(one: Word, other: Word) -> bool:
    return abs(one.x0 + one.x1 - other.x0 - other.x1) <= 2 * SAME_PLACE
