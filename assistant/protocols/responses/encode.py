"""From a Request to the body of a Responses request."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json, Request
from assistant.dialects import Dialect
from assistant.options import placed
from assistant.protocols.asking import choice, left_out, offered, way_of_schema, with_schema_in_words
from assistant.protocols.responses.history import can_think, continued, input_items
from assistant.protocols.values import mapping

_FIELDS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "max_output_tokens": "max_output_tokens",
    "reasoning_effort": "reasoning.effort",
    "reasoning_text": "reasoning.summary",
    "store": "store",
}

_FORMS = frozenset(("type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs"))
_BOUNDS = frozenset(
    ("pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems")
)
_KNOWN = _FORMS | _BOUNDS | {"description", "title"}
_KINDS = ("type", "anyOf", "$ref")
DEEPEST = 10


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name.

    The server stores nothing, and so must send its reasoning to be given back; with the option `store` it stores its answers, and an
    unchanged conversation continues from the last of them."""
    way = way_of_schema(request, dialect)
    instructions = with_schema_in_words(request) if way in ("object", "prompt") else request.instructions
    reasoning = {"include": ["reasoning.encrypted_content"]} if dialect.seals_reasoning and can_think(model) else {}
    body: dict[str, Json] = {"store": False, **reasoning, **placed(_summed_up(request.options, model), _FIELDS)}
    body |= {"model": model, "input": input_items(request.messages, dialect=dialect, model=model)}
    if instructions:
        body["instructions"] = instructions
    if body["store"] is True:
        body |= continued(request.messages, dialect=dialect, model=model, instructions=instructions, items=body["input"])
    return {**body, **_tools(request, dialect), **_format(request, way, body.get("text"))}


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    return left_out(request, dialect, {name: place for name, place in _FIELDS.items() if name != "reasoning_text" or can_think(model)})


def _summed_up(options: Mapping[str, Json], model: str) -> Mapping[str, Json]:
    """Return the options with the reasoning shown as a summary, if the model has any."""
    rest = {name: value for name, value in options.items() if name != "reasoning_text"}
    return {**rest, "reasoning_text": "auto"} if options.get("reasoning_text") and can_think(model) else rest


def _tools(request: Request, dialect: Dialect) -> dict[str, Json]:
    tools = [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
            "strict": allows_strict(tool.parameters),
        }
        for tool in offered(request, dialect)
    ]
    named = {"type": "function", "name": request.forced_tool}
    return {"tools": tools, **choice(request, dialect, named=named)} if tools else {}


def _format(request: Request, way: str, beside: Json) -> dict[str, Json]:
    """Return the field `text`, which may also hold a provider's own fields."""
    shape: dict[str, Json] = {"type": "json_object"}
    if way == "native":
        strict = allows_strict(request.output_schema)
        shape = {"type": "json_schema", "name": "answer", "schema": request.output_schema, "strict": strict}
    if way not in ("native", "object"):
        return {}
    return {"text": {**(beside if isinstance(beside, dict) else {}), "format": shape}}


def allows_strict(schema: Json, depth: int = 0) -> bool:
    """Return True if all fields are required, no others are allowed, and every keyword is among those that are enforced."""
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
