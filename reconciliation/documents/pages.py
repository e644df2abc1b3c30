"""What an opened document is made of. All lengths are PDF points, from the top left of the page as it is shown."""

from dataclasses import dataclass

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """One word as printed: its text, its box (x0, y0, x1, y1) and the height of its type."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float = 0.0

    @property
    def box(self) -> Box:
        return (self.x0, self.y0, self.x1, self.y1)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its number (from 1), its size, and its visible words in no promised order."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedDocument:
    """A document that could be opened. `hidden` are words that no reader sees: kept apart, never read."""

    pages: tuple[Page, ...]
    hidden: tuple[tuple[int, Word], ...] = ()
    hidden_text: bool = False
    notes: tuple[str, ...] = ()
    incomplete: bool = False
    sandbox: tuple[str, ...] = ()
