"""A font whose character map says something else than its shapes show is found out; an honest one is left alone."""

from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject
from reportlab.lib.fonts import tt2ps
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.opening import open_document
from tests.documents.making import opened, pdf_of, texts

SHOWN = "2026-01-02 SALARY Ill 1100.00"
MAP = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Made def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange
{entries}
endcmap CMapName currentdict /CMap defineresource pop end end"""


def mapped(font: str, claims: dict[str, str]) -> bytes:
    """A page in this font, whose map says of every printed character what is claimed of it, or else the truth."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, 12)
        canvas.drawString(50, 700, SHOWN)

    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf_of(draw))))
    entries = [f"<{ord(character):02X}> <{ord(claims.get(character, character)):04X}>" for character in sorted(set(SHOWN))]
    stream = DecodedStreamObject()
    stream.set_data(MAP.format(entries=f"{len(entries)} beginbfchar\n" + "\n".join(entries) + "\nendbfchar").encode())
    reference = writer._add_object(stream)
    for one in writer._objects:
        if isinstance(one, DictionaryObject) and one.get("/Type") == "/Font":
            one[NameObject("/ToUnicode")] = reference
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.parametrize("font", ["Helvetica", "Times-Bold", "Courier"])
@pytest.mark.parametrize("claims", [{"1": "9"}, {"S": "M"}, {"1": "7", "2": "3"}], ids=["digit", "letter", "digits"])
def test_a_map_that_calls_a_shape_something_else_is_said(font: str, claims: dict[str, str]) -> None:
    document = open_document(mapped(font, claims))

    assert document.hidden_text
    assert document.incomplete
    assert document.notes == ("font_contradicts",)


@pytest.mark.parametrize("claims", [{}, {"I": "l"}, {"l": "I"}], ids=["true", "a_look_alike", "another"])
def test_a_map_that_says_what_is_shown_is_not(claims: dict[str, str]) -> None:
    document = open_document(mapped("Helvetica", claims))

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
