"""Text that does not run level from left to right, as notes along a margin do."""

import re
from dataclasses import dataclass, field

from reconciliation.documents.child.handles import Box

APART = 1  # from the index of one character to the next, with nothing between them
NAMES = r"[\W_]*[^\W\d_]{0,3}[\W_]*"  # a currency, a sign, a bracket
FIGURE = re.compile(
    rf"{NAMES}(?!(?:19|20)\d\d\b)(?:\d{{1,6}}(?:[.,'\u2019]\d+)*|\d{{1,4}}(?:[-/]\d{{1,4}}){{2}}|\d{{1,2}}/\d{{1,2}}){NAMES}"
)
"""A word that may be a figure or a day: neither a year nor a code, which is longer or has more parts."""
MONEY = re.compile(r"\d[.,]\d\d(?!\d)")


@dataclass(slots=True)
class Turned:
    """Characters that follow one another in the file and do not run level: their text, their boxes as shown, the index of the last one."""

    text: str = ""
    boxes: list[Box] = field(default_factory=list)
    ends_at: int = 0

    def add(self, text: str, box: Box, index: int) -> None:
        self.text += f" {text}" if self.text and index - self.ends_at > APART else text
        self.boxes.append(box)
        self.ends_at = index

    def has_figure(self) -> bool:
        """True if it may say a row, or a part of one."""
        return bool(MONEY.search(self.text)) or any(map(FIGURE.fullmatch, self.text.split()))
