"""One page: its text as printed, its words as seen, and what is hidden on it."""

from dataclasses import dataclass, field
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child.actual_text import settled, taken_off
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Glyph
from reconciliation.documents.child.handles import loaded, text_objects
from reconciliation.documents.child.ink import Look
from reconciliation.documents.child.request import Refused
from reconciliation.documents.child.scribe import Scribe
from reconciliation.documents.child.visible import parted
from reconciliation.documents.child.words import Piece, words

STRAY = 0.2  # share of the characters that may be seen on a scan: a stamp, a page number
TRACED = 0.7  # share of a word's characters that must lie on something drawn


@dataclass(slots=True)
class PageRead:
    """The words a reader sees, those that only a machine does, and those drawn as shapes beside real text."""

    frame: Frame
    characters: int
    source: str = "text"
    words: list[Piece] = field(default_factory=list)
    hidden: list[Piece] = field(default_factory=list)
    shapes: list[Piece] = field(default_factory=list)


def read_page(page: Any, frame: Frame, *, characters_left: int) -> PageRead:
    """Raises Refused if the page holds more characters than are left."""
    texts = text_objects(page)
    claims = taken_off(texts)
    with loaded(pdfium.FPDFText_LoadPage(page), pdfium.FPDFText_ClosePage) as text_page:
        read = PageRead(frame, pdfium.FPDFText_CountChars(text_page))
        if read.characters > characters_left:
            raise Refused("too_complex")
        scribe = Scribe(text_page, frame)
        glyphs = scribe.glyphs()
    if glyphs:
        contradictions = settled(claims, glyphs)
        divide(read, glyphs, scribe, Look(page, frame, texts))
        read.hidden += contradictions
    return read


def divide(read: PageRead, glyphs: list[Glyph], scribe: Scribe, look: Look) -> None:
    """A page on which next to nothing is seen as text, but its words lie on drawn ones, is a scan with a text layer."""
    divided = parted(glyphs, scribe.styles, look, read.frame)
    read.words, unseen = words(divided.seen), words(divided.unseen)
    layer = [word for word in unseen if lies_on_drawing(word, look)]
    read.hidden = [word for word in unseen if word not in layer]
    if layer and len(divided.seen) <= STRAY * len(glyphs):
        read.source = "ocr"
        read.words = sorted(read.words + layer, key=lambda word: (word.baseline, word.x0))
    else:
        read.shapes = layer


def lies_on_drawing(word: Piece, look: Look) -> bool:
    x0, y0, x1, y1 = word.box
    step = (x1 - x0) / len(word.text)
    slots = [(x0 + step * index, y0, x0 + step * (index + 1), y1) for index in range(len(word.text))]
    return sum(look.stroke_shows(slot) for slot in slots) >= TRACED * len(slots)
