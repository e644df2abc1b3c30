"""Reads the stored answer of a statement (`reconciliation` of an import, JSON), and the candidate entries for review: one for each printed
row that the books lack."""

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from reconciliation.printed.statement import PrintedLine, PrintedStatement

Json = Mapping[str, Any]
VERSION = 1
ONLY_TIMING = frozenset({"reading_confirmed", "ends_unconfirmed", "outstanding_unproved", "cut_off", "chain_gap"})


def to_settle(statement: Json) -> Decimal | None:
    """Return bank minus books after all outstanding items, or None if it is unknown."""
    bridge = statement.get("bridge")
    if bridge is None:
        return None
    return Decimal(bridge["statement_closing"]) - Decimal(bridge["ledger_closing"]) - Decimal(bridge["timing"])


def asks_about_names(group: Json) -> bool:
    """True for a question about one row and one entry of equal amount whose names differ."""
    return group.get("doubt") == "weak_pair" and len(group["lines"]) == len(group["transactions"]) == 1


def is_outstanding(item: Json) -> bool:
    return str(item["kind"]) == "outstanding"


def is_reversal(item: Json) -> bool:
    return str(item.get("proof")) == "reversal"


def rows_to_record(statement: Json) -> list[Json]:
    """Return the rows that the books lack, without those recorded from another statement and without errors that the bank has corrected."""
    return [row for row in statement["new"] if not row["repeats"] and not row.get("undone_by")]


def counting(statements: Sequence[Json]) -> list[Json]:
    """Return the statements of a file without copies and replaced ones."""
    return [statement for statement in statements if statement.get("same_as") is None and statement.get("replaced_by") is None]


def nothing_to_extract(answers: Sequence[Json]) -> bool:
    """True if every printed row is in the books: each statement is matched, or ties and only lacks proof of timing. Copies and replaced
    statements have no rows to extract."""
    return bool(answers) and all(
        statement["verdict"] == "matched"
        or (statement["verdict"] == "partial" and statement["reasons"] and set(statement["reasons"]) <= ONLY_TIMING)
        for statement in counting(answers)
    )


def extract(answers: Sequence[Json], statements: Sequence[PrintedStatement]) -> dict[str, Any]:
    """Return candidate entries, each with its statement and line; `replaces` is a pending entry of the books."""
    entries = []
    for number, (answer, printed) in enumerate(zip(answers, statements, strict=True)):
        for row in rows_to_record(answer):
            line = printed.lines[row["line"]]
            day = booking_day(printed, line)
            entries.append(
                {
                    "statement": number,
                    "line": row["line"],
                    "account": answer["account"],
                    "date": day.isoformat() if day else None,
                    "amount": format(line.amount, "f"),
                    "currency": answer.get("currency") or printed.currency,
                    "description": line.description,
                    "reference": line.reference,
                    "replaces": row.get("candidate"),
                }
            )
    return {"version": VERSION, "entries": entries, "count": len(entries)}


def booking_day(printed: PrintedStatement, line: PrintedLine) -> dt.date | None:
    """Return the day of the entry made from this row, None if none is printed: that of the transaction, or of the posting if the
    transaction lies before the statement, whose earlier days may be signed off."""
    happened = line.transaction_date
    if happened is None or (printed.period_start and happened < printed.period_start):
        return line.date
    return happened
