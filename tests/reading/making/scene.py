"""One document being drawn: paper, chance, and how money is put into words."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from tests.reading.making.languages import LANGUAGES
from tests.reading.making.sheet import BOLD, Sheet
from tests.reading.making.truth import Account, Movement

ENGLISH, BRITISH, GERMAN, FRENCH = LANGUAGES[0], LANGUAGES[1], LANGUAGES[2], LANGUAGES[3]


def plain(amount: Decimal, *, group: str = ",", point: str = ".", places: int = 2) -> str:
    """The size of an amount."""
    whole, _, rest = f"{abs(amount):.{places}f}".partition(".")
    grouped = f"{int(whole):,}".replace(",", group)
    return f"{grouped}{point}{rest}" if places else grouped


def minus(amount: Decimal, *, symbol: str = "") -> str:
    return f"-{symbol}{plain(amount)}" if amount < 0 else f"{symbol}{plain(amount)}"


@dataclass
class Scene:
    """One document: the paper, the chance, the accounts that it is true of."""

    random: random.Random
    sheet: Sheet = field(default_factory=Sheet)
    accounts: list[Account] = field(default_factory=list)

    def cells(self, *cells: tuple[float, str], step: float = 13.0, bold: bool = False, size: float = 9) -> None:
        """One row: negative x means right-aligned at that x."""
        for x, text in cells:
            self.sheet.write(abs(x), text, right=x < 0, font=BOLD if bold else "Helvetica", size=size)
        self.sheet.down(step)

    def turn(self, at: float = 740.0) -> bool:
        """A new page where this one is full."""
        if self.sheet.y < at:
            return False
        self.sheet.next_page()
        return True

    def numbered(self, word: str = "Page {n} of {m}") -> None:
        for number in range(len(self.sheet.pages)):
            page = self.sheet.pages[number]
            last, self.sheet.pages[-1] = self.sheet.pages[-1], page
            self.sheet.write(540, word.format(n=number + 1, m=len(self.sheet.pages)), size=7, right=True, y=810)
            self.sheet.pages[-1] = last


def total(rows: Sequence[Movement]) -> Decimal:
    return sum((row.amount for row in rows), Decimal(0))
