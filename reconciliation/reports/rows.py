"""Tables of rows: agreed to the books with their printed page, missing in the books, and outstanding by age."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from people.formats import full_name
from reconciliation.presentation.labels.rows import why_missing
from reconciliation.presentation.statement_page.rows import Item
from reconciliation.presentation.statement_page.rows import StatementRow as Side
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.reconcile.answers import is_outstanding
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable, Weight


def cleared_rows(sheet: Sheet) -> list[ReportTable]:
    return [
        ReportTable("cleared", _("Cleared"), _pair_columns(), list(_pairs(sheet, "cleared")), if_compared(sheet, _("No row is cleared.")))
    ]


def unrecorded_rows(sheet: Sheet) -> list[ReportTable]:
    """Return the rows that the books lack or have with another amount, and the rows that were added from this statement."""
    new, differing = list(_pairs(sheet, "new")), list(_pairs(sheet, "differing"))
    columns = (
        ReportColumn("date", _("Date")),
        ReportColumn("description", _("Description")),
        ReportColumn("amount", _("Amount"), is_figure=True),
        ReportColumn("by", _("Added by")),
        ReportColumn("at", _("On")),
    )
    posted = []
    for posting in sheet.postings:
        line = posting.line
        date, by = _day(line), full_name(posting.posted_by)
        posted.append(ReportRow((date, str(line["description"]), Decimal(line["amount"]), by, localdate(posting.posted_at))))
    return [
        ReportTable("unrecorded", _("Not in the books"), _pair_columns(), new, if_compared(sheet, _("Every row is in the books."))),
        ReportTable("differing", _("Amounts that differ"), _pair_columns(), differing, if_compared(sheet, _("No amount differs."))),
        ReportTable("posted", _("Added to the books from this statement"), columns, posted, _("No row was added to the books.")),
    ]


def rows_of_every_list(sheet: Sheet) -> list[ReportTable]:
    """Return both sides of all rows, list by list, in the order of the work."""
    return [
        ReportTable(section.anchor, section.title, _pair_columns(), [row for item in section.items for row in _of_item(item)])
        for section in sheet.sections
    ]


def if_compared(sheet: Sheet, empty: str) -> str:
    """Return the text for an empty list of a comparison."""
    return empty if sheet.was_compared else _("Nothing was compared.")


def _pair_columns() -> tuple[ReportColumn, ...]:
    return (
        ReportColumn("page", _("Page"), is_figure=True),
        ReportColumn("bank_date", _("Bank: date")),
        ReportColumn("bank_text", _("Bank: text")),
        ReportColumn("bank_amount", _("Bank: amount"), is_figure=True),
        ReportColumn("books_date", _("Books: date")),
        ReportColumn("books_text", _("Books: text")),
        ReportColumn("books_amount", _("Books: amount"), is_figure=True),
        ReportColumn("why", _("Why")),
    )


def _pairs(sheet: Sheet, anchor: str) -> Iterable[ReportRow]:
    """Yield a table row for each row of the longer side; each amount appears once."""
    for section in sheet.sections:
        if section.anchor == anchor:
            for item in section.items:
                yield from _of_item(item)


def _of_item(item: Item) -> Iterable[ReportRow]:
    for number in range(max(len(item.bank), len(item.books))):
        bank = item.bank[number] if number < len(item.bank) else None
        books = item.books[number] if number < len(item.books) else None
        yield ReportRow((bank.page if bank else None, *_cells(bank), *_cells(books), item.why if number == 0 else ""))


def _cells(side: Side | None) -> tuple[dt.date | None, str, Decimal | None]:
    return (side.date, side.description, side.amount) if side else (None, "", None)


Json = Mapping[str, Any]
AGES = (30, 90, 180)
"""Days up to which an item belongs to a band; the last band has no end."""


def outstanding_items(sheet: Sheet) -> list[ReportTable]:
    items = [item for item in sheet.verdict["missing"] if is_outstanding(item)]
    rest = [item for item in sheet.verdict["missing"] if not is_outstanding(item)]
    # payments and deposits are apart, because they never offset each other
    columns = (
        ReportColumn("age", _("Age in days")),
        ReportColumn("payments", _("Outstanding payments"), is_figure=True),
        ReportColumn("deposits", _("Deposits in transit"), is_figure=True),
    )
    first, second, third = AGES
    names = [f"0-{first}", f"{first + 1}-{second}", f"{second + 1}-{third}", f"> {third}"]
    bands: dict[str, list[Decimal]] = {name: [] for name in names}
    undated: list[Decimal] = []
    for item in items:
        age = _age(item, _last_day(sheet))
        band = undated if age is None else bands[names[sum(age > end for end in AGES)]]
        band.append(Decimal(item["amount"]))
    if undated:
        bands[_("not known")] = undated
    rows = [ReportRow((name, *_payments_and_deposits(amounts))) for name, amounts in bands.items()]
    total = ReportRow((_("Total"), *_payments_and_deposits([Decimal(item["amount"]) for item in items])), Weight.TOTAL)
    return [
        ReportTable("ages", _("By age"), columns, [*rows, total] if sheet.was_compared else [], if_compared(sheet, "")),
        _items("outstanding", _("Outstanding items"), items, sheet, if_compared(sheet, _("Nothing is outstanding."))),
        _items("investigate", _("To investigate"), rest, sheet, if_compared(sheet, _("Nothing to investigate."))),
    ]


def how_age_is_counted(_sheet: Sheet) -> list[str]:
    return [_("Age is counted in days from the entry to the last day of the statement.")]


def _payments_and_deposits(amounts: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    zero = Decimal(0)
    return sum((amount for amount in amounts if amount < 0), zero), sum((amount for amount in amounts if amount > 0), zero)


def _items(key: str, title: str, items: Sequence[Json], sheet: Sheet, empty: str) -> ReportTable:
    columns = (
        ReportColumn("date", _("Date")),
        ReportColumn("description", _("Description")),
        ReportColumn("amount", _("Amount"), is_figure=True),
        ReportColumn("age", _("Days"), is_figure=True),
        ReportColumn("why", _("Note")),
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
