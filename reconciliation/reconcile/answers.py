"""Readers of one statement's stored answer (`reconciliation` of an import, JSON)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

Json = Mapping[str, Any]


def to_settle(statement: Json) -> Decimal | None:
    """Return bank minus books after all outstanding items, or None if it is unknown."""
    bridge = statement.get("bridge")
    if bridge is None:
        return None
    return Decimal(bridge["statement_closing"]) - Decimal(bridge["ledger_closing"]) - Decimal(bridge["timing"])


def is_outstanding(item: Json) -> bool:
    return str(item["kind"]) == "outstanding"


def is_reversal(item: Json) -> bool:
    return str(item.get("proof")) == "reversal"


def rows_to_record(statement: Json) -> list[Json]:
    """Return the rows that the books lack, without those recorded from another statement and without errors that the bank has corrected."""
    return [row for row in statement["new"] if not row["repeats"] and not row.get("undone_by")]
