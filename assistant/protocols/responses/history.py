"""From a conversation to input items: turns of this server go back as they came, other providers' as texts and calls."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.contract import Json, Message, ToolCall, Turn
from assistant.dialects import Dialect
from assistant.protocols.asking import arguments_to_send, own_state
from assistant.protocols.responses.turns import ASKED
from assistant.protocols.values import mappings
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
