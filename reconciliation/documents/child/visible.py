"""Which characters a reader of the page sees, and which only a machine does."""

from dataclasses import dataclass, field

from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Glyph
from reconciliation.documents.child.ink import FAINT, Box, Look
from reconciliation.documents.child.scribe import Style

TINY = 2.0  # points; smaller type is not there to be read
CELL, MOST_CELLS = 8.0, 8  # points; characters that lie on each other meet in a square of this side
LYING_ON = 0.25  # share of a character's width
LATIN = 0x250  # code points below can be drawn without the document's own font


@dataclass(slots=True)
class Parted:
    """The page's characters, still in the engine's order."""

    seen: list[Glyph] = field(default_factory=list)
    unseen: list[Glyph] = field(default_factory=list)


def parted(glyphs: list[Glyph], styles: dict[int, Style], look: Look, frame: Frame) -> Parted:
    """A letter or digit is judged by its own ink; what has little goes with the character before it, or after it, in its object."""
    crowded = lying_on_others(glyphs)

    def judge(glyph: Glyph) -> bool:
        return is_seen(glyph, styles[glyph.painted_by], look, frame, crowded=id(glyph) in crowded)

    verdicts = {id(glyph): judge(glyph) for glyph in glyphs if glyph.text.isalnum() and look.is_wide(glyph.x1 - glyph.x0)}
    latest = {glyph.painted_by: verdicts[id(glyph)] for glyph in reversed(glyphs) if id(glyph) in verdicts}
    found = Parted()
    for glyph in glyphs:
        if id(glyph) in verdicts:
            latest[glyph.painted_by] = verdicts[id(glyph)]
        elif glyph.painted_by not in latest:
            latest[glyph.painted_by] = judge(glyph)
        (found.seen if latest[glyph.painted_by] else found.unseen).append(glyph)
    return found


def lying_on_others(glyphs: list[Glyph]) -> set[int]:
    """Characters that share their place with one of another text object: ink there may be the other's."""
    cells: dict[tuple[int, int], list[Glyph]] = {}
    for glyph in glyphs:
        for cell in cells_of(glyph):
            cells.setdefault(cell, []).append(glyph)
    return {
        id(glyph)
        for sharing in cells.values()
        if len({glyph.painted_by for glyph in sharing}) > 1
        for glyph in sharing
        if any(overlaps(glyph, other) for other in sharing)
    }


def cells_of(glyph: Glyph) -> list[tuple[int, int]]:
    """The squares that its ink may touch; of a giant only the first few, which is enough to meet others."""
    columns = range(int(glyph.x0 / CELL), min(int(glyph.x1 / CELL), int(glyph.x0 / CELL) + MOST_CELLS) + 1)
    lines = {int((glyph.baseline - part * glyph.size) / CELL) for part in (0.1, 0.4, 0.7)}
    return [(column, line) for column in columns for line in lines]


def overlaps(glyph: Glyph, other: Glyph) -> bool:
    shared = min(glyph.x1, other.x1) - max(glyph.x0, other.x0)
    return other.painted_by != glyph.painted_by and shared > LYING_ON * (glyph.x1 - glyph.x0)


def is_seen(glyph: Glyph, style: Style, look: Look, frame: Frame, *, crowded: bool) -> bool:
    if style.invisible or glyph.size < TINY or is_off_page(glyph, frame):
        return False
    if not style.drawable and ord(glyph.text[0]) >= LATIN:
        return True
    box = inked(glyph)
    if crowded and style.shade is not None:
        background = look.background(box)
        if background is not None and abs(background - style.shade) < FAINT:
            return False
    return look.text_shows(box)


def inked(glyph: Glyph) -> Box:
    """Where the character has its ink, whatever it is."""
    return glyph.x0, glyph.baseline - 0.7 * glyph.size, glyph.x1, glyph.baseline + 0.05 * glyph.size


def is_off_page(glyph: Glyph, frame: Frame) -> bool:
    width, height = frame.size
    middle = (glyph.x0 + glyph.x1) / 2
    return not (0 <= middle <= width and 0 <= glyph.baseline - 0.3 * glyph.size <= height)
