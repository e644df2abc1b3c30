"""Outstanding items by age, and whether a later statement cleared them."""

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from reconciliation.presentation.labels.rows import why_missing
from reconciliation.presentation.statement_page import Sheet
from reconciliation.reconcile.answers import is_outstanding
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable, Weight
from reconciliation.reports.rows import if_compared

Json = Mapping[str, Any]
AGES = (30, 90, 180)
"""Days up to which an item belongs to a band; the last band has no end. RECONCILIATION.md, "Reports"."""


def outstanding_items(sheet: Sheet) -> list[ReportTable]:
    items = [item for item in sheet.verdict["missing"] if is_outstanding(item)]
    rest = [item for item in sheet.verdict["missing"] if not is_outstanding(item)]
    return [
        _ages(items, sheet),
        _items("outstanding", _("Outstanding items"), items, sheet, if_compared(sheet, _("Nothing is outstanding."))),
        _items("investigate", _("To investigate"), rest, sheet, if_compared(sheet, _("Nothing is left to investigate."))),
    ]


def how_age_is_counted(_sheet: Sheet) -> list[str]:
    return [_("Age is counted in days from the entry to the last day of the statement.")]


def _ages(items: Sequence[Json], sheet: Sheet) -> ReportTable:
    """Return the age table, with payments and deposits apart, because they never offset each other."""
    columns = (
        ReportColumn("age", _("Age in days")),
        ReportColumn("payments", _("Outstanding payments"), is_figure=True),
        ReportColumn("deposits", _("Deposits in transit"), is_figure=True),
    )
    bands: dict[str, list[Decimal]] = {name: [] for name in _bands()}
    for item in items:
        bands[_band(_age(item, _last_day(sheet)))].append(Decimal(item["amount"]))
    rows = [ReportRow((name, *_both(amounts))) for name, amounts in bands.items() if amounts or name != _("not known")]
    total = ReportRow((_("Total"), *_both([Decimal(item["amount"]) for item in items])), Weight.TOTAL)
    return ReportTable("ages", _("By age"), columns, [*rows, total] if sheet.was_compared else [], if_compared(sheet, ""))


def _bands() -> list[str]:
    first, second, third = AGES
    return [f"0-{first}", f"{first + 1}-{second}", f"{second + 1}-{third}", f"> {third}", _("not known")]


def _band(age: int | None) -> str:
    if age is None:
        return _bands()[-1]
    return _bands()[sum(age > end for end in AGES)]


def _both(amounts: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    zero = Decimal(0)
    return sum((amount for amount in amounts if amount < 0), zero), sum((amount for amount in amounts if amount > 0), zero)


def _items(key: str, title: str, items: Sequence[Json], sheet: Sheet, empty: str) -> ReportTable:
    columns = (
        ReportColumn("date", _("Date")),
        ReportColumn("description", _("Description")),
        ReportColumn("amount", _("Amount"), is_figure=True),
        ReportColumn("age", _("Days"), is_figure=True),
        ReportColumn("why", _("What is known")),
    )
    last = _last_day(sheet)
    ordered = sorted(items, key=lambda item: (str(item["date"]), str(item["transaction"])))
    rows = [
        ReportRow((_day(item), str(item["description"]), Decimal(item["amount"]), _age(item, last), why_missing(item))) for item in ordered
    ]
    return ReportTable(key, title, columns, rows, empty)


def _day(item: Json) -> dt.date | None:
    return dt.date.fromisoformat(item["date"]) if item["date"] else None


def _age(item: Json, last: dt.date | None) -> int | None:
    day = _day(item)
    return (last - day).days if day and last else None


def _last_day(sheet: Sheet) -> dt.date | None:
    end = sheet.verdict.get("period_end")
    return dt.date.fromisoformat(end) if end else sheet.statement.period_end
