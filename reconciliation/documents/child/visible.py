"""Which characters a reader of the page sees, and which only a machine does."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from reconciliation.documents.child.crowds import lying_on_others
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import Glyph, Stretch
from reconciliation.documents.child.ink import FAINT, NARROW, Look
from reconciliation.documents.child.styles import Style

TINY = 2.0  # points; smaller type is not there to be read
LATIN = 0x250  # code points below can be drawn without the document's own font

Verdict = bool | None


def parted(stretches: Sequence[Stretch], styles: dict[int, Style], look: Look, frame: Frame) -> tuple[list[Stretch], list[Stretch]]:
    """The page's characters that are seen, and those that are not, still in the engine's order.

    A letter or digit is judged by its own ink; what has little goes with the character before it, or after it, in its object.
    """
    eye = Eye(stretches, styles, look, frame)
    verdicts = [eye.verdicts(stretch) for stretch in stretches]
    latest = first_verdicts(stretches, verdicts)
    seen: list[Stretch] = []
    unseen: list[Stretch] = []
    for stretch, told in zip(stretches, verdicts, strict=True):
        key = stretch.painted_by
        if latest.get(key) and False not in told:
            seen.append(stretch)
            continue
        divided: tuple[list[Glyph], list[Glyph]] = [], []
        for glyph, verdict in zip(stretch.glyphs, told, strict=True):
            if verdict is not None:
                latest[key] = verdict
            elif key not in latest:
                latest[key] = eye.sees([glyph], stretch)[0]
            divided[latest[key]].append(glyph)
        for part, glyphs in zip((unseen, seen), divided, strict=True):
            if glyphs:
                part.append(replace(stretch, glyphs=glyphs))
    return seen, unseen


def first_verdicts(stretches: Sequence[Stretch], verdicts: Sequence[list[Verdict]]) -> dict[int, bool]:
    """The first verdict on a character of each text object that has one."""
    found: dict[int, bool] = {}
    for stretch, told in zip(stretches, verdicts, strict=True):
        first = next((verdict for verdict in told if verdict is not None), None)
        if first is not None:
            found.setdefault(stretch.painted_by, first)
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

    def verdicts(self, stretch: Stretch) -> list[Verdict]:
        """Whether each character is seen; None for one with little ink of its own, too narrow to have pixels to itself."""
        scale = self.look.scale
        judged = [glyph.text.isalnum() and (glyph.x1 - glyph.x0) * scale >= NARROW for glyph in stretch.glyphs]
        if all(judged):
            return [*self.sees(stretch.glyphs, stretch)]
        seen = iter(self.sees([glyph for glyph, is_judged in zip(stretch.glyphs, judged, strict=True) if is_judged], stretch))
        return [next(seen) if is_judged else None for is_judged in judged]

    def sees(self, glyphs: Sequence[Glyph], stretch: Stretch) -> list[bool]:
        """Whether each of some characters of a stretch is seen."""
        lines, style = self.lines(stretch), self.styles[stretch.painted_by]
        on_page = [0 <= glyph.x0 + glyph.x1 <= 2 * self.width for glyph in glyphs]  # its middle
        if not lines or not any(on_page):
            return [False] * len(glyphs)
        seen = self.look.text_shows([(glyph.x0, glyph.x1) for glyph in glyphs], lines)
        if not all(on_page):
            seen = [shows and on for shows, on in zip(seen, on_page, strict=True)]
        if style.shade is not None and any(seen) and not self.is_plain(glyphs, lines, style.shade):
            seen = [shows and not self.is_lost(glyph, lines, style.shade) for shows, glyph in zip(seen, glyphs, strict=True)]
        if not style.drawable:
            seen = [shows or (on and ord(glyph.text[0]) >= LATIN) for shows, on, glyph in zip(seen, on_page, glyphs, strict=True)]
        return seen

    def lines(self, stretch: Stretch) -> list[int]:
        """The lines of pixels where its characters have their ink, whatever they are; none where nobody sees any."""
        size, baseline = stretch.size, stretch.baseline
        if self.styles[stretch.painted_by].invisible or size < TINY or not 0 <= baseline - 0.3 * size <= self.height:
            return []
        return self.look.lines(baseline - 0.7 * size, baseline + 0.05 * size)

    def is_plain(self, glyphs: Sequence[Glyph], lines: list[int], shade: float) -> bool:
        """Whether all that is behind them is darker or lighter than they are: then none can be lost."""
        x0, x1 = min([glyph.x0 for glyph in glyphs]), max([glyph.x1 for glyph in glyphs])
        darkest, lightest = self.look.shades_behind(x0, x1, lines)
        return not darkest - FAINT < shade < lightest + FAINT

    def is_lost(self, glyph: Glyph, lines: list[int], shade: float) -> bool:
        """Whether it lies on other text and has the shade of what is behind it: then the ink there is the other's."""
        if id(glyph) not in self.crowded:
            return False
        background = self.look.background(glyph.x0, glyph.x1, lines)
        return background is not None and abs(background - shade) < FAINT
