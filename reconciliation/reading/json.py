"""Statements to and from the JSON of the commands; what comes in is untrusted and is checked field by field."""

import datetime as dt
import math
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from reconciliation.documents.pages import Box
from reconciliation.reading.repairs import Repair, repairs_of
from reconciliation.reading.statement import UNNAMED_ENDS, Fact, Integrity, PrintedLine, PrintedStatement, UnreadRow

Json = dict[str, Any]
AMOUNT = re.compile(r"-?\d{1,30}(\.\d{1,10})?")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
SURROGATE = re.compile(r"[\ud800-\udfff]")
LONGEST_TEXT = 20_000
MOST_LINES = 100_000


class UnreadableStatement(ValueError):
    """The JSON is not a statement; the message names the field and what is wrong with it."""


def statement_to_json(statement: PrintedStatement) -> Json:
    """The statement as `read_statement` prints it: money as decimal strings, days as ISO 8601, unknown as null."""
    return {
        "institution": statement.institution,
        "account_hint": statement.account_hint,
        "account_kind": statement.account_kind,
        "currency": statement.currency,
        "period_start": _day_out(statement.period_start),
        "period_end": _day_out(statement.period_end),
        "opening_balance": _amount_out(statement.opening_balance),
        "closing_balance": _amount_out(statement.closing_balance),
        "integrity": {
            "holds": statement.integrity.holds,
            "difference": _amount_out(statement.integrity.difference),
            "first_break": statement.integrity.first_break,
            "rows_follow": statement.integrity.rows_follow,
        },
        "repairs": [repair_to_json(repair) for repair in repairs_of(statement)],
        "lines": [_line_to_json(line) for line in statement.lines],
        "unread": [{"page": row.page, "box": list(row.box), "text": row.text} for row in statement.unread],
        "flags": list(statement.flags),
        "source": statement.source,
    }


def repair_to_json(repair: Repair) -> Json:
    """A proposal as it is printed and stored; rows are indexes into `lines`."""
    return {
        "kind": repair.kind,
        "line": repair.line,
        "until": repair.until,
        "amount": _amount_out(repair.amount),
        "read": _amount_out(repair.read),
        "page": repair.page,
        "alone": repair.alone,
    }


def statement_from_json(value: object) -> PrintedStatement:
    """A statement from JSON that anybody may have written. Raises `UnreadableStatement`."""
    fields = _object(value, "statement")
    return PrintedStatement(
        institution=_text_or_null(fields, "institution"),
        account_hint=_text_or_null(fields, "account_hint"),
        account_kind=_text_or_null(fields, "account_kind"),
        currency=_text_or_null(fields, "currency"),
        period_start=_day(fields, "period_start"),
        period_end=_day(fields, "period_end"),
        opening_balance=_amount_or_null(fields, "opening_balance"),
        closing_balance=_amount_or_null(fields, "closing_balance"),
        integrity=_integrity(fields.get("integrity")),
        lines=tuple(_line(row, f"lines[{index}]") for index, row in enumerate(_list(fields, "lines"))),
        unread=tuple(_unread(row, f"unread[{index}]") for index, row in enumerate(_list(fields, "unread"))),
        flags=tuple(_flag(flag, f"flags[{index}]") for index, flag in enumerate(_list(fields, "flags"))),
        source=_text_or_null(fields, "source") or "",
    )


def _line_to_json(line: PrintedLine) -> Json:
    return {
        "date": _day_out(line.date),
        "description": line.description,
        "amount": _amount_out(line.amount),
        "balance": _amount_out(line.balance),
        "transaction_date": _day_out(line.transaction_date),
        "value_date": _day_out(line.value_date),
        "reference": line.reference,
        "page": line.page,
        "box": list(line.box),
        "text": line.text,
    }


def _line(value: object, where: str) -> PrintedLine:
    fields = _object(value, where)
    amount = _amount_or_null(fields, "amount", where)
    if amount is None:
        raise UnreadableStatement(f"{where}.amount: missing")
    return PrintedLine(
        date=_day(fields, "date", where),
        description=_text_or_null(fields, "description", where) or "",
        amount=amount,
        balance=_amount_or_null(fields, "balance", where),
        transaction_date=_day(fields, "transaction_date", where),
        value_date=_day(fields, "value_date", where),
        reference=_text_or_null(fields, "reference", where) or "",
        page=_whole(fields.get("page", 1), f"{where}.page", least=1),
        box=_box(fields.get("box"), f"{where}.box"),
        text=_text_or_null(fields, "text", where) or "",
    )


def _unread(value: object, where: str) -> UnreadRow:
    fields = _object(value, where)
    return UnreadRow(
        page=_whole(fields.get("page", 1), f"{where}.page", least=1),
        box=_box(fields.get("box"), f"{where}.box"),
        text=_text_or_null(fields, "text", where) or "",
    )


def _integrity(value: object) -> Integrity:
    if value is None:
        return Integrity(holds=None)
    fields = _object(value, "integrity")
    holds = fields.get("holds")
    if holds is not None and not isinstance(holds, bool):
        raise UnreadableStatement("integrity.holds: must be true, false or null")
    first_break = fields.get("first_break")
    follows = fields.get("rows_follow", False)
    if not isinstance(follows, bool):
        raise UnreadableStatement("integrity.rows_follow: must be true or false")
    codes = (_flag(_object(one, "integrity.unconfirmed").get("code"), "integrity.unconfirmed") for one in _list(fields, "unconfirmed"))
    return Integrity(
        holds=holds,
        rows_follow=follows and holds is None,
        unconfirmed=tuple(Fact(code=code) for code in codes if code in UNNAMED_ENDS),
        difference=_amount_or_null(fields, "difference", "integrity"),
        first_break=None if first_break is None else _whole(first_break, "integrity.first_break", least=0),
    )


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise UnreadableStatement(f"{where}: must be an object")
    return value


def _list(fields: Mapping[str, object], name: str) -> Sequence[object]:
    value = fields.get(name)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise UnreadableStatement(f"{name}: must be a list")
    if len(value) > MOST_LINES:
        raise UnreadableStatement(f"{name}: more than {MOST_LINES} items")
    return value


def _text_or_null(fields: Mapping[str, object], name: str, where: str = "statement") -> str | None:
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise UnreadableStatement(f"{where}.{name}: must be a text of at most {LONGEST_TEXT} characters")
    if SURROGATE.search(value):
        raise UnreadableStatement(f"{where}.{name}: holds half a character")
    return value


def _flag(value: object, where: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z_]{1,60}", value):
        raise UnreadableStatement(f"{where}: must be a code in lower case")
    return value


def _amount_or_null(fields: Mapping[str, object], name: str, where: str = "statement") -> Decimal | None:
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not AMOUNT.fullmatch(value) or not value.isascii():
        raise UnreadableStatement(f'{where}.{name}: must be a decimal string like "-12.30"')
    return Decimal(value)


def _day(fields: Mapping[str, object], name: str, where: str = "statement") -> dt.date | None:
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not DAY.fullmatch(value):
        raise UnreadableStatement(f"{where}.{name}: must be a day like 2026-01-31")
    try:
        return dt.date.fromisoformat(value)
    except ValueError as error:
        raise UnreadableStatement(f"{where}.{name}: there is no day {value}") from error


def _whole(value: object, where: str, *, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_LINES * 10:
        raise UnreadableStatement(f"{where}: must be a whole number from {least}")
    return value


def _box(value: object, where: str) -> Box:
    if value is None:
        return (0.0, 0.0, 0.0, 0.0)
    if not isinstance(value, list) or len(value) != 4:
        raise UnreadableStatement(f"{where}: must be four numbers")
    x0, y0, x1, y1 = (_number(side, where) for side in value)
    return (x0, y0, x1, y1)


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > 1e7:
        raise UnreadableStatement(f"{where}: must be four numbers")
    return round(float(value), 2)


def _day_out(day: dt.date | None) -> str | None:
    return None if day is None else day.isoformat()


def _amount_out(amount: Decimal | None) -> str | None:
    return None if amount is None else format(amount, "f")
