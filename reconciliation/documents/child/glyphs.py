"""Printed characters, whichever engine found them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from unicodedata import category

HYPHEN_AT_LINE_END = 0x0002  # PDFium's own mark
SOFT_HYPHEN = 0x00AD  # drawn, it is a hyphen
SPELLED_OUT = {
    HYPHEN_AT_LINE_END: "-",
    SOFT_HYPHEN: "-",
    **{0xFB00 + step: text for step, text in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))},
}
DIGIT_HEIGHT = 0.72  # of a digit or capital letter, in parts of the type's size
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
SAYS_NOTHING = {"Cc", "Cf", "Cs", "Cn"}  # control, formatting (also of direction), half a character, none


# One printed character: its text, x0 and x1 of its advance box, and whether the document prints a space before it.
# A plain tuple, for there is one for every character of every page.
Glyph = tuple[str, float, float, bool]


@dataclass(slots=True)
class Stretch:
    """Characters that one text object draws one after the other on one line: y of its baseline, size in points.

    What they share is kept and asked once for all of them.
    """

    painted_by: int
    baseline: float
    size: float
    glyphs: list[Glyph]

    def texts(self) -> Iterator[str]:
        return map(itemgetter(0), self.glyphs)


@cache
def printed(code: int) -> str:
    """The character in plain letters; empty for what prints nothing."""
    if code in SPELLED_OUT:
        return SPELLED_OUT[code]
    character = chr(code)
    return "" if category(character) in SAYS_NOTHING and not character.isspace() else character
