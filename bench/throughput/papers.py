"""Statements of three pages, each of an account of its own, and the books that agree with them."""

import datetime as dt
import io
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

Row = tuple[dt.date, str, Decimal]
PAGES, ROWS_A_PAGE = 3, 26
OPENING = Decimal("2500.00")
FIRST, LAST = dt.date(2026, 1, 1), dt.date(2026, 1, 31)
SHOPS = ("Grocer Wheatsheaf", "Cinema Roxy", "Bookshop Quill", "Pharmacy Linden", "Bakery Crumb", "Garage Piston", "Phone Bluebell")


def rows_of(number: int) -> list[Row]:
    """Other amounts for every statement; a salary now and then."""
    return [_row(number, place) for place in range(PAGES * ROWS_A_PAGE)]


def _row(number: int, place: int) -> Row:
    cents = 300 + (number * 7919 + place * 104_729) % 9_000
    amount = Decimal(cents).scaleb(-2) if place % 13 == 6 else -Decimal(cents).scaleb(-2)
    text = f"Salary Larkspur {place}" if amount > 0 else f"{SHOPS[(number + place) % len(SHOPS)]} {number}-{place}"
    return FIRST + dt.timedelta(days=place * 30 // (PAGES * ROWS_A_PAGE)), text, amount


def pdf_of(number: int) -> bytes:
    rows, buffer = rows_of(number), io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    balance = OPENING
    for page in range(PAGES):
        _head(canvas, number, page, rows)
        height = 690
        for day, text, amount in rows[page * ROWS_A_PAGE : (page + 1) * ROWS_A_PAGE]:
            balance += amount
            _line(canvas, height, f"{day:%d %b %Y}", text, f"{amount:,.2f}", f"{balance:,.2f}")
            height -= 22
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _head(canvas: Canvas, number: int, page: int, rows: list[Row]) -> None:
    closing = OPENING + sum(amount for _, _, amount in rows)
    lines = ["Riverside Savings Bank", f"Account number {account_number(number)}", f"Page {page + 1} of {PAGES}"]
    lines += ["Statement period 01 January 2026 to 31 January 2026", f"Opening balance {OPENING:,.2f}", f"Closing balance {closing:,.2f}"]
    for place, text in enumerate(lines if page == 0 else lines[:3]):
        canvas.drawString(50, 810 - 14 * place, text)
    _line(canvas, 712, "Date", "Description", "Amount", "Balance")


def _line(canvas: Canvas, height: float, *cells: str) -> None:
    day, text, amount, balance = cells
    canvas.drawString(50, height, day)
    canvas.drawString(130, height, text)
    canvas.drawRightString(430, height, amount)
    canvas.drawRightString(540, height, balance)


def account_number(number: int) -> str:
    return f"{40_000_000 + number}"


def books(numbers: range, organizations: int, *, lacking: int = 0) -> Iterator[dict[str, Any]]:
    """As `import_ledger` takes them: the accounts of the statements of these numbers, by turns in so many organizations, without so many
    of their last entries."""
    for place in range(organizations):
        yield {"slug": slug(place), "accounts": [_account(number, lacking) for number in numbers[place::organizations]]}


def slug(place: int) -> str:
    return f"firm-{place}"


def _account(number: int, lacking: int) -> dict[str, Any]:
    return {
        "name": f"Account {number}",
        "kind": "checking",
        "currency": "EUR",
        "institution": "Riverside Savings Bank",
        "number": account_number(number),
        "opening_balance": str(OPENING),
        "opening_date": str(FIRST),
        "transactions": [
            {"id": f"t{place}", "date": str(day), "amount": str(amount), "description": text}
            for place, (day, text, amount) in enumerate(rows_of(number)[: PAGES * ROWS_A_PAGE - lacking])
        ],
    }
