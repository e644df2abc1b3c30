"""The values of an entry as plain JSON, stored when it changes, to be shown and restored exactly."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any
from uuid import UUID

if TYPE_CHECKING:
    from finance.models import Transaction

Json = dict[str, Any]

WRITTEN = (
    "account_id", "external_id", "booked_on", "amount_minor", "description", "status", "is_excluded",
    "reference", "number", "is_brought_forward", "reversal_of_id", "origin",
)  # fmt: skip
"""Every column that writers of entries may set."""


def snapshot(entry: Transaction) -> Json:
    """Return the entry's values: money in minor units, days as ISO 8601, keys as text."""
    values = {name: getattr(entry, name) for name in WRITTEN}
    for name, value in values.items():
        if isinstance(value, dt.date):
            values[name] = value.isoformat()
        elif isinstance(value, UUID):
            values[name] = str(value)
    return values


def restore(entry: Transaction, values: Json) -> None:
    """Set the entry's columns to stored values without writing the row."""
    for name in WRITTEN:
        value = values[name]
        if value is not None and name == "booked_on":
            value = dt.date.fromisoformat(value)
        elif value is not None and name in {"account_id", "reversal_of_id"}:
            value = UUID(value)
        setattr(entry, name, value)
