"""A sheet as a real PDF."""

import io
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any
from zlib import crc32

from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject
from reportlab.pdfgen.canvas import Canvas

from tests.reading.making.ink import BOLD, HEIGHT, WIDTH, Shape, Text

if TYPE_CHECKING:
    from tests.reading.making.sheet import Sheet

ACROSS = (60, 297, 400)  # the angle and the middle of a word across the page
UNPAINTED = 3  # the mode of text that is neither filled nor stroked
TINY = 0.5  # points
OTHER_ROW = "31.01.2024  Balance brought forward 99,999.99  Card payment 12.34"  # of no page


def pdf_of(sheet: "Sheet") -> bytes:
    """The PDF that shows this sheet."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(WIDTH, HEIGHT), invariant=1)
    for number, texts in enumerate(sheet.pages, 1):
        _frame(canvas, sheet)
        shapes = [shape for shape in sheet.shapes if shape.page == number]
        if sheet.across:
            _write_across(canvas, sheet.across)
        _fill(canvas, (shape for shape in shapes if not shape.over))
        for text in _ordered(texts, sheet.order):
            _write(canvas, text)
        _fill(canvas, (shape for shape in shapes if shape.over))
        canvas.showPage()
    canvas.save()
    return _enclosing(stream.getvalue(), sheet.enclosed) if sheet.enclosed else stream.getvalue()


def _enclosing(pdf: bytes, kind: str) -> bytes:
    """Return the PDF with a row of another statement in its metadata, in an object that no page uses, or in an attached file."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    if kind == "metadata":
        writer.add_metadata({"/Title": OTHER_ROW, "/Author": "Archive", "/Keywords": OTHER_ROW})
    elif kind == "object":
        unused = DecodedStreamObject()
        unused.set_data(f"BT /F1 9 Tf 60 400 Td ({OTHER_ROW}) Tj ET".encode())
        writer._add_object(unused)  # pypdf has no public way to add an object that nothing uses
    else:
        writer.add_attachment("rows.txt", OTHER_ROW.encode())
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _frame(canvas: Canvas, sheet: "Sheet") -> None:
    """Lay out the page in the file: with a margin that is cut off, or turned, so that it is shown as any other."""
    margin = sheet.margin
    if sheet.turned:
        canvas.setPageRotation(sheet.turned)  # it also swaps the sides of the page
        canvas.translate(*((HEIGHT, 0) if sheet.turned == 90 else (0, WIDTH)))
        canvas.rotate(90 if sheet.turned == 90 else -90)
    elif margin:
        canvas.setPageSize((WIDTH + 2 * margin, HEIGHT + 2 * margin))
        canvas.setCropBox((margin, margin, WIDTH + margin, HEIGHT + margin))
        canvas.translate(margin, margin)


def _ordered(texts: Iterable[Text], order: str) -> list[Text]:
    """Return the texts in the order in which this producer draws them."""
    keys: dict[str, Callable[[Text], Any]] = {
        "columns": lambda text: (round(text.x / 20), text.y),
        "upward": lambda text: (-text.y, text.x),
        "shuffled": lambda text: crc32(f"{text}".encode()),
    }
    return sorted(texts, key=keys[order]) if order in keys else [*texts]


def _write(canvas: Canvas, text: Text) -> None:
    canvas.setFont(text.font, TINY if text.look == "tiny" else text.size)
    if text.look == "white":
        canvas.setFillGray(1)
    canvas.drawString(text.x, HEIGHT - text.y, text.text, mode=UNPAINTED if text.look == "unpainted" else None)
    if text.look == "white":
        canvas.setFillGray(0)


def _fill(canvas: Canvas, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        x0, y0, x1, y1 = shape.box
        canvas.setFillGray(shape.grey)
        canvas.rect(x0, HEIGHT - y1, x1 - x0, y1 - y0, stroke=0, fill=1)
        canvas.setFillGray(0)


def _write_across(canvas: Canvas, word: str) -> None:
    angle, x, y = ACROSS
    canvas.saveState()
    canvas.setFillGray(0.85)
    canvas.setFont(BOLD, 70)
    canvas.translate(x, y)
    canvas.rotate(angle)
    canvas.drawCentredString(0, 0, word)
    canvas.restoreState()
