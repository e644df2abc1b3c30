"""From a model's JSON object to a frozen dataclass, or to problems that name the field and its expected value."""

import dataclasses
import datetime as dt
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from assistant.contract import Json
from assistant.schema import DECIMAL_PATTERN, field_types, is_required, item_type, optional_type

Shape = TypeVar("Shape")
MOST_PROBLEMS = 8
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DECIMAL = re.compile(DECIMAL_PATTERN)


class InvalidValues(ValueError):
    """An object does not have the shape. `problems` are sentences for a model, each naming its field."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class _Unfit(ValueError):
    """A value that does not fit its type."""


def parse(shape: type[Shape], values: Mapping[str, Json]) -> Shape:
    """Return an instance of the dataclass. Nothing is converted between JSON types: "5" is no integer, 5 no string.

    Raises InvalidValues. A `ValueError` from `__post_init__` is a rule of the shape and becomes a problem too."""
    problems: list[str] = []
    instance = _object(shape, values, "", problems)
    if problems:
        raise InvalidValues(tuple(problems[:MOST_PROBLEMS]))
    return instance  # type: ignore[no-any-return] # without problems it is an instance of the shape


def _object(shape: type, values: Mapping[str, Json], path: str, problems: list[str]) -> Any:
    fields = {field.name: field for field in dataclasses.fields(shape)}
    before = len(problems)
    problems += [
        f"{path}{str(name)[:60]} is not a known field; the fields are {', '.join(fields) or 'none'}"
        for name in values
        if name not in fields
    ]
    hints = field_types(shape)
    problems += [
        f"{path}{name} is required: {expected(hints[name])}" for name, field in fields.items() if is_required(field) and name not in values
    ]
    parsed = {name: _value(hints[name], values[name], f"{path}{name}", problems) for name in fields if name in values}
    if len(problems) > before:
        return None
    try:
        return shape(**parsed)
    except ValueError as rule:
        problems.append(f"{path.rstrip('.')}: {rule}" if path else str(rule))
        return None


def _value(hint: Any, value: Json, path: str, problems: list[str]) -> Any:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if (wanted := optional_type(hint)) is not None:
        return None if value is None else _value(wanted, value, path, problems)
    if (item := item_type(hint)) is not None and isinstance(value, list):
        items = [_value(item, element, f"{path}[{index}]", problems) for index, element in enumerate(value)]
        return items if get_origin(hint) is list else tuple(items)
    if dataclasses.is_dataclass(hint) and isinstance(value, Mapping):
        return _object(hint, value, f"{path}.", problems)  # type: ignore[arg-type] # a hint is a class, never an instance
    try:
        if get_origin(hint) is Literal:
            matches = [choice for choice in get_args(hint) if type(choice) is type(value) and choice == value]
            return matches[0] if matches else _unfit()
        reader = _READERS.get(hint)
        return reader(value) if reader else _unfit()
    except _Unfit:
        shown = "an object" if isinstance(value, Mapping) else "a list" if isinstance(value, list) else repr(value)[:60]
        problems.append(f"{path} must be {expected(hint)}, not {shown}")
        return None


def _unfit() -> Any:
    raise _Unfit


def _date(value: Json) -> dt.date:
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise _Unfit
    try:
        return dt.date.fromisoformat(value)
    except ValueError:
        raise _Unfit from None


_READERS: dict[Any, Callable[[Json], Any]] = {
    str: lambda value: value if isinstance(value, str) else _unfit(),
    int: lambda value: value if isinstance(value, int) and not isinstance(value, bool) else _unfit(),
    bool: lambda value: value if isinstance(value, bool) else _unfit(),
    Decimal: lambda value: Decimal(value) if isinstance(value, str) and _DECIMAL.fullmatch(value) else _unfit(),
    dt.date: _date,
}
_EXPECTED: dict[Any, str] = {
    str: "a string",
    int: "an integer",
    bool: "true or false",
    Decimal: 'a decimal in a string, such as "-19.50"',
    dt.date: 'a date as "YYYY-MM-DD"',
}


def expected(hint: Any) -> str:
    """Return the expected value of a field, in words."""
    if get_origin(hint) is Annotated:
        return expected(get_args(hint)[0])
    if (wanted := optional_type(hint)) is not None:
        return f"{expected(wanted)}, or null"
    if (item := item_type(hint)) is not None:
        return f"a list, each item {expected(item)}"
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(repr(choice) for choice in get_args(hint))
    if dataclasses.is_dataclass(hint):
        return "an object with the fields " + ", ".join(field.name for field in dataclasses.fields(hint))
    return _EXPECTED[hint]
