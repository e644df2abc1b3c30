"""A budget of Actual: its accounts, and the entries of each as rows. Amounts are whole hundredths there, whatever the currency."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.actual_budget.tables import Row, Stored
from finance.imports.csv_texts import joined
from finance.imports.rows import FileRow
from finance.imports.sqlite_file import Value, text_of, whole_of

WAY = "actual"
LARGEST = 10**17


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetEntry:
    """One entry of an account; of one that is split the whole, since its parts are categories. `imported_id` is what an import gave it."""

    key: str
    account: str
    day: dt.date | None
    hundredths: int | None
    text: str
    imported_id: str
    is_opening: bool
    is_reconciled: bool


def accounts_of(stored: Stored) -> dict[str, str]:
    """The names of those that were not deleted, by their ids."""
    return {key: text_of(row["name"]) for key, row in stored["accounts"].items() if not row["tombstone"]}


def entries_of(stored: Stored) -> Iterator[BudgetEntry]:
    """In the order of their days. What was deleted there is not among them, nor are the parts of what is split."""
    standing = {key: row for key, row in stored["transactions"].items() if not row["tombstone"]}
    parts: dict[Value, list[Row]] = defaultdict(list)
    for row in standing.values():
        if row["isChild"]:
            parts[row["parent_id"]].append(row)
    found = (_entry(stored, key, row, parts[key]) for key, row in standing.items() if not row["isChild"])
    yield from sorted(found, key=lambda entry: (entry.day or dt.date.min, entry.key))


def file_row(entry: BudgetEntry, place: int) -> FileRow:
    """With the entry's own id. One without its day or amount says so; an opening balance is the account's own."""
    problem = ""
    if entry.day is None or entry.hundredths is None:
        problem = _("has no date or no amount.")
    elif entry.is_opening:
        problem = _("is the opening balance, which belongs to the account itself.")
    return FileRow(
        place=place,
        booked_on=entry.day,
        amount=amount_of(entry),
        description=entry.text,
        external_id=f"{WAY}:{entry.key}",
        problem=problem,
    )


def amount_of(entry: BudgetEntry) -> Decimal | None:
    return None if entry.hundredths is None else Decimal(entry.hundredths).scaleb(-2)


def _entry(stored: Stored, key: str, row: Row, parts: list[Row]) -> BudgetEntry:
    """What is split has no payee of its own there, but those of its parts."""
    hundredths = whole_of(row["amount"])
    payees = {_payee(stored, text_of(each["description"])) for each in (row, *parts)}
    return BudgetEntry(
        key=key,
        account=text_of(row["acct"]),
        day=_day(row["date"]),
        hundredths=hundredths if hundredths is not None and abs(hundredths) < LARGEST else None,
        text=joined(", ".join(sorted(payees - {""})), text_of(row["notes"])),
        imported_id=text_of(row["financial_id"]),
        is_opening=bool(row["starting_balance_flag"]),
        is_reconciled=bool(row["reconciled"]),
    )


def _payee(stored: Stored, key: str) -> str:
    """The payee's name, or that of the account on the other side of a transfer; payees that were merged lead to the one that stayed."""
    merged = stored["payee_mapping"].get(key, {}).get("targetId")
    payee = stored["payees"].get(text_of(merged) or key, {})
    other = stored["accounts"].get(text_of(payee.get("transfer_acct")), {})
    return text_of(other.get("name")) or text_of(payee.get("name"))


def _day(value: Value) -> dt.date | None:
    """Written as one number: 20260131."""
    number = whole_of(value) or 0
    try:
        return dt.date(number // 10_000, number // 100 % 100, number % 100)
    except (ValueError, OverflowError):
        return None
