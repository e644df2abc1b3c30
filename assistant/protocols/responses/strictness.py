"""Which schemas a server can hold a model to, by OpenAI's rules for strict schemas."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json
from assistant.protocols.values import mapping

_FORMS = frozenset(("type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs"))
_BOUNDS = frozenset(
    ("pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems")
)
_KNOWN = _FORMS | _BOUNDS | {"description", "title"}
_KINDS = ("type", "anyOf", "$ref")
DEEPEST = 10


def allows_strict(schema: Json, depth: int = 0) -> bool:
    """Whether all of its fields are required, nothing else is allowed, and every word of it is among those that are enforced."""
    if not isinstance(schema, Mapping) or depth > DEEPEST or not _KNOWN.issuperset(schema) or not any(kind in schema for kind in _KINDS):
        return False
    if schema.get("type") == "object" and not _is_closed(schema):
        return False
    return all(allows_strict(child, depth + 1) for child in _children(schema))


def _is_closed(schema: Mapping[str, Any]) -> bool:
    required = schema.get("required")
    return (
        schema.get("additionalProperties") is False
        and isinstance(required, list)
        and set(required) == set(mapping(schema.get("properties")))
    )


def _children(schema: Mapping[str, Any]) -> list[Json]:
    named = [*mapping(schema.get("properties")).values(), *mapping(schema.get("$defs")).values()]
    either = schema.get("anyOf")
    return named + (either if isinstance(either, list) else []) + ([schema["items"]] if "items" in schema else [])
