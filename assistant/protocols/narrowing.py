"""JSON schemas for servers that know only some of its words: what they would refuse is told in the description instead."""

from collections.abc import Mapping

from assistant.contract import Json
from assistant.protocols.values import mapping
from assistant.strict_json import write

_NAMED = ("properties", "$defs")
_LISTS = ("anyOf", "prefixItems")
_SINGLE = ("items", "additionalProperties")


def narrowed(schema: Mapping[str, Json], words: frozenset[str]) -> dict[str, Json]:
    """The same schema in those words. It never allows less than the first one did: what came back is checked against that one anyway."""
    kept = {word: _inside(word, value, words) for word, value in schema.items() if word in words}
    if "enum" in kept and "type" not in kept and all(isinstance(value, str) for value in kept["enum"]):
        kept["type"] = "string"
    told = {word: value for word, value in schema.items() if word not in words}
    return {**kept, "description": f"{schema.get('description', '')} {write(told)}".strip()} if told else kept


def _inside(word: str, value: Json, words: frozenset[str]) -> Json:
    if word in _NAMED:
        return {name: narrowed(mapping(inner), words) for name, inner in mapping(value).items()}
    if word in _LISTS and isinstance(value, list):
        return [narrowed(mapping(inner), words) for inner in value]
    return narrowed(value, words) if word in _SINGLE and isinstance(value, Mapping) else value
