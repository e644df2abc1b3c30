"""Text objects that say nothing, drawn over words: what a reader sees there is not what was read."""

from collections.abc import Sequence
from ctypes import c_void_p, cast
from typing import Any

import numpy as np
import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls, shapes
from reconciliation.documents.child.canvas import WITH_SPARE, Canvas
from reconciliation.documents.child.content_stream import Drawn, address, bounds
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.text_builder import Style
from reconciliation.documents.child.visibility import FAINT, Look
from reconciliation.documents.child.words import UNKNOWN, Piece, Stretch

CORE = 0.65  # of the type's size, from the baseline up: where a word has its ink
TERMINATOR = 2  # bytes of an empty text
MARKED = 0.04  # share of a word's pixels that another one's ink has there


def silent_texts(text_page: Any, drawn: Drawn, stretches: Sequence[Stretch], styles: dict[int, Style]) -> list[c_void_p]:
    """Return the text objects of which no character is known; without those that are turned."""
    speaking = {stretch.painted_by for stretch in stretches if any(text != UNKNOWN for text in stretch.texts())}
    speaking |= {key for key, style in styles.items() if not style.upright}
    return [text for text in drawn.texts if address(text) not in speaking and has_characters(text, text_page)]


def has_characters(text: c_void_p, text_page: Any) -> bool:
    """False if the engine leaves a text object out, as it does with what is printed a second time to be bold."""
    return bool(pdfium.FPDFTextObj_GetText(cast(text, pdfium.FPDF_PAGEOBJECT), text_page, None, 0) > TERMINATOR)


def overprinted(page: Any, canvas: Canvas, frame: Frame, look: Look, texts: Sequence[c_void_p], words: Sequence[Piece]) -> list[Piece]:
    """Return the words on which these texts draw something. None of the page's texts may be active; afterwards none is."""
    boxes = np.array([(word.x0, word.baseline - CORE * word.size, word.x1, word.baseline) for word in words]).reshape(-1, 4)
    over: list[c_void_p] = []
    for text in texts:
        place = bounds(text)
        if place is None:
            continue
        left, upper, right, lower = frame.box(*place)
        if ((boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < lower) & (boxes[:, 3] > upper)).any():
            over.append(text)
    if not over:
        return []
    without = shapes.pixels_of(canvas.draw(page, look.width, look.height, WITH_SPARE))
    for text in over:
        calls.set_active(text, 1)
    drawn = shapes.pixels_of(canvas.draw(page, look.width, look.height, WITH_SPARE))
    for text in over:
        calls.set_active(text, 0)
    gaps = [np.abs(one.astype(np.int16) - other) for one, other in zip(*map(shapes.channels, (drawn, without)), strict=True)]
    ink = (np.max(gaps, axis=0) >= FAINT).reshape(look.height, look.width)
    places = np.maximum(boxes * look.scale, 0).astype(int).tolist()
    parts = [ink[y0 : y1 + 1, x0 + 1 : x1] for x0, y0, x1, y1 in places]
    return [word for word, part in zip(words, parts, strict=True) if part.size and part.mean() >= MARKED]
