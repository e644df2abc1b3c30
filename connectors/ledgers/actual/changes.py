"""Changes to a budget: an added entry, as Actual's own imports add one, and the mark of a reconciled one."""

import time
from collections import defaultdict
from collections.abc import Container, Iterable
from uuid import uuid4

from connectors.ledgers.actual.messages import SyncChange, set_columns
from connectors.ledgers.published import mark_of
from finance.categories import codes_of
from finance.imports.actual_budget import Stored
from finance.imports.untrusted_files import text_of
from finance.models import Transaction

LARGEST = 2**53
"""Numbers of JavaScript are exact up to here."""


def lacking(stored: Stored, entries: Iterable[Transaction]) -> list[Transaction]:
    """Return the entries that were never added, not even to be removed again."""
    known = {row["financial_id"] for row in stored["transactions"].values()}
    return [entry for entry in entries if str(entry.pk) not in stored["transactions"] and mark_of(entry) not in known]


def addition(stored: Stored, account: str, entry: Transaction) -> list[SyncChange] | None:
    """Return the changes that add an entry under its id here: two runs that both add it add one. None if the amount has no whole
    hundredths, or is too large."""
    hundredths = entry.amount * 100
    if hundredths != hundredths.to_integral_value() or abs(hundredths) > LARGEST:
        return None
    day = entry.booked_on
    payee, made = _payee(stored, codes_of(entry).payee or entry.description)
    return made + set_columns(
        "transactions",
        str(entry.pk),
        {
            "acct": account,
            "date": day.year * 10_000 + day.month * 100 + day.day,
            "amount": int(hundredths),
            "description": payee,
            "imported_description": entry.description or None,
            "notes": entry.reference or None,
            "financial_id": mark_of(entry),
            "cleared": 1,
            "reconciled": 0,
            "sort_order": time.time_ns() // 1_000_000,
        },
    )


def marks(stored: Stored, wanted: Container[str]) -> dict[str, list[SyncChange]]:
    """Return the changes that mark entries with their parts, by their ids; none for those that are marked, or no longer there."""
    changes: dict[str, list[SyncChange]] = defaultdict(list)
    for key, row in stored["transactions"].items():
        whole = text_of(row["parent_id"]) if row["isChild"] else key
        entry = stored["transactions"].get(whole, row)
        if whole in wanted and not entry["reconciled"] and not row["tombstone"] and not entry["tombstone"]:
            changes[whole] += set_columns("transactions", key, {"cleared": 1, "reconciled": 1})
    return changes


def _payee(stored: Stored, name: str) -> tuple[str | None, list[SyncChange]]:
    """Return the payee of that name, else a new one, which is then in `stored`."""
    if not name:
        return None, []
    for key, row in stored["payees"].items():
        if not row["tombstone"] and not row["transfer_acct"] and str(row["name"] or "").casefold() == name.casefold():
            return key, []
    key = str(uuid4())
    stored["payees"][key] = {"name": name, "transfer_acct": None, "tombstone": 0}
    return key, set_columns("payees", key, {"name": name}) + set_columns("payee_mapping", key, {"targetId": key})
