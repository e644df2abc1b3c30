"""From a Request to the body of a Responses request."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.contract import Json, Message, Request, ToolCall, Turn
from assistant.dialects import Dialect
from assistant.options import placed
from assistant.protocols.requests import arguments_to_send, choice, left_out, offered, own_state, way_of_schema, with_schema_in_words
from assistant.protocols.responses.turns import ASKED
from assistant.protocols.values import mapping, mappings
from assistant.strict_json import write

Item = dict[str, Json]
_NEVER_THINKS = ("gpt-3.5", "gpt-4", "chatgpt-4o", "gpt-5-chat")
"""OpenAI's models without reasoning: they refuse requests for it and reasoning of other models."""


def can_think(model: str) -> bool:
    return not model.rpartition("/")[2].startswith(_NEVER_THINKS)


def input_items(messages: Sequence[Message], *, dialect: Dialect, model: str) -> list[Item]:
    custom: set[str] = set()
    items: list[Item] = []
    for message in messages:
        if message.role == "tool":
            for result in message.results:
                kind = "custom_tool_call_output" if result.call_id in custom else "function_call_output"
                items.append({"type": kind, "call_id": result.call_id, "output": result.content})
        elif message.turn is not None:
            turn_items = list(_turn_items(message.turn, dialect, model))
            custom |= {item["call_id"] for item in turn_items if item.get("type") == "custom_tool_call"}
            items += turn_items
        else:
            items.append({"role": message.role, "content": message.text})
    return items


def _turn_items(turn: Turn, dialect: Dialect, model: str) -> Iterator[Item]:
    items = mappings(own_state(turn, dialect).get("items"))
    if items:
        calls = {call.id: call for call in turn.tool_calls}
        yield from (_replayed(item, calls) for item in items if _can_be_read(item, model))
        return
    if turn.text:
        yield {"role": "assistant", "content": turn.text}
    for call in turn.tool_calls:
        if not call.provider_executed:
            yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments_to_send(call)}


def _replayed(item: Mapping[str, Any], calls: Mapping[str, ToolCall]) -> Item:
    call = calls.get(item["call_id"]) if item.get("type") == "function_call" else None
    return {**item, "arguments": arguments_to_send(call)} if call else dict(item)


def _can_be_read(item: Mapping[str, Any], model: str) -> bool:
    """Return False for reasoning that the server could not find again: it stores nothing and sent no more than an id."""
    return item.get("type") != "reasoning" or (can_think(model) and bool(item.get("encrypted_content") or item.get("content")))


def continued(messages: Sequence[Message], *, dialect: Dialect, model: str, instructions: str, items: list[Item]) -> dict[str, Json]:
    """Return the fields that continue the last answer, if it answered this very conversation, by this model with these instructions. A
    digest of the request goes along as metadata, which comes back with the answer."""
    fields: dict[str, Json] = {"metadata": {ASKED: _digest(model, instructions, items)}}
    place = next((place for place in reversed(range(len(messages))) if messages[place].turn is not None), None)
    turn = messages[place].turn if place is not None else None
    if place is None or turn is None or not turn.response_id:
        return fields
    if own_state(turn, dialect).get(ASKED) != _digest(model, instructions, input_items(messages[:place], dialect=dialect, model=model)):
        return fields
    known = len(input_items(messages[: place + 1], dialect=dialect, model=model))
    return {**fields, "previous_response_id": turn.response_id, "input": items[known:]}


def _digest(model: str, instructions: str, items: list[Item]) -> str:
    return hashlib.sha256(write([model, instructions, items]).encode()).hexdigest()


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
