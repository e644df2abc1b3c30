"""The shape in which words leave the child."""

from typing import Any

from reconciliation.documents.child.words import Piece


def packed(word: Piece) -> list[Any]:
    """Text, box, size and baseline, to a hundredth of a point."""
    x0, y0, x1, y1 = word.box
    return [word.text, *(round(number, 2) for number in (x0, y0, x1, y1, word.size, word.baseline))]
