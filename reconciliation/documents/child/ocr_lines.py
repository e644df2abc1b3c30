"""What the recognition found: lines of characters, each with its place in the picture and how sure it is."""

from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u4e00\u30fc\u2500"), "-")  # of one stroke, all look alike


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
        """The lines of one RapidOCR answer, those that say nothing left out."""
        if not result.txts:
            return []
        return [cls.of(box, text, parts) for box, text, parts in zip(result.boxes, result.txts, result.word_results, strict=True) if parts]

    @classmethod
    def of(cls, box: Any, text: str, parts: Any) -> "PrintLine":
        """The box has four corners from the top left clockwise; the parts are the text's characters without its spaces."""
        starts = {len(before.replace(" ", "")) for index, character in enumerate(text) if character == " " for before in [text[:index]]}
        characters = [
            Character(plain(part), float(min(x for x, _ in corners)), float(max(x for x, _ in corners)), float(sure), index in starts)
            for index, (part, sure, corners) in enumerate(parts)
        ]
        top, bottom = (box[0][1] + box[1][1]) / 2, (box[2][1] + box[3][1]) / 2
        return cls(float(top), float(bottom), characters)


def plain(text: str) -> str:
    """Wide forms become plain ones, dashes minus signs."""
    return normalize("NFKC", text).translate(DASHES).strip()
