"""Texts and shapes to draw on a page. A text may be invisible."""

from dataclasses import dataclass

from reportlab.pdfbase.pdfmetrics import stringWidth

from reconciliation.documents.pages import Box, Word

WIDTH, HEIGHT = 595.0, 842.0
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
INK, COVERED = "ink", "covered"


@dataclass(frozen=True, slots=True)
class Text:
    """A string with its left end and its baseline, in points from the top left. `look` is `ink`, or one of the invisible styles `white`,
    `unpainted`, `tiny` and `covered`."""

    x: float
    y: float
    text: str
    size: float
    font: str
    look: str = INK

    @property
    def width(self) -> float:
        return float(stringWidth(self.text, self.font, self.size))

    @property
    def printed(self) -> bool:
        """True if a person sees it: drawn with ink, on the page."""
        return self.look == INK and 0 <= self.x <= WIDTH and 0 <= self.y <= HEIGHT


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled box on one page. `grey` runs from 0 (black) to 1 (white); `over` draws it over the texts instead of below them."""

    page: int
    box: Box
    grey: float = 0.0
    over: bool = False


def words_of(text: Text) -> list[Word]:
    """Return its words with their boxes."""
    words, x = [], text.x
    space = stringWidth(" ", text.font, text.size)
    for part in text.text.split(" "):
        width = stringWidth(part, text.font, text.size)
        if part:
            top, bottom = text.y - 0.8 * text.size, text.y + 0.2 * text.size
            words.append(Word(part, round(x, 2), round(top, 2), round(x + width, 2), round(bottom, 2), text.size, text.y))
        x += width + space
    return words
