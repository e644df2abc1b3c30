"""Paper to write on: text at places, as words with positions at once or as a real PDF."""

import io
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.pages import OpenedDocument, Page, Word

WIDTH, HEIGHT = 595.0, 842.0
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
ACROSS = (60, 297, 400)  # the angle and the middle of a word across the page


@dataclass(frozen=True, slots=True)
class Text:
    """One printed string: its left end and its baseline, in points from the top left."""

    x: float
    y: float
    text: str
    size: float
    font: str


@dataclass
class Sheet:
    """Some pages, each a list of texts; `y` is where the next row goes. `across` is a pale word across every page."""

    pages: list[list[Text]] = field(default_factory=lambda: [[]])
    y: float = 60.0
    across: str = ""

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
        """What opening the PDF would give, without the PDF."""
        return OpenedDocument(pages=tuple(_page(number, texts) for number, texts in enumerate(self.pages, 1)))

    def pdf(self) -> bytes:
        """The same as a PDF."""
        stream = io.BytesIO()
        canvas = Canvas(stream, pagesize=(WIDTH, HEIGHT), invariant=1)
        for texts in self.pages:
            if self.across:
                _write_across(canvas, self.across)
            for text in texts:
                canvas.setFont(text.font, text.size)
                canvas.drawString(text.x, HEIGHT - text.y, text.text)
            canvas.showPage()
        canvas.save()
        return stream.getvalue()


def _write_across(canvas: Canvas, word: str) -> None:
    angle, x, y = ACROSS
    canvas.saveState()
    canvas.setFillGray(0.85)
    canvas.setFont(BOLD, 70)
    canvas.translate(x, y)
    canvas.rotate(angle)
    canvas.drawCentredString(0, 0, word)
    canvas.restoreState()


def _page(number: int, texts: list[Text]) -> Page:
    words = sorted((word for text in texts for word in _words(text)), key=lambda word: (word.baseline, word.x0))
    return Page(number, WIDTH, HEIGHT, tuple(words))


def _words(text: Text) -> list[Word]:
    words, x = [], text.x
    space = stringWidth(" ", text.font, text.size)
    for part in text.text.split(" "):
        width = stringWidth(part, text.font, text.size)
        if part:
            top, bottom = text.y - 0.8 * text.size, text.y + 0.2 * text.size
            words.append(Word(part, round(x, 2), round(top, 2), round(x + width, 2), round(bottom, 2), text.size, text.y))
        x += width + space
    return words
