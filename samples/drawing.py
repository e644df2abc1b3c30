"""Words on a sheet of paper: a page with a cursor that moves down, and nothing that depends on the day of drawing."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

LEFT = 54.0
BOTTOM = 72.0
INK, FAINT = HexColor("#1b2430"), HexColor("#c9d1da")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. `x` is the left edge of its words, or the right edge of its figures, in points from the left."""

    x: float
    title: str = ""
    figures: bool = False


class Sheet:
    """A document in the making; lengths are in points. `head` is drawn on every page."""

    def __init__(self, size: tuple[float, float], *, title: str, head: Callable[["Sheet"], None]) -> None:
        self.width, self.height = size
        self.right = self.width - LEFT
        self.file = BytesIO()
        self.canvas = Canvas(self.file, pagesize=size, invariant=1, pageCompression=0)
        self.canvas.setTitle(title)
        self.head = head
        self.page = 0
        self.turn()

    def turn(self) -> None:
        """A new page, with its number and its head."""
        if self.page:
            self.canvas.showPage()
        self.page += 1
        self.down = self.height - 36
        self.canvas.setFillColor(INK)
        self.write(Column(self.right, figures=True), f"Page {self.page}", size=8)
        self.down = 54.0
        self.head(self)

    def write(self, column: Column, text: str, *, size: float = 9, bold: bool = False) -> None:
        self.canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        draw = self.canvas.drawRightString if column.figures else self.canvas.drawString
        draw(column.x, self.height - self.down, text)

    def row(self, columns: tuple[Column, ...], texts: tuple[str, ...], *, bold: bool = False, then: float = 18) -> None:
        """A text in each column, and down to the next row; to the next page where this one is full."""
        if self.down > self.height - BOTTOM:
            self.turn()
        for column, text in zip(columns, texts, strict=True):
            self.write(column, text, bold=bold)
        self.down += then

    def titles(self, columns: tuple[Column, ...]) -> None:
        self.row(columns, tuple(column.title for column in columns), bold=True)

    def line(self) -> None:
        self.canvas.setStrokeColor(FAINT)
        self.canvas.line(LEFT, self.height - self.down + 11, self.right, self.height - self.down + 11)

    def finish(self) -> bytes:
        self.canvas.save()
        return bytes(self.file.getvalue())


def money(amount: Decimal, symbol: str = "") -> str:
    """1,234.50, with the sign before the symbol: -$12.00."""
    return f"{'-' if amount < 0 else ''}{symbol}{abs(amount):,.2f}"


def long_date(day: dt.date) -> str:
    return f"{day.day} {day:%B %Y}"
