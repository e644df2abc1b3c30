"""Schemas of tools without references, which not every provider takes. Many servers write references: FastMCP names each nested model."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LARGEST_SCHEMA = 10_000
"""Characters of JSON that a server may state, and values that a schema may have without its references."""
DEEPEST = 24
"""Levels of a schema without its references. A model within a model takes about four."""
_LOCAL = re.compile(r"#/(\$defs|definitions)/([^/]+)")
_DEFINITIONS = ("$defs", "definitions")
_ELSEWHERE = ("$dynamicRef", "$recursiveRef")
_REMARKS = frozenset({"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"})
"""Keywords that demand nothing: beside a reference they replace those of its definition."""


class _Unresolved(Exception):
    """A reference leads elsewhere, to nothing or to itself, or the schema becomes too deep or too large."""


def without_references(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the schema with its own definitions in place of the references to them, or None if that is not possible: a reference leads
    elsewhere, to nothing or to itself, or the result would be too deep or too large."""
    stated = {name: value for name, value in schema.items() if name not in (*_DEFINITIONS, "$schema")}
    try:
        plain: dict[str, Any] = _Inlined(definitions=schema).schema(stated, depth=0, within=frozenset())
    except _Unresolved:
        return None
    return plain


@dataclass(slots=True)
class _Inlined:
    """Resolves the references of one schema. `left` is how many values the result may still have."""

    definitions: Mapping[str, Any]
    left: int = LARGEST_SCHEMA

    def schema(self, value: Any, depth: int, within: frozenset[str]) -> Any:
        """Return a part of the schema without references; `within` are those that lead to it. Raises _Unresolved."""
        self.left -= 1
        if depth > DEEPEST or self.left < 0:
            raise _Unresolved
        if isinstance(value, list):
            return [self.schema(item, depth + 1, within) for item in value]
        if not isinstance(value, Mapping):
            return value
        if any(name in value for name in _ELSEWHERE):
            raise _Unresolved
        plain = {name: self.schema(inner, depth + 1, within) for name, inner in value.items() if name != "$ref"}
        if "$ref" not in value:
            return plain
        reference = value["$ref"]
        definition = self.schema(self._definition(reference, within), depth + 1, within | {reference})
        if not isinstance(definition, Mapping) or not _REMARKS.issuperset(plain.keys() & definition.keys()):
            raise _Unresolved
        return {**definition, **plain}

    def _definition(self, reference: Any, within: frozenset[str]) -> Any:
        """Return the definition that a reference names. Raises _Unresolved."""
        local = _LOCAL.fullmatch(reference) if isinstance(reference, str) else None
        if local is None or reference in within:
            raise _Unresolved
        place, name = local.groups()
        definitions, name = self.definitions.get(place), name.replace("~1", "/").replace("~0", "~")  # RFC 6901
        if not isinstance(definitions, Mapping) or name not in definitions:
            raise _Unresolved
        return definitions[name]
