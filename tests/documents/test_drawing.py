"""Pictures of pages show printed text at its boxes on cropped and turned pages, and nothing else."""

import struct
import threading
import zlib
from base64 import b64encode
from io import BytesIO
from json import dumps

import pytest
from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import RectangleObject
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents import opening
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import DocumentUnreadable, TooBusy, open_document, page_picture
from reconciliation.documents.sandbox import ChildEnd
from tests.documents.making import locked, pdf_of

LIMITS = DocumentLimits()
DARK = 110


def statement(canvas: Canvas) -> None:
    for index, text in enumerate(["Opening balance 1,234.56", "05 Jan Rent -250.00", "Closing balance 984.56"]):
        canvas.drawString(150, 600 - 40 * index, text)


def turned(pdf: bytes, *, crop: tuple[float, float, float, float] | None = None, degrees: int = 0) -> bytes:
    writer = PdfWriter(clone_from=BytesIO(pdf))
    for page in writer.pages:
        if crop:
            page.cropbox = RectangleObject(crop)
        page.rotate(degrees)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def picture_of(pdf: bytes, number: int = 1) -> Image.Image:
    return Image.open(BytesIO(page_picture(pdf, number, LIMITS)))


def darkest(picture: Image.Image) -> int:
    """Return the darkest shade, of 255."""
    return min(picture.convert("L").tobytes())


def refused(pdf: bytes, number: int = 1) -> str:
    with pytest.raises(DocumentUnreadable) as refusal:
        page_picture(pdf, number, LIMITS)
    return refusal.value.code


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (100, 450, 400, 700)])
def test_ink_lies_in_the_boxes_of_the_words_and_nowhere_else(crop: tuple[float, float, float, float] | None, degrees: int) -> None:
    """Text that runs along the page as it is shown: drawn turned where the page is."""

    def draw(canvas: Canvas) -> None:
        left, bottom, right, top = crop or (0, 0, 595, 842)
        canvas.translate((left + right) / 2, (bottom + top) / 2)
        canvas.rotate(degrees)
        for index, text in enumerate(["Opening balance 1,234.56", "Rent -250.00", "Closing balance 984.56"]):
            canvas.drawString(-100, 60 - 40 * index, text)

    pdf = turned(pdf_of(draw), crop=crop, degrees=degrees)
    page = open_document(pdf).pages[0]
    picture = picture_of(pdf).convert("L")
    across, down = picture.width / page.width, picture.height / page.height

    assert len(page.words) == 8
    for word in page.words:
        x0, y0, x1, y1 = round(word.x0 * across), round(word.y0 * down), round(word.x1 * across), round(word.y1 * down)
        assert darkest(picture.crop((x0, y0, x1, y1))) < DARK, word.text
        picture.paste(255, (x0 - 2, y0 - 2, x1 + 2, y1 + 4))
    assert darkest(picture) > DARK


def test_colours_of_a_page_are_drawn_unchanged() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(0, 0, 595, 842, fill=1, stroke=0)

    assert picture_of(pdf_of(draw)).getpixel((100, 100)) == (255, 0, 0)


def test_a_page_has_two_pixels_a_point_and_a_large_one_fewer() -> None:
    assert picture_of(pdf_of(statement)).size == (1190, 1683)
    large = picture_of(pdf_of(statement, size=(10_000, 14_000)))
    assert large.width * large.height <= 4_000_000
    assert large.width / large.height == pytest.approx(10 / 14, rel=0.01)


def test_each_page_is_drawn_by_its_number() -> None:
    pdf = pdf_of(statement, lambda canvas: None)

    assert darkest(picture_of(pdf, 1)) < DARK
    assert darkest(picture_of(pdf, 2)) == 255
    assert refused(pdf, 3) == "damaged"


def test_hidden_text_is_not_in_the_picture() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(1)
        canvas.drawString(100, 700, "nobody sees the figure 99.99")

    assert darkest(picture_of(pdf_of(draw))) == 255


def test_an_invalid_or_locked_document_has_no_picture() -> None:
    assert refused(b"%PDF-1.7 nothing") == "damaged"
    assert refused(b"nothing") == "not_a_pdf"
    assert refused(locked(pdf_of(statement), "secret")) == "encrypted"


def png_of(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


NO_PICTURES = (b"<svg/>", b"GIF89a" + bytes(40), png_of(60_000, 60_000), png_of(0, 9))


@pytest.mark.parametrize(
    "printed",
    [b"", b"[]", b'{"png": 3}', b'{"png": "<svg>"}', b'{"error": {"code": "<b>", "params": {}}}']
    + [
        dumps({"png": b64encode(png).decode()}).encode() for png in (b"<svg/>", b"GIF89a" + bytes(40), png_of(60_000, 60_000), png_of(0, 9))
    ],
)
def test_a_child_that_was_taken_over_gets_nothing_else_shown(monkeypatch: pytest.MonkeyPatch, printed: bytes) -> None:
    monkeypatch.setattr(opening, "run_child", lambda *_, **__: ChildEnd(output=printed, status=0))

    assert refused(pdf_of(statement)) == "damaged"


def test_only_so_many_are_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_turns", threading.BoundedSemaphore(1))
    monkeypatch.setattr(opening, "PICTURE_SECONDS", 0.01)
    with opening._turn(), pytest.raises(TooBusy):
        page_picture(pdf_of(statement), 1, LIMITS)


def test_a_document_is_drawn_behind_every_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def child(request: dict[str, object], _pdf: bytes, **_: object) -> ChildEnd:
        asked.append(request)
        return ChildEnd(output=b"{}", status=0)

    monkeypatch.setattr(opening, "run_child", child)
    with pytest.raises(DocumentUnreadable):
        page_picture(pdf_of(statement), 1, DocumentLimits(sandbox_required=True, memory=7, seconds=99))

    assert (asked[0]["sandbox_required"], asked[0]["memory"], asked[0]["seconds"]) == (True, 7, 10.0)
