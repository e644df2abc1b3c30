"""Statements to and from the JSON of the commands; incoming JSON is untrusted and is checked field by field."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, TypeVar

from reconciliation.printed.arithmetic import Repair, repairs_of
from reconciliation.printed.currency_signs import SIGNS
from reconciliation.printed.statement import KINDS_OF_PARTS, UNNAMED_ENDS, Fact, Integrity, PrintedLine, PrintedStatement, UnreadRow

Json = dict[str, Any]
Item = TypeVar("Item")
Check = Callable[[object, str], object]
AMOUNT = re.compile(r"-?\d{1,30}(\.\d{1,10})?")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
SURROGATE = re.compile(r"[\ud800-\udfff]")
LONGEST_TEXT = 20_000
MOST_LINES = 100_000


class UnreadableStatement(ValueError):
    """The JSON is not a statement; the message names the field and its error."""


def statement_to_json(statement: PrintedStatement) -> Json:
    """Return the statement as `read_statement` prints it: money as decimal strings, days as ISO 8601, unknown as null. A row has
    `parts`, by kind, if it is a payment of a debt."""
    parts = [{kind: format(amount, "f") for kind, amount in line.parts} for line in statement.lines]
    return {
        **_to_json(statement, HEAD),
        "integrity": _to_json(statement.integrity, INTEGRITY),
        "repairs": [repair_to_json(repair) for repair in repairs_of(statement)],
        "lines": [
            _to_json(line, LINE) | ({"parts": of_line} if of_line else {}) for line, of_line in zip(statement.lines, parts, strict=True)
        ],
        "unread": [_to_json(row, UNREAD) for row in statement.unread],
        "flags": list(statement.flags),
        "source": statement.source,
    }


def repair_to_json(repair: Repair) -> Json:
    """Return a proposal as it is printed and stored; rows are indexes into `lines`."""
    return _to_json(repair, ("kind", "line", "until", "amount", "read", "page", "alone"))


def _to_json(record: object, names: Iterable[str]) -> Json:
    plain: Json = {}
    for name in names:
        value = getattr(record, name)
        if isinstance(value, dt.date):
            plain[name] = value.isoformat()
        elif isinstance(value, Decimal):
            plain[name] = format(value, "f")
        else:
            plain[name] = list(value) if isinstance(value, tuple) else value
    return plain


def statement_from_json(value: object) -> PrintedStatement:
    """Return a statement from untrusted JSON. Raises `UnreadableStatement`."""
    fields = _object(value, "statement")
    head, given, path = _checked(fields, HEAD, "statement"), fields.get("integrity"), "integrity.unconfirmed"
    judged = _object({} if given is None else given, "integrity")
    integrity = _checked(judged, INTEGRITY, "integrity")
    codes = _items(judged, "unconfirmed", lambda fact, _: FLAG(_object(fact, path).get("code"), path))
    integrity["rows_follow"] = integrity["rows_follow"] and integrity["holds"] is None
    return PrintedStatement(
        **head,
        integrity=Integrity(**integrity, unconfirmed=tuple(Fact(code=code) for code in codes if code in UNNAMED_ENDS)),
        lines=_items(fields, "lines", _line),
        unread=_items(fields, "unread", lambda row, path: UnreadRow(**_checked(_object(row, path), UNREAD, path))),
        flags=_items(fields, "flags", FLAG),
        source=str(TEXT(fields.get("source"), "statement.source")),
    )


def _line(value: object, path: str) -> PrintedLine:
    row = _object(value, path)
    parts = row.get("parts")
    named = _object({} if parts is None else parts, f"{path}.parts")
    if not KINDS_OF_PARTS.issuperset(named):
        raise UnreadableStatement(f"{path}.parts: must name parts of a payment")
    amounts = tuple((kind, _amount(amount, f"{path}.parts.{kind}")) for kind, amount in named.items())
    return PrintedLine(**_checked(row, LINE, path), parts=amounts)


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


def _text(value: object, path: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise UnreadableStatement(f"{path}: must be a text of at most {LONGEST_TEXT} characters")
    if SURROGATE.search(value):
        raise UnreadableStatement(f"{path}: holds half a character")
    return value


def _code(value: object, path: str, *, is_allowed: Callable[[str], object], wanted: str) -> str:
    if not isinstance(value, str) or not is_allowed(value):
        raise UnreadableStatement(f"{path}: must be {wanted}")
    return value


SHARED_SIGN = partial(_code, is_allowed=SIGNS.__contains__, wanted="a sign that several currencies share")
FLAG = partial(_code, is_allowed=re.compile(r"[a-z_]{1,60}").fullmatch, wanted="a code in lower case")


def _amount(value: object, path: str) -> Decimal:
    if value is None:
        raise UnreadableStatement(f"{path}: missing")
    if not isinstance(value, str) or not AMOUNT.fullmatch(value) or not value.isascii():
        raise UnreadableStatement(f'{path}: must be a decimal string like "-12.30"')
    return Decimal(value)


def _day(value: object, path: str) -> dt.date:
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


def _box(value: object, path: str) -> tuple[float, ...]:
    sides = value if isinstance(value, list) else []
    numbers = [side for side in sides if isinstance(side, int | float) and not isinstance(side, bool) and abs(side) <= 1e7]
    if not len(numbers) == len(sides) == 4:
        raise UnreadableStatement(f"{path}: must be four numbers")
    return tuple(round(float(side), 2) for side in numbers)


def _truth(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise UnreadableStatement(f"{path}: must be true, false or null")
    return value


def _or(check: Check, default: object = None) -> Check:
    """Return a check that gives the default for null, and for a field that is missing."""
    return lambda value, path: default if value is None else check(value, path)


# The fields of an object, in the order in which they are printed, and the check of each
TEXT, DAY_OR_NULL, AMOUNT_OR_NULL = _or(_text, ""), _or(_day), _or(_amount)
HEAD = dict.fromkeys(("institution", "account_hint", "account_kind", "currency"), _or(_text)) | {"currency_sign": _or(SHARED_SIGN)}
HEAD |= {"period_start": DAY_OR_NULL, "period_end": DAY_OR_NULL, "opening_balance": AMOUNT_OR_NULL, "closing_balance": AMOUNT_OR_NULL}
UNREAD = {"page": _or(partial(_whole, least=1), 1), "box": _or(_box, (0.0, 0.0, 0.0, 0.0)), "text": TEXT}
LINE = {"date": DAY_OR_NULL, "description": TEXT, "amount": _amount, "balance": AMOUNT_OR_NULL}
LINE |= {"transaction_date": DAY_OR_NULL, "value_date": DAY_OR_NULL, "reference": TEXT, **UNREAD}
INTEGRITY = {"holds": _or(_truth), "difference": AMOUNT_OR_NULL, "first_break": _or(partial(_whole, least=0))}
INTEGRITY |= {"rows_follow": _or(_truth, default=False), "opening_computed": _or(_truth)}


def _checked(fields: Mapping[str, object], checks: Mapping[str, Check], path: str) -> dict[str, Any]:
    return {name: check(fields.get(name), f"{path}.{name}") for name, check in checks.items()}
