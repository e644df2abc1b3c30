"""Rows agreed to the books with their printed page, and rows that the books lack with their status."""

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from reconciliation.models import Posting
from reconciliation.presentation.statement_page import Item, Sheet
from reconciliation.presentation.statement_page.rows import StatementRow as Side
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable


def cleared_rows(sheet: Sheet) -> list[ReportTable]:
    return [
        ReportTable("cleared", _("Cleared"), _pair_columns(), list(_pairs(sheet, "cleared")), if_compared(sheet, _("No row is cleared.")))
    ]


def unrecorded_rows(sheet: Sheet) -> list[ReportTable]:
    return [
        ReportTable(
            "unrecorded",
            _("Not in the books"),
            _pair_columns(),
            list(_pairs(sheet, "new")),
            if_compared(sheet, _("Every row is in the books.")),
        ),
        ReportTable(
            "differing",
            _("Amounts that differ"),
            _pair_columns(),
            list(_pairs(sheet, "differing")),
            if_compared(sheet, _("No amount differs.")),
        ),
        _posted(sheet.postings),
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


def _posted(postings: Iterable[Posting]) -> ReportTable:
    columns = (
        ReportColumn("date", _("Date")),
        ReportColumn("description", _("Description")),
        ReportColumn("amount", _("Amount"), is_figure=True),
        ReportColumn("by", _("Added by")),
        ReportColumn("at", _("On")),
    )
    rows = [_posting(posting) for posting in postings]
    return ReportTable("posted", _("Added to the books from this statement"), columns, rows, _("No row was added to the books."))


def _posting(posting: Posting) -> ReportRow:
    line = posting.line
    who = str(posting.posted_by) if posting.posted_by else ""
    date = dt.date.fromisoformat(line["date"]) if line["date"] else None
    return ReportRow((date, str(line["description"]), Decimal(line["amount"]), who, localdate(posting.posted_at)))
