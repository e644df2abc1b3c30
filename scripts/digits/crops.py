"""Crops as the child cuts them out of a page: one character between its neighbours, small, slanted, faint, inverted, ruled."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor
from random import Random
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

import numpy as np
from PIL import Image, ImageFilter

from reconciliation.documents.child.digits import NONE
from scripts.digits.fonts import EM, Character, Typeface

LIKE_DIGITS = frozenset("OoQlI|")
"""Taken for a digit by a reader too: they are shown as neither."""
BESIDE = digits * 3 + ".,.,-'" + ascii_letters[::7]
NONE_OF_LETTERS = len(ascii_lowercase)
OTHER_THAN_LETTERS, SAME_CASE = 0.08, 0.7  # share of the crops that show no letter; that of the letters that are as their neighbours
OTHERS_SHARE = 0.36  # of the crops; they show no digit
AROUND = 24  # pixels of a scene that are drawn beyond its box
MARGIN = EM  # pixels of paper around the characters that are put together


@dataclass
class Scene:
    """Characters on paper, 0 paper to 255 ink, the box that is cut out of it, and the digit that it shows: 0 to 9 or NONE."""

    ink: np.ndarray
    left: float
    top: float
    right: float
    bottom: float
    shows: int


def crops(
    typeface: Typeface, count: int, seed: int, scene_of: Callable[[Typeface, Random, int], Scene]
) -> tuple[list[np.ndarray], list[int]]:
    """Return pictures of its characters and the label of each. `scene_of` is `scene` for digits and `letter` for letters."""
    chance = Random(seed)  # noqa: S311  # nosec B311  # for pictures, and the same every time
    height = typeface.characters["8"].ink.shape[0]
    scenes = [scene_of(typeface, chance, height) for _ in range(count)]
    return [photographed(scene, chance, height) for scene in scenes], [scene.shows for scene in scenes]


def scene(typeface: Typeface, chance: Random, height: int) -> Scene:
    if chance.random() > OTHERS_SHARE:
        digit = chance.choice(digits)
        return typed(typeface, chance, height, digit, int(digit))
    kind = chance.random()
    if kind < 0.58:
        others = sorted(set(typeface.characters) - set(digits) - LIKE_DIGITS)
        return typed(typeface, chance, height, chance.choice(others or ["8"]), NONE if others else 8)
    if kind < 0.70:
        return typed(typeface, chance, height, chance.choice("023456789"), NONE, shift=chance.choice((-1, 1)) * chance.uniform(0.42, 0.55))
    if kind < 0.80:
        return typed(typeface, chance, height, chance.choice(digits), NONE, more=chance.uniform(0.9, 1.1))
    return drawn(chance, height, shape(chance, height, typeface.characters[chance.choice("347")]))


def letter(typeface: Typeface, chance: Random, height: int) -> Scene:
    """Return a letter among letters, which shows its place in the alphabet; NONE_OF_LETTERS for digits and signs."""
    beside = chance.choice((ascii_lowercase, ascii_lowercase, ascii_uppercase)) + ".-12"
    if chance.random() < OTHER_THAN_LETTERS:
        text = chance.choice("23456789-.,+()/&")
        return typed(typeface, chance, height, text if text in typeface.characters else "8", NONE_OF_LETTERS, beside=beside)
    text = chance.choice(beside[:26] if chance.random() < SAME_CASE else ascii_letters)
    if text not in typeface.characters:
        text = "x"
    return typed(typeface, chance, height, text, ascii_lowercase.index(text.lower()), beside=beside)


def typed(
    typeface: Typeface, chance: Random, height: int, text: str, shows: int, *, shift: float = 0, more: float = 0, beside: str = BESIDE
) -> Scene:
    """Return a character between two others; the box is its advance, moved by `shift` and widened by `more` advances of its own."""
    known = typeface.characters
    places = [chance.choice(beside) if chance.random() < 0.75 else "", text, chance.choice(beside) if chance.random() < 0.75 else ""]
    if shift or more:
        places[0], places[2] = chance.choice(digits), chance.choice(digits)
    if chance.random() < 0.04:
        places[2] = text  # bold that is made by printing twice, or a neighbour of its kind
    row = [known.get(place) for place in places]
    middle = row[1]
    if middle is None:
        raise KeyError(text)
    spacing = chance.choice((0, 0, 0, -0.03, -0.06, 0.1)) * EM
    tightness = chance.uniform(0.74, 1) if chance.random() < 0.08 else 1.0  # a typeface that replaces a narrower one
    begins = 2 * EM + MARGIN
    pens = [begins - spacing - tightness * (row[0].advance if row[0] else 0), begins, begins + tightness * middle.advance + spacing]
    ink = np.zeros((3 * EM + 2 * MARGIN, round(5 * EM + middle.advance + 2 * MARGIN)), np.uint8)
    baseline = 2 * EM + MARGIN // 2
    for character, pen in zip(row, pens, strict=True):
        if character:
            put(ink, character, round(pen), baseline)
    if chance.random() < 0.06:
        line = baseline + round(chance.choice((0.16, 0.25, -0.95)) * EM)
        ink[line : line + chance.randint(1, 5)] = 255
    if chance.random() < 0.02:
        column = round(begins - 0.12 * EM)
        ink[:, column : column + chance.randint(1, 4)] = 255
    rise, fall = chance.uniform(0.8, 1.1), chance.uniform(0.2, 0.35)
    advance = max(tightness * middle.advance, 0.15 * EM)
    return Scene(
        ink,
        begins + shift * advance,
        baseline - max(rise * EM, 1.05 * height),
        begins + (1 + shift + more) * advance,
        baseline + fall * EM,
        shows,
    )


def put(ink: np.ndarray, character: Character, pen: int, baseline: int) -> None:
    top, left = baseline + character.top, pen + character.left
    height, width = character.ink.shape
    if top < 0 or left < 0 or top + height > ink.shape[0] or left + width > ink.shape[1]:
        return
    place = ink[top : top + height, left : left + width]
    np.maximum(place, character.ink, out=place)


def drawn(chance: Random, height: int, picture: np.ndarray) -> Scene:
    """Return a scene with a shape at the place of a digit."""
    baseline = 3 * EM
    ink = np.zeros((5 * EM, 5 * EM), np.uint8)
    tall, wide = picture.shape
    left = 2 * EM
    ink[baseline - tall : baseline, left : left + wide] = picture
    top, bottom = baseline - max(0.9 * EM, 1.05 * height), baseline + 0.25 * EM
    return Scene(ink, left - chance.uniform(0, 6), top, left + wide + chance.uniform(0, 6), bottom, NONE)


def shape(chance: Random, height: int, digit: Character) -> np.ndarray:
    """Return a picture that is no digit: a font's mark for a missing character, a mirrored or a turned digit, strokes, spots."""
    width = max(6, round(height * chance.uniform(0.4, 0.9)))
    picture = np.zeros((height, width), np.uint8)
    stroke = chance.randint(2, 7)
    kind = chance.randrange(7)
    if kind <= 1:
        picture[:stroke], picture[-stroke:], picture[:, :stroke], picture[:, -stroke:] = 255, 255, 255, 255
    if kind in {1, 2}:
        for row in range(height):
            column = row * (width - stroke) // height
            picture[row, column : column + stroke] = 255
            picture[row, width - stroke - column : width - column] = 255
    if kind == 3:
        picture[: chance.randint(height // 3, height)] = 255
    if kind == 4:
        picture[:: chance.randint(2, 3 + stroke)] = 255
    if kind == 5:
        return digit.ink[:, ::-1]
    if kind == 6:
        return np.rot90(digit.ink, chance.choice((1, 3)))
    return picture


def photographed(scene: Scene, chance: Random, height: int) -> np.ndarray:
    """Return the box as a renderer draws it: at a random size, weight, slant and width, in two random shades of grey."""
    x, y = max(0, floor(scene.left) - AROUND), max(0, floor(scene.top) - AROUND)
    picture = Image.fromarray(scene.ink[y : ceil(scene.bottom) + AROUND, x : ceil(scene.right) + AROUND])
    if chance.random() < 0.2:
        picture = picture.filter(ImageFilter.MaxFilter(3) if chance.random() < 0.6 else ImageFilter.MinFilter(3))
    if chance.random() < 0.03:
        picture = dotted(picture, max(4, height // chance.randint(7, 9)))
    if chance.random() < 0.15:
        slant = chance.uniform(-0.05, 0.3)
        base = 2 * EM + MARGIN // 2 - y
        picture = picture.transform(picture.size, Image.Transform.AFFINE, (1, slant, -slant * base, 0, 1, 0), Image.Resampling.BILINEAR)
    target = chance.choice((chance.uniform(7, 14), chance.uniform(9, 20), chance.uniform(14, 30), chance.uniform(40, 54)))
    scale = target / height
    across = scale * (chance.uniform(0.62, 1.25) if chance.random() < 0.35 else 1)
    margin = chance.choice((0.5, 1, 1, 1.5, 2))
    wide = max(3, round((scene.right - scene.left) * across + 2 * margin))
    high = max(5, round((scene.bottom - scene.top) * scale))
    left = (scene.left + scene.right) / 2 - x - wide / across / 2 + chance.uniform(-0.8, 0.8) / across
    top = scene.top - y + chance.uniform(-1, 1) / scale
    box = (max(0.0, left), max(0.0, top), min(picture.width, left + wide / across), min(picture.height, top + high / scale))
    ink = np.asarray(picture.resize((wide, high), Image.Resampling.BOX, box=box), np.float32) / 255
    if chance.random() < 0.3:
        ink = ink ** chance.uniform(0.6, 1.5)
    paper, print_ = (255, 0) if chance.random() < 0.55 else shades(chance)
    shade = paper + (print_ - paper) * ink
    if chance.random() < 0.2:
        shade += np.random.default_rng(chance.getrandbits(32)).normal(0, chance.uniform(0, 0.06) * abs(print_ - paper), shade.shape)
    return np.clip(shade, 0, 255).astype(np.uint8)


def shades(chance: Random) -> tuple[int, int]:
    """Return the shades of paper and of print; either may be the darker one."""
    paper, print_ = chance.randrange(256), chance.randrange(256)
    return (paper, print_) if abs(paper - print_) >= 30 else (230, 190)


def dotted(picture: Image.Image, pitch: int) -> Image.Image:
    """Return the picture as a dot-matrix printer would draw it."""
    small = picture.resize((picture.width // pitch, picture.height // pitch), Image.Resampling.BOX)
    dot = np.zeros((pitch, pitch), np.uint8)
    dot[: max(2, pitch - 1), : max(2, pitch - 1)] = 1
    cells = np.kron((np.asarray(small) > 110).astype(np.uint8) * 255, dot)
    canvas = np.zeros((picture.height, picture.width), np.uint8)
    canvas[: cells.shape[0], : cells.shape[1]] = cells
    return Image.fromarray(canvas)
