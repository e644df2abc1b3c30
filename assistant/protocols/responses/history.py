"""From a conversation to input items: own turns go back as they came, other providers' as what they said."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.contract import Json, Message, ToolCall, ToolResult, Turn
from assistant.dialects import Dialect
from assistant.protocols.asking import arguments_to_send, own_state
from assistant.protocols.values import mappings

Item = dict[str, Json]


def input_items(messages: Sequence[Message], dialect: Dialect) -> list[Item]:
    custom: set[str] = set()
    found: list[Item] = []
    for message in messages:
        if message.role == "tool":
            found += (_result(result, custom=result.call_id in custom) for result in message.results)
        elif message.turn is not None:
            said = list(_said(message.turn, dialect))
            custom |= {item["call_id"] for item in said if item.get("type") == "custom_tool_call"}
            found += said
        else:
            found.append({"role": message.role, "content": message.text})
    return found


def _result(result: ToolResult, *, custom: bool) -> Item:
    kind = "custom_tool_call_output" if custom else "function_call_output"
    return {"type": kind, "call_id": result.call_id, "output": result.content}


def _said(turn: Turn, dialect: Dialect) -> Iterator[Item]:
    items = mappings(own_state(turn, dialect).get("items"))
    if items:
        calls = {call.id: call for call in turn.tool_calls}
        yield from (_replayed(item, calls) for item in items if _can_be_read_back(item))
        return
    if turn.text:
        yield {"role": "assistant", "content": turn.text}
    for call in turn.tool_calls:
        if not call.provider_executed:
            yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments_to_send(call)}


def _replayed(item: Mapping[str, Any], calls: Mapping[str, ToolCall]) -> Item:
    call = calls.get(item["call_id"]) if item.get("type") == "function_call" else None
    return {**item, "arguments": arguments_to_send(call)} if call else dict(item)


def _can_be_read_back(item: Mapping[str, Any]) -> bool:
    """Nothing is stored by the server: reasoning of which it sent no more than an id would not be found."""
    return item.get("type") != "reasoning" or bool(item.get("encrypted_content") or item.get("content"))
