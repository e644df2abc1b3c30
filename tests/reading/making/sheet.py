"""Paper to write on: text at places, as words with positions at once or as a real PDF."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfmetrics import stringWidth

from reconciliation.documents.pages import OpenedDocument, Page, UnreadMark
from tests.reading.making.drawn import pdf_of
from tests.reading.making.ink import BOLD, COVERED, HEIGHT, PLAIN, WIDTH, Shape, Text, words_of

__all__ = ["BOLD", "HEIGHT", "PLAIN", "WIDTH", "Shape", "Sheet", "Text"]


@dataclass
class Sheet:
    """Some pages, each a list of texts; `y` is where the next row goes. `across` is a pale word across every page.

    What follows shows in the PDF only: `shapes`, `order` (in which texts are drawn: rows, columns, upward, shuffled), `turned` (degrees
    that the page is turned by in the file), `margin` (points around the page that its crop box cuts off), `enclosed` (what lies in the file
    beside the pages: metadata, object, file). `marks` are shapes that look like type.
    """

    pages: list[list[Text]] = field(default_factory=lambda: [[]])
    y: float = 60.0
    across: str = ""
    shapes: list[Shape] = field(default_factory=list)
    marks: list[UnreadMark] = field(default_factory=list)
    order: str = "rows"
    turned: int = 0
    margin: float = 0.0
    enclosed: str = ""

    def write(self, x: float, text: str, *, size: float = 9, font: str = PLAIN, right: bool = False, y: float | None = None) -> None:
        """Write at the current row, or at `y`; `right` aligns the text's end with x."""
        left = x - stringWidth(text, font, size) if right else x
        self.pages[-1].append(Text(left, self.y if y is None else y, text, size, font))

    def down(self, step: float = 14.0) -> None:
        self.y += step

    def next_page(self, y: float = 60.0) -> None:
        self.pages.append([])
        self.y = y

    def document(self) -> OpenedDocument:
        """Return the document that opening the PDF would give, without the PDF."""
        pages = [_page(number, [text for text in texts if text.printed]) for number, texts in enumerate(self.pages, 1)]
        unseen = [(number, text) for number, texts in enumerate(self.pages, 1) for text in texts if not text.printed]
        hidden = tuple((number, word) for number, text in unseen for word in words_of(text))
        says = any(text.look != COVERED for _, text in unseen)
        return OpenedDocument(pages=tuple(pages), hidden=hidden, hidden_text=says, marks=tuple(self.marks))

    def pdf(self) -> bytes:
        """The same as a PDF."""
        return pdf_of(self)


def _page(number: int, texts: Sequence[Text]) -> Page:
    words = sorted((word for text in texts for word in words_of(text)), key=lambda word: (word.baseline, word.x0))
    return Page(number, WIDTH, HEIGHT, tuple(words))
