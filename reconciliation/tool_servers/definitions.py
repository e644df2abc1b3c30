"""The definition of a tool as its server states it: what an owner sees and allows, its digest, and its name in the chat."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PREFIX = "firm_"
"""The beginning of the names under which the chat offers an organization's own tools. No tool of Tieout begins so."""
LONGEST_NAME = 128
LONGEST_DESCRIPTION = 2000
LARGEST_SCHEMA = 10_000  # characters of JSON
DEEPEST = 12
_TOOL = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_OFFERED = re.compile(r"[A-Za-z0-9_-]{1,64}")
LONGEST_OFFERED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """A tool as its server states it. `is_read_only` is the server's own annotation."""

    name: str
    description: str
    input_schema: Mapping[str, Any]
    is_read_only: bool

    @property
    def digest(self) -> str:
        """Return the digest of everything that an owner sees of the tool."""
        stated = [self.name, self.description, self.input_schema, self.is_read_only]
        return hashlib.sha256(json.dumps(stated, sort_keys=True).encode()).hexdigest()

    @property
    def problem(self) -> str:
        """Return the code of the reason why the tool cannot be allowed: `writes`, `name`, `long`, `hidden` (characters that an owner does
        not see) or `schema`. Empty if it can be allowed."""
        schema = json.dumps(self.input_schema, ensure_ascii=False)
        if not self.is_read_only:
            return "writes"
        if not _TOOL.fullmatch(self.name):
            return "name"
        if len(self.description) > LONGEST_DESCRIPTION or len(schema) > LARGEST_SCHEMA:
            return "long"
        if not all(character.isprintable() or character in "\n\t" for character in self.description + _texts(self.input_schema)):
            return "hidden"
        return "" if _is_plain(self.input_schema) else "schema"


def _texts(value: Any) -> str:
    if isinstance(value, Mapping):
        return "".join(f"{name}{_texts(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return "".join(map(_texts, value))
    return value if isinstance(value, str) else ""


def _is_plain(schema: Mapping[str, Any]) -> bool:
    """Return True for an object with named fields and without references, which not every provider takes."""
    return schema.get("type") == "object" and isinstance(schema.get("properties", {}), Mapping) and not _refers(schema)


def _refers(value: Any, depth: int = 0) -> bool:
    if depth > DEEPEST:
        return True
    if isinstance(value, Mapping):
        return "$ref" in value or any(_refers(inner, depth + 1) for inner in value.values())
    return isinstance(value, list) and any(_refers(inner, depth + 1) for inner in value)


def offered_name(server: str, tool: str) -> str:
    """Return the name under which the chat offers a tool. A name that providers do not take is cut and ends in its digest."""
    name = f"{PREFIX}{server}_{tool}"
    if _OFFERED.fullmatch(name):
        return name
    ending = hashlib.sha256(tool.encode()).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', name)[: LONGEST_OFFERED - 9]}_{ending}"


def is_outside(tool: str) -> bool:
    """Return True for the name of an organization's own tool."""
    return tool.startswith(PREFIX)
