"""JSON schemas of frozen dataclasses for a model, and the dataclass read from a model's JSON object, or problems that name the field and
its expected value."""

import dataclasses
import datetime as dt
import inspect
import re
import types
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from assistant.contract import Json

DECIMAL_PATTERN = r"^-?[0-9]{1,20}(\.[0-9]{1,20})?$"
_PLAIN: dict[object, dict[str, Json]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    Decimal: {"type": "string", "pattern": DECIMAL_PATTERN},
    dt.date: {"type": "string", "format": "date"},
}


class UnsupportedType(TypeError):
    """A field's type has no place in a schema: a mistake of the programmer, raised when the tool is made."""


def object_schema(shape: type) -> dict[str, Json]:
    """Return the schema of a frozen dataclass. Its docstring is the description; `Annotated[str, "..."]` describes a field. A field
    without a default is required, and no other field is allowed. Raises UnsupportedType."""
    if not dataclasses.is_dataclass(shape):
        raise UnsupportedType(f"{shape!r} is not a dataclass")
    hints = field_types(shape)
    schema: dict[str, Json] = {
        "type": "object",
        "properties": {name: type_schema(hint) for name, hint in hints.items()},
        "required": [field.name for field in dataclasses.fields(shape) if is_required(field)],
        "additionalProperties": False,
    }
    described = description(shape)
    return {"description": described, **schema} if described else schema


def type_schema(hint: Any) -> dict[str, Json]:
    """Return the schema of a field's type. Raises UnsupportedType."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return {**type_schema(arguments[0]), "description": arguments[1]}
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if origin is Literal:
        return (
            {"type": "string", "enum": list(arguments)}
            if all(isinstance(choice, str) for choice in arguments)
            else {"enum": list(arguments)}
        )
    if (item := item_type(hint)) is not None:
        return {"type": "array", "items": type_schema(item)}
    if (wanted := optional_type(hint)) is not None:
        return {"anyOf": [type_schema(wanted), {"type": "null"}]}
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return object_schema(hint)
    raise UnsupportedType(f"{hint!r} cannot be a field of a tool's arguments or of an answer")


def description(shape: type) -> str:
    """Return the written docstring, or an empty text: dataclasses generate one of their own."""
    written = inspect.cleandoc(shape.__doc__ or "")
    return "" if written.startswith(f"{shape.__name__}(") else " ".join(written.split())


@cache
def field_types(shape: type) -> dict[str, Any]:
    return get_type_hints(shape, include_extras=True)


def is_required(field: "dataclasses.Field[Any]") -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def item_type(hint: Any) -> Any:
    """Return X of list[X] and of tuple[X, ...], else None."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is list or (origin is tuple and arguments[1:] == (Ellipsis,)):
        return arguments[0]
    return None


def optional_type(hint: Any) -> Any:
    """Return X of X | None, else None."""
    if get_origin(hint) not in (Union, types.UnionType):
        return None
    wanted = [argument for argument in get_args(hint) if argument is not types.NoneType]
    return wanted[0] if len(wanted) == 1 and len(get_args(hint)) == 2 else None


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
    """Return an instance of the dataclass; append to `problems` and return None if the values do not fit."""
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
    """Return the value as its type has it. Appends to `problems` and returns None if the value does not fit; an optional value may be None
    without a problem."""
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
    """Raise _Unfit, as an expression."""
    raise _Unfit


def _date(value: Json) -> dt.date:
    """Return the day of a text such as "2026-01-31". Raises _Unfit."""
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
