"""From a conversation to the messages of the Messages API: users and assistants in turn, results in the user's messages."""

import re
from collections.abc import Iterator, Mapping, Sequence

from assistant.contract import Json, Message, ToolResult, Turn
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.protocols.asking import own_state
from assistant.protocols.values import mappings

_NO_PART_OF_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")


def messages_of(conversation: Sequence[Message], dialect: Dialect) -> list[dict[str, Json]]:
    """Return the messages. Neighbours of one role are joined, since the server expects alternating roles, and it refuses empty ones."""
    written: list[dict[str, Json]] = []
    for message in conversation:
        role = "assistant" if message.role == "assistant" else "user"
        blocks = list(_blocks(message, dialect))
        if written and written[-1]["role"] == role:
            written[-1]["content"] += blocks
        elif blocks:
            written.append({"role": role, "content": blocks})
    return written


def _blocks(message: Message, dialect: Dialect) -> Iterator[Mapping[str, Json]]:
    if message.turn is not None:
        yield from _turn_blocks(message.turn, dialect)
    elif message.role == "tool":
        yield from (_result(result) for result in message.results)
    elif message.text.strip():
        yield {"type": "text", "text": message.text}


def _turn_blocks(turn: Turn, dialect: Dialect) -> Iterator[Mapping[str, Json]]:
    """Yield the turn as this server made it, else the text and calls of another provider's turn."""
    stored = own_state(turn, dialect).get("content")
    if stored is not None:
        yield from mappings(stored)
        return
    if turn.text.strip():
        yield {"type": "text", "text": turn.text}
    for call in own_calls(turn):
        yield {"type": "tool_use", "id": _name(call.id), "name": _name(call.name), "input": dict(call.arguments or {})}


def _result(result: ToolResult) -> dict[str, Json]:
    written: dict[str, Json] = {"type": "tool_result", "tool_use_id": _name(result.call_id)}
    return written | ({"content": result.content} if result.content else {}) | ({"is_error": True} if result.is_error else {})


def _name(given: str) -> str:
    """Return another provider's id or name in the letters that are allowed here."""
    return _NO_PART_OF_A_NAME.sub("_", given) or "_"
