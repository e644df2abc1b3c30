"""Observations for the examination of a document: programs, dates, earlier states, digits with their fonts, and what is drawn over text."""

import re
from collections.abc import Iterator
from ctypes import byref, c_int, c_uint, c_ushort, c_void_p, cast
from html import unescape
from typing import Any

import pypdfium2_raw as pdfium

from reconciliation.documents.child import calls
from reconciliation.documents.child.canvas import Canvas
from reconciliation.documents.child.content_stream import FORM, IMAGE, PATH, TEXT, address, bounds, children, drawn_on, loaded
from reconciliation.documents.child.fonts import name_of
from reconciliation.documents.child.pdfium_engine import frame_of, unlocked
from reconciliation.documents.child.request import ChildRefused, ChildRequest, Frame
from reconciliation.documents.child.revisions import annotations_of, changes_between, decoded, revision_ends
from reconciliation.documents.child.text_builder import Scribe
from reconciliation.documents.child.words import Stretch

INFO = ("Creator", "Producer", "CreationDate", "ModDate")
XMP = {"CreatorTool": "Creator", "Producer": "Producer", "CreateDate": "CreationDate", "ModifyDate": "ModDate", "softwareAgent": "Agent"}
"""Properties of XMP, each with the entry of the Info dictionary for the same fact."""
PROPERTY = re.compile(rf"\b(?:xmp|xap|pdf|stEvt):({'|'.join(XMP)})\s*(?:=\s*(?:\"([^\"]*)\"|'([^']*)')|>([^<]*)<)")
PACKET = re.compile(rb"<x:xmpmeta\b.{0,200000}?</x:xmpmeta>", re.DOTALL)
LONGEST = 200  # characters of a value
MOST_VALUES, MOST_DIGITS, MOST_OBJECTS, MOST_REVISIONS = 40, 100_000, 200, 6
OPAQUE = 250  # least alpha of a colour that covers, of 255


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Return the observations. Raises ChildRefused if the document does not open."""
    pdfium.FPDF_InitLibraryWithConfig(byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    document = unlocked(pdf, request.password)
    canvas, digits_left = Canvas(document), MOST_DIGITS
    pages: list[dict[str, Any]] = []
    for index in range(min(pdfium.FPDF_GetPageCount(document), request.pages)):
        with canvas.page(index) as page:
            observed = observe(page, canvas, frame_of(page))
        digits_left -= len(observed["digits"][0])
        if digits_left < 0:
            raise ChildRefused("too_complex")
        pages.append(observed)
    ends = revision_ends(pdf)
    states = [pdf[:end] for end in ends[-MOST_REVISIONS:-1]] + [pdf]
    return {
        "values": [*info_of(document), *xmp_of(pdf)],
        "pages": pages,
        "revisions": len(ends),
        "changes": changes_between(states, request) if len(states) > 1 else [],
        "signatures": [],
    }


def info_of(document: Any) -> Iterator[list[str]]:
    for name in INFO:
        size = pdfium.FPDF_GetMetaText(document, name.encode(), None, 0)
        buffer = (c_ushort * (size // 2 + 1))()
        pdfium.FPDF_GetMetaText(document, name.encode(), buffer, size)
        if text := decoded(buffer, size):
            yield ["info", name, text[:LONGEST]]


def xmp_of(pdf: bytes) -> list[list[str]]:
    """Return the properties of the last packet that names a program or a date. A compressed packet is not searched."""
    for packet in reversed(PACKET.findall(pdf)):
        properties = PROPERTY.finditer(packet.decode("utf-8", "replace"))
        values = [["xmp", XMP[match[1]], unescape(match[2] or match[3] or match[4] or "").strip()[:LONGEST]] for match in properties]
        if values := [value for value in values if value[2]]:
            return values[:MOST_VALUES]
    return []


def observe(page: Any, canvas: Canvas, frame: Frame) -> dict[str, Any]:
    """Return the digits of a page with their fonts and the order of painting, and what may cover them."""
    drawn = drawn_on(page)
    order: dict[int, int] = {}
    covers: list[list[Any]] = []
    for place, (handle, kind) in enumerate(drawn.objects):
        if kind == TEXT:
            order[address(handle)] = place
        elif kind == FORM:
            texts = list(texts_in(handle))
            order |= {address(text): place for text in texts}
            if not texts:
                covers += cover_of(handle, "form", place, frame)
        elif kind == IMAGE or (kind == PATH and is_filled(handle)):
            covers += cover_of(handle, "image" if kind == IMAGE else "box", place, frame)
    fonts: dict[int, int] = {}
    names: list[list[Any]] = []
    with loaded(pdfium.FPDFText_LoadPage(page), pdfium.FPDFText_ClosePage) as text_page:
        scribe = Scribe(text_page, frame)
        columns: tuple[list[Any], ...] = ([], [], [], [], [], [], [])
        for stretch in scribe.stretches():
            font = scribe.styles[stretch.painted_by].face[0]
            if font not in fonts:
                fonts[font] = len(names)
                name = name_of(cast(c_void_p(font), pdfium.FPDF_FONT)).decode("latin-1")
                names.append([name[:LONGEST], calls.is_embedded(c_void_p(font)) == 1])
            for row in digits_of(stretch, fonts[font], order.get(stretch.painted_by, -1)):
                for column, value in zip(columns, row, strict=True):
                    column.append(value)
    width, height = frame.size
    tops = sorted(covers, key=lambda cover: -cover[1])[:MOST_OBJECTS]
    annotations = [[kind, box, text[:LONGEST]] for kind, box, text in annotations_of(page, canvas, frame)][:MOST_OBJECTS]
    return {"size": [width, height], "fonts": names, "digits": columns, "covers": tops, "annotations": annotations}


def texts_in(form: c_void_p, depth: int = 0) -> Iterator[c_void_p]:
    for handle, kind in children(form, calls.objects_in, calls.object_in) if depth < 5 else ():
        if kind == TEXT:
            yield handle
        elif kind == FORM:
            yield from texts_in(handle, depth + 1)


def digits_of(stretch: Stretch, font: int, place: int) -> Iterator[tuple[Any, ...]]:
    for text, x0, x1, _ in stretch.glyphs:
        if text.isdigit() and len(text) == 1:
            yield text, round(x0, 2), round(x1, 2), round(stretch.baseline, 2), round(stretch.size, 2), font, place


def cover_of(handle: c_void_p, kind: str, place: int, frame: Frame) -> Iterator[list[Any]]:
    if box := bounds(handle):
        yield [kind, place, [round(side, 2) for side in frame.box(*box)], shade_of(handle) if kind == "box" else -1]


def is_filled(handle: c_void_p) -> bool:
    """True if a path is filled with a colour that hides the text behind it."""
    mode, stroke = c_int(), c_int()
    path = cast(handle, pdfium.FPDF_PAGEOBJECT)
    return bool(pdfium.FPDFPath_GetDrawMode(path, byref(mode), byref(stroke))) and mode.value != 0 and shade_of(handle) >= 0


def shade_of(handle: c_void_p) -> int:
    """Return the lightness of an opaque fill, 0 black to 255 white; -1 for any other."""
    red, green, blue, alpha = (c_uint() for _ in range(4))
    if not calls.fill_color(handle, byref(red), byref(green), byref(blue), byref(alpha)) or alpha.value < OPAQUE:
        return -1
    return round(0.299 * red.value + 0.587 * green.value + 0.114 * blue.value)
