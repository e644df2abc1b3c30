"""From a conversation to the contents of generateContent: a content a turn, and one with all results of it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from assistant.contract import Json, Message, ToolCall, ToolResult, Turn
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.protocols.asking import own_state
from assistant.protocols.values import mapping, mappings

OLDER = re.compile(r"gemini-[12]\b")
"""Models that check no signatures, answer in a schema only without tools, and think by a number of tokens."""
_UNSIGNED = {"thoughtSignature": "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="}
"""For a call that another provider made: `skip_thought_signature_validator`, which stands in for a signature that there cannot be
(ai.google.dev/gemini-api/docs/thought-signatures)."""


def contents_of(conversation: Sequence[Message], *, model: str, dialect: Dialect) -> list[dict[str, Json]]:
    """The contents. What is empty is left out, since the server refuses it."""
    written: list[dict[str, Json]] = []
    given: frozenset[str] = frozenset()
    for message in conversation:
        if message.turn is not None:
            kept = mappings(own_state(message.turn, dialect).get("parts"))
            given = _ids(kept)
            parts = list(_said(message.turn, kept, signed=OLDER.search(model) is None))
        else:
            parts = list(_asked(message, given))
        if parts:
            written.append({"role": "model" if message.turn is not None else "user", "parts": parts})
    return written


def _ids(parts: list[Mapping[str, Json]]) -> frozenset[str]:
    """The ids that the server gave itself: no other means anything to it, and without one it goes by name and order."""
    stated = (mapping(part.get("functionCall")).get("id") for part in parts)
    return frozenset(given for given in stated if isinstance(given, str))


def _asked(message: Message, given: frozenset[str]) -> Iterator[dict[str, Json]]:
    if message.role == "tool":
        yield from (_result(result, given) for result in message.results)
    elif message.text:
        yield {"text": message.text}


def _said(turn: Turn, kept: list[Mapping[str, Json]], *, signed: bool) -> Iterator[Mapping[str, Json]]:
    """The turn as this server made it, each signature in its own part; else what another one said and called.
    Of a turn that failed there is no call to be answered."""
    if kept:
        yield from (part for part in kept if part != {"text": ""} and (turn.finish_reason != "error" or "functionCall" not in part))
        return
    if turn.text:
        yield {"text": turn.text}
    calls = own_calls(turn)
    yield from (_call(call) | (_UNSIGNED if signed and call is calls[0] else {}) for call in calls)


def _call(call: ToolCall) -> dict[str, Json]:
    return {"functionCall": {"name": call.name, "args": dict(call.arguments or {})}}


def _result(result: ToolResult, given: frozenset[str]) -> dict[str, Json]:
    response = {"error" if result.is_error else "output": result.content}
    stated = {"id": result.call_id} if result.call_id in given else {}
    return {"functionResponse": {**stated, "name": result.name, "response": response}}
