"""A layout: a card's summary that adds up, then its rows with the day of purchase and of posting; what is owed is positive."""

import datetime as dt
from decimal import Decimal

from samples.drawing import LEFT, Column, Sheet, money
from samples.statement import Sample

LETTER = (612.0, 792.0)
LIMIT = Decimal("3000.00")
DAYS_TO_PAY = dt.timedelta(days=25)
SUMMARY = (Column(LEFT), Column(300.0, figures=True))
TABLE = (Column(LEFT, "Trans date"), Column(120.0, "Post date"), Column(190.0, "Description"), Column(558.0, "Amount", figures=True))


def draw(sample: Sample) -> bytes:
    sheet = Sheet(LETTER, title=f"{sample.institution}: {sample.title}", head=lambda sheet: head(sheet, sample))
    summary(sheet, sample)
    sheet.write(Column(LEFT), "Transactions", size=12, bold=True)
    sheet.down += 22
    sheet.titles(TABLE)
    for row in sample.rows:
        sheet.row(TABLE, (f"{row.bought:%m/%d}", f"{row.day:%m/%d}", row.text, money(-row.amount, "$")))
    return sheet.finish()


def head(sheet: Sheet, sample: Sample) -> None:
    left, right = Column(LEFT), Column(sheet.right, figures=True)
    sheet.write(left, sample.institution, size=18, bold=True)
    sheet.row((right,), (f"Account ending in {sample.number}",), then=20)
    sheet.row((left,), (f"{sample.title} for {sample.holder}",), then=36)


def summary(sheet: Sheet, sample: Sample) -> None:
    paid = sum((row.amount for row in sample.rows if row.amount > 0), Decimal())
    spent = sum((row.amount for row in sample.rows if row.amount < 0), Decimal())
    for text, value in (
        ("Billing period", f"{sample.first:%m/%d/%Y} - {sample.last:%m/%d/%Y}"),
        ("Previous balance", money(-sample.opening, "$")),
        ("Payments and credits", money(-paid, "$")),
        ("Purchases and fees", money(-spent, "$")),
        ("New balance", money(-sample.closing, "$")),
        ("Minimum payment due", "$25.00"),
        ("Payment due date", f"{sample.last + DAYS_TO_PAY:%m/%d/%Y}"),
        ("Credit limit", money(LIMIT, "$")),
        ("Available credit", money(LIMIT + sample.closing, "$")),
    ):
        sheet.row(SUMMARY, (text, value))
    sheet.down += 24
