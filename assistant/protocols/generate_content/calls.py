"""The calls in the parts of an answer: most come without an id."""

from collections.abc import Iterator, Mapping
from typing import Any

from assistant.contract import Json, ToolCall
from assistant.protocols.calls import Ids, arguments_of
from assistant.protocols.values import mapping, string

IN_PIECES = ("partialArgs", "willContinue")
"""Fields of a call whose arguments come in pieces, which is never asked for: such a call has none that can be used."""


def calls_of(parts: list[Mapping[str, Any]], *, mint: str) -> tuple[ToolCall, ...]:
    """The calls in order, ours and those that the server ran itself. Ids that are missing or repeated are minted."""
    ids = Ids(mint)
    return tuple(_call(call, ids, executed=executed) for call, executed in _asked(parts))


def _asked(parts: list[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], bool]]:
    for part in parts:
        if "functionCall" in part:
            yield mapping(part["functionCall"]), False
        elif "executableCode" in part:
            yield {"name": "code_execution", "args": mapping(part["executableCode"])}, True
        elif "toolCall" in part:
            called = mapping(part["toolCall"])
            yield {"id": called.get("id"), "name": called.get("toolType"), "args": called.get("args")}, True


def _call(call: Mapping[str, Any], ids: Ids, *, executed: bool) -> ToolCall:
    arguments, raw = _arguments(call)
    return ToolCall(
        id=ids.give(string(call.get("id"))),
        name=string(call.get("name")),
        arguments=arguments,
        raw_arguments=raw,
        provider_executed=executed,
    )


def _arguments(call: Mapping[str, Any]) -> tuple[Mapping[str, Json] | None, str]:
    return (None, "") if any(call.get(name) for name in IN_PIECES) else arguments_of(call.get("args"))
