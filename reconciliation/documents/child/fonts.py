"""Comparison of a font's character map with the names that the font's own program gives to the shapes.

The program in the file (or its substitute) is loaded a second time without the document's map. If the outline of a character is another
character's there, machines read something else than readers see. A program without names contradicts nothing.
"""

import string
from ctypes import byref, c_float, c_size_t, c_uint8, c_void_p, cast, create_string_buffer, sizeof
from functools import cached_property
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls

ALPHABET = frozenset(string.digits + string.ascii_letters)
LOOK_ALIKE = str.maketrans("oil", "011")
SIZE = c_float(1000.0)  # type size at which outlines are compared
ENOUGH_POINTS = 6  # points that identify an outline, together with their number
PLACES = (c_float * (2 * ENOUGH_POINTS))()  # x and y of every point, filled in by the engine
TO_PLACES = [(byref(PLACES, index * sizeof(c_float)), byref(PLACES, (index + 1) * sizeof(c_float))) for index in range(0, len(PLACES), 2)]
LONGEST_NAME = 100
# Fonts that every reader of the format has. The engine has them ready, and gives out one and the same drawing of each character.
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

    Their programs are loaded into an empty document, each once: in their own one the engine might give out the document's fonts instead.
    """

    def __init__(self, document: Any) -> None:
        self.document = document
        self.empty = pdfium.FPDF_CreateNewDocument()
        self.known: dict[int, Font] = {}
        self.programs: dict[tuple[bytes, bytes], FontProgram | None] = {}
        self.objects: list[Any] = []

    def any_lies(self, used: dict[int, set[str]]) -> bool:
        """True if one of these characters, by the addresses of their fonts, is drawn as another one."""
        return any(self.font(address).lies(characters & ALPHABET) for address, characters in used.items())

    def font(self, address: int) -> "Font":
        if address not in self.known:
            handle = cast(c_void_p(address), pdfium.FPDF_FONT)
            self.objects.append(pdfium.FPDFPageObj_CreateTextObj(self.document, handle, c_float(1)))
            self.known[address] = Font(c_void_p(address), self.program(program_of(handle), name_of(handle)))
        return self.known[address]

    def program(self, data: bytes, name: bytes) -> "FontProgram | None":
        """Return the font's program by its bytes and name, loaded once; None if there is none."""
        if (data, name) not in self.programs:
            font = loaded_again(self.empty, data, name) if data else None
            self.programs[data, name] = FontProgram(font) if font else None
        return self.programs[data, name]


class FontProgram:
    """A font's program by itself."""

    def __init__(self, font: c_void_p) -> None:
        self.font = font
        self.outlines: dict[str, Outline] = {}

    def outline(self, character: str) -> Outline:
        if character not in self.outlines:
            self.outlines[character] = outline(drawing(self.font, character))
        return self.outlines[character]

    @cached_property
    def names(self) -> dict[Outline, set[str]]:
        """Return the name of each of its shapes; empty if it has no names."""
        characters_by_outline: dict[Outline, set[str]] = {}
        for character in ALPHABET:
            if shape := self.outline(character):
                characters_by_outline.setdefault(shape, set()).add(looks(character))
        return characters_by_outline


class Font:
    """One font as the document has it, and its program by itself, where it has one."""

    def __init__(self, font: c_void_p, program: FontProgram | None) -> None:
        self.font, self.program = font, program
        self.checked: set[str] = set()

    def lies(self, characters: set[str]) -> bool:
        unknown, program = characters - self.checked, self.program
        self.checked |= unknown
        return program is not None and any(self.is_another(character, program) for character in unknown)

    def is_another(self, character: str, program: FontProgram) -> bool:
        """True if the font draws this character as another one. Its own drawing in the program is compared first, because most are equal
        to it."""
        path = drawing(self.font, character)
        if path == drawing(program.font, character):
            return False
        own = program.outline(character)
        if not own and not program.names:
            return False
        drawn = outline(path)
        return drawn != own and looks(character) not in program.names.get(drawn, {looks(character)})


def loaded_again(document: Any, data: bytes, name: bytes) -> c_void_p:
    """Load a font's program into this document and return its handle."""
    if name in STANDARD:
        standard = pdfium.FPDFText_LoadStandardFont(document, name)
        if program_of(standard) == data:
            return cast(standard, c_void_p)
    array = (c_uint8 * len(data)).from_buffer_copy(data)
    return cast(pdfium.FPDFText_LoadFont(document, array, len(data), pdfium.FPDF_FONT_TRUETYPE, 1), c_void_p)


def name_of(font: Any) -> bytes:
    name = create_string_buffer(LONGEST_NAME)
    pdfium.FPDFFont_GetBaseFontName(font, name, LONGEST_NAME)
    return name.value


def program_of(font: Any) -> bytes:
    """Return the bytes of the font's program; empty if there is none."""
    size = c_size_t()
    if not pdfium.FPDFFont_GetFontData(font, None, 0, byref(size)):
        return b""
    data = (c_uint8 * size.value)()
    pdfium.FPDFFont_GetFontData(font, data, size.value, byref(size))
    return bytes(data)


def drawing(font: c_void_p, character: str) -> int | None:
    """Return the address of a character's drawing, or None if it has none."""
    drawing: int | None = calls.drawing_of(font, ord(character), SIZE)
    return drawing


def outline(path: int | None) -> Outline:
    """Return the first points of a drawing and their number; empty if nothing is drawn."""
    handle = c_void_p(path)
    count = calls.points_of(handle) if path else 0
    if count <= 0:
        return ()
    points = TO_PLACES[:count]
    for index, point in enumerate(points):
        calls.point_at(c_void_p(calls.segment_at(handle, index)), *point)
    return (count, *map(round, PLACES[: 2 * len(points)]))


def looks(character: str) -> str:
    """Return one character for all that a reader can hardly distinguish."""
    return character.casefold().translate(LOOK_ALIKE)
