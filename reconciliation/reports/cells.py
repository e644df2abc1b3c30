"""Cells of reports as text."""

import datetime as dt
from decimal import Decimal

from people.formats import written_day
from reconciliation.presentation.formats import figure
from reconciliation.reports.report import Cell


def shown(cell: Cell, currency: str) -> str:
    """Return a cell in the reader's language; an empty text if it is unknown."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return figure(cell, currency)
    return written_day(cell).replace(" ", "\N{NO-BREAK SPACE}") if isinstance(cell, dt.date) else str(cell)


def exact(cell: Cell) -> str | int | None:
    """Return a cell for programs: ISO 8601 days, amounts as decimal strings with a point."""
    if isinstance(cell, Decimal):
        return format(cell, "f")
    return cell.isoformat() if isinstance(cell, dt.date) else cell
