"""Leavings that need a drawn PDF: shapes, turned pages, other orders of text, cut edges, things beside the pages."""

from tests.reading.making.chance import Chance
from tests.reading.making.ink import HEIGHT, PLAIN, WIDTH, Shape, Text
from tests.reading.making.maker import Document
from tests.reading.making.names import rows_on

TURNS = {"left": 90, "right": 270}
MARGIN = 20.0


def shaded(chance: Chance, document: Document, option: str) -> None:
    """Lay grey under every second row."""
    for number, texts in enumerate(document.sheet.pages, 1):
        for _, text in rows_on(document, texts)[::2]:
            document.sheet.shapes.append(Shape(number, (36, text.y - text.size, WIDTH - 36, text.y + 0.35 * text.size), grey=0.88))


def icons_drawn(chance: Chance, document: Document, option: str) -> None:
    """Draw a square left of each row's text, or in the margin where columns are close."""
    for number, texts in enumerate(document.sheet.pages, 1):
        for _, text in rows_on(document, texts):
            x = 28.0 if document.habits["gaps"] == "narrow" else text.x - 8
            document.sheet.shapes.append(Shape(number, (x, text.y - 5, x + 5, text.y), grey=0.3))


def framed(chance: Chance, document: Document, option: str) -> None:
    """Turn the pages in the file, or draw their text in another order."""
    if option in TURNS:
        document.sheet.turned = TURNS[option]
    else:
        document.sheet.order = option


def cropped(chance: Chance, document: Document, option: str) -> None:
    """Cut the pages' edge off, with printer's marks and a date there."""
    document.sheet.margin = MARGIN
    for number, texts in enumerate(document.sheet.pages, 1):
        texts.append(Text(30, HEIGHT + 12, f"proof 31.01.2024 10:12 page {number}", 6, PLAIN))
        document.sheet.shapes.append(Shape(number, (-15, 100, -3, 100.5)))


def enclosed(chance: Chance, document: Document, option: str) -> None:
    """Put a row of another statement into the file beside the pages."""
    document.sheet.enclosed = option
