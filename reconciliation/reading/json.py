"""Statements to and from the JSON of the commands; what comes in is untrusted and is checked field by field."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeVar

from reconciliation.documents.pages import Box
from reconciliation.reading.arithmetic import Repair, repairs_of
from reconciliation.reading.statement import UNNAMED_ENDS, Fact, Integrity, PrintedLine, PrintedStatement, UnreadRow
from reconciliation.reading.tokens.money_marks import SIGNS

Json = dict[str, Any]
Item = TypeVar("Item")
AMOUNT = re.compile(r"-?\d{1,30}(\.\d{1,10})?")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
SURROGATE = re.compile(r"[\ud800-\udfff]")
LONGEST_TEXT = 20_000
MOST_LINES = 100_000


class UnreadableStatement(ValueError):
    """The JSON is not a statement; the message names the field and what is wrong with it."""


def statement_to_json(statement: PrintedStatement) -> Json:
    """Return the statement as `read_statement` prints it: money as decimal strings, days as ISO 8601, unknown as null."""
    return {
        **_to_json(statement, HEAD),
        "integrity": _to_json(statement.integrity, ("holds", "difference", "first_break", "rows_follow")),
        "repairs": [repair_to_json(repair) for repair in repairs_of(statement)],
        "lines": [_to_json(line, LINE) for line in statement.lines],
        "unread": [_to_json(row, UNREAD) for row in statement.unread],
        "flags": list(statement.flags),
        "source": statement.source,
    }


def repair_to_json(repair: Repair) -> Json:
    """Return a proposal as it is printed and stored; rows are indexes into `lines`."""
    return _to_json(repair, ("kind", "line", "until", "amount", "read", "page", "alone"))


def _to_json(record: object, names: Iterable[str]) -> Json:
    return {name: _plain(getattr(record, name)) for name in names}


def _plain(value: object) -> object:
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    return list(value) if isinstance(value, tuple) else value


def statement_from_json(value: object) -> PrintedStatement:
    """Return a statement from JSON that anybody may have written. Raises `UnreadableStatement`."""
    fields = _object(value, "statement")
    return PrintedStatement(
        **_checked(fields, HEAD, "statement"),
        integrity=_integrity(fields.get("integrity")),
        lines=_items(fields, "lines", _line),
        unread=_items(fields, "unread", lambda row, path: UnreadRow(**_checked(_object(row, path), UNREAD, path))),
        flags=_items(fields, "flags", _flag),
        source=_text(fields.get("source"), "statement.source"),
    )


def _line(value: object, path: str) -> PrintedLine:
    fields = _object(value, path)
    if _amount_or_null(fields.get("amount"), f"{path}.amount") is None:
        raise UnreadableStatement(f"{path}.amount: missing")
    return PrintedLine(**_checked(fields, LINE, path))


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
    path = "integrity.unconfirmed"
    codes = _items(fields, "unconfirmed", lambda fact, _: _flag(_object(fact, path).get("code"), path))
    return Integrity(
        holds=holds,
        rows_follow=follows and holds is None,
        unconfirmed=tuple(Fact(code=code) for code in codes if code in UNNAMED_ENDS),
        difference=_amount_or_null(fields.get("difference"), "integrity.difference"),
        first_break=None if first_break is None else _whole(first_break, "integrity.first_break", least=0),
    )


def _object(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise UnreadableStatement(f"{path}: must be an object")
    return value


def _items(fields: Mapping[str, object], name: str, check: Callable[[object, str], Item]) -> tuple[Item, ...]:
    items = fields.get(name)
    if items is None:
        return ()
    if not isinstance(items, list):
        raise UnreadableStatement(f"{name}: must be a list")
    if len(items) > MOST_LINES:
        raise UnreadableStatement(f"{name}: more than {MOST_LINES} items")
    return tuple(check(item, f"{name}[{index}]") for index, item in enumerate(items))


def _text_or_null(value: object, path: str) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise UnreadableStatement(f"{path}: must be a text of at most {LONGEST_TEXT} characters")
    if SURROGATE.search(value):
        raise UnreadableStatement(f"{path}: holds half a character")
    return value


def _sign_or_null(value: object, path: str) -> str | None:
    if value is not None and (not isinstance(value, str) or value not in SIGNS):
        raise UnreadableStatement(f"{path}: must be a sign that several currencies share")
    return value


def _text(value: object, path: str) -> str:
    return _text_or_null(value, path) or ""


def _flag(value: object, path: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z_]{1,60}", value):
        raise UnreadableStatement(f"{path}: must be a code in lower case")
    return value


def _amount_or_null(value: object, path: str) -> Decimal | None:
    if value is None:
        return None
    if not isinstance(value, str) or not AMOUNT.fullmatch(value) or not value.isascii():
        raise UnreadableStatement(f'{path}: must be a decimal string like "-12.30"')
    return Decimal(value)


def _day_or_null(value: object, path: str) -> dt.date | None:
    if value is None:
        return None
    if not isinstance(value, str) or not DAY.fullmatch(value):
        raise UnreadableStatement(f"{path}: must be a day like 2026-01-31")
    try:
        return dt.date.fromisoformat(value)
    except ValueError as error:
        raise UnreadableStatement(f"{path}: there is no day {value}") from error


def _whole(value: object, path: str, *, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_LINES * 10:
        raise UnreadableStatement(f"{path}: must be a whole number from {least}")
    return value


def _box(value: object, path: str) -> Box:
    if value is None:
        return (0.0, 0.0, 0.0, 0.0)
    if not isinstance(value, list) or len(value) != 4 or not all(map(_is_coordinate, value)):
        raise UnreadableStatement(f"{path}: must be four numbers")
    x0, y0, x1, y1 = (round(float(side), 2) for side in value)
    return (x0, y0, x1, y1)


def _is_coordinate(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e7


Fields = dict[str, Callable[[object, str], object]]
"""The fields of an object, in the order in which they are printed, and the check of each."""
HEAD: Fields = dict.fromkeys(("institution", "account_hint", "account_kind", "currency"), _text_or_null)
HEAD |= dict.fromkeys(("currency_sign",), _sign_or_null) | dict.fromkeys(("period_start", "period_end"), _day_or_null)
HEAD |= dict.fromkeys(("opening_balance", "closing_balance"), _amount_or_null)
UNREAD: Fields = {"page": lambda value, path: _whole(value, path, least=1), "box": _box, "text": _text}
LINE: Fields = {"date": _day_or_null, "description": _text, "amount": _amount_or_null, "balance": _amount_or_null}
LINE |= {"transaction_date": _day_or_null, "value_date": _day_or_null, "reference": _text, **UNREAD}
DEFAULTS = {"page": 1}  # of fields that are missing; all others are null


def _checked(fields: Mapping[str, object], checks: Fields, path: str) -> dict[str, Any]:
    return {name: check(fields.get(name, DEFAULTS.get(name)), f"{path}.{name}") for name, check in checks.items()}
