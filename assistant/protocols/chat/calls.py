"""Tool calls in a message."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import ToolCall
from assistant.protocols.calls import Ids, arguments_of
from assistant.protocols.values import mapping, mappings, string


def tool_calls(message: Mapping[str, Any], *, mint: str) -> tuple[ToolCall, ...]:
    """Return the calls in order. Ids that are missing, null or repeated are minted from `mint` and the place."""
    ids = Ids(mint)
    return tuple(_call(entry, ids) for entry in _entries(message))


def executed_calls(message: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    """Return the calls that the server ran itself."""
    return tuple(
        ToolCall(
            id=f"executed-{place}",
            name=string(entry.get("name") or entry.get("type")),
            arguments=arguments_of(entry.get("arguments"))[0],
            provider_executed=True,
        )
        for place, entry in enumerate(mappings(message.get("executed_tools")))
    )


def _entries(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    legacy = message.get("function_call")
    return mappings(message.get("tool_calls")) or ([{"function": legacy}] if isinstance(legacy, Mapping) else [])


def _call(entry: Mapping[str, Any], ids: Ids) -> ToolCall:
    function = mapping(entry.get("function"))
    arguments, raw = arguments_of(function.get("arguments"))
    return ToolCall(
        id=ids.give(call_id(entry)),
        name=string(function.get("name")),
        arguments=arguments,
        raw_arguments=raw,
        replay={"extra_content": entry["extra_content"]} if entry.get("extra_content") else None,
    )


def call_id(entry: Mapping[str, Any]) -> str:
    """Return the id that a server gave, or an empty text: some give null, and some the word for it."""
    stated = string(entry.get("id"))
    return "" if stated == "null" else stated
