"""What a page shows and no word says is a mark; rules, boxes, bands and notes are none."""

from collections.abc import Callable

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.documents.making import opened

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
