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
    return {name: _plain(getattr(entry, name)) for name in WRITTEN}


def restore(entry: Transaction, values: Json) -> None:
    """Set the entry's columns to stored values without writing the row."""
    for name in WRITTEN:
        setattr(entry, name, _typed(name, values[name]))


def _plain(value: Any) -> Any:
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def _typed(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name == "booked_on":
        return dt.date.fromisoformat(value)
    return UUID(value) if name in {"account_id", "reversal_of_id"} else value
