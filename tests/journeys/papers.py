"""Statements with one property each that used to be a dead end. A person sees the printed page, with any result of the reader."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from tests.pipeline.papers import Paper

SHIFTED, AMOUNT, BALANCE = 330, 430, 540
OPENING = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainPaper(Paper):
    """A month with a balance beside each row, unless `balances` is false. `printed` has other texts for amounts, by the index of their row,
    and for the opening balance. The amounts of `shifted` rows are in no column. An empty label leaves out a balance; `sign` is printed
    before each figure."""

    title: str = "Account statement"
    period: str = "Statement period"
    notes: Sequence[str] = ()
    opening_label: str = "Opening balance"
    closing_label: str = "Closing balance"
    balances: bool = True
    sign: str = ""
    printed: Mapping[int, str] = field(default_factory=dict)
    shifted: Collection[int] = ()

    def draw(self, canvas: Canvas) -> None:
        currency = "" if self.sign else f"Currency {self.currency}"
        period = f"{self.period} {self.first:%d %B %Y} to {self.last:%d %B %Y}"
        for place, text in enumerate([self.bank, self.title, f"Account number {self.number}", period, currency, *self.notes]):
            canvas.drawString(50, 790 - 16 * place, text)
        balance, height = Decimal(self.opening), 680
        self._cells(canvas, 696, "Date", "Description", "Amount", "Balance" if self.balances else "")
        if self.opening_label:
            self._cells(canvas, height, "", self.opening_label, "", self.printed.get(OPENING, self._figure(balance)))
        for index, (day, text, amount) in enumerate(self.rows):
            balance, height = balance + Decimal(amount), height - 16
            shown = self.printed.get(index, self._figure(Decimal(amount)))
            reached, right = self._figure(balance) if self.balances else "", SHIFTED if index in self.shifted else AMOUNT
            self._cells(canvas, height, f"{self.first.replace(day=day):%d %b %Y}", text, shown, reached, right=right)
        if self.closing_label:
            self._cells(canvas, height - 16, "", self.closing_label, "", self._figure(self.closing_balance))

    def _figure(self, value: Decimal) -> str:
        return f"{'-' if value < 0 else ''}{self.sign}{abs(value):,.2f}"

    def _cells(self, canvas: Canvas, height: float, date: str, text: str, amount: str, balance: str, *, right: float = AMOUNT) -> None:
        canvas.drawString(50, height, date)
        canvas.drawString(130, height, text)
        canvas.drawRightString(right, height, amount)
        canvas.drawRightString(BALANCE, height, balance)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintersPaper(PlainPaper):
    """The marks of a printer stand around the rows: crosses for the knife, bars for the folding machine, a form's number up the margin."""

    def draw(self, canvas: Canvas) -> None:
        PlainPaper.draw(self, canvas)
        canvas.setLineWidth(0.5)
        for x in (12, 583):
            for y in (12, 830):
                canvas.line(x - 8, y, x + 8, y)
                canvas.line(x, y - 8, x, y + 8)
        canvas.setLineWidth(1.5)
        for height in (560, 572, 640):
            canvas.line(10, height, 26, height)
        canvas.translate(22, 300)
        canvas.rotate(90)
        canvas.setFont("Helvetica", 6)
        canvas.drawString(0, 0, "RSB 4711-083 (05.24)")


ROWS = [
    (5, "Rent Hillside Homes", "-250.00"),
    (9, "Ticket Bluebell Tram", "-73.03"),
    (12, "Grocer Wheatsheaf", "-41.30"),
    (20, "Salary Larkspur Ltd", "600.00"),
]
LONGER: Sequence[tuple[int, str, str]] = [
    (2, "Rent Hillside Homes", "-250.00"),
    (3, "Ticket Bluebell Tram", "-73.03"),
    (6, "Grocer Wheatsheaf", "-41.30"),
    (8, "Salary Larkspur Ltd", "600.00"),
    (9, "Bakery Poppy", "-6.45"),
    (12, "Phone Harebell", "-19.90"),
    (14, "Pharmacy Foxglove", "-12.75"),
    (17, "Refund Cornflower", "28.00"),
    (20, "Cinema Primrose", "-11.50"),
    (23, "Water Brookside", "-33.60"),
    (27, "Insurance Oakleaf", "-54.15"),
    (30, "Kiosk Daisy", "-4.20"),
]
PRINTERS_MARKS = PrintersPaper(rows=ROWS)
FORGED = replace(PRINTERS_MARKS, rows=[*ROWS[:3], (20, "Salary Larkspur Ltd", "900.00")])
"""The month of `PRINTERS_MARKS` with a higher salary."""
WITHOUT_BALANCES = PlainPaper(rows=LONGER, opening_label="", closing_label="", balances=False)
UNNAMED_END = PlainPaper(rows=ROWS, closing_label="")
MISREAD_DIGIT = PlainPaper(rows=ROWS, printed={1: "-78.03"})
MISREAD_OPENING = PlainPaper(rows=ROWS, opening="3003.88", printed={OPENING: "3,008.88"})
OUT_OF_COLUMN = PlainPaper(rows=LONGER, shifted=(1, 4, 7, 9))
FOOTNOTES = PlainPaper(rows=LONGER, printed={index: f"{LONGER[index][2]}*)" for index in (1, 4, 7, 9)})
DOLLARS = PlainPaper(rows=ROWS, bank="Harbour Bank", number="02-1234-0567890-00", currency="NZD", sign="$")
CALLED_AN_INVOICE = PlainPaper(
    rows=ROWS,
    title="Invoice 118",
    period="Period",
    notes=["Invoice date 31 January 2026, VAT number DE123456789", "Net amount, VAT 19 %, subtotal, amount due, bill to, payment terms"],
)
WITH_SHOPS = PlainPaper(rows=[(1 + day, f"{name} 0{day:02}", f"-{10 + day}.{day:02}") for day, name in enumerate(["Metro Epicerie"] * 18)])
MONTH = PlainPaper(
    rows=[
        (2, "Rent Hillside Homes", "-250.00"),
        (3, "Salary Larkspur Ltd", "1600.00"),
        (5, "Coffee Poppy", "-4.20"),
        (5, "Coffee Poppy", "-4.20"),
        (5, "Coffee Poppy", "-4.20"),
        (8, "Phone Harebell", "-19.90"),
        (9, "Insurance Oakleaf", "-54.15"),
        (12, "Refund Cornflower", "28.00"),
        (15, "Bookshop Foxglove", "-31.00"),
        (15, "Bookshop Foxglove", "-12.50"),
        (20, "Water Brookside", "-33.60"),
        (31, "Account fee", "-5.00"),
        (31, "Card fee", "-2.50"),
        (31, "Interest", "0.31"),
    ]
)


def faulty(books: dict[str, Any]) -> dict[str, Any]:
    """The books of the month with a coffee too few, a payment twice, two digits transposed, a sign turned, three rows not booked, two rows
    as one entry, and a cheque that the bank has not paid yet."""
    rows = books["transactions"]
    rows[6] |= {"amount": "-45.15"}
    rows[7] |= {"amount": "-28.00"}
    rows[8] |= {"amount": "-43.50"}
    left_out = (4, 9, 11, 12, 13)
    cheque = {"id": "cheque", "date": "2026-01-29", "amount": "-120.00", "description": "Joiner Elmwood", "number": "1042"}
    return books | {"transactions": [row for place, row in enumerate(rows) if place not in left_out] + [rows[5] | {"id": "twice"}, cheque]}
