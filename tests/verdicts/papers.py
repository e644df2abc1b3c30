"""Made-up statements and books, short to write."""

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement
from reconciliation.verification.books import AccountBooks, BookEntry

JANUARY = (dt.date(2026, 1, 1), dt.date(2026, 1, 31))
FEBRUARY = (dt.date(2026, 2, 1), dt.date(2026, 2, 28))
MARCH = (dt.date(2026, 3, 1), dt.date(2026, 3, 31))


def day(text: str) -> dt.date:
    """ "01-31" is 31 January 2026."""
    return dt.date.fromisoformat(text if len(text) > 5 else f"2026-{text}")


def entry(name: str, date: str, amount: str, description: str = "", **more: Any) -> BookEntry:
    return BookEntry(id=name, date=day(date), amount=Decimal(amount), description=description, **more)


def books(*entries: BookEntry, opening: str | None = "1000.00", since: str = "01-01", **more: Any) -> AccountBooks:
    fields: dict[str, Any] = {
        "id": "a",
        "name": "Checking",
        "kind": "checking",
        "currency": "EUR",
        "institution": "Sample Bank",
        "number": "1234",
    }
    balance = None if opening is None else Decimal(opening)
    return AccountBooks(**fields | {"opening_balance": balance, "opening_date": day(since), "entries": entries} | more)


def line(date: str | None, amount: str, description: str = "", **more: Any) -> PrintedLine:
    return PrintedLine(date=None if date is None else day(date), amount=Decimal(amount), description=description, **more)


def statement(
    *lines: PrintedLine,
    opening: str | None = "1000.00",
    closing: str | None = "adds up",
    period: tuple[dt.date | None, dt.date | None] = JANUARY,
    holds: bool | None = True,
    **more: Any,
) -> PrintedStatement:
    """A statement of the account of `books`, whose closing adds up unless another is given."""
    total = sum((row.amount for row in lines), Decimal(0))
    if closing == "adds up":
        closing = None if opening is None else str(Decimal(opening) + total)
    fields: dict[str, Any] = {"institution": "Sample Bank", "account_hint": "1234", "account_kind": "checking", "currency": "EUR"}
    return PrintedStatement(
        **fields
        | {
            "period_start": period[0],
            "period_end": period[1],
            "opening_balance": None if opening is None else Decimal(opening),
            "closing_balance": None if closing is None else Decimal(closing),
            "integrity": Integrity(holds=holds, difference=Decimal(0) if holds else None),
            "lines": lines,
        }
        | more
    )


def ids(items: Iterable[Any]) -> list[str]:
    return sorted(item.transaction for item in items)
