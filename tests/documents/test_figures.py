"""A digit drawn as another one is detected anywhere on the page; a genuine one is accepted beside any other ink."""

from collections.abc import Callable

import pypdfium2
import pytest
from reportlab.lib.fonts import tt2ps
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.child.claims import claims_of, digit_of
from reconciliation.documents.child.figures import DigitCheck, Unlike, active_objects
from reconciliation.documents.opening import open_document
from scripts.digits.measure import pages
from tests.documents.making import mapped, pdf_of
from tests.shared_statements import STATEMENTS

FORGED = STATEMENTS.parent / "forged"
FIGURES = "1,234.56 7,890.00 -98.70"
pypdfium2.PdfDocument.new().close()  # the engine is started by its first document


def unlike(pdf: bytes) -> list[Unlike]:
    check = DigitCheck()
    return [one for page in pages(pdf) for one in check.unlike(*page)]


def calls(pdf: bytes) -> list[tuple[str, str | None]]:
    return [(one.called, one.looks_like) for one in unlike(pdf)]


def test_honest_figures_look_like_themselves() -> None:
    registerFont(TTFont("Vera", "Vera.ttf"))
    fonts = ["Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Italic", "Courier", "Courier-BoldOblique", tt2ps("Vera", 0, 0)]

    def draw(canvas: Canvas) -> None:
        for row, font in enumerate(fonts):
            for column, size in enumerate((5, 8, 10, 14)):
                canvas.setFont(font, size)
                canvas.drawString(40 + 130 * column, 700 - 20 * row, FIGURES[: 120 // size])

    assert unlike(pdf_of(draw)) == []


def underlined(canvas: Canvas) -> None:
    canvas.drawString(50, 700, FIGURES)
    canvas.line(40, 698.5, 300, 698.5)


def ruled(canvas: Canvas) -> None:
    canvas.drawString(50, 700, FIGURES)
    canvas.rect(49.5, 698, stringWidth(FIGURES, "Helvetica", 10) + 1, 10)


def printed_twice(canvas: Canvas) -> None:
    canvas.drawString(50, 700, FIGURES)
    canvas.drawString(50.4, 700, FIGURES)


def white_on_a_band(canvas: Canvas) -> None:
    canvas.setFillGray(0)
    canvas.rect(40, 690, 400, 30, stroke=0, fill=1)
    canvas.setFillGray(1)
    canvas.drawString(50, 700, FIGURES)


def under_a_watermark(canvas: Canvas) -> None:
    canvas.setFillGray(0.8)
    canvas.setFont("Helvetica-Bold", 60)
    canvas.drawString(40, 680, "COPY")
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(50, 700, FIGURES)


def tightly_spaced(canvas: Canvas) -> None:
    line = canvas.beginText(50, 700)
    line.setCharSpace(-0.6)
    line.textOut(FIGURES)
    canvas.drawText(line)


def character_by_character(canvas: Canvas) -> None:
    x = 50.0
    for text in FIGURES:
        canvas.drawString(x, 700, text)
        x += stringWidth(text, "Helvetica", 10)


@pytest.mark.parametrize(
    "draw",
    [underlined, ruled, printed_twice, white_on_a_band, under_a_watermark, tightly_spaced, character_by_character],
    ids=lambda draw: draw.__name__,
)
def test_print_beside_or_behind_a_figure_does_not_change_it(draw: Callable[[Canvas], None]) -> None:
    assert unlike(pdf_of(draw)) == []


@pytest.mark.parametrize("font", ["Helvetica", "Times-Bold", "Courier"])
@pytest.mark.parametrize("shown", "0123456789")
def test_a_digit_that_contradicts_the_files_text_is_detected(font: str, shown: str) -> None:
    called = str((int(shown) + 3) % 10)

    assert calls(mapped(f"45{shown}.67", font, {shown: called}))[0] == (called, shown)


@pytest.mark.parametrize("shown", "AXe%")
def test_another_shape_called_a_digit_is_detected(shown: str) -> None:
    assert calls(mapped(f"12{shown}.50", "Helvetica", {shown: "7"})) == [("7", None)]


def test_one_false_digit_of_a_figure_is_detected_at_its_place() -> None:
    [differences] = unlike(mapped("123 9 456", "Helvetica", {"9": "4"}))

    x0 = 50 + stringWidth("123 ", "Helvetica", 12)
    assert (differences.box[0], differences.box[2]) == pytest.approx((x0, x0 + stringWidth("9", "Helvetica", 12)), abs=0.1)


def test_a_half_covered_digit_that_resembles_another_is_detected() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 12)
        canvas.drawString(50, 700, "8.50")
        canvas.setFillGray(1)
        canvas.rect(50, 704.9, 2.6, 2.3, stroke=0, fill=1)
        canvas.rect(50, 701.9, 2.8, 2.3, stroke=0, fill=1)

    assert calls(pdf_of(draw)) == [("8", "3")]


def test_a_highlight_over_a_figure_does_not_make_it_another() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 700, FIGURES)
        canvas.highlightAnnotation("", Rect=(48, 698, 200, 704), QuadPoints=[48, 704, 200, 704, 48, 698, 200, 698], Color=[1, 1, 0])

    assert unlike(pdf_of(draw)) == []


@pytest.mark.parametrize("turns", [90, 180, 270])
def test_a_page_that_is_shown_turned_is_judged_as_shown(turns: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(turns)
        canvas.translate(300, 400)
        canvas.rotate(turns)
        canvas.drawString(0, 0, FIGURES)

    pdf = pdf_of(draw)

    assert sum(len(list(claims_of(figures))) for *_, figures in pages(pdf)) == 16
    assert unlike(pdf) == []


def test_the_check_leaves_the_page_unchanged() -> None:
    check = DigitCheck()
    for page, canvas, frame, drawn, figures in pages(mapped("45.67", "Helvetica", {"4": "9"})):
        shown = len(active_objects(drawn))
        first, again = (check.unlike(page, canvas, frame, drawn, figures) for _ in range(2))

        assert first == again != []
        assert len(active_objects(drawn)) == shown > 0


def test_digits_of_full_width_are_judged_and_those_of_other_scripts_are_not() -> None:
    assert [digit_of(text) for text in ("7", "\uff17", "\u0667", "\u00b2", "x", "12", "")] == [7, 7, None, None, None, None, None]


@pytest.mark.shared
@pytest.mark.skipif(not FORGED.exists(), reason="the forged statements are not beside the project")
@pytest.mark.parametrize(
    ("name", "lies"),
    [("truetype_swapped_outlines", True), ("type3_lies_in_digits", True), ("genuine", False)],
    ids=lambda value: str(value),
)
def test_a_forged_statement_whose_font_draws_other_digits_is_detected(name: str, lies: bool) -> None:
    assert bool(unlike((FORGED / f"{name}.pdf").read_bytes())) is lies


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.skipif(not STATEMENTS.exists(), reason="the real statements are not beside the project")
def test_on_real_statements_only_tick_boxes_called_3_contradict_their_text() -> None:
    differences = {path.name: unlike(path.read_bytes()) for path in sorted((STATEMENTS / "pdfs").rglob("*.pdf"))}
    digits = [one for ones in differences.values() for one in ones if one.called.isdigit()]
    signs = {name for name, ones in differences.items() if any(not one.called.isdigit() for one in ones)}

    assert {(one.called, one.looks_like) for one in digits} <= {("3", None)}
    assert len(digits) <= 11
    assert not signs


@pytest.mark.parametrize(
    ("shown", "claims"),
    [
        ("+45.30", {"+": "-"}),
        ("-45.30", {"-": "+"}),
        (" 45.30", {" ": "-"}),
        ("-45.30", {"-": "$"}),
        ("(45.30)", {"(": "\u20ac"}),
        ("-45k30", {"k": "."}),
        ("-45 30", {" ": "."}),
        ("(45-30)", {"-": ","}),
    ],
)
@pytest.mark.parametrize("font", ["Helvetica", "Times-Roman", "Courier"])
def test_a_sign_or_point_drawn_differently_or_not_at_all_is_detected(font: str, shown: str, claims: dict[str, str]) -> None:
    [box] = {mark.box for mark in open_document(mapped(shown, font, claims)).marks if mark.kind == "digit"}

    assert box[0] == pytest.approx(50 + stringWidth(shown[: shown.index(next(iter(claims)))], font, 12), abs=1)


@pytest.mark.parametrize("size", [5, 8, 10, 14, 30])
@pytest.mark.parametrize("font", ["Helvetica", "Helvetica-BoldOblique", "Times-Italic", "Courier", "Courier-Bold"])
def test_honest_signs_and_points_look_like_themselves(font: str, size: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        texts = ("-1,234.56", "+7.17-", "(47,10)", "$4.99", "\u20ac7.000,11", "\u2013 74,47", "\u00a3(1,911.71)", "9.3.2026")
        for row, text in enumerate(texts):
            canvas.drawString(50, 800 - 40 * row, text)

    assert unlike(pdf_of(draw)) == []


def covered(canvas: Canvas) -> None:
    canvas.drawString(50, 700, "-45.30")
    canvas.setFillGray(1)
    canvas.rect(49, 697, 4, 12, stroke=0, fill=1)


def clipped(canvas: Canvas) -> None:
    path = canvas.beginPath()
    path.rect(53.3, 690, 100, 20)
    canvas.clipPath(path, stroke=0)
    canvas.drawString(50, 700, "-45.30")


def made_a_plus(canvas: Canvas) -> None:
    canvas.drawString(50, 700, "-45.30")
    canvas.line(51.7, 700.2, 51.7, 705.2)


@pytest.mark.parametrize("draw", [covered, clipped, made_a_plus], ids=lambda draw: draw.__name__)
def test_a_minus_that_the_page_does_not_show_is_detected(draw: Callable[[Canvas], None]) -> None:
    assert calls(pdf_of(draw)) == [("-", None)]


def test_a_stroke_that_changes_a_digit_is_detected() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 700, "-45.30")
        canvas.setLineWidth(0.9)
        canvas.line(59.7, 700.8, 59.7, 704)

    assert calls(pdf_of(draw)) == [("5", "6")]


def test_a_digit_by_itself_that_looks_like_another_is_reported() -> None:
    document = open_document(mapped("8 Mar", "Helvetica", {"8": "9"}))

    assert [mark.kind for mark in document.marks] == ["digit"]


def test_a_latin_digit_with_a_different_value_in_another_script_is_detected() -> None:
    arabic = {digit: chr(0x660 + int(digit)) for digit in "0123456789"}

    true, lying = (open_document(mapped("0123456789", "Helvetica", claims)).marks for claims in (arabic, arabic | {"8": arabic["5"]}))

    assert not true
    assert [mark.kind for mark in lying] == ["digit"]


@pytest.mark.parametrize(("shown", "claims"), [("17 May 2026", {"y": "r"}), ("45.30 CR", {"C": "D"}), ("Debit", {"D": "C", "b": "r"})])
@pytest.mark.parametrize("font", ["Helvetica", "Times-Bold", "Courier"])
def test_a_letter_that_contradicts_the_files_text_is_detected(font: str, shown: str, claims: dict[str, str]) -> None:
    boxes = {mark.box for mark in open_document(mapped(shown, font, claims)).marks if mark.kind == "digit"}

    at = 50 + stringWidth(shown[: shown.index(next(iter(claims)))], font, 12)
    assert any(box[0] == pytest.approx(at, abs=1) for box in boxes)


def test_each_letter_of_a_font_is_looked_at_once_wherever_it_is_in_a_long_word() -> None:
    boxes = {mark.box for mark in open_document(mapped("Belustung", "Helvetica", {"u": "a"})).marks if mark.kind == "digit"}

    at = 50 + stringWidth("Bel", "Helvetica", 12)
    assert any(box[0] == pytest.approx(at, abs=1) for box in boxes)


def test_one_false_code_of_a_letter_is_detected_among_true_ones() -> None:
    document = open_document(mapped("45.30 DR 12.00 CR", "Courier", {"C": "D"}))

    assert [mark.kind for mark in document.marks] == ["digit"]


@pytest.mark.parametrize("size", [6, 9, 14])
def test_honest_letters_look_like_themselves(size: int) -> None:
    registerFont(TTFont("Vera", "Vera.ttf"))
    fonts = ["Helvetica", "Helvetica-BoldOblique", "Times-Roman", "Times-Italic", "Courier-Bold", tt2ps("Vera", 0, 0)]

    def draw(canvas: Canvas) -> None:
        for row, font in enumerate(fonts):
            canvas.setFont(font, size)
            canvas.drawString(40, 800 - 40 * row, "17 Mar Opening balance 1,250.00 CR")
            canvas.drawString(40, 780 - 40 * row, "Quick zigzag by Jove, FIJI WAXY Ill.")

    assert not open_document(pdf_of(draw)).marks


@pytest.mark.parametrize(("shown", "lies"), [("+45.30", True), (" 45.30", True), ("-45.30", False)])
def test_a_sign_of_a_font_that_is_not_in_the_file_is_judged_by_its_middle(shown: str, lies: bool) -> None:
    pdf = mapped(shown, "Helvetica", {shown[0]: "-"}).replace(b"/BaseFont /Helvetica", b"/BaseFont /FrutigerX")

    assert bool(open_document(pdf).marks) is lies
