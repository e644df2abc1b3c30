"""Characters that the file calls digits, signs or letters, each with its place: they are compared with their pictures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from ctypes import c_void_p, cast
from typing import NamedTuple
from unicodedata import category, decimal, normalize

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls, letters
from reconciliation.documents.child.content_stream import Box
from reconciliation.documents.child.fonts import STANDARD, name_of
from reconciliation.documents.child.signs import POINT, SLIM, signs_among
from reconciliation.documents.child.words import Glyph, Stretch

Figure = Sequence[Stretch]  # the characters of one printed figure, a stretch for each text object that draws some of them

ABOVE, BELOW = 0.9, 0.3  # reach of a crop above and below the baseline, in parts of the type's size
SLIMMEST = 0.1  # least advance with room for a point, in parts of the type's size
WIDTHS = 50  # classes of width of a font's characters, per type size
NARROWEST = 0.2  # least advance of a digit, in parts of the type's size


class CharacterClaim(NamedTuple):
    """A character that the file calls a digit, sign or letter: the figure or word it belongs to, the digit, kind of sign or place in the
    alphabet, the text object, its box in points as shown, and its text."""

    figure: int
    digit: int
    painted_by: int
    box: Box
    size: float
    text: str


def claims_of(figures: Iterable[Figure], value_of: Callable[[str], int | None] | None = None) -> Iterator[CharacterClaim]:
    """Yield the digits of figures: the forms of Latin ones, or those that have a value by this."""
    for number, figure in enumerate(figures):
        for stretch in figure:
            for glyph in stretch.glyphs if stretch.size > 0 else ():
                digit = (value_of or digit_of)(glyph[0])
                if digit is not None:
                    yield claim_of(number, digit, stretch, glyph)


def letters_of(words: Iterable[Stretch], met: set[tuple[int, str, int]]) -> Iterator[CharacterClaim]:
    """Yield the letters by which words are known: all of a short one, some of a longer one; and each that a font was not `met` with."""
    for number, stretch in enumerate(words):
        if stretch.size <= 0:
            continue
        font = calls.font_of(c_void_p(stretch.painted_by)) or 0
        for index, place, is_telling in letters.telling(stretch.texts()):
            text, x0, x1, _ = glyph = stretch.glyphs[index]
            kind = (font, text, round(WIDTHS * (x1 - x0) / stretch.size))
            if is_telling or kind not in met:
                met.add(kind)
                yield claim_of(number, place, stretch, glyph)


def signs_of(figures: Iterable[Figure]) -> Iterator[CharacterClaim]:
    for number, figure in enumerate(figures):
        for stretch in figure:
            for index, kind in signs_among(list(stretch.texts())) if stretch.size > 0 else ():
                _, x0, x1, _ = glyph = stretch.glyphs[index]
                yield claim_of(number, SLIM if kind == POINT and x1 - x0 < SLIMMEST * stretch.size else kind, stretch, glyph)


def claim_of(number: int, digit: int, stretch: Stretch, glyph: Glyph) -> CharacterClaim:
    (text, x0, x1, _), size, baseline = glyph, stretch.size, stretch.baseline
    wider = max(0.0, NARROWEST * size - (x1 - x0)) / 2
    box = (x0 - wider, baseline - ABOVE * size, x1 + wider, baseline + BELOW * size)
    return CharacterClaim(number, digit, stretch.painted_by, box, size, text)


def has_another_font(sign: CharacterClaim) -> bool:
    """True if the sign's font is neither in the file nor one that every reader has: the one in its place has other widths, so that
    characters are drawn upon each other."""
    font = cast(c_void_p(calls.font_of(c_void_p(sign.painted_by)) or 0), pdfium.FPDF_FONT)
    return not calls.is_embedded(cast(font, c_void_p)) and name_of(font) not in STANDARD


def by_figure(claims: Sequence[CharacterClaim]) -> list[list[CharacterClaim]]:
    groups: dict[int, list[CharacterClaim]] = {}
    for claim in claims:
        groups.setdefault(claim.figure, []).append(claim)
    return list(groups.values())


def digit_of(text: str) -> int | None:
    """Return the digit that a character is a form of; None for other characters and for digits of other scripts."""
    if "0" <= text <= "9" and len(text) == 1:
        return ord(text) - ord("0")
    if text.isascii() or len(text) != 1 or category(text) != "Nd":
        return None
    plain = normalize("NFKC", text)
    return int(plain) if plain.isascii() else None


def value_in_another_script(text: str) -> int | None:
    """Return the value of a digit of another script than Latin; None for other characters."""
    is_other = len(text) == 1 and not text.isascii() and category(text) == "Nd" and digit_of(text) is None
    return decimal(text) if is_other else None


def widened(claim: CharacterClaim, share: float) -> CharacterClaim:
    """Return the claim with its box wider on either side by this share of its width."""
    x0, y0, x1, y1 = claim.box
    more = share * (x1 - x0)
    return claim._replace(box=(x0 - more, y0, x1 + more, y1))
