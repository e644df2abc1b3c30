"""Whether a page is a picture of text: next to no text of its own, and images all over it, or letters drawn as shapes."""

from collections.abc import Iterator
from ctypes import c_void_p

from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.handles import FORM, IMAGE, PATH, Box, Drawn, bounds
from reconciliation.documents.child.words import Piece

LITTLE = 60  # letters and digits: a stamp, a page number, the name of the scanner's program
CELLS = 20  # the page is looked at in so many columns and rows
COVERED = 0.5  # share of the cells under images
SHAPES, SPREAD = 200, 0.05  # so many drawn shapes on a page without a word, in such a share of the cells, were letters

Cell = tuple[int, int]


def is_scan(drawn: Drawn, frame: Frame, words: list[Piece]) -> bool:
    if has_more_than_little(words):
        return False
    images = drawn.of(IMAGE, FORM)  # scanners wrap images in forms
    if len({cell for box in boxes(images, frame) for cell in under(box, frame)}) >= COVERED * CELLS**2:
        return True
    shapes = drawn.of(PATH)
    return not words and len(shapes) >= SHAPES and len({at(box, frame) for box in boxes(shapes, frame)}) >= SPREAD * CELLS**2


def has_more_than_little(words: list[Piece]) -> bool:
    found = 0
    for word in words:
        found += sum(map(str.isalnum, word.text))
        if found >= LITTLE:
            return True
    return False


def boxes(drawn: list[c_void_p], frame: Frame) -> Iterator[Box]:
    for one in drawn:
        if found := bounds(one):
            yield frame.box(*found)


def under(box: Box, frame: Frame) -> Iterator[Cell]:
    """The cells that lie under the box for the most part."""
    (x0, y0, x1, y1), (width, height) = box, frame.size
    for column in range(place(x0, width), place(x1, width)):
        for row in range(place(y0, height), place(y1, height)):
            yield column, row


def at(box: Box, frame: Frame) -> Cell:
    """The cell nearest to the box's middle."""
    (x0, y0, x1, y1), (width, height) = box, frame.size
    return place((x0 + x1) / 2, width), place((y0 + y1) / 2, height)


def place(along: float, side: float) -> int:
    return round(min(max(along / side, 0.0), 1.0) * CELLS)
