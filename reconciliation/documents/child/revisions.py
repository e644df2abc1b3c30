"""Earlier states of a document that was saved incrementally, and the difference that each later state makes on the pages."""

import codecs
import re
from collections.abc import Iterator, Sequence
from ctypes import byref, c_ulong, c_ushort
from typing import Any

import numpy as np
import pypdfium2_raw as pdfium

from reconciliation.documents.child.canvas import Canvas
from reconciliation.documents.child.content_stream import Box, loaded
from reconciliation.documents.child.pdfium_engine import frame_of
from reconciliation.documents.child.request import ChildRequest, Frame
from reconciliation.documents.child.text_builder import Scribe
from reconciliation.documents.child.words import Piece, words

END = re.compile(rb"startxref\s+(\d{1,12})\s+%%EOF[ \t]*\r?\n?")
PREVIOUS = re.compile(rb"/Prev\s+(\d{1,12})")
STOPS = (b"startxref", b"stream")  # the end of a trailer, and of the dictionary of a cross-reference stream
LONGEST_TABLE = 2_000_000  # bytes of one section of cross-references
MOST_SECTIONS, MOST_PAGES, MOST_CHANGES = 200, 60, 120
NEAR = 1.0  # points by which the same word may differ in two states
LINE = 0.5  # most difference between the baselines of one line, in parts of the type's size
CONTRAST, FEWEST_PIXELS, BAND_GAP = 64, 6, 4  # of 255 shades; pixels of a change; empty lines of pixels between two changes
LONGEST_SIDE = 1600  # pixels
LONGEST = 300  # characters
NAMES = {
    pdfium.FPDF_ANNOT_FREETEXT: "freetext",
    pdfium.FPDF_ANNOT_WIDGET: "widget",
    pdfium.FPDF_ANNOT_STAMP: "stamp",
    pdfium.FPDF_ANNOT_SQUARE: "square",
    pdfium.FPDF_ANNOT_REDACT: "redact",
    pdfium.FPDF_ANNOT_INK: "ink",
    pdfium.FPDF_ANNOT_LINE: "line",
    pdfium.FPDF_ANNOT_POLYGON: "polygon",
}
HIDDEN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW


def revision_ends(pdf: bytes) -> list[int]:
    """Return the end of each complete state of the file, the oldest first. The first part of a linearised file is no state of its own,
    because no later section of cross-references leads to it."""
    start = max(0, pdf.find(b"%PDF-"))
    ends = [(int(match[1]) + start, match.end()) for match in END.finditer(pdf)]
    reached: set[int] = set()
    section = ends[-1][0] if ends else -1
    while 0 <= section < len(pdf) and section not in reached and len(reached) < MOST_SECTIONS:
        reached.add(section)
        part = pdf[section : section + LONGEST_TABLE]
        stop = min((place for place in (part.find(word) for word in STOPS) if place >= 0), default=len(part))
        match = PREVIOUS.search(part, 0, stop)
        section = int(match[1]) + start if match else -1
    return [end for section, end in ends if section in reached]


def annotations_of(page: Any, canvas: Canvas, frame: Frame) -> Iterator[tuple[str, list[float], str]]:
    """Yield the kind, place and text of the annotations and form fields that may hide or add figures."""
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            kind, place = NAMES.get(pdfium.FPDFAnnot_GetSubtype(annotation)), pdfium.FS_RECTF()
            hidden = pdfium.FPDFAnnot_GetFlags(annotation) & HIDDEN
            if kind is None or hidden or not pdfium.FPDFAnnot_GetRect(annotation, byref(place)):
                continue
            if kind == "widget" and pdfium.FPDFAnnot_GetFormFieldType(canvas.form, annotation) == pdfium.FPDF_FORMFIELD_SIGNATURE:
                kind = "signature"
            box = [round(side, 2) for side in frame.box(place.left, place.bottom, place.right, place.top)]
            yield kind, box, field_value(canvas, annotation) or contents(annotation)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def contents(annotation: Any) -> str:
    size = pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0)
    buffer = (c_ushort * (size // 2 + 1))()
    pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", buffer, c_ulong(size))
    return decoded(buffer, size)


def field_value(canvas: Canvas, annotation: Any) -> str:
    size = pdfium.FPDFAnnot_GetFormFieldValue(canvas.form, annotation, None, 0)
    buffer = (c_ushort * (size // 2 + 1))()
    pdfium.FPDFAnnot_GetFormFieldValue(canvas.form, annotation, buffer, c_ulong(size))
    return decoded(buffer, size)


def decoded(buffer: Any, size: int) -> str:
    return codecs.utf_16_le_decode(bytes(buffer)[: max(0, size - 2)], "replace")[0].strip()[:LONGEST]  # codecs can no longer be loaded


class State:
    """One state of the document: the words and the picture of each page."""

    def __init__(self, pdf: bytes, password: str | None) -> None:
        self.pdf = pdf  # the engine keeps its address
        self.document = pdfium.FPDF_LoadMemDocument64(pdf, len(pdf), password.encode() if password else None)
        self.canvas = Canvas(self.document) if self.document else None
        self.pages = pdfium.FPDF_GetPageCount(self.document) if self.document else 0

    def page(self, index: int) -> tuple[list[Piece], Any, float]:
        """Return the words of a page, those of annotations among them, its picture in grey, and pixels a point."""
        canvas = self.canvas
        if canvas is None:
            raise IndexError(index)
        with canvas.page(index) as page, loaded(pdfium.FPDFText_LoadPage(page), pdfium.FPDFText_ClosePage) as text_page:
            frame = frame_of(page)
            across, down = frame.size
            scale = min(1.0, LONGEST_SIDE / max(across, down))
            width, height = max(1, round(across * scale)), max(1, round(down * scale))
            printed = words(Scribe(text_page, frame).stretches())
            added = [
                Piece(text, box[0], box[2], box[3], box[3] - box[1])
                for kind, box, text in annotations_of(page, canvas, frame)
                if text and kind != "signature"
            ]
            picture = np.frombuffer(canvas.draw(page, width, height), np.uint8).reshape(height, width)
        return printed + added, picture, scale


def changes_between(states: Sequence[bytes], request: ChildRequest) -> list[list[Any]]:
    """Return the changes from each state to the next: number of the save, page, kind, box, earlier and later text."""
    changes: list[list[Any]] = []
    before = State(states[0], request.password)
    for number, state in enumerate(states[1:], start=1):
        after = State(state, request.password)
        if before.pages:
            changes += [[number, *change] for change in changes_of(before, after)]
        before = after
    return changes[:MOST_CHANGES]


def changes_of(before: State, after: State) -> Iterator[list[Any]]:
    for index in range(min(before.pages, after.pages, MOST_PAGES)):
        yield from ([index + 1, *change] for change in page_changes(before.page(index), after.page(index)))
    for index in range(after.pages, min(before.pages, MOST_PAGES)):
        yield [index + 1, "page_removed", [0, 0, 0, 0], text_of(before.page(index)[0]), ""]
    for index in range(before.pages, min(after.pages, MOST_PAGES)):
        yield [index + 1, "page_added", [0, 0, 0, 0], "", text_of(after.page(index)[0])]


def page_changes(before: tuple[list[Piece], Any, float], after: tuple[list[Piece], Any, float]) -> Iterator[list[Any]]:
    """Yield the lines of text that differ, and then the places where only the picture differs."""
    (old, old_picture, scale), (new, new_picture, _) = before, after
    removed, added = without(old, new), without(new, old)
    boxes: list[Box] = []
    lines: list[list[Piece]] = []
    for word in sorted(removed + added, key=lambda word: word.baseline):
        if not lines or word.baseline - lines[-1][0].baseline > LINE * word.size:
            lines.append([])
        lines[-1].append(word)
    for line in lines:
        box = around([word.box for word in line])
        boxes.append(box)
        gone, come = ([word for word in line if any(word is other for other in side)] for side in (removed, added))
        yield ["text", [round(side, 2) for side in box], text_of(gone), text_of(come)]
    if old_picture.shape != new_picture.shape:
        return
    differs = np.abs(old_picture.astype(np.int16) - new_picture) > CONTRAST
    for x0, y0, x1, y1 in boxes:
        differs[max(0, int(y0 * scale) - 2) : int(y1 * scale) + 3, max(0, int(x0 * scale) - 2) : int(x1 * scale) + 3] = False
    for x0, y0, x1, y1 in bands(differs):
        box = (x0 / scale, y0 / scale, x1 / scale, y1 / scale)
        under = text_of([word for word in old if inside(word, box)])
        yield ["picture", [round(side, 2) for side in box], under, text_of([word for word in new if inside(word, box)])]


def without(these: Sequence[Piece], others: Sequence[Piece]) -> list[Piece]:
    """Return the words that are not, in the same place, among the others."""
    places: dict[str, list[Piece]] = {}
    for word in others:
        places.setdefault(word.text, []).append(word)
    return [
        word
        for word in these
        if not any(abs(word.x0 - other.x0) <= NEAR and abs(word.baseline - other.baseline) <= NEAR for other in places.get(word.text, ()))
    ]


def bands(differs: Any) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes of pixels that differ, one for each group of lines of pixels."""
    lines = np.flatnonzero(differs.any(axis=1))
    for group in np.split(lines, np.flatnonzero(np.diff(lines) > BAND_GAP) + 1) if len(lines) else ():
        top, bottom = int(group[0]), int(group[-1]) + 1
        part = differs[top:bottom]
        columns = np.flatnonzero(part.any(axis=0))
        if part.sum() >= FEWEST_PIXELS:
            yield int(columns[0]), top, int(columns[-1]) + 1, bottom


def around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def inside(word: Piece, box: Box) -> bool:
    x, y = (word.x0 + word.x1) / 2, word.baseline - 0.3 * word.size
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 2 <= y <= box[3] + 2


def text_of(line: Sequence[Piece]) -> str:
    return " ".join(word.text for word in sorted(line, key=lambda word: (round(word.baseline), word.x0)))[:LONGEST]
