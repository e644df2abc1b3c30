"""Recognised lines of characters, and the words on rows that they become: split at gaps of the picture, one baseline a row."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import Any
from unicodedata import normalize

import numpy as np

from reconciliation.documents.child.words import Piece

DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u4e00\u30fc\u2500"), "-")  # all look alike


@dataclass(slots=True)
class Character:
    """Pixels from the left; `sure` from 0 to 1."""

    text: str
    x0: float
    x1: float
    sure: float
    after_space: bool


@dataclass(slots=True)
class PrintLine:
    """One stretch of print; pixels from the top."""

    top: float
    bottom: float
    characters: list[Character]

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @classmethod
    def all_of(cls, result: Any) -> "list[PrintLine]":
        """Return the lines of one RapidOCR answer, without those that have no text."""
        if not result.txts:
            return []
        return [cls.of(box, text, parts) for box, text, parts in zip(result.boxes, result.txts, result.word_results, strict=True) if parts]

    @classmethod
    def of(cls, box: Any, text: str, parts: Any) -> "PrintLine":
        """Return a line. The box has four corners from the top left clockwise; the parts are the text's characters without its spaces."""
        starts = {len(before.replace(" ", "")) for index, character in enumerate(text) if character == " " for before in [text[:index]]}
        characters = [
            Character(plain(part), float(min(x for x, _ in corners)), float(max(x for x, _ in corners)), float(sure), index in starts)
            for index, (part, sure, corners) in enumerate(parts)
        ]
        top, bottom = (box[0][1] + box[1][1]) / 2, (box[2][1] + box[3][1]) / 2
        return cls(float(top), float(bottom), characters)


def plain(text: str) -> str:
    """Return the text with plain forms for wide ones and minus signs for dashes."""
    return normalize("NFKC", text).translate(DASHES).strip()


SURE = 0.9  # least confidence in every character of a figure; less is a doubt
# A comma taken for a point, or a letter for a digit: 1.234.56, 1,2O4.50
MISREAD = re.compile(r"([.,'])\d{3}\1\d{1,2}(?!\d)|\d[.,]?[OoIl|]+[.,]?\d")
# 56,667. 55 and 142 .95- and 56, 524.60
PARTED = re.compile(r"\W{0,3}\d[\d.,]*(?:[.,] (?=\d\d)| (?=[.,]\d\d))[\d.,]+\W{0,2}")
INK = 60  # shades by which ink is darker than the paper, of 255
# In parts of a line's height, which is the type's size and the margin that the detection leaves around it.
SIZE = 0.75
BASELINE = 0.27  # distance of the baseline below the middle
NEAR = 0.8  # most distance between the parts of a figure
GAP = 0.28  # least gap without ink between two words
BEARING = 0.06  # gap between a character's ink and the edge of its advance, in parts of the size
SAME_ROW = 0.35  # most difference between the middles of one row


Split = tuple[str, float, float, bool]
"""A word's text, its left and right, and whether it may say another figure than it seems to."""


@dataclass(slots=True)
class Recognised:
    """A page's words in points, row by row from the top, and those of them that may say another figure than they seem to."""

    words: list[Piece] = field(default_factory=list)
    uncertain: list[Piece] = field(default_factory=list)


def recognised(lines: list[PrintLine], pixels: Any, *, points: float) -> Recognised:
    """Return the words of these lines, and which of them are uncertain. `points` is the side of a pixel, in points."""
    grey = np.asarray(pixels).min(axis=2)
    page = Recognised()
    for row in rows(lines):
        height = float(np.median([line.height for line in row]))
        baseline = float(np.median([line.middle for line in row])) + BASELINE * height
        pieces = sorted((piece for line in row for piece in pieces_of(line, grey)), key=itemgetter(1))
        for text, x0, x1, doubtful in whole_figures(pieces, NEAR * height):
            bearing = BEARING * SIZE * height
            word = Piece(text, (x0 - bearing) * points, (x1 + bearing) * points, baseline * points, SIZE * height * points)
            page.words.append(word)
            page.uncertain += [word] if doubtful else []
    return page


def rows(lines: list[PrintLine]) -> list[list[PrintLine]]:
    """Return lines of print grouped by row, from the top."""
    groups: list[list[PrintLine]] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if groups and line.middle - groups[-1][-1].middle <= SAME_ROW * min(line.height, groups[-1][-1].height):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def whole_figures(pieces: Iterable[Split], farthest: float) -> list[Split]:
    """Join the parts of one figure that was split at its point or comma, if they are no farther apart than this."""
    splits: list[Split] = []
    for text, x0, x1, doubtful in pieces:
        before = splits[-1] if splits else None
        if before and x0 - before[2] <= farthest and PARTED.fullmatch(f"{before[0]} {text}"):
            splits[-1] = before[0] + text, before[1], x1, before[3] or doubtful
        else:
            splits.append((text, x0, x1, doubtful))
    return splits


def pieces_of(line: PrintLine, grey: Any) -> list[Split]:
    """Return text, left and right of each word, and whether it may be another figure than it seems to be."""
    strip = grey[max(0, int(line.top)) : max(1, int(line.bottom))]
    inked = strip.min(axis=0) < int(np.median(strip)) - INK  # by column of the picture
    words: list[list[Character]] = [[line.characters[0]]]
    for before, after in pairwise(line.characters):
        if after.after_space or widest_gap(inked, before, after) >= GAP * line.height:
            words.append([])
        words[-1].append(after)
    return [(text_of(word), *extent(inked, word), is_doubtful(word)) for word in words if text_of(word)]


def text_of(word: list[Character]) -> str:
    return "".join(character.text for character in word)


def is_doubtful(word: list[Character]) -> bool:
    """True if the characters may be those of another figure."""
    has_digits = any(character.isdigit() for character in text_of(word))
    return has_digits and (min(character.sure for character in word) < SURE or bool(MISREAD.search(text_of(word))))


def widest_gap(inked: Any, before: Character, after: Character) -> float:
    """Return the longest run of pixels without ink between the middles of two characters."""
    start, end = int((before.x0 + before.x1) / 2), int((after.x0 + after.x1) / 2)
    longest = run = 0
    for column in inked[start:end]:
        run = 0 if column else run + 1
        longest = max(longest, run)
    return float(longest)


def extent(inked: Any, word: list[Character]) -> tuple[float, float]:
    """Return the left and right end of the word's ink, up to a gap on either side; the recognition's own guess if there is no ink."""
    x0, x1 = int(word[0].x0), int(word[-1].x1)
    columns = np.flatnonzero(inked[x0:x1])
    if not len(columns):
        return float(x0), float(x1)
    left, right = x0 + int(columns[0]), x0 + int(columns[-1]) + 1
    while left > 0 and inked[left - 1]:
        left -= 1
    while right < len(inked) and inked[right]:
        right += 1
    return float(left), float(right)
