"""Which characters of a page lie on others: text over text, as a stamp is, or what shall not be seen."""

from collections.abc import Sequence
from operator import itemgetter

from reconciliation.documents.child.glyphs import Glyph, Stretch

CELL = 8.0  # points; characters that lie on each other meet in a square of this side
GIANT = 64.0  # points of a wide character that are looked at
TOUCH = 0.5  # points that neighbours may share
LYING_ON = 0.25  # share of a character's width


def lying_on_others(stretches: Sequence[Stretch]) -> set[int]:
    """Characters, by their id, that share their place with one of another text object: ink there may be the other's."""
    suspects = entangled(stretches)
    cells: dict[tuple[int, int], list[tuple[int, Glyph]]] = {}
    for stretch in stretches:
        for line in bands(stretch) if stretch.painted_by in suspects else ():
            for glyph in stretch.glyphs:
                _, x0, x1, _ = glyph
                for column in range(int(x0 / CELL), int(min(x1, x0 + GIANT) / CELL) + 1):
                    cells.setdefault((column, line), []).append((stretch.painted_by, glyph))
    shared = [sharing for sharing in cells.values() if len({key for key, _ in sharing}) > 1]
    return {
        id(glyph)
        for sharing in shared
        for key, glyph in sharing
        if any(other_key != key and overlaps(glyph, other) for other_key, other in sharing)
    }


def entangled(stretches: Sequence[Stretch]) -> set[int]:
    """The text objects whose stretches of line overlap those of another one: next to none on most pages."""
    extents: dict[tuple[int, int], tuple[float, float]] = {}
    for stretch in stretches:
        left, right = min([x0 for _, x0, _, _ in stretch.glyphs]), max([x1 for _, _, x1, _ in stretch.glyphs])
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
    (_, x0, x1, _), (_, other_x0, other_x1, _) = glyph, other
    enough = LYING_ON * (x1 - x0)
    return other_x1 - x0 > enough and x1 - other_x0 > enough and other_x1 - other_x0 > enough
