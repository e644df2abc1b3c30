"""Compares each digit and sign in the text with its picture on the page. A font may draw a 9 and encode it as a 4."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import byref, c_int, c_void_p
from typing import Any, NamedTuple

import numpy as np

from reconciliation.documents.child import calls, letters
from reconciliation.documents.child.canvas import PAPER, Area, Canvas
from reconciliation.documents.child.claims import (
    BELOW,
    CharacterClaim,
    Figure,
    by_figure,
    claims_of,
    has_another_font,
    letters_of,
    signs_of,
    value_in_another_script,
    widened,
)
from reconciliation.documents.child.content_stream import FORM, MAX_DEPTH, Box, Drawn, children
from reconciliation.documents.child.digits import NONE, Numbers, Pixels, likelihoods
from reconciliation.documents.child.request import Frame
from reconciliation.documents.child.signs import DASH, POINT, SLIM, is_plus, stands_free, unlike_signs
from reconciliation.documents.child.words import DIGIT_HEIGHT, Stretch

Judge = Callable[[Sequence[Pixels]], Numbers]
Key = tuple[int, bytes]  # of a picture: its width, and the pixels that count

PLAIN = 0.5  # probability of the claimed digit below which it gets a second look
LIKELY = 0.05  # probability of the claimed digit below which the second look rejects it; scripts/digits/README.md has why
SURE = 0.9  # probability of another digit above which an overprint has changed the digit
ENOUGH_LATIN = 6  # fewest values of another script's digits that are drawn as Latin ones
STRONG, CHANGED = 0.7, 64  # share of its contrast in the middle of a stroke; shades of 255 that show a change on the page
MISSING, MISSING_SIGN = 0.08, 0.5  # least share of its own ink that a digit, and a sign, lacks on the page
RESOLUTION = 200 / 72  # pixels per point: at 200 dpi a digit of 8 points is 16 pixels high
MAX_PIXELS = 16_000_000  # most pixels of the picture of a page's figures
MAX_PIXELS_ALONE = 2_000_000  # most pixels of one figure's picture
LARGE = 48  # height in pixels of a digit at the second look
BESIDE = np.array((1, 0))  # pixels of a crop beside the advance, and above and below it
# Of the advance: how much wider crops are at the second look. Ink may reach beyond it, or a neighbour into it.
WIDENED = (-0.12, 0.0, 0.12)
BLACK = 0
MOST_REMEMBERED = 20_000  # most pictures in the cache


class Drawing(NamedTuple):
    """Settings for drawing a part of the page: pixels a point, and fewer if there would be too many; its paper; with annotations or not."""

    scale: float
    most_pixels: int
    paper: int = PAPER
    annotations: bool = True


class Unlike(NamedTuple):
    """A digit, sign or letter that looks like another character, or like none (None): the index of its figure or word, its text object,
    and its box in points of the page as shown."""

    figure: int
    painted_by: int
    called: str
    looks_like: str | None
    box: Box


class DigitCheck:
    """Looks at the digits of one document. Pictures that are alike, pixel by pixel, are judged once."""

    def __init__(self) -> None:
        self.judged: dict[Key, Numbers] = {}
        self.letters: dict[Key, Numbers] = {}
        self.met: set[tuple[int, str, int]] = set()  # letters, each with its font and width
        self.latin: set[int] = set()  # values of other scripts' digits that are drawn as Latin ones

    def unlike(
        self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn, figures: Sequence[Figure], words: Sequence[Stretch] = ()
    ) -> list[Unlike]:
        """Return the digits, signs and letters that do not look like their claimed characters, neither on the page as shown nor drawn
        alone. The letters are those of `words`.

        Everything visible on the page must be active, and is active again afterwards. Digits of other scripts are judged if they are drawn
        as the ten digits of Latin script; superscripts are left out.
        """
        claims, signs = list(claims_of(figures)), list(signs_of(figures))
        others = list(claims_of(figures, value_in_another_script))
        letter_claims = list(letters_of(words, self.met))
        if not claims and not signs and not others and not letter_claims:
            return []
        crops, scale = self.crops(page, canvas, frame, [*claims, *others, *signs, *letter_claims], Drawing(RESOLUTION, MAX_PIXELS))
        scores, crops = self.known(crops[: len(claims) + len(others)]), crops[len(claims) + len(others) :]
        crops, of_letters = crops[: len(signs)], crops[len(signs) :]
        doubtful = {claim: float(score[claim.digit]) for claim, score in zip(claims, scores, strict=False) if score[claim.digit] < PLAIN}
        doubtful |= self.drawn_as_latin(others, scores[len(claims) :])
        unlike_letters = [letter_claims[index] for index in self.other_letters(letter_claims, of_letters)]
        odd = [sign for sign, is_odd in zip(signs, judged_signs(signs, crops, scale), strict=True) if is_odd]
        return [
            *(
                Unlike(claim.figure, claim.painted_by, claim.text, None if digit == NONE else str(digit), claim.box)
                for claim, digit in (self.second_look(page, canvas, frame, drawn, doubtful) if doubtful else ())
            ),
            *(
                Unlike(sign.figure, sign.painted_by, sign.text, None, sign.box)
                for sign in (self.odd_signs(page, canvas, frame, drawn, odd) if odd else ())
            ),
            *self.odd_letters(page, canvas, frame, drawn, unlike_letters),
        ]

    def drawn_as_latin(self, others: Sequence[CharacterClaim], scores: Sequence[Numbers]) -> dict[CharacterClaim, float]:
        """Return the digits of another script that are plainly another Latin digit, where most are drawn as the Latin ones of their
        values: no script has so many of them."""
        self.latin |= {claim.digit for claim, score in zip(others, scores, strict=True) if score[claim.digit] > SURE}
        if len(self.latin) < ENOUGH_LATIN:
            return {}
        return {
            claim: float(score[claim.digit])
            for claim, score in zip(others, scores, strict=True)
            if np.delete(score[:NONE], claim.digit).max() > SURE
        }

    def second_look(
        self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn, doubtful: Mapping[CharacterClaim, float]
    ) -> Iterator[tuple[CharacterClaim, int]]:
        """Yield the claims that stay unlike, with the digit that each looks like (0 to 9, NONE).

        A digit is acquitted by its own text object, drawn alone and larger, because something else may be printed beside it; unless the
        page at this size shows another digit beyond doubt.
        """
        groups = by_figure(list(doubtful))
        in_place = [self.crops(page, canvas, frame, own, Drawing(enlarging(own), MAX_PIXELS_ALONE))[0] for own in groups]
        with nothing_shown(drawn):
            alone = [self.by_itself(page, canvas, frame, own) for own in groups]
        for own, placed, (lone, drawings) in zip(groups, in_place, alone, strict=True):
            for claim, crop, beside, score, drawing in zip(own, placed, self.known(placed), lone, drawings, strict=True):
                if max(score[claim.digit], doubtful[claim]) < LIKELY:
                    yield claim, int(score.argmax())
                elif np.delete(beside[:NONE], claim.digit).max() > SURE or missing(drawing, crop) > MISSING:
                    yield claim, int(beside.argmax())

    def odd_signs(self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn, odd: Sequence[CharacterClaim]) -> Iterator[CharacterClaim]:
        """Yield the signs that their own text objects, drawn alone and larger, do not show either; those whose ink is not on the page; and
        dashes that are a plus on the page."""
        groups = by_figure(odd)
        in_place = [self.crops(page, canvas, frame, own, Drawing(enlarging(own), MAX_PIXELS_ALONE)) for own in groups]
        with nothing_shown(drawn):
            alone = [self.signs_by_themselves(page, canvas, frame, own) for own in groups]
        for own, (placed, scale), (lone, drawings) in zip(groups, in_place, alone, strict=True):
            places = measures(own, scale)
            pluses, crossed = is_plus(placed, *places), is_plus([middle_of(crop) for crop in placed], *places)
            for sign, crop, is_odd, drawing, plus, cross in zip(own, placed, lone, drawings, pluses, crossed, strict=True):
                if has_another_font(sign):
                    if (cross and sign.digit == DASH) or lacks_ink(drawing):
                        yield sign
                elif is_odd or (plus and sign.digit == DASH) or missing(drawing, crop) > MISSING_SIGN:
                    yield sign

    def other_letters(self, letter_claims: Sequence[CharacterClaim], crops: Sequence[Pixels]) -> dict[int, str]:
        """Return the letters that are plainly another one in their pictures, by their index, and which one."""
        scores = np.array(remembered(crops, [*map(letters.core, crops)], letters.likelihoods, self.letters)).reshape(-1, letters.CLASSES)
        return letters.others(scores, [claim.digit for claim in letter_claims])

    def odd_letters(self, page: Any, canvas: Canvas, frame: Frame, drawn: Drawn, doubtful: Sequence[CharacterClaim]) -> Iterator[Unlike]:
        """Yield the letters that look like another one in every crop in which only their text objects are active."""
        if not doubtful:
            return
        with nothing_shown(drawn):
            for own in by_figure(doubtful):
                with shown_alone(own):
                    drawing = Drawing(enlarging(own), MAX_PIXELS_ALONE, annotations=False)
                    looks = []
                    for share in WIDENED:
                        variants = [widened(claim, share) for claim in own]
                        looks.append(self.other_letters(variants, self.crops(page, canvas, frame, variants, drawing)[0]))
                    for index in set.intersection(*map(set, looks)):
                        letter = own[index]
                        yield Unlike(letter.figure, letter.painted_by, letter.text, looks[0][index], letter.box)

    def signs_by_themselves(
        self, page: Any, canvas: Canvas, frame: Frame, signs: Sequence[CharacterClaim]
    ) -> tuple[list[bool], list[Pixels]]:
        """Return which signs are odd in every crop where only their text objects are active, and the pictures of them all."""
        with shown_alone(signs):
            for paper in (PAPER, BLACK):
                drawing = Drawing(enlarging(signs), MAX_PIXELS_ALONE, paper, annotations=False)
                variants = [widened(sign, share) for sign in signs for share in WIDENED]
                crops, scale = self.crops(page, canvas, frame, variants, drawing)
                judged = zip(variants, crops, judged_signs(variants, crops, scale), strict=True)
                odd = [is_odd and not is_free(sign, crop, scale) for sign, crop, is_odd in judged]
                if any(int(crop.max(initial=paper)) - int(crop.min(initial=paper)) >= CHANGED for crop in crops):
                    break
        in_all = [all(odd[first : first + len(WIDENED)]) for first in range(0, len(odd), len(WIDENED))]
        return in_all, crops[len(WIDENED) // 2 :: len(WIDENED)]

    def by_itself(self, page: Any, canvas: Canvas, frame: Frame, claims: Sequence[CharacterClaim]) -> tuple[list[Numbers], list[Pixels]]:
        """Return the scores of a figure's digits if nothing is active but their text objects, and their pictures; on black if they are
        as light as paper."""
        with shown_alone(claims):
            scores, crops = self.at_several_widths(page, canvas, frame, claims, paper=PAPER)
            if all(score[NONE] == 1 for score in scores):
                scores, crops = self.at_several_widths(page, canvas, frame, claims, paper=BLACK)
        return scores, crops

    def at_several_widths(
        self, page: Any, canvas: Canvas, frame: Frame, claims: Sequence[CharacterClaim], *, paper: int
    ) -> tuple[list[Numbers], list[Pixels]]:
        """Crop each claim at several widths; return the scores of the crop that fits its digit best, and the picture at its own width."""
        variants = [widened(claim, share) for claim in claims for share in WIDENED]
        crops, _ = self.crops(page, canvas, frame, variants, Drawing(enlarging(claims), MAX_PIXELS_ALONE, paper, annotations=False))
        by_claim = np.array(self.known(crops)).reshape(len(claims), len(WIDENED), -1)
        scores = [own[own[:, claim.digit].argmax()] for claim, own in zip(claims, by_claim, strict=True)]
        return scores, crops[len(WIDENED) // 2 :: len(WIDENED)]

    def crops(
        self, page: Any, canvas: Canvas, frame: Frame, claims: Sequence[CharacterClaim], drawing: Drawing
    ) -> tuple[list[Pixels], float]:
        """Return the picture of each claim, cut from one picture of them all, and the pixels a point; the picture of a claim off the
        page is empty."""
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
        return [pixels[top:bottom, left:right] for left, top, right, bottom in places], scale

    def known(self, crops: Sequence[Pixels]) -> list[Numbers]:
        return remembered(crops, [letters.key_of(crop.shape[1], crop[:, 1:-1]) for crop in crops], likelihoods, self.judged)


def remembered(crops: Sequence[Pixels], keys: Sequence[Key], judge: Judge, judged: dict[Key, Numbers]) -> list[Numbers]:
    """Return the scores of these pictures. Those of one key are judged once."""
    unknown = {key: crop for key, crop in zip(keys, crops, strict=True) if key not in judged}
    fresh = dict(zip(unknown, judge(list(unknown.values())), strict=True)) if unknown else {}
    answers = [fresh[key] if key in fresh else judged[key] for key in keys]
    if len(judged) + len(fresh) <= MOST_REMEMBERED:
        judged |= fresh
    return answers


def judged_signs(signs: Sequence[CharacterClaim], crops: Sequence[Pixels], scale: float) -> list[bool]:
    """Return for each of these signs whether its picture does not look like it."""
    judged: list[bool] = unlike_signs(crops, [sign.digit for sign in signs], *measures(signs, scale)).tolist()
    return judged


def is_free(sign: CharacterClaim, crop: Pixels, scale: float) -> bool:
    """True for a dash or point by itself between neighbours that run into its place."""
    ems, baselines = measures([sign], scale)
    return sign.digit in {DASH, POINT, SLIM} and stands_free(crop, ems[0], baselines[0], sign.digit)


def middle_of(crop: Pixels) -> Pixels:
    """Return the part of a picture that neighbours which run into its sides hardly reach."""
    third = crop.shape[1] // 3
    return crop[:, third : crop.shape[1] - third]


def lacks_ink(drawing: Pixels) -> bool:
    """True if the middle of a character's place is blank."""
    middle = middle_of(drawing).astype(np.int16)
    return not middle.size or int(middle.max() - middle.min()) < CHANGED


def measures(signs: Sequence[CharacterClaim], scale: float) -> tuple[list[float], list[float]]:
    """Return the size of each sign's type, and the place of its baseline in its picture, in pixels."""
    tops = [math.floor(max(0.0, sign.box[1]) * scale) for sign in signs]
    baselines = [(sign.box[3] - BELOW * sign.size) * scale - top for sign, top in zip(signs, tops, strict=True)]
    return [sign.size * scale for sign in signs], baselines


def missing(drawing: Pixels, crop: Pixels) -> float:
    """Return the share, 0 to 1, of a character's strong ink, as its text object draws it, that the page does not show."""
    own = drawing.astype(np.int16)
    if drawing.shape != crop.shape or not own.size:
        return 0.0
    paper = int(np.median(own))
    inked = np.abs(own - paper)
    if inked.max() < CHANGED:
        return 0.0
    strong = inked >= STRONG * inked.max()
    return float((np.abs(crop.astype(np.int16) - own)[strong] > CHANGED).mean())


@contextmanager
def active(objects: Sequence[Any], *, shown: bool) -> Iterator[None]:
    """Show or hide these objects of the page for the length of the block, and reverse it afterwards."""
    for item in objects:
        calls.set_active(item, int(shown))
    try:
        yield
    finally:
        for item in objects:
            calls.set_active(item, int(not shown))


@contextmanager
def nothing_shown(drawn: Drawn) -> Iterator[None]:
    """Hide all objects of the page for the length of the block."""
    with active(active_objects(drawn), shown=False):
        yield


@contextmanager
def shown_alone(claims: Sequence[CharacterClaim]) -> Iterator[None]:
    """Show the text objects of these characters for the length of the block."""
    with active([c_void_p(address) for address in {claim.painted_by for claim in claims}], shown=True):
        yield


def enlarging(claims: Sequence[CharacterClaim]) -> float:
    """Return the scale at which these digits are LARGE pixels high."""
    return LARGE / (DIGIT_HEIGHT * max(claim.size for claim in claims))


def active_objects(drawn: Drawn) -> list[c_void_p]:
    """Return the active objects of the page. Forms are replaced by the objects that they contain."""
    state, boxes = c_int(), []
    waiting = [(*drawn_object, 0) for drawn_object in drawn.objects]
    while waiting:
        drawn_object, kind, depth = waiting.pop()
        if kind == FORM and depth < MAX_DEPTH:
            waiting += [(*child, depth + 1) for child in children(drawn_object, calls.objects_in, calls.object_in)]
        elif kind != FORM and calls.is_active(drawn_object, byref(state)) and state.value:
            boxes.append(drawn_object)
    return boxes


def picture(page: Any, canvas: Canvas, frame: Frame, area: Area, drawing: Drawing) -> Pixels:
    """Return a part of the page as shown, in grey. `area` is in pixels from the page's upper left corner."""
    left, top, right, bottom = area
    width, height = (max(1, round(side * drawing.scale)) for side in frame.size)
    drawn = canvas.draw_part(page, (width, height), area, paper=drawing.paper, with_annotations=drawing.annotations)
    return np.frombuffer(drawn, np.uint8).reshape(bottom - top, right - left)
