"""A layout: money in and money out under their own headings, each with its total; balances only at the two ends."""

from decimal import Decimal

from samples.drawing import LEFT, Column, Sheet, long_date, money
from samples.statement import Row, Sample

A4 = (595.3, 841.9)
TABLE = (Column(LEFT, "Date"), Column(140.0, "Details"), Column(520.0, "Amount", figures=True))


def draw(sample: Sample) -> bytes:
    sheet = Sheet(A4, title=f"{sample.institution}: {sample.title}", head=lambda sheet: head(sheet, sample))
    ends = (TABLE[0], TABLE[2])
    sheet.row(ends, (f"Opening balance on {long_date(sample.first)}", money(sample.opening, "£")))
    sheet.row(ends, (f"Closing balance on {long_date(sample.last)}", money(sample.closing, "£")), then=40)
    section(sheet, "Deposits and interest", [row for row in sample.rows if row.amount > 0])
    section(sheet, "Withdrawals", [row for row in sample.rows if row.amount < 0])
    return sheet.finish()


def head(sheet: Sheet, sample: Sample) -> None:
    left = Column(LEFT)
    sheet.write(left, sample.institution.upper(), size=13, bold=True)
    sheet.row((Column(520.0, figures=True),), (sample.title,), then=34)
    for text in (
        f"Account holder: {sample.holder}",
        f"Account number: {sample.number}",
        f"Currency: {sample.currency}",
        f"Statement period: {long_date(sample.first)} to {long_date(sample.last)}",
    ):
        sheet.row((left,), (text,), then=16)
    sheet.down += 20


def section(sheet: Sheet, title: str, rows: list[Row]) -> None:
    sheet.write(Column(LEFT), title, size=11, bold=True)
    sheet.down += 20
    sheet.titles(TABLE)
    for row in rows:
        sheet.row(TABLE, (f"{row.day:%Y-%m-%d}", row.text, money(abs(row.amount))))
    sheet.line()
    total = sum((abs(row.amount) for row in rows), Decimal())
    sheet.row(TABLE, ("", f"Total {title.lower()}", money(total)), bold=True, then=40)
