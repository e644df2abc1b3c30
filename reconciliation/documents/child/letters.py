"""A classifier of printed letters: how likely the picture of one character is each letter of the alphabet, large or small.

A small network, trained by `scripts/digits` on the letters of many typefaces, as that for digits is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import ascii_lowercase

import numpy as np

from reconciliation.documents.child.digits import BATCH, Numbers, Pixels, classified, load, normalized
from reconciliation.documents.child.words import Stretch

WEIGHTS = Path(__file__).with_name("letters.npz")
CLASSES, NONE = 27, 26  # the alphabet, and anything else
SURE, LIKELY = 0.9, 0.02  # least probability of another letter and most of its own that show a different letter
LEVEL = 2.0  # most points between the baselines of one line
SHORT, STEP = 4, 4  # most letters of a short word, which is examined whole; step between examined letters of longer words
WORD = re.compile("[A-Za-z]+")
FEW = 40  # most letters of a line without a figure, such as a heading or a label
ALIKE = np.eye(CLASSES, dtype=np.float32)
for first, second in ("il", "ij", "lj", "uv", "vy"):
    place, other = ascii_lowercase.index(first), ascii_lowercase.index(second)
    ALIKE[place, other] = ALIKE[other, place] = 1
"""Pairs of letters that a reader can hardly distinguish in some typefaces."""


def likelihoods(crops: Sequence[Pixels]) -> Numbers:
    """Return an array (n, 27): how likely each crop shows each letter, or none (column 26)."""
    answers = np.empty((len(crops), CLASSES), np.float32)
    by_size = sorted(range(len(crops)), key=lambda index: crops[index].shape)  # so that little is filled up
    for start in range(0, len(crops), BATCH):
        chosen = by_size[start : start + BATCH]
        inputs, blank = normalized([crops[index] for index in chosen])
        answer = classified(inputs, network)
        answer[blank] = np.eye(CLASSES)[NONE]
        answers[chosen] = answer
    return answers


def telling(texts: Iterable[str]) -> Iterator[tuple[int, int, bool]]:
    """Yield the index and the place in the alphabet of letters, and true for those by which words are known: all of a short word, some of a
    longer one, for another word differs in several."""
    line = "".join([text if len(text) == 1 else " " for text in texts])
    for word in WORD.finditer(line):
        first, end = word.span()
        step = 1 if end - first <= SHORT else STEP
        for index in range(first, end):
            yield index, ord(line[index].lower()) - ord("a"), (index - first) % step == 0


def core(crop: Pixels) -> tuple[int, bytes]:
    """Return a key of a picture: its width, and the ink of its middle; all its pixels if the middle is all ink or all paper."""
    width = crop.shape[1]
    aside = 1 + width // 8
    ink = np.right_shift(crop[:, aside : width - aside], 7, dtype=np.uint8)
    return key_of(width, ink if ink.size and ink.min() != ink.max() else crop)


def key_of(width: int, part: Pixels) -> tuple[int, bytes]:
    """Return the same key for a part of a picture wherever it lies on its paper. `width` is that of the picture."""
    pixels = part.tobytes()
    return width, pixels.strip(pixels[:1])


def others(scores: Numbers, places: Sequence[int]) -> dict[int, str]:
    """Return which pictures show plainly another letter than that of these places, by their index, and which letter that is."""
    if not len(places):
        return {}
    own = (scores * ALIKE[list(places)]).sum(axis=1)
    plain = (own < LIKELY) & (scores[:, :NONE].max(axis=1) > SURE)
    return {index: ascii_lowercase[int(scores[index].argmax())] for index in np.flatnonzero(plain).tolist()}


def of_short_lines(stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield the stretches on lines that have a digit, or few letters: rows, labels and headings, not sentences."""
    lines: list[list[Stretch]] = []
    for stretch in sorted(stretches, key=lambda stretch: stretch.baseline):
        if not lines or stretch.baseline - lines[-1][-1].baseline > LEVEL:
            lines.append([])
        lines[-1].append(stretch)
    for line in lines:
        if sum(len(stretch.glyphs) for stretch in line) <= FEW or any(any(map(str.isdigit, stretch.texts())) for stretch in line):
            yield from line


[network] = load(WEIGHTS, 1)
