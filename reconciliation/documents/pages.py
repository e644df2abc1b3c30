"""The parts of an opened document, and its invisible lines. All lengths are PDF points, from the top left of the page as it is shown."""

from dataclasses import dataclass
from itertools import groupby, islice
from typing import NamedTuple

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """One word as printed: its text, its box, the height of its type, and the baseline of its line.

    x0 and x1 follow the type's own advance widths. y0 and y1 are 0.8 of the size above and 0.2 below the baseline, regardless of the font's
    own metrics: words on one printed row have the same baseline, and boxes of one size line up.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float = 0.0
    baseline: float = 0.0

    @property
    def box(self) -> Box:
        return (self.x0, self.y0, self.x1, self.y1)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its number (from 1), its size as shown, and its visible words, row by row from the top, each row from the left.

    `source` is `text`, or `ocr` for words recognised in a picture or from a layer of text beside one. Before the picture is read it is
    `scan`, or `layer` if a picture covers the page's words.
    """

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    source: str = "text"


@dataclass(frozen=True, slots=True)
class UnreadMark:
    """Print that was not read, or not surely: `type` looks like letters or digits, a `stroke` crosses out a figure, a `digit` looks like
    another one than the file says, a `figure` was recognised with a doubtful character, a `page` is all that one page prints, a `row` is
    drawn and not written, a `cover` hides a figure under type."""

    page: int
    box: Box
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedDocument:
    """A document that could be opened.

    `hidden` are words invisible to a reader, with their page; they are never read. `hidden_text` is true if they have meaning. `marks` are
    print that was not read. `incomplete` is true if content may be lost: then its reading proves nothing. `notes` are codes. `sandbox`
    names the locks around the child that parsed it. `is_statement` is true if a person said that it is a bank's statement.
    """

    pages: tuple[Page, ...]
    hidden: tuple[tuple[int, Word], ...] = ()
    hidden_text: bool = False
    marks: tuple[UnreadMark, ...] = ()
    notes: tuple[str, ...] = ()
    incomplete: bool = False
    sandbox: tuple[str, ...] = ()
    is_statement: bool = False


MOST_LINES, LONGEST = 100, 500  # lines, characters: enough to see the subject


class UnseenLine(NamedTuple):
    """Words on one line of a page; very long `text` is cut."""

    page: int
    box: Box
    text: str


def unseen_lines(document: OpenedDocument) -> list[UnseenLine]:
    """Return the first hidden lines, in the document's own order."""
    lines = groupby(document.hidden, key=lambda item: (item[0], round(item[1].baseline)))
    unseen: list[UnseenLine] = []
    for (page, _), items in islice(lines, MOST_LINES):
        words = [word for _, word in items]
        lefts, tops, rights, bottoms = zip(*(word.box for word in words), strict=True)
        text = " ".join(word.text for word in words)[:LONGEST]
        unseen.append(UnseenLine(page, (min(lefts), min(tops), max(rights), max(bottoms)), text))
    return unseen
