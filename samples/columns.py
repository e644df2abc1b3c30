"""A layout: money out, money in and the balance after every row, each in its column."""

from samples.drawing import LEFT, Column, Sheet, long_date, money
from samples.statement import Row, Sample

A4 = (595.3, 841.9)
TABLE = (
    Column(LEFT, "Date"),
    Column(130.0, "Description"),
    Column(395.0, "Paid out", figures=True),
    Column(468.0, "Paid in", figures=True),
    Column(541.0, "Balance", figures=True),
)


def draw(sample: Sample) -> bytes:
    sheet = Sheet(A4, title=f"{sample.institution}: {sample.title}", head=lambda sheet: head(sheet, sample))
    sheet.row(TABLE, (f"{sample.first:%d %b %Y}", "Opening balance", "", "", money(sample.opening)), bold=True, then=28)
    for row, balance in sample.running():
        paid_out, paid_in = in_columns(row)
        sheet.row(TABLE, (f"{row.day:%d %b %Y}", row.text, paid_out, paid_in, money(balance)), then=28)
    sheet.line()
    sheet.row(TABLE, (f"{sample.last:%d %b %Y}", "Closing balance", "", "", money(sample.closing)), bold=True)
    return sheet.finish()


def head(sheet: Sheet, sample: Sample) -> None:
    left, right = Column(LEFT), Column(sheet.right, figures=True)
    sheet.write(left, sample.institution, size=16, bold=True)
    sheet.row((right,), (sample.title,), then=28)
    sheet.row((left, right), (sample.holder, f"Statement period {long_date(sample.first)} to {long_date(sample.last)}"), then=14)
    sheet.row((left, right), (f"Account number {sample.number}", f"Currency {sample.currency}"), then=34)
    sheet.titles(TABLE)


def in_columns(row: Row) -> tuple[str, str]:
    """The amount as it stands under paid out, or under paid in."""
    amount = money(abs(row.amount))
    return ("", amount) if row.amount > 0 else (amount, "")
