"""Which characters a reader of the page sees, and which only a machine does."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import compress
from operator import itemgetter

from reconciliation.documents.child.crowds import lying_on_others
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Glyph, Stretch
from reconciliation.documents.child.ink import FAINT, NARROW, Look, Span
from reconciliation.documents.child.styles import Style

TINY = 2.0  # points; smaller type is not there to be read
LEFT, RIGHT = itemgetter(1), itemgetter(2)  # of a glyph
LATIN = 0x250  # code points below can be drawn without the document's own font


def parted(stretches: Sequence[Stretch], styles: dict[int, Style], look: Look, frame: Frame) -> tuple[list[Stretch], list[Stretch]]:
    """The page's characters that are seen, and those that are not, still in the engine's order.

    A letter or digit is judged by its own ink; what has little goes with the character before it, or after it, in its object.
    """
    eye = Eye(stretches, styles, look, frame)
    judged = [eye.judged(stretch) for stretch in stretches]
    verdicts = [eye.sees([*compress(stretch.glyphs, own)], stretch) for stretch, own in zip(stretches, judged, strict=True)]
    latest = first_verdicts(stretches, verdicts)
    seen: list[Stretch] = []
    unseen: list[Stretch] = []
    for stretch, own, told in zip(stretches, judged, verdicts, strict=True):
        key = stretch.painted_by
        if latest.get(key) and False not in told:
            seen.append(stretch)
            continue
        divided: tuple[list[Glyph], list[Glyph]] = [], []
        verdict = iter(told)
        for glyph, is_judged in zip(stretch.glyphs, own, strict=True):
            if is_judged:
                latest[key] = next(verdict)
            elif key not in latest:
                latest[key] = eye.sees([glyph], stretch)[0]
            divided[latest[key]].append(glyph)
        for part, glyphs in zip((unseen, seen), divided, strict=True):
            if glyphs:
                part.append(replace(stretch, glyphs=glyphs))
    return seen, unseen


def first_verdicts(stretches: Sequence[Stretch], verdicts: Sequence[list[bool]]) -> dict[int, bool]:
    """The first verdict on a character of each text object that has one."""
    found: dict[int, bool] = {}
    for stretch, told in zip(stretches, verdicts, strict=True):
        if told:
            found.setdefault(stretch.painted_by, told[0])
    return found


class Eye:
    """Looks at the characters of one page."""

    def __init__(self, stretches: Sequence[Stretch], styles: dict[int, Style], look: Look, frame: Frame) -> None:
        self.stretches, self.styles, self.look = stretches, styles, look
        self.width, self.height = frame.size

    @cached_property
    def crowded(self) -> set[int]:
        """Those that lie on others: not asked for on most pages."""
        return lying_on_others(self.stretches)

    def judged(self, stretch: Stretch) -> list[bool]:
        """Whether each character is judged by its own ink: one that has enough, and is wide enough to have pixels to itself."""
        scale = self.look.scale
        return [text.isalnum() and (x1 - x0) * scale >= NARROW for text, x0, x1, _ in stretch.glyphs]

    def sees(self, glyphs: Sequence[Glyph], stretch: Stretch) -> list[bool]:
        """Whether each of some characters of a stretch is seen."""
        lines, style = self.lines(stretch), self.styles[stretch.painted_by]
        if not lines or not glyphs:
            return [False] * len(glyphs)
        left, right = min(map(LEFT, glyphs)), max(map(RIGHT, glyphs))
        around = self.look.around(left, right)
        seen = self.look.text_shows(glyphs, around, lines)
        if style.shade is not None and any(seen) and not self.is_plain(around, lines, style.shade):
            seen = [shows and not self.is_lost(glyph, lines, style.shade) for shows, glyph in zip(seen, glyphs, strict=True)]
        if not style.drawable and not all(seen):
            seen = [shows or ord(text[0]) >= LATIN for shows, (text, *_) in zip(seen, glyphs, strict=True)]
        if left < 0 or right > self.width:
            seen = [shows and 0 <= x0 + x1 <= 2 * self.width for shows, (_, x0, x1, _) in zip(seen, glyphs, strict=True)]  # its middle
        return seen

    def lines(self, stretch: Stretch) -> list[int]:
        """The lines of pixels where its characters have their ink, whatever they are; none where nobody sees any."""
        size, baseline = stretch.size, stretch.baseline
        if self.styles[stretch.painted_by].invisible or size < TINY or not 0 <= baseline - 0.3 * size <= self.height:
            return []
        return self.look.lines(baseline - 0.7 * size, baseline + 0.05 * size)

    def is_plain(self, around: Span, lines: list[int], shade: float) -> bool:
        """Whether all that is behind them is darker or lighter than they are: then none can be lost."""
        darkest, lightest = self.look.shades_behind(around, lines)
        return not darkest - FAINT < shade < lightest + FAINT

    def is_lost(self, glyph: Glyph, lines: list[int], shade: float) -> bool:
        """Whether it has the shade of what is behind it and lies on other text: then the ink there is the other's."""
        _, x0, x1, _ = glyph
        background = self.look.background(x0, x1, lines)
        return background is not None and abs(background - shade) < FAINT and id(glyph) in self.crowded
