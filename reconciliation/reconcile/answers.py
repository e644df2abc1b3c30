"""Reads of one statement's stored answer (`reconciliation` of an import, JSON)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

Json = Mapping[str, Any]


def to_settle(statement: Json) -> Decimal | None:
    """Bank minus books once all that is only outstanding is counted; None where it cannot be known."""
    bridge = statement.get("bridge")
    if bridge is None:
        return None
    return Decimal(bridge["statement_closing"]) - Decimal(bridge["ledger_closing"]) - Decimal(bridge["timing"])


def is_outstanding(item: Json) -> bool:
    return str(item["kind"]) == "outstanding"


def is_reversal(item: Json) -> bool:
    return str(item.get("proof")) == "reversal"


def rows_to_record(statement: Json) -> list[Json]:
    """Rows that the books lack; one that another statement prints already is recorded with that one, an error of the bank that it put
    right never."""
    return [row for row in statement["new"] if not row["repeats"] and not row.get("undone_by")]
