"""Fonts that lie: what a font's character map says of a shape is held against what the font's own program calls that shape.

The program in the file (or the one that stands in for it) is loaded a second time without the document's map. A character whose
outline is another character's there is read by machines as what no reader sees. Programs that name nothing contradict nothing.
"""

import string
from ctypes import byref, c_float, c_size_t, c_uint8, c_void_p, cast
from functools import cached_property
from typing import Any

import pypdfium2_raw as pdfium

ALPHABET = frozenset(string.digits + string.ascii_letters)
LOOK_ALIKE = str.maketrans("oil", "011")
SIZE = 1000.0  # at which outlines are compared
ENOUGH_POINTS = 6  # of an outline, with their number, to know it by

Outline = tuple[int, ...]


class Fonts:
    """The fonts of one document, by their address. A text object made of each keeps it, so that no other one can take its address."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.known: dict[int, Font] = {}
        self.kept: list[Any] = []

    def any_lies(self, used: dict[int, set[str]]) -> bool:
        """Whether one of these characters, by the addresses of their fonts, is drawn as another one."""
        return any(self.font(address).lies(characters & ALPHABET) for address, characters in used.items())

    def font(self, address: int) -> "Font":
        if address not in self.known:
            handle = cast(c_void_p(address), pdfium.FPDF_FONT)
            self.kept.append(pdfium.FPDFPageObj_CreateTextObj(self.document, handle, c_float(1)))
            self.known[address] = Font(handle, loaded_again(self.document, handle))
        return self.known[address]


class Font:
    """One font as the document has it, and its program by itself, where it has one."""

    def __init__(self, font: Any, program: Any) -> None:
        self.font, self.program = font, program
        self.checked: set[str] = set()

    def lies(self, characters: set[str]) -> bool:
        unknown = characters - self.checked
        self.checked |= unknown
        return bool(self.program) and any(self.is_another(character) for character in unknown)

    def is_another(self, character: str) -> bool:
        """Most characters are drawn as the program has them, which is asked first."""
        own = outline(self.program, character)
        if not own and not self.names:
            return False
        drawn = outline(self.font, character)
        return drawn != own and looks(character) not in self.names.get(drawn, {looks(character)})

    @cached_property
    def names(self) -> dict[Outline, set[str]]:
        """What the program itself calls each of its shapes; nothing where it gives no names."""
        found: dict[Outline, set[str]] = {}
        for character in ALPHABET:
            if shape := outline(self.program, character):
                found.setdefault(shape, set()).add(looks(character))
        return found


def loaded_again(document: Any, font: Any) -> Any:
    """The font's program by itself; None where there is none."""
    size = c_size_t()
    if not pdfium.FPDFFont_GetFontData(font, None, 0, byref(size)):
        return None
    data = (c_uint8 * size.value)()
    pdfium.FPDFFont_GetFontData(font, data, size.value, byref(size))
    return pdfium.FPDFText_LoadFont(document, data, size.value, pdfium.FPDF_FONT_TRUETYPE, 1)


def outline(font: Any, character: str) -> Outline:
    """The shape by its first points and their number; empty where nothing is drawn."""
    path = pdfium.FPDFFont_GetGlyphPath(font, ord(character), SIZE)
    count = pdfium.FPDFGlyphPath_CountGlyphSegments(path) if path else 0
    found = [count] if count > 0 else []
    x, y = c_float(), c_float()
    for index in range(min(count, ENOUGH_POINTS)):
        pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, index), byref(x), byref(y))
        found += (round(x.value), round(y.value))
    return tuple(found)


def looks(character: str) -> str:
    """One for all that a reader hardly tells apart."""
    return character.casefold().translate(LOOK_ALIKE)
