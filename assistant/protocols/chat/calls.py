"""The calls in a message: each with an id of its own, and with arguments only where they are a JSON object."""

import json
from collections.abc import Mapping
from typing import Any

from assistant.contract import Json, ToolCall
from assistant.strict_json import UnreadableJson, read_object


def tool_calls(message: Mapping[str, Any], *, mint: str) -> tuple[ToolCall, ...]:
    """The calls in order. Ids that are missing, null or repeated are minted from `mint` and the place."""
    found: list[ToolCall] = []
    taken: set[str] = set()
    for place, entry in enumerate(_entries(message)):
        call = _call(entry, fallback=f"{mint}-{place}", taken=taken)
        taken.add(call.id)
        found.append(call)
    return tuple(found)


def executed_calls(message: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    """What the server ran by itself and only tells of."""
    executed = message.get("executed_tools")
    return tuple(
        ToolCall(
            id=f"executed-{place}",
            name=_string(entry.get("name") or entry.get("type")),
            arguments=arguments_of(entry.get("arguments"))[0],
            provider_executed=True,
        )
        for place, entry in enumerate(executed if isinstance(executed, list) else [])
        if isinstance(entry, Mapping)
    )


def arguments_of(stated: Json) -> tuple[Mapping[str, Json] | None, str]:
    """Arguments and their text. Nothing at all means no arguments; text that is not an object means None, never {}."""
    if stated is None or stated == "":
        return {}, ""
    text = stated if isinstance(stated, str) else json.dumps(stated)
    try:
        return read_object(text), text
    except UnreadableJson:
        return None, text


def _entries(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    calls = message.get("tool_calls")
    if isinstance(calls, list) and calls:
        return [call for call in calls if isinstance(call, Mapping)]
    legacy = message.get("function_call")
    return [{"function": legacy}] if isinstance(legacy, Mapping) else []


def _call(entry: Mapping[str, Any], *, fallback: str, taken: set[str]) -> ToolCall:
    function = entry.get("function")
    asked: Mapping[str, Any] = function if isinstance(function, Mapping) else {}
    arguments, raw = arguments_of(asked.get("arguments"))
    stated = call_id(entry)
    return ToolCall(
        id=stated if stated and stated not in taken else _free(fallback, taken),
        name=_string(asked.get("name")),
        arguments=arguments,
        raw_arguments=raw,
        replay={"extra_content": entry["extra_content"]} if entry.get("extra_content") else None,
    )


def call_id(entry: Mapping[str, Any]) -> str:
    """The id that a server gave, or nothing: some give null, and some the word for it."""
    stated = _string(entry.get("id"))
    return "" if stated == "null" else stated


def _free(wanted: str, taken: set[str]) -> str:
    return wanted if wanted not in taken else _free(f"{wanted}-again", taken)


def _string(value: Json) -> str:
    return value if isinstance(value, str) else ""
