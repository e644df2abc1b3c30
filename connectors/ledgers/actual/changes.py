"""What is changed in a budget: an entry added, as Actual's own imports add one, and the mark that the bank has it."""

import time
from uuid import uuid4

from connectors.ledgers.actual.messages import Change, set_columns
from connectors.ledgers.published import mark_of
from finance.imports.actual_budget.tables import Stored
from finance.models import Transaction

LARGEST = 2**53
"""Numbers of JavaScript are exact up to here."""


def is_there(stored: Stored, entry: Transaction) -> bool:
    """Whether it was added once, even if it was removed again."""
    rows = stored["transactions"]
    return str(entry.pk) in rows or any(row["financial_id"] == mark_of(entry) for row in rows.values())


def addition(stored: Stored, account: str, entry: Transaction) -> list[Change] | None:
    """Under our own id: two runs that both add it add one. None where the amount has no whole hundredths, or more than fit."""
    hundredths = entry.amount * 100
    if hundredths != hundredths.to_integral_value() or abs(hundredths) > LARGEST:
        return None
    day = entry.booked_on
    payee, made = _payee(stored, entry.description)
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


def marks(stored: Stored, key: str) -> list[Change]:
    """For an entry and its parts; nothing where it is marked, or not there any more."""
    rows = stored["transactions"]
    row = rows.get(key)
    if row is None or row["tombstone"] or row["reconciled"]:
        return []
    parts = [part for part, found in rows.items() if found["parent_id"] == key and not found["tombstone"]]
    return [change for each in [key, *parts] for change in set_columns("transactions", each, {"cleared": 1, "reconciled": 1})]


def _payee(stored: Stored, name: str) -> tuple[str | None, list[Change]]:
    """The one of that name, else a new one, which is in `stored` from then on."""
    if not name:
        return None, []
    for key, row in stored["payees"].items():
        if not row["tombstone"] and not row["transfer_acct"] and str(row["name"] or "").casefold() == name.casefold():
            return key, []
    key = str(uuid4())
    stored["payees"][key] = {"name": name, "transfer_acct": None, "tombstone": 0}
    return key, set_columns("payees", key, {"name": name}) + set_columns("payee_mapping", key, {"targetId": key})
