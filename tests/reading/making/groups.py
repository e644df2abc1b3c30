"""A table printed in two or three groups side by side: checks, daily balances."""

from collections.abc import Sequence

from tests.reading.making.bank import Bank
from tests.reading.making.paper import LEFT, RIGHT, Paper


def in_groups(bank: Bank, paper: Paper, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Filled row by row or group by group; the last of `names` is a figure's, right-aligned."""
    count = bank.chance.pick((2, 3)) if paper.size < 10 else 2
    count = min(count, max(1, len(rows)))
    width = (RIGHT - LEFT) / max(count, 2)
    high = -(-len(rows) // count)
    downward = bank.chance.happens(0.5) and high < 30
    paper.room((min(high, 30) + 2) * paper.row_height)
    for group in range(count):
        _cells(paper, names, LEFT + group * width, width, bold=True)
    paper.down(paper.row_height)
    for level in range(high):
        if paper.full(paper.row_height):
            paper.turn()
        for group in range(count):
            place = group * high + level if downward else level * count + group
            if place < len(rows):
                _cells(paper, rows[place], LEFT + group * width, width)
        paper.down(paper.row_height)


def _cells(paper: Paper, cells: Sequence[str], left: float, width: float, *, bold: bool = False) -> None:
    inner = (width - 20) / len(cells)
    for place, text in enumerate(cells[:-1]):
        paper.write(left + place * inner, text, bold=bold)
    paper.write(left + width - 20, cells[-1], align="right", bold=bold)
