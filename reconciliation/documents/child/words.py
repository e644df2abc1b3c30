"""Glyphs to words, by geometry alone: what stands close together on one line is one word."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from reconciliation.documents.child.glyphs import Glyph

# All in parts of the type's size.
GAP = 0.16  # as wide as this, and a new word begins
GAP_AFTER_SPACE = 0.05  # where the document itself prints a space
OVERLAP = 0.3  # kerning and italics reach back so far
LEVEL = 0.15  # how far the baselines of one word may differ
LONGEST = 500  # characters; nothing longer is a word
SAME_PLACE = 0.12  # a character printed again so close is bold, not double


@dataclass(slots=True)
class Piece:
    """A word, or a part of one."""

    text: str
    x0: float
    x1: float
    baseline: float
    size: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.x0, self.baseline - 0.8 * self.size, self.x1, self.baseline + 0.2 * self.size

    def grow(self, text: str, x1: float) -> None:
        self.text += text
        self.x1 = max(self.x1, x1)


def words(glyphs: Iterable[Glyph]) -> list[Piece]:
    """Row by row from the top, each row from the left."""
    return [word for row in rows(once(pieces(glyphs))) for word in joined(row)]


def pieces(glyphs: Iterable[Glyph]) -> list[Piece]:
    """Runs of glyphs that follow each other in the document and on the page."""
    runs: list[Piece] = []
    last: Glyph | None = None
    for glyph in glyphs:
        if last and glyph.text == last.text and in_place_of(glyph, last):
            continue
        if last and follows(runs[-1], glyph, GAP_AFTER_SPACE if glyph.after_space else GAP):
            runs[-1].grow(glyph.text, glyph.x1)
        else:
            runs.append(Piece(glyph.text, glyph.x0, glyph.x1, glyph.baseline, glyph.size))
        last = glyph
    return runs


def follows(piece: Piece, after: Glyph | Piece, gap: float) -> bool:
    size = min(piece.size, after.size)
    return (
        len(piece.text) < LONGEST
        and abs(after.baseline - piece.baseline) <= LEVEL * size
        and -OVERLAP * size < after.x0 - piece.x1 < gap * size
    )


def once(runs: list[Piece]) -> list[Piece]:
    """Without those that are printed a second time in the same place, as fake bold does."""
    seen: dict[str, dict[tuple[int, int], list[Piece]]] = {}
    kept = []
    for piece in runs:
        column, line = round(piece.x0), round(piece.baseline)
        alike = seen.setdefault(piece.text, {})
        if alike and any(in_place_of(piece, other) for place in around(column, line) for other in alike.get(place, ())):
            continue
        alike.setdefault((column, line), []).append(piece)
        kept.append(piece)
    return kept


def around(column: int, line: int) -> list[tuple[int, int]]:
    return [(column + dx, line + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def in_place_of(piece: Glyph | Piece, other: Glyph | Piece) -> bool:
    near = SAME_PLACE * piece.size
    return abs(other.x0 - piece.x0) < near and abs(other.baseline - piece.baseline) < near


def rows(runs: list[Piece]) -> list[list[Piece]]:
    by_line = sorted(runs, key=lambda piece: piece.baseline)
    found: list[list[Piece]] = [by_line[:1]]
    for above, piece in pairwise(by_line):
        if piece.baseline - above.baseline > LEVEL * min(piece.size, above.size):
            found.append([])
        found[-1].append(piece)
    return found


def joined(row: list[Piece]) -> list[Piece]:
    """One row's pieces from the left; those that touch were one word, drawn in parts or out of order."""
    found: list[Piece] = []
    for piece in sorted(row, key=lambda piece: piece.x0):
        if found and follows(found[-1], piece, GAP_AFTER_SPACE):
            found[-1].grow(piece.text, piece.x1)
        else:
            found.append(piece)
    return found
