"""Which characters a reader of the page sees, and which only a machine does."""

from dataclasses import dataclass, field

from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Glyph
from reconciliation.documents.child.ink import FAINT, Box, Look
from reconciliation.documents.child.scribe import Style

TINY = 2.0  # points; smaller type is not there to be read
CELL = 8.0  # points; characters that lie on each other meet in a square of this side
GIANT = 64.0  # points of a wide character that are looked at
TOUCH = 0.5  # points that neighbours may share
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
    suspects = entangled(glyphs)
    cells: dict[tuple[int, int], list[Glyph]] = {}
    for glyph in glyphs:
        if glyph.painted_by in suspects:
            for column in range(int(glyph.x0 / CELL), int(min(glyph.x1, glyph.x0 + GIANT) / CELL) + 1):
                for line in lines_of(glyph):
                    cells.setdefault((column, line), []).append(glyph)
    return {id(glyph) for sharing in cells.values() for glyph in sharing if any(overlaps(glyph, other) for other in sharing)}


def entangled(glyphs: list[Glyph]) -> set[int]:
    """The text objects whose stretches of line overlap those of another one: next to none on most pages."""
    stretches: dict[tuple[int, int], tuple[float, float]] = {}
    for glyph in glyphs:
        for line in lines_of(glyph):
            x0, x1 = stretches.get((line, glyph.painted_by), (glyph.x0, glyph.x1))
            stretches[line, glyph.painted_by] = min(x0, glyph.x0), max(x1, glyph.x1)
    found: set[int] = set()
    reach: dict[int, tuple[float, int]] = {}
    for (line, key), (x0, x1) in sorted(stretches.items(), key=lambda stretch: stretch[1]):
        farthest, by = reach.get(line, (x0, key))
        if x0 < farthest - TOUCH:
            found |= {key, by}
        reach[line] = max((farthest, by), (x1, key))
    return found


def lines_of(glyph: Glyph) -> set[int]:
    """The bands of the page that its ink touches."""
    return {int((glyph.baseline - part * glyph.size) / CELL) for part in (0.1, 0.7)}


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
