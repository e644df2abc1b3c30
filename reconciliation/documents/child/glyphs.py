"""Printed characters, whichever engine found them."""

from dataclasses import dataclass
from functools import cache
from unicodedata import category

HYPHEN_AT_LINE_END = 0x0002  # PDFium's own mark
SOFT_HYPHEN = 0x00AD  # drawn, it is a hyphen
SPELLED_OUT = {
    HYPHEN_AT_LINE_END: "-",
    SOFT_HYPHEN: "-",
    **{0xFB00 + step: text for step, text in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))},
}
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
SAYS_NOTHING = {"Cc", "Cf", "Cs", "Cn"}  # control, formatting (also of direction), half a character, none


@dataclass(slots=True)
class Glyph:
    """One printed character: x from its advance box."""

    text: str
    x0: float
    x1: float
    after_space: bool = False


@dataclass(slots=True)
class Stretch:
    """Characters that one text object draws one after the other on one line: y of its baseline, size in points.

    What they share is kept and asked once for all of them.
    """

    painted_by: int
    baseline: float
    size: float
    glyphs: list[Glyph]


@cache
def printed(code: int) -> str:
    """The character in plain letters; empty for what prints nothing."""
    if code in SPELLED_OUT:
        return SPELLED_OUT[code]
    character = chr(code)
    return "" if category(character) in SAYS_NOTHING and not character.isspace() else character
