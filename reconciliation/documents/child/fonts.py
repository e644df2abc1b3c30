"""Fonts that lie: what a font's character map says of a shape is held against what the font's own program calls that shape.

The program in the file (or the one that stands in for it) is loaded a second time without the document's map. A character whose
outline is another character's there is read by machines as what no reader sees. Programs that name nothing contradict nothing.
"""

import string
from ctypes import byref, c_float, c_size_t, c_uint8, c_void_p, cast, create_string_buffer
from functools import cached_property
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls

ALPHABET = frozenset(string.digits + string.ascii_letters)
LOOK_ALIKE = str.maketrans("oil", "011")
SIZE = c_float(1000.0)  # at which outlines are compared
ENOUGH_POINTS = 6  # of an outline, with their number, to know it by
LONGEST_NAME = 100
# Those that every reader of the format has. The engine has them ready, and gives out one and the same drawing of each character.
STANDARD = frozenset(
    f"{family}{style}".encode()
    for family, styles in (
        *((family, ("", "-Bold", "-Oblique", "-BoldOblique")) for family in ("Helvetica", "Courier")),
        ("Times", ("-Roman", "-Bold", "-Italic", "-BoldItalic")),
    )
    for style in styles
)

Outline = tuple[int, ...]


class Fonts:
    """The fonts of one document, by their address. A text object made of each keeps it, so that no other one can take its address.

    Their programs are loaded into an empty document: in their own one the engine might give out the document's fonts instead.
    """

    def __init__(self, document: Any) -> None:
        self.document = document
        self.programs = pdfium.FPDF_CreateNewDocument()
        self.known: dict[int, Font] = {}
        self.kept: list[Any] = []

    def any_lies(self, used: dict[int, set[str]]) -> bool:
        """Whether one of these characters, by the addresses of their fonts, is drawn as another one."""
        return any(self.font(address).lies(characters & ALPHABET) for address, characters in used.items())

    def font(self, address: int) -> "Font":
        if address not in self.known:
            handle = cast(c_void_p(address), pdfium.FPDF_FONT)
            self.kept.append(pdfium.FPDFPageObj_CreateTextObj(self.document, handle, c_float(1)))
            self.known[address] = Font(c_void_p(address), c_void_p(loaded_again(self.programs, handle)))
        return self.known[address]


class Font:
    """One font as the document has it, and its program by itself, where it has one."""

    def __init__(self, font: c_void_p, program: c_void_p) -> None:
        self.font, self.program = font, program
        self.checked: set[str] = set()

    def lies(self, characters: set[str]) -> bool:
        unknown = characters - self.checked
        self.checked |= unknown
        return bool(self.program) and any(self.is_another(character) for character in unknown)

    def is_another(self, character: str) -> bool:
        """Most characters are drawn as the program has them, which is asked first."""
        path, own_path = drawing(self.font, character), drawing(self.program, character)
        if path == own_path:
            return False
        own = outline(own_path)
        if not own and not self.names:
            return False
        drawn = outline(path)
        return drawn != own and looks(character) not in self.names.get(drawn, {looks(character)})

    @cached_property
    def names(self) -> dict[Outline, set[str]]:
        """What the program itself calls each of its shapes; nothing where it gives no names."""
        found: dict[Outline, set[str]] = {}
        for character in ALPHABET:
            if shape := outline(drawing(self.program, character)):
                found.setdefault(shape, set()).add(looks(character))
        return found


def loaded_again(document: Any, font: Any) -> int | None:
    """The address of the font's program by itself; None where there is none."""
    program = program_of(font)
    if not program:
        return None
    name = create_string_buffer(LONGEST_NAME)
    pdfium.FPDFFont_GetBaseFontName(font, name, LONGEST_NAME)
    if name.value in STANDARD:
        standard = pdfium.FPDFText_LoadStandardFont(document, name.value)
        if program_of(standard) == program:
            return cast(standard, c_void_p).value
    data = (c_uint8 * len(program)).from_buffer_copy(program)
    return cast(pdfium.FPDFText_LoadFont(document, data, len(program), pdfium.FPDF_FONT_TRUETYPE, 1), c_void_p).value


def program_of(font: Any) -> bytes:
    """Its bytes; empty where there is none."""
    size = c_size_t()
    if not pdfium.FPDFFont_GetFontData(font, None, 0, byref(size)):
        return b""
    data = (c_uint8 * size.value)()
    pdfium.FPDFFont_GetFontData(font, data, size.value, byref(size))
    return bytes(data)


def drawing(font: c_void_p, character: str) -> int | None:
    """The address of a character's drawing; None where there is none."""
    found: int | None = calls.drawing_of(font, ord(character), SIZE)
    return found


def outline(path: int | None) -> Outline:
    """A drawing by its first points and their number; empty where nothing is drawn."""
    handle = c_void_p(path)
    count = calls.points_of(handle) if path else 0
    found = [count] if count > 0 else []
    x, y = c_float(), c_float()
    to_x, to_y = byref(x), byref(y)
    for index in range(min(count, ENOUGH_POINTS)):
        calls.point_at(c_void_p(calls.segment_at(handle, index)), to_x, to_y)
        found += (round(x.value), round(y.value))
    return tuple(found)


def looks(character: str) -> str:
    """One for all that a reader hardly tells apart."""
    return character.casefold().translate(LOOK_ALIKE)
