"""The common result of all formats: the rows of an account, the balances that the file states, and the questions that it leaves open."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from finance.models.coding import NONE, Codes


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """One entry of a file, signed from the holder's side.

    `place` is its line, or its count in formats without meaningful lines. Texts are as written. A row that cannot be imported has a
    `problem`; its date or amount is then None if unknown.
    """

    place: int
    booked_on: dt.date | None
    amount: Decimal | None
    description: str = ""
    external_id: str = ""
    reference: str = ""
    number: str = ""
    status: str = "posted"
    is_brought_forward: bool = False
    is_excluded: bool = False
    currency: str = ""
    codes: Codes = NONE
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedBalance:
    """A balance that the file states, at the end of its day; the day is None if the file has none."""

    amount: Decimal
    as_of: dt.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAccount:
    """One account's part of a file. `name` is unique in the file; `number` and `currency` are empty if the file has none."""

    rows: tuple[FileRow, ...]
    name: str = ""
    number: str = ""
    currency: str = ""
    kind: str = ""
    opening: StatedBalance | None = None
    closing: StatedBalance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedFile:
    """A file that was read. `way` identifies its source: ids of two ways are unrelated.

    `questions` are the choices that the file leaves open; nothing is imported until they are answered.
    """

    format: str
    way: str
    accounts: tuple[FileAccount, ...]
    questions: tuple[str, ...] = ()
    table: "TableShape | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """The reading of a table's columns, for a person to correct. `columns` is the place of each field."""

    header: tuple[str, ...]
    sample: tuple[tuple[str, ...], ...]
    columns: dict[str, int]
    date_order: str
    date_orders: tuple[str, ...]
    decimal_mark: str
    decimal_marks: tuple[str, ...]


def uniquely_named(parts: Iterable[FileAccount]) -> Iterator[FileAccount]:
    """Yield the parts with unique names, by which a choice names its account."""
    counts: dict[str, int] = defaultdict(int)
    for part in parts:
        counts[part.name] += 1
        yield part if counts[part.name] == 1 else replace(part, name=f"{part.name} ({counts[part.name]})")


def merged(parts: Iterable[FileAccount]) -> tuple[FileAccount, ...]:
    """Return one part for each account and currency, with the first opening, the last closing and all rows renumbered."""
    by_account: dict[tuple[str, str], FileAccount] = {}
    for part in parts:
        before = by_account.get((part.name, part.currency))
        if before:
            part = replace(
                before,
                rows=tuple(replace(row, place=place) for place, row in enumerate((*before.rows, *part.rows), 1)),
                opening=_pick(before.opening, part.opening, later=False),
                closing=_pick(before.closing, part.closing, later=True),
            )
        by_account[part.name, part.currency] = part
    several = len({part.name for part in by_account.values()}) < len(by_account)
    return tuple(replace(part, name=f"{part.name} {part.currency}") if several else part for part in by_account.values())


def _pick(first: StatedBalance | None, second: StatedBalance | None, *, later: bool) -> StatedBalance | None:
    """Return the earlier or the later balance; of two on one day the first or the last."""
    if first is None or second is None:
        return first or second
    is_later = (second.as_of or dt.date.min) >= (first.as_of or dt.date.min)
    return second if is_later == later else first


STATUSES = {
    "": "posted", "posted": "posted", "booked": "posted", "cleared": "posted",
    "completed": "posted", "reconciled": "posted", "gebucht": "posted",
    "pending": "pending", "uncleared": "pending", "vorgemerkt": "pending",
    "void": "void", "voided": "void", "cancelled": "void", "canceled": "void", "storniert": "void",
}  # fmt: skip
YES_NO = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


def joined(payee: str, description: str) -> str:
    """Return payee and description, or only the description if it contains the payee."""
    if not payee or payee.casefold() in description.casefold():
        return description
    return f"{payee} {description}".rstrip()


SENTENCES: Mapping[str, Any] = {
    "account": _("Choose which account of the file this is."),
    "date": _("Choose the column with the date."),
    "amount": _("Choose the column with the amount, or the two with money out and money in."),
    "date_order": _("Choose the date format."),
    "decimal_mark": _("Choose the decimal mark."),
    "sign": _("Choose whether money in or money out is positive in this file."),
}


def asked(questions: Iterable[str], parsed: ParsedFile) -> Iterator[str]:
    """Yield the keys of the sentences that apply; the question "columns" becomes the date, the amount, or both."""
    for question in questions:
        if question != "columns" or not parsed.table:
            yield question
            continue
        columns = parsed.table.columns
        if "date" not in columns:
            yield "date"
        if not ("amount" in columns or columns.keys() >= {"debit", "credit"}):
            yield "amount"
