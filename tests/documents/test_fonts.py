"""A font whose character map contradicts its shapes is detected; a genuine font is accepted."""

import pytest
from reportlab.lib.fonts import tt2ps
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.opening import open_document
from tests.documents.making import mapped, opened, texts

SHOWN = "2026-01-02 SALARY Ill 1100.00"


@pytest.mark.parametrize("font", ["Helvetica", "Times-Bold", "Courier"])
@pytest.mark.parametrize("claims", [{"1": "9"}, {"S": "M"}, {"1": "7", "2": "3"}], ids=["digit", "letter", "digits"])
def test_a_character_map_that_contradicts_a_shape_is_reported(font: str, claims: dict[str, str]) -> None:
    document = open_document(mapped(SHOWN, font, claims))

    assert document.hidden_text
    assert document.notes == ("font_contradicts",)
    assert not document.incomplete
    assert {mark.kind for mark in document.marks} == {"digit"}


@pytest.mark.parametrize("claims", [{}, {"I": "l"}, {"l": "I"}], ids=["true", "a_look_alike", "another"])
def test_a_character_map_that_agrees_with_the_shapes_is_not_reported(claims: dict[str, str]) -> None:
    document = open_document(mapped(SHOWN, "Helvetica", claims))

    assert not document.hidden_text
    assert not document.incomplete


def test_an_embedded_font_that_names_nothing_contradicts_nothing() -> None:
    registerFont(TTFont("Vera", "Vera.ttf"))

    def draw(canvas: Canvas) -> None:
        canvas.setFont(tt2ps("Vera", 0, 0), 12)
        canvas.drawString(50, 700, SHOWN)

    document = opened(draw)

    assert texts(document) == SHOWN.split()
    assert not document.hidden_text
