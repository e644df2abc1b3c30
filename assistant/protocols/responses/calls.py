"""Calls among output items: those to run here, and those that the server ran itself."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assistant.contract import Json, ToolCall
from assistant.protocols.calls import Ids, arguments_of
from assistant.protocols.values import string

Item = Mapping[str, Any]
TEXTS = {"function_call": "arguments", "custom_tool_call": "input"}
"""Calls to run here, and the field of their arguments."""
_EXECUTED = ("_call", "mcp_approval_request")
_ASKED = ("action", "code", "queries", "prompt")


def is_own(item: Item) -> bool:
    return string(item.get("type")) in TEXTS


def with_ids(items: Iterable[Item], *, mint: str) -> list[dict[str, Json]]:
    """Return the items, each call to run here with a unique `call_id`: only that tells its results apart, not the item's id."""
    ids = Ids(mint)
    return [{**item, "call_id": ids.give(string(item.get("call_id")))} if is_own(item) else dict(item) for item in items]


def calls_of(items: Sequence[Item]) -> tuple[ToolCall, ...]:
    """Return all calls in order, from items that have their ids."""
    executed = Ids("executed")
    own = {item["call_id"] for item in items if is_own(item)}
    calls = []
    for item in items:
        if is_own(item):
            calls.append(_own(item))
        elif string(item.get("type")).endswith(_EXECUTED):
            stated = string(item.get("id"))
            calls.append(_executed(item, executed.give("" if stated in own else stated)))
    return tuple(calls)


def _own(item: Item) -> ToolCall:
    """Return a call to run here. One that was cut short has no arguments, even if the rest can be read."""
    arguments, raw = arguments_of(item.get(TEXTS[item["type"]]))
    whole = item.get("status") != "incomplete"
    return ToolCall(id=item["call_id"], name=string(item.get("name")), arguments=arguments if whole else None, raw_arguments=raw)


def _executed(item: Item, call_id: str) -> ToolCall:
    arguments = arguments_of(item["arguments"])[0] if "arguments" in item else {name: item[name] for name in _ASKED if item.get(name)}
    name = string(item.get("name")) or string(item.get("type")).removesuffix("_call")
    return ToolCall(id=call_id, name=name, arguments=arguments, provider_executed=True)
