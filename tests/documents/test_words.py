"""Words are read as printed, at their printed places."""

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.opening import open_document
from tests.documents.making import HEIGHT, WIDTH, opened, pdf_of, texts, word_of


def test_a_words_box_runs_from_its_first_to_its_last_advance_and_follows_the_baseline() -> None:
    document = opened(lambda canvas: canvas.drawString(100, 700, "-1,234.56"))

    word = word_of(document, "-1,234.56")

    assert word.x0 == pytest.approx(100, abs=0.1)
    assert word.x1 == pytest.approx(100 + stringWidth("-1,234.56", "Helvetica", 10), abs=0.1)
    assert word.baseline == pytest.approx(HEIGHT - 700, abs=0.1)
    assert (word.y0, word.y1) == pytest.approx((word.baseline - 8, word.baseline + 2), abs=0.1)
    assert word.size == pytest.approx(10)


def test_rows_come_from_the_top_and_words_from_the_left_whatever_the_order_of_drawing() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawRightString(500, 680, "20.00")
        canvas.drawString(50, 680, "second row")
        canvas.drawRightString(500, 700, "10.00")
        canvas.drawString(50, 700, "first row")

    assert texts(opened(draw)) == ["first", "row", "10.00", "second", "row", "20.00"]


def test_columns_set_in_one_string_are_separated_by_their_gap() -> None:
    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(50, 700)
        text.setCharSpace(0.3)
        text.textOut("Loan")
        text.moveCursor(26, 0)
        text.textOut("Repaid")
        canvas.drawText(text)

    assert texts(opened(draw)) == ["Loan", "Repaid"]


def test_characters_drawn_one_by_one_and_backwards_are_one_word() -> None:
    def draw(canvas: Canvas) -> None:
        places = [(100 + stringWidth("1,234.50"[:index], "Helvetica", 10), "1,234.50"[index]) for index in range(8)]
        for x, character in reversed(places):
            canvas.drawString(x, 700, character)

    assert texts(opened(draw)) == ["1,234.50"]


def test_text_printed_twice_to_look_bold_is_one_word() -> None:
    def draw(canvas: Canvas) -> None:
        for shift in (0, 0.3):
            canvas.drawString(50 + shift, 700, "Balance 1,100.00")

    assert texts(opened(draw)) == ["Balance", "1,100.00"]


def test_equal_words_in_different_places_stay_apart() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 700, "11.11")
        canvas.drawString(50, 688, "11.11")

    assert texts(opened(draw)) == ["11.11", "11.11"]


def test_words_inside_a_form_come_through_with_its_scale() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("row")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(10, 20, "Inside 5.00")
        canvas.endForm()
        canvas.translate(100, 600)
        canvas.scale(2, 2)
        canvas.doForm("row")

    word = word_of(opened(draw), "Inside")

    assert (word.x0, word.baseline, word.size) == pytest.approx((120, HEIGHT - 640, 20), abs=0.2)


@pytest.mark.parametrize(
    ("turns", "x", "y"), [(0, 200, HEIGHT - 300), (90, 300, 200), (180, WIDTH - 200, 300), (270, WIDTH - 300, HEIGHT - 200)]
)
def test_a_turned_page_is_read_as_it_is_shown(turns: int, x: float, y: float) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(turns)  # which also lays the page on its side
        canvas.translate(200, 300)
        canvas.rotate(turns)
        canvas.drawString(0, 0, "Upright 7.00")

    document = opened(draw)

    word = word_of(document, "Upright")
    assert (word.x0, word.baseline) == pytest.approx((x, y), abs=0.5)
    assert texts(document) == ["Upright", "7.00"]


def test_boxes_are_relative_to_the_crop_box_and_text_outside_is_hidden() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setCropBox((100, 100, 500, 750))
        canvas.drawString(150, 700, "Shown")
        canvas.drawString(20, 700, "Outside 999.99")

    document = opened(draw)

    word = word_of(document, "Shown")
    assert (word.x0, word.baseline) == pytest.approx((50, 50), abs=0.1)
    assert (document.pages[0].width, document.pages[0].height) == pytest.approx((400, 650))
    assert texts(document) == ["Shown"]
    assert document.hidden_text


def test_a_watermark_across_the_page_is_no_word() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 700, "Balance 10.00")
        canvas.translate(100, 300)
        canvas.rotate(45)
        canvas.setFont("Helvetica", 60)
        canvas.drawString(0, 0, "COPY")

    assert texts(opened(draw)) == ["Balance", "10.00"]


def test_type_of_different_fonts_on_one_line_has_one_baseline() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 700, "Sans")
        canvas.setFont("Courier", 10)
        canvas.drawString(150, 700, "1.00")

    document = opened(draw)

    assert word_of(document, "Sans").y0 == word_of(document, "1.00").y0


def test_marks_of_direction_and_control_are_no_part_of_a_word() -> None:
    document = opened(lambda canvas: canvas.drawString(50, 700, "A\u00adB 1\u00a0000,00"))

    assert texts(document) == ["A-B", "1", "000,00"]


def test_pages_are_numbered_from_one_and_include_empty_ones() -> None:
    document = open_document(
        pdf_of(lambda canvas: canvas.drawString(50, 700, "One"), lambda _: None, lambda canvas: canvas.drawString(50, 700, "Three"))
    )

    assert [page.number for page in document.pages] == [1, 2, 3]
    assert [texts(document, page) for page in (1, 2, 3)] == [["One"], [], ["Three"]]


def test_a_figure_in_text_that_is_turned_is_an_unread_mark() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 700, "Page 1")
        canvas.translate(300, 300)
        canvas.rotate(90)
        canvas.drawString(0, 0, "2026-01-02 Rent for the flat 900.00")

    document = opened(draw)

    assert texts(document) == ["Page", "1"]
    assert {mark.kind for mark in document.marks} == {"type"}
    assert not document.incomplete


def test_a_note_that_runs_up_the_margin_is_none() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 700, "Page 1")
        canvas.translate(300, 300)
        canvas.rotate(90)
        canvas.drawString(0, 0, "Form 47-11, printed by the bank")

    assert opened(draw).marks == ()


def test_a_string_without_end_is_cut_into_words() -> None:
    document = open_document(pdf_of(lambda canvas: canvas.drawString(5, 400, "1" * 700), size=(5000, 800)))

    assert [len(text) for text in texts(document)] == [500, 200]
