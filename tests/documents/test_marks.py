"""Ink that belongs to no word is a mark. Rules, boxes, bands and notes are not."""

from collections.abc import Callable
from io import BytesIO

import pypdfium2
import pytest
from pypdf import PdfWriter
from pypdf.annotations import Line
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject, TextStringObject
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.opening import open_document
from tests.documents.making import MAP, opened, pdf_of, texts

Draw = Callable[[Canvas], None]


def row(canvas: Canvas) -> None:
    canvas.drawString(50, 700, "2026-01-02 Rent")
    canvas.drawRightString(400, 700, "1,234.50")


def turned(text: str) -> Draw:
    def draw(canvas: Canvas) -> None:
        row(canvas)
        canvas.translate(560, 600)
        canvas.rotate(90)
        canvas.drawString(0, 0, text)

    return draw


TURNED = ("02 Jan Refund 90 EUR", "Refund 90,-", "Refund 90'00", "Refund 90.00", "Fee EUR 5")
NOTES = ("Continued overleaf", "109216-01-05", "Form 4711083 (2026)", "SC/SOA/2026 Co. Reg. No. 198901234E")


@pytest.mark.parametrize("text", TURNED)
def test_turned_text_that_may_be_a_row_is_a_mark(text: str) -> None:
    assert [mark.kind for mark in opened(turned(text)).marks]


@pytest.mark.parametrize("text", NOTES)
def test_a_turned_note_or_code_is_no_mark(text: str) -> None:
    assert not opened(turned(text)).marks


def level(canvas: Canvas) -> None:
    canvas.line(48, 703, 420, 703)


def crossing(canvas: Canvas) -> None:
    canvas.line(340, 698, 420, 709)
    canvas.line(340, 709, 420, 698)


def diagonal(canvas: Canvas) -> None:
    canvas.line(352, 698, 402, 709)


def pale(canvas: Canvas) -> None:
    canvas.setStrokeGray(0.87)
    level(canvas)


def thick(canvas: Canvas) -> None:
    canvas.setStrokeGray(0.6)
    canvas.setLineWidth(5.5)
    level(canvas)


def of_dashes(canvas: Canvas) -> None:
    for step in range(75):
        canvas.drawString(48 + 4.9 * step, 700, "\u2013")


def of_underscores(canvas: Canvas) -> None:
    canvas.drawString(48, 704.5, "_" * 65)


STROKES = [level, crossing, diagonal, pale, thick, of_dashes, of_underscores]


@pytest.mark.parametrize("strike", STROKES, ids=lambda strike: strike.__name__)
def test_a_row_that_is_struck_out_is_marked(strike: Draw) -> None:
    def draw(canvas: Canvas) -> None:
        row(canvas)
        strike(canvas)

    assert opened(draw).marks


def test_a_line_that_only_other_programs_draw_is_a_mark() -> None:
    writer = PdfWriter(clone_from=BytesIO(pdf_of(row)))
    writer.add_annotation(0, Line(rect=(48, 697, 420, 709), p1=(48, 703), p2=(420, 703)))
    file = BytesIO()
    writer.write(file)

    assert open_document(file.getvalue()).marks


def underlined(canvas: Canvas) -> None:
    canvas.line(48, 698, 420, 698)
    canvas.line(48, 697, 420, 697)


def between_rules(canvas: Canvas) -> None:
    for height in (696, 711):
        canvas.line(48, height, 420, height)
    for column in (48, 340, 402):
        canvas.line(column, 696, column, 711)


def on_a_band(canvas: Canvas) -> None:
    canvas.setFillGray(0.85)
    canvas.rect(48, 696, 372, 14, stroke=0, fill=1)
    canvas.setFillGray(0)


def on_a_watermark(canvas: Canvas) -> None:
    canvas.saveState()
    canvas.setFont("Helvetica", 90)
    canvas.setFillGray(0.9)
    canvas.translate(60, 600)
    canvas.rotate(30)
    canvas.drawString(0, 0, "COPY")
    canvas.restoreState()


HARMLESS = [underlined, between_rules, on_a_band, on_a_watermark]


@pytest.mark.parametrize("surround", HARMLESS, ids=lambda surround: surround.__name__)
def test_text_around_a_row_is_no_mark(surround: Draw) -> None:
    def draw(canvas: Canvas) -> None:
        surround(canvas)
        row(canvas)

    assert not opened(draw).marks


def equally_dark(canvas: Canvas) -> None:
    """Orange on light blue of the same grey."""
    canvas.setFillColorRGB(0.55, 0.75, 1)
    canvas.rect(45, 676, 400, 15, stroke=0, fill=1)
    canvas.setFillColorRGB(1, 0.68, 0.2)


def test_colours_that_are_equally_dark_are_distinguished() -> None:
    def as_text(canvas: Canvas) -> None:
        row(canvas)
        equally_dark(canvas)
        canvas.drawRightString(400, 680, "90.00")

    def as_drawing(canvas: Canvas) -> None:
        row(canvas)
        equally_dark(canvas)
        for step in range(8):
            canvas.rect(360 + 5 * step, 680, 1, 7, stroke=0, fill=1)
            canvas.rect(360 + 5 * step, 680, 3, 1, stroke=0, fill=1)

    assert "90.00" in texts(opened(as_text))
    assert opened(as_drawing).marks


@pytest.mark.parametrize("shade", [0.0, 0.8, 0.86])
def test_a_row_that_is_drawn_is_marked_however_pale(shade: float) -> None:
    def draw(canvas: Canvas) -> None:
        row(canvas)
        canvas.setFillGray(shade)
        for step in range(8):
            canvas.rect(360 + 5 * step, 680, 1, 7, stroke=0, fill=1)
            canvas.rect(360 + 5 * step, 680, 3, 1, stroke=0, fill=1)

    assert opened(draw).marks


def test_a_word_under_a_cover_does_not_borrow_the_ink_of_text_that_says_nothing_above_it() -> None:
    def draw(canvas: Canvas) -> None:
        row(canvas)
        canvas.setFillGray(1)
        canvas.rect(340, 690, 70, 20, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.setFont("Courier-Bold", 10)
        canvas.drawRightString(400, 700, "9,876.50")

    claims = "".join(f"<{ord(character):02X}> <200B>\n" for character in "9876,.50")
    pdf = PdfWriter(clone_from=BytesIO(pdf_of(draw)))
    stream = DecodedStreamObject()
    stream.set_data(MAP.format(entries=f"8 beginbfchar\n{claims}endbfchar").encode())
    reference = pdf._add_object(stream)
    for one in pdf._objects:
        if isinstance(one, DictionaryObject) and one.get("/BaseFont") == "/Courier-Bold":
            one[NameObject("/ToUnicode")] = reference
    file = BytesIO()
    pdf.write(file)

    assert any(mark.kind == "type" for mark in open_document(file.getvalue()).marks)


def test_text_that_is_printed_twice_to_be_bold_is_no_mark() -> None:
    def draw(canvas: Canvas) -> None:
        row(canvas)
        canvas.translate(0.3, 0)
        row(canvas)

    assert not opened(draw).marks


@pytest.mark.parametrize(("start", "end"), [(-6, -1), (-14, -1.5), (-22, -16)])
def test_a_minus_that_is_drawn_before_a_figure_is_a_mark(start: float, end: float) -> None:
    def draw(canvas: Canvas) -> None:
        row(canvas)
        left = 400 - canvas.stringWidth("1,234.50", "Helvetica", 10)
        canvas.line(left + start, 703.2, left + end, 703.2)

    assert opened(draw).marks


@pytest.mark.parametrize(
    "box", [(355, 701.5, 5, 3), (300, 702.6, 5, 0.8), (340, 702.6, 16, 0.8), (404, 702.6, 5, 0.8), (384.5, 700, 1.1, 1.1)]
)
def test_a_dash_or_point_that_is_drawn_at_a_figure_is_a_mark(box: tuple[float, float, float, float]) -> None:
    """Thick, far from it, wide, after it, and among its digits."""

    def draw(canvas: Canvas) -> None:
        row(canvas)
        canvas.rect(*box, stroke=0, fill=1)

    assert {mark.kind for mark in opened(draw).marks} == {"type"}


def ruled(canvas: Canvas) -> None:
    for x in (300, 410):
        canvas.line(x, 600, x, 720)
    canvas.line(45, 697.5, 420, 697.5)


def dotted(canvas: Canvas) -> None:
    for step in range(120):
        canvas.rect(45 + 3 * step, 698.5, 0.8, 0.8, stroke=0, fill=1)


def shaded(canvas: Canvas) -> None:
    canvas.setFillGray(0.85)
    canvas.rect(45, 697, 200, 12, stroke=0, fill=1)
    canvas.setFillGray(0)


@pytest.mark.parametrize("around", [ruled, dotted, shaded], ids=lambda draw: draw.__name__)
def test_rules_dots_and_shades_around_a_figure_are_no_signs(around: Draw) -> None:
    def draw(canvas: Canvas) -> None:
        around(canvas)
        row(canvas)

    assert not opened(draw).marks


@pytest.mark.parametrize("box", [(348, 701, 5.5, 4.5), (348, 700.9, 4, 4)])
def test_a_solid_block_before_a_figure_is_a_mark(box: tuple[float, float, float, float]) -> None:
    def draw(canvas: Canvas) -> None:
        row(canvas)
        canvas.rect(*box, stroke=0, fill=1)

    assert opened(draw).marks


def layered(draw: Draw, *, on_screen: bool, name: str = "OCProperties", beneath: bool = False) -> bytes:
    """Return a page with a row, and a layer that is drawn only on a screen, or only on paper, above or beneath it."""

    def both(canvas: Canvas) -> None:
        if not beneath:
            row(canvas)
        canvas._code.append("/OC /Layer BDC")
        draw(canvas)
        canvas._code.append("EMC")
        if beneath:
            row(canvas)

    def state(shown: bool) -> NameObject:
        return NameObject("/ON" if shown else "/OFF")

    pdf = PdfWriter(clone_from=BytesIO(pdf_of(both)))
    usage = {
        "View": DictionaryObject({NameObject("/ViewState"): state(on_screen)}),
        "Print": DictionaryObject({NameObject("/PrintState"): state(not on_screen)}),
    }
    group = DictionaryObject({NameObject("/Type"): NameObject("/OCG"), NameObject("/Name"): TextStringObject("Layer")})
    group[NameObject("/Usage")] = DictionaryObject({NameObject(f"/{event}"): states for event, states in usage.items()})
    groups = ArrayObject([pdf._add_object(group)])
    automatic = [
        DictionaryObject(
            {
                NameObject("/Event"): NameObject(f"/{event}"),
                NameObject("/Category"): ArrayObject([NameObject(f"/{event}")]),
                NameObject("/OCGs"): groups,
            }
        )
        for event in usage
    ]
    usual = DictionaryObject({state(on_screen): groups, NameObject("/AS"): ArrayObject(automatic)})
    pdf._root_object[NameObject("/OCProperties")] = DictionaryObject({NameObject("/OCGs"): groups, NameObject("/D"): usual})
    resources = pdf.pages[0]["/Resources"].get_object()
    assert isinstance(resources, DictionaryObject)
    resources[NameObject("/Properties")] = DictionaryObject({NameObject("/Layer"): groups[0]})
    file = BytesIO()
    pdf.write(file)
    return file.getvalue().replace(b"/OCProperties", b"/" + name.encode())


def minus(canvas: Canvas) -> None:
    canvas.drawRightString(356, 700, "-")


def cover(canvas: Canvas) -> None:
    canvas.setFillGray(1)
    canvas.rect(340, 690, 70, 20, stroke=0, fill=1)
    canvas.setFillGray(0)


@pytest.mark.parametrize("draw", [minus, cover])
@pytest.mark.parametrize("on_screen", [True, False])
def test_content_that_differs_between_paper_and_screen_is_a_mark(draw: Draw, on_screen: bool) -> None:
    assert open_document(layered(draw, on_screen=on_screen)).marks


def test_a_layer_is_detected_in_any_spelling_of_its_name() -> None:
    assert open_document(layered(cover, on_screen=False, name="OC#50roperties")).marks


def test_a_pale_watermark_that_is_not_printed_is_no_mark() -> None:
    assert not open_document(layered(on_a_watermark, on_screen=True, beneath=True)).marks


def as_picture(*texts: tuple[float, str]) -> Draw:
    """Words that are a picture of themselves, each from its place on one line."""

    def drawn(canvas: Canvas) -> None:
        for x, text in texts:
            canvas.drawString(x, 20, text)

    [page] = pypdfium2.PdfDocument(pdf_of(drawn, size=(595, 60)))
    picture = ImageReader(page.render(scale=3).to_pil())

    def draw(canvas: Canvas) -> None:
        row(canvas)
        canvas.drawImage(picture, 0, 300, 595, 60)

    return draw


def test_a_line_that_is_drawn_as_a_row_is_marked_as_one() -> None:
    kinds = {mark.kind for mark in opened(as_picture((60, "31.03.2026"), (150, "Extra fee"), (420, "90.00"))).marks}

    assert "row" in kinds


@pytest.mark.parametrize("text", ["Save now: 3.25 percent from 1 April", "12 Main Street, 10115 Berlin, Tel 030 123456"])
def test_an_advertisement_or_address_that_is_drawn_is_no_row(text: str) -> None:
    kinds = {mark.kind for mark in opened(as_picture((60, text))).marks}

    assert "row" not in kinds


def test_type_in_the_place_of_a_figure_that_it_hides_is_a_mark_of_its_own() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 300, "Account number:")
        canvas.drawString(140, 300, "40023317")
        canvas.setFillGray(1)
        canvas.rect(138, 295, 60, 15, stroke=0, fill=1)
        canvas.setFillGray(0)
        for step in range(8):
            canvas.rect(140 + 5 * step, 300, 1, 7, stroke=0, fill=1)
            canvas.rect(140 + 5 * step, 300, 3, 1, stroke=0, fill=1)

    assert "cover" in {mark.kind for mark in opened(draw).marks}
