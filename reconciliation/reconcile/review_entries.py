"""Candidate entries for review: one for each printed row that the books lack."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from reconciliation.printed.statement import PrintedLine, PrintedStatement

Json = dict[str, Any]
VERSION = 1
ONLY_TIMING = frozenset({"ends_unconfirmed", "outstanding_unproved", "cut_off", "chain_gap"})


def nothing_to_extract(answers: Sequence[Json]) -> bool:
    """True if every printed row is in the books: each statement is matched, or ties and only lacks proof of timing."""
    return bool(answers) and all(_all_rows_booked(each) for each in answers)


def _all_rows_booked(statement: Mapping[str, Any]) -> bool:
    if statement["verdict"] == "matched":
        return True
    return statement["verdict"] == "partial" and bool(statement["reasons"]) and set(statement["reasons"]) <= ONLY_TIMING


def extract(answers: Sequence[Json], statements: Sequence[PrintedStatement]) -> Json:
    """Return candidate entries, each with its statement and line; `replaces` is a pending entry of the books.

    Left out are rows recorded from another statement, which would be posted twice, and errors that the bank has corrected.
    """
    entries = [
        _candidate(number, each, printed, row)
        for number, (each, printed) in enumerate(zip(answers, statements, strict=True))
        for row in each["new"]
        if not row["repeats"] and not row.get("undone_by")
    ]
    return {"version": VERSION, "entries": entries, "count": len(entries)}


def booking_day(printed: PrintedStatement, line: PrintedLine) -> dt.date | None:
    """Return the day of the entry made from this row, None if none is printed: that of the transaction, or of the posting if the
    transaction lies before the statement, whose earlier days may be signed off."""
    happened = line.transaction_date
    if happened is None or (printed.period_start and happened < printed.period_start):
        return line.date
    return happened


def _candidate(number: int, statement: Mapping[str, Any], printed: PrintedStatement, row: Mapping[str, Any]) -> Json:
    line = printed.lines[row["line"]]
    day = booking_day(printed, line)
    return {
        "statement": number,
        "line": row["line"],
        "account": statement["account"],
        "date": day.isoformat() if day else None,
        "amount": format(line.amount, "f"),
        "currency": statement.get("currency") or printed.currency,
        "description": line.description,
        "reference": line.reference,
        "replaces": row.get("candidate"),
    }
