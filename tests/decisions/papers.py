"""Statements that print too little for a proof, and a person's answers about them."""

from dataclasses import dataclass
from decimal import Decimal

from reportlab.pdfgen.canvas import Canvas

from tests.pipeline.papers import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class BarePaper(Paper):
    """The rows alone: no balance and no total is printed."""

    def draw(self, canvas: Canvas) -> None:
        for place, text in enumerate(
            [
                self.bank,
                f"Account number {self.number}",
                f"Statement period {self.first:%d %B %Y} to {self.last:%d %B %Y}",
                f"Currency {self.currency}",
            ]
        ):
            canvas.drawString(50, 790 - 16 * place, text)
        self._row(canvas, 700, "Date", "Description", "Amount", "")
        for number, (day, text, amount) in enumerate(self.rows):
            self._row(canvas, 680 - 16 * number, f"{self.first.replace(day=day):%d %b %Y}", text, f"{float(amount):,.2f}", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedPaper(Paper):
    """A drawn sign lies between the rows and the margin, as a printer's mark does."""

    def draw(self, canvas: Canvas) -> None:
        Paper.draw(self, canvas)
        canvas.setLineWidth(1.2)
        for left in (562, 570):
            path = canvas.beginPath()
            path.moveTo(left, 652)
            path.lineTo(left + 3, 660)
            path.lineTo(left + 6, 652)
            path.moveTo(left + 1, 655)
            path.lineTo(left + 5, 655)
            canvas.drawPath(path)


ROWS = [(5, "Rent Hillside Homes", "-250.00"), (12, "Grocer Wheatsheaf", "-41.30"), (20, "Salary Larkspur Ltd", "600.00")]
BARE = BarePaper(rows=ROWS)
MARKED = MarkedPaper(rows=ROWS)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnnamedPaper(Paper):
    """A balance follows every row, and no words name the first or the last one."""

    def draw(self, canvas: Canvas) -> None:
        heads = [
            self.bank,
            f"Account number {self.number}",
            f"Statement period {self.first:%d %B %Y} to {self.last:%d %B %Y}",
            f"Currency {self.currency}",
        ]
        for place, text in enumerate(heads):
            canvas.drawString(50, 790 - 16 * place, text)
        self._row(canvas, 700, "Date", "Description", "Amount", "Balance")
        balance = Decimal(self.opening)
        for number, (day, text, amount) in enumerate(self.rows):
            balance += Decimal(amount)
            when = f"{self.first.replace(day=day):%d %b %Y}"
            self._row(canvas, 680 - 16 * number, when, text, f"{Decimal(amount):,.2f}", f"{balance:,.2f}")
