"""From a frozen dataclass to a JSON schema for a model."""

import dataclasses
import datetime as dt
import inspect
import types
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

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
    without a default is required, and no other field is allowed."""
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
