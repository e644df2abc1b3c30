"""A cell as a person reads it."""

import datetime as dt
from decimal import Decimal

from people.formats import written_day
from reconciliation.presentation.formats import figure
from reconciliation.reports.report import Cell


def shown(cell: Cell, currency: str) -> str:
    """In the reader's language; an empty text for what is not known."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return figure(cell, currency)
    return written_day(cell).replace(" ", "\N{NO-BREAK SPACE}") if isinstance(cell, dt.date) else str(cell)


def exact(cell: Cell) -> str | int | None:
    """For programs: days as ISO 8601, amounts as decimal strings with a point."""
    if isinstance(cell, Decimal):
        return format(cell, "f")
    return cell.isoformat() if isinstance(cell, dt.date) else cell
