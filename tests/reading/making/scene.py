"""One document drawn by hand: cells at places, row by row."""

import random
from dataclasses import dataclass, field

from tests.reading.making.sheet import BOLD, Sheet


@dataclass
class Scene:
    """A sheet of paper and its content."""

    random: random.Random
    sheet: Sheet = field(default_factory=Sheet)

    def cells(self, *cells: tuple[float, str], step: float = 13.0, bold: bool = False, size: float = 9) -> None:
        """One row: negative x means right-aligned at that x."""
        for x, text in cells:
            self.sheet.write(abs(x), text, right=x < 0, font=BOLD if bold else "Helvetica", size=size)
        self.sheet.down(step)
