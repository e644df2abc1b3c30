"""The shape in which words leave the child."""

from collections.abc import Sequence
from typing import Any

from reconciliation.documents.child.words import Piece


def packed(words: Sequence[Piece]) -> list[list[Any]]:
    """Seven lists, an item a word: text, the four sides of its box, size and baseline, to a hundredth of a point."""
    sides = [*zip(*(word.box for word in words), strict=True)] or [()] * 4
    figures = (*sides, [word.size for word in words], [word.baseline for word in words])
    return [[word.text for word in words], *([round(figure, 2) for figure in column] for column in figures)]
