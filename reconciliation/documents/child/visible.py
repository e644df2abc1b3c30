"""Which characters a reader of the page sees, and which only a machine does."""

from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter, itemgetter

from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Glyph
from reconciliation.documents.child.ink import FAINT, Look
from reconciliation.documents.child.styles import Style

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


@dataclass(slots=True)
class Stretch:
    """Characters that follow each other in one text object on one line, so that much need be asked only once."""

    painted_by: int
    baseline: float
    size: float
    glyphs: list[Glyph]


def parted(glyphs: list[Glyph], styles: dict[int, Style], look: Look, frame: Frame) -> Parted:
    """A letter or digit is judged by its own ink; what has little goes with the character before it, or after it, in its object."""
    stretches = [Stretch(*place, list(run)) for place, run in groupby(glyphs, key=attrgetter("painted_by", "baseline", "size"))]
    eye = Eye(styles, look, *frame.size, lying_on_others(stretches))
    verdicts = [verdict for stretch in stretches for verdict in eye.verdicts(stretch)]
    latest = {glyph.painted_by: seen for glyph, seen in zip(reversed(glyphs), reversed(verdicts), strict=True) if seen is not None}
    found = Parted()
    for glyph, seen in zip(glyphs, verdicts, strict=True):
        if seen is not None:
            latest[glyph.painted_by] = seen
        elif glyph.painted_by not in latest:
            latest[glyph.painted_by] = eye.sees(glyph, eye.lines(glyph))
        (found.seen if latest[glyph.painted_by] else found.unseen).append(glyph)
    return found


def lying_on_others(stretches: list[Stretch]) -> set[int]:
    """Characters that share their place with one of another text object: ink there may be the other's."""
    suspects = entangled(stretches)
    cells: dict[tuple[int, int], list[Glyph]] = {}
    for stretch in stretches:
        for line in bands(stretch) if stretch.painted_by in suspects else ():
            for glyph in stretch.glyphs:
                for column in range(int(glyph.x0 / CELL), int(min(glyph.x1, glyph.x0 + GIANT) / CELL) + 1):
                    cells.setdefault((column, line), []).append(glyph)
    shared = [sharing for sharing in cells.values() if len({glyph.painted_by for glyph in sharing}) > 1]
    return {id(glyph) for sharing in shared for glyph in sharing if any(overlaps(glyph, other) for other in sharing)}


def entangled(stretches: list[Stretch]) -> set[int]:
    """The text objects whose stretches of line overlap those of another one: next to none on most pages."""
    extents: dict[tuple[int, int], tuple[float, float]] = {}
    for stretch in stretches:
        left, right = min([glyph.x0 for glyph in stretch.glyphs]), max([glyph.x1 for glyph in stretch.glyphs])
        for line in bands(stretch):
            x0, x1 = extents.get((line, stretch.painted_by), (left, right))
            extents[line, stretch.painted_by] = min(x0, left), max(x1, right)
    found: set[int] = set()
    reach: dict[int, tuple[float, int]] = {}
    for (line, key), (x0, x1) in sorted(extents.items(), key=itemgetter(1)):
        farthest, by = reach.get(line, (x0, key))
        if x0 < farthest - TOUCH:
            found |= {key, by}
        reach[line] = max((farthest, by), (x1, key))
    return found


def bands(stretch: Stretch) -> set[int]:
    """The bands of the page that its ink touches."""
    return {int((stretch.baseline - part * stretch.size) / CELL) for part in (0.1, 0.7)}


def overlaps(glyph: Glyph, other: Glyph) -> bool:
    if other.painted_by == glyph.painted_by:
        return False
    enough = LYING_ON * (glyph.x1 - glyph.x0)
    return other.x1 - glyph.x0 > enough and glyph.x1 - other.x0 > enough and other.x1 - other.x0 > enough


@dataclass(slots=True)
class Eye:
    """Looks at the characters of one page; its width and height are in points, `crowded` those that lie on others."""

    styles: dict[int, Style]
    look: Look
    width: float
    height: float
    crowded: set[int]

    def verdicts(self, stretch: Stretch) -> list[bool | None]:
        """Whether each character is seen; None for one with little ink of its own."""
        lines, is_wide = self.lines(stretch), self.look.is_wide
        return [self.sees(glyph, lines) if glyph.text.isalnum() and is_wide(glyph.x1 - glyph.x0) else None for glyph in stretch.glyphs]

    def lines(self, level: Stretch | Glyph) -> list[int]:
        """The lines of pixels where its characters have their ink, whatever they are; none where nobody sees any."""
        size, baseline = level.size, level.baseline
        if self.styles[level.painted_by].invisible or size < TINY or not 0 <= baseline - 0.3 * size <= self.height:
            return []
        return self.look.lines(baseline - 0.7 * size, baseline + 0.05 * size)

    def sees(self, glyph: Glyph, lines: list[int]) -> bool:
        if not lines or not 0 <= (glyph.x0 + glyph.x1) / 2 <= self.width:
            return False
        style = self.styles[glyph.painted_by]
        if not style.drawable and ord(glyph.text[0]) >= LATIN:
            return True
        if style.shade is not None and id(glyph) in self.crowded:
            background = self.look.background(glyph.x0, glyph.x1, lines)
            if background is not None and abs(background - style.shade) < FAINT:
                return False
        return self.look.text_shows(glyph.x0, glyph.x1, lines)
