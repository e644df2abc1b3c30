"""Text folded to plain characters, with the way back: full-width letters, digits and marks become the usual ones, and invisible characters
disappear."""

import unicodedata
from dataclasses import dataclass

INVISIBLE = "\u200b"
"""A zero-width space, which replaces every invisible character before all of them are removed."""
_WITHOUT_FORM = {"\u034f", "\u115f", "\u1160", "\u3164", "\uffa0", *map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0x180B, 0x180F))}
"""Invisible characters that Unicode counts as letters or marks: joiners, fillers and variation selectors."""


class _Plain(dict[int, str]):
    """The plain character of each code point, computed once."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if unicodedata.category(character) == "Cf" or character in _WITHOUT_FORM:
            plain = INVISIBLE
        elif (digit := unicodedata.decimal(character, None)) is not None:
            plain = str(digit)
        else:
            normal = unicodedata.normalize("NFKC", character)
            plain = normal if len(normal) == 1 else character
        self[code] = plain
        return plain


_PLAIN = _Plain()


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` is the plain text; `places` are the positions of its characters in the original one, None if they are the same."""

    text: str
    places: list[int] | None

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place of a piece of the plain text in the original one. The piece is not empty."""
        return (start, end) if self.places is None else (self.places[start], self.places[end - 1] + 1)


def folded(text: str) -> Folded:
    if text.isascii():
        return Folded(text, None)
    plain = text.translate(_PLAIN)
    if INVISIBLE not in plain:
        return Folded(plain, None)
    places = [place for place, character in enumerate(plain) if character != INVISIBLE]
    return Folded(plain.replace(INVISIBLE, ""), places)
