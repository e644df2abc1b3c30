"""The shape in which words leave the child."""

from collections.abc import Sequence
from typing import Any

from reconciliation.documents.child.words import Piece


def packed(words: Sequence[Piece]) -> list[list[Any]]:
    """Eight lists, lengths to a hundredth of a point. An item a word: text, left, right, and the number of its line from 0; then an item
    a line: top, bottom, size, baseline. A line is what has one size and one baseline, as most of a printed row."""
    lines = {(word.size, word.baseline): word.box for word in words}
    numbers = {line: number for number, line in enumerate(lines)}
    return [
        [word.text for word in words],
        [round(word.x0, 2) for word in words],
        [round(word.x1, 2) for word in words],
        [numbers[word.size, word.baseline] for word in words],
        [round(top, 2) for _, top, _, _ in lines.values()],
        [round(bottom, 2) for _, _, _, bottom in lines.values()],
        [round(size, 2) for size, _ in lines],
        [round(baseline, 2) for _, baseline in lines],
    ]
