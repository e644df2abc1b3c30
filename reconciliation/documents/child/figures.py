"""Compares each digit in the text with its picture on the page. A font may draw a 9 and encode it as a 4."""

from collections.abc import Iterable, Iterator, Sequence
from ctypes import byref, c_int, c_void_p
from typing import Any, NamedTuple
from unicodedata import category, normalize

import numpy as np

from reconciliation.documents.child import calls
from reconciliation.documents.child.canvas import PAPER, Area, Canvas
from reconciliation.documents.child.digits import NONE, Numbers, Pixels, likelihoods
from reconciliation.documents.child.frame import Frame
from reconciliation.documents.child.glyphs import DIGIT_HEIGHT, Stretch
from reconciliation.documents.child.handles import FORM, MAX_DEPTH, Box, Drawn, children

Figure = Sequence[Stretch]  # the characters of one printed figure, a stretch for each text object that draws some of them

LIKELY = 0.05  # a digit that is less likely to be what it is called is looked at again; scripts/digits/README.md has why
SURE = 0.9  # so likely another digit that what lies on it has made it another
RESOLUTION = 200 / 72  # pixels a point: at 200 dpi a digit of 8 points is 16 pixels high
MAX_PIXELS = 16_000_000  # of the picture of a page's figures
MAX_PIXELS_ALONE = 2_000_000  # of one figure's
LARGE = 48  # pixels of a digit's height at the second look
ABOVE, BELOW = 0.9, 0.3  # of the type's size: how far from the baseline a crop reaches
NARROWEST = 0.2  # of the type's size; an advance of less is not a digit's
BESIDE = np.array((1, 0))  # pixels of a crop on either side of the advance, above and below
# Of the advance: how much wider crops are at the second look. Ink may reach beyond it, or a neighbour into it.
WIDENED = (-0.12, 0.0, 0.12)
BLACK = 0
MOST_REMEMBERED = 20_000  # pictures


class Drawing(NamedTuple):
    """How a part of the page is drawn: pixels a point, and fewer where there would be too many; its paper; with annotations or not."""

    scale: float
    most_pixels: int
    paper: int = PAPER
    annotations: bool = True


class Claim(NamedTuple):
    """A character that the file calls a digit: which figure it belongs to, the digit, the text object, its box in points as shown."""

    figure: int
    digit: int
    painted_by: int
    box: Box
    size: float


class Unlike(NamedTuple):
    """A digit of a figure (its index) that looks like another one, or like none (None). The box is in points of the page as shown."""

    figure: int
    called: str
    looks_like: str | None
    box: Box


class DigitCheck:
    """Looks at the digits of one document. Pictures that are alike, pixel by pixel, are judged once."""

    def __init__(self) -> None:
        self.judged: dict[tuple[int, bytes], Numbers] = {}

    def unlike(self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn, figures: Sequence[Figure]) -> list[Unlike]:
        """The digits that do not look like what they are called, on the page as shown and again where they are drawn alone.

        All that is to be seen of the page must be active, and is active again afterwards. Only the ten digits that Latin script
        shares are judged: other scripts' digits, and superscripts, are left out.
        """
        claims = list(claims_of(figures))
        if not claims:
            return []
        scores = self.scores(page, canvas, frame, claims, Drawing(RESOLUTION, MAX_PIXELS))
        doubtful = [claim for claim, score in zip(claims, scores, strict=True) if score[claim.digit] < LIKELY]
        if not doubtful:
            return []
        return [
            Unlike(claim.figure, str(claim.digit), None if seen == NONE else str(seen), claim.box)
            for claim, seen in self.second_look(page, canvas, frame, drawn, doubtful)
        ]

    def second_look(self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn, doubtful: Sequence[Claim]) -> Iterator[tuple[Claim, int]]:
        """Those that stay unlike, and what they look like (0 to 9, NONE).

        A digit is acquitted by its own text object, drawn alone and larger, for something else may be printed beside it; unless the
        page at this size shows another digit beyond doubt.
        """
        by_figure: dict[int, list[Claim]] = {}
        for claim in doubtful:
            by_figure.setdefault(claim.figure, []).append(claim)
        groups = list(by_figure.values())
        in_place = [self.scores(page, canvas, frame, own, Drawing(enlarging(own), MAX_PIXELS_ALONE)) for own in groups]
        shown = active_objects(drawn)
        for one in shown:
            calls.set_active(one, 0)
        try:
            alone = [self.by_itself(page, canvas, frame, own) for own in groups]
        finally:
            for one in shown:
                calls.set_active(one, 1)
        for own, placed, lone in zip(groups, in_place, alone, strict=True):
            for claim, beside, score in zip(own, placed, lone, strict=True):
                if score[claim.digit] < LIKELY:
                    yield claim, int(score.argmax())
                elif np.delete(beside[:NONE], claim.digit).max() > SURE:
                    yield claim, int(beside.argmax())

    def by_itself(self, page: Any, canvas: Canvas, frame: Frame, claims: Sequence[Claim]) -> list[Numbers]:
        """The scores of a figure's digits where nothing is active but their text objects; on black where they are as light as paper."""
        own = [c_void_p(address) for address in {claim.painted_by for claim in claims}]
        for one in own:
            calls.set_active(one, 1)
        try:
            scores = self.at_several_widths(page, canvas, frame, claims, paper=PAPER)
            if all(score[NONE] == 1 for score in scores):
                scores = self.at_several_widths(page, canvas, frame, claims, paper=BLACK)
        finally:
            for one in own:
                calls.set_active(one, 0)
        return scores

    def at_several_widths(self, page: Any, canvas: Canvas, frame: Frame, claims: Sequence[Claim], *, paper: int) -> list[Numbers]:
        """Of the crops of each, by which it is most likely what it is called."""
        variants = [widened(claim, share) for claim in claims for share in WIDENED]
        scores = np.array(
            self.scores(page, canvas, frame, variants, Drawing(enlarging(claims), MAX_PIXELS_ALONE, paper, annotations=False))
        )
        by_claim = scores.reshape(len(claims), len(WIDENED), -1)
        return [own[own[:, claim.digit].argmax()] for claim, own in zip(claims, by_claim, strict=True)]

    def scores(self, page: Any, canvas: Canvas, frame: Frame, claims: Sequence[Claim], drawing: Drawing) -> list[Numbers]:
        """The likelihoods of each, from one picture of them all; NONE for what lies off the page."""
        within = np.tile(frame.size, 2)
        boxes = np.clip([claim.box for claim in claims], 0, within)
        extent = boxes[:, 2:].max(axis=0) - boxes[:, :2].min(axis=0)
        scale = min(drawing.scale, (drawing.most_pixels / max(float(extent.prod()), 1.0)) ** 0.5)
        firsts = np.floor(boxes[:, :2] * scale).astype(np.int64) - BESIDE
        ends = np.ceil(boxes[:, 2:] * scale).astype(np.int64) + BESIDE
        corner = firsts.min(axis=0)
        opposite = np.maximum(ends.max(axis=0), corner + 1)
        pixels = picture(page, canvas, frame, (*corner.tolist(), *opposite.tolist()), drawing._replace(scale=scale))
        places = np.hstack([firsts - corner, ends - corner]).tolist()
        return self.known([pixels[top:bottom, left:right] for left, top, right, bottom in places])

    def known(self, crops: Sequence[Pixels]) -> list[Numbers]:
        keys = [(crop.shape[1], crop.tobytes()) for crop in crops]
        unknown = {key: crop for key, crop in zip(keys, crops, strict=True) if key not in self.judged}
        fresh = dict(zip(unknown, likelihoods(list(unknown.values())), strict=True))
        answers = [fresh[key] if key in fresh else self.judged[key] for key in keys]
        if len(self.judged) + len(fresh) <= MOST_REMEMBERED:
            self.judged |= fresh
        return answers


def claims_of(figures: Iterable[Figure]) -> Iterator[Claim]:
    for number, figure in enumerate(figures):
        for stretch in figure:
            size, baseline = stretch.size, stretch.baseline
            if size <= 0:
                continue
            for text, x0, x1, _ in stretch.glyphs:
                digit = digit_of(text)
                if digit is not None:
                    wider = max(0.0, NARROWEST * size - (x1 - x0)) / 2
                    box = (x0 - wider, baseline - ABOVE * size, x1 + wider, baseline + BELOW * size)
                    yield Claim(number, digit, stretch.painted_by, box, size)


def digit_of(text: str) -> int | None:
    """The digit that a character is a form of; None for other characters and other scripts' digits."""
    if "0" <= text <= "9" and len(text) == 1:
        return ord(text) - ord("0")
    if text.isascii() or len(text) != 1 or category(text) != "Nd":
        return None
    plain = normalize("NFKC", text)
    return int(plain) if plain.isascii() else None


def enlarging(claims: Sequence[Claim]) -> float:
    """The scale at which these digits are LARGE pixels high."""
    return LARGE / (DIGIT_HEIGHT * max(claim.size for claim in claims))


def widened(claim: Claim, share: float) -> Claim:
    """With its box wider on either side by this share of it."""
    x0, y0, x1, y1 = claim.box
    more = share * (x1 - x0)
    return claim._replace(box=(x0 - more, y0, x1 + more, y1))


def active_objects(drawn: Drawn) -> list[c_void_p]:
    """Return the active objects of the page. Forms are replaced by the objects that they contain."""
    state, found = c_int(), []
    waiting = [(*one, 0) for one in drawn.objects]
    while waiting:
        one, kind, depth = waiting.pop()
        if kind == FORM and depth < MAX_DEPTH:
            waiting += [(*child, depth + 1) for child in children(one, calls.objects_in, calls.object_in)]
        elif kind != FORM and calls.is_active(one, byref(state)) and state.value:
            found.append(one)
    return found


def picture(page: Any, canvas: Canvas, frame: Frame, area: Area, drawing: Drawing) -> Pixels:
    """A part of the page as shown, in grey. `area` is in pixels from the page's upper left corner."""
    left, top, right, bottom = area
    width, height = (max(1, round(side * drawing.scale)) for side in frame.size)
    drawn = canvas.draw_part(page, (width, height), area, paper=drawing.paper, with_annotations=drawing.annotations)
    return np.frombuffer(drawn, np.uint8).reshape(bottom - top, right - left)
