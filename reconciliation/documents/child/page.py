"""One page: its text as printed, its words as seen, and what is hidden on it."""

from dataclasses import dataclass, field, replace
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.actual_text import settled, taken_off
from reconciliation.documents.child.fonts import Fonts
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import UNKNOWN, Stretch
from reconciliation.documents.child.handles import drawn_on, loaded
from reconciliation.documents.child.ink import Look
from reconciliation.documents.child.request import Refused
from reconciliation.documents.child.scan import is_scan
from reconciliation.documents.child.scribe import Scribe
from reconciliation.documents.child.visible import parted
from reconciliation.documents.child.words import Piece, words

STRAY = 0.2  # share of the characters that may be seen on a scan: a stamp, a page number
MARGIN_NOTE = 20  # letters and digits along a page's edge that are no loss
TRACED = 0.7  # share of a word's characters that must lie on something drawn


@dataclass(slots=True)
class PageRead:
    """The words a reader sees, those that only a machine does, and those drawn as shapes beside real text.

    `lost` names why something that is printed may not be among the words.
    """

    frame: Frame
    characters: int
    source: str = "text"
    words: list[Piece] = field(default_factory=list)
    hidden: list[Piece] = field(default_factory=list)
    shapes: list[Piece] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)


def read_page(page: Any, frame: Frame, fonts: Fonts, *, characters_left: int) -> PageRead:
    """Raises Refused if the page holds more characters than are left."""
    drawn = drawn_on(page)
    claims = taken_off(drawn.texts)
    with loaded(pdfium.FPDFText_LoadPage(page), pdfium.FPDFText_ClosePage) as text_page:
        read = PageRead(frame, pdfium.FPDFText_CountChars(text_page))
        if read.characters > characters_left:
            raise Refused("too_complex")
        scribe = Scribe(text_page, frame)
        stretches = scribe.stretches()
    contradictions = settled(claims, stretches)
    characters = used(stretches, scribe)
    unknown = any(UNKNOWN in own for own in characters.values())
    known = without_unknown(stretches) if unknown else stretches
    read.lost = losses(scribe, stretches, unknown=unknown)
    if known:
        divide(read, known, scribe, Look(page, frame, drawn, known))
        read.hidden += contradictions
        if fonts.any_lies(characters):
            read.lost.add("font_contradicts")
    if read.source == "text" and is_scan(drawn, frame, read.words):
        read.source = "scan"
    return read


def without_unknown(stretches: list[Stretch]) -> list[Stretch]:
    """Those of characters that the font tells."""
    told = ((stretch, [glyph for glyph in stretch.glyphs if glyph[0] != UNKNOWN]) for stretch in stretches)
    return [replace(stretch, glyphs=glyphs) for stretch, glyphs in told if glyphs]


def divide(read: PageRead, stretches: list[Stretch], scribe: Scribe, look: Look) -> None:
    """A page on which next to nothing is seen as text, but its words lie on drawn ones, is a scan with a text layer."""
    seen, unseen = parted(stretches, scribe.styles, look, read.frame)
    read.words = words(seen)
    layer: list[Piece] = []
    for word in words(unseen):
        (layer if lies_on_drawing(word, look) else read.hidden).append(word)
    if layer and number_of(seen) <= STRAY * number_of(stretches):
        read.source = "ocr"
        read.words = sorted(read.words + layer, key=lambda word: (word.baseline, word.x0))
        return
    read.shapes = layer
    if any(character.isdigit() for word in layer for character in word.text):
        read.lost.add("text_drawn_as_shapes")


def number_of(stretches: list[Stretch]) -> int:
    """Of their characters."""
    return sum(len(stretch.glyphs) for stretch in stretches)


def used(stretches: list[Stretch], scribe: Scribe) -> dict[int, set[str]]:
    """The characters of a page by the address of the font that draws them."""
    found: dict[int, set[str]] = {}
    for stretch in stretches:
        found.setdefault(scribe.styles[stretch.painted_by].face[0], set()).update(stretch.texts())
    return found


def losses(scribe: Scribe, stretches: list[Stretch], *, unknown: bool) -> set[str]:
    """A stamp or a margin note runs across the page; where most of it does, the page itself lies on its side."""
    sideways = scribe.turned > MARGIN_NOTE and scribe.turned > sum(text.isalnum() for one in stretches for text in one.texts())
    return {name for name, holds in (("sideways_text", sideways), ("unknown_characters", unknown)) if holds}


def lies_on_drawing(word: Piece, look: Look) -> bool:
    x0, y0, x1, y1 = word.box
    step = (x1 - x0) / len(word.text)
    slots = [(x0 + step * index, y0, x0 + step * (index + 1), y1) for index in range(len(word.text))]
    return sum(look.stroke_shows(slot) for slot in slots) >= TRACED * len(slots)
