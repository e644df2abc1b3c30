"""From a conversation to the contents of generateContent: one for each turn, and one for all of its results."""

import re
from collections.abc import Iterator, Mapping, Sequence

from assistant.contract import Json, Message, ToolResult, Turn
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.protocols.asking import own_state
from assistant.protocols.values import mapping, mappings

OLDER = re.compile(r"gemini-[12]\b")
"""Models that check no signatures, answer in a schema only without tools, and think by a number of tokens."""
_UNSIGNED = {"thoughtSignature": "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="}
"""For a call that another provider made: `skip_thought_signature_validator`, which replaces the missing signature
(ai.google.dev/gemini-api/docs/thought-signatures)."""


def contents_of(conversation: Sequence[Message], *, model: str, dialect: Dialect) -> list[dict[str, Json]]:
    """Return the contents. Empty ones are left out, since the server refuses them."""
    written: list[dict[str, Json]] = []
    given: frozenset[str] = frozenset()
    for message in conversation:
        if message.turn is not None:
            stored = mappings(own_state(message.turn, dialect).get("parts"))
            given = _ids(stored)
            parts = list(_turn_parts(message.turn, stored, signed=OLDER.search(model) is None))
        else:
            parts = list(_user_parts(message, given))
        if parts:
            written.append({"role": "model" if message.turn is not None else "user", "parts": parts})
    return written


def _ids(parts: list[Mapping[str, Json]]) -> frozenset[str]:
    """Return the ids that the server gave itself: it understands no other, and without one it goes by name and order."""
    stated = (mapping(part.get("functionCall")).get("id") for part in parts)
    return frozenset(given for given in stated if isinstance(given, str))


def _user_parts(message: Message, given: frozenset[str]) -> Iterator[dict[str, Json]]:
    if message.role == "tool":
        yield from (_result(result, given) for result in message.results)
    elif message.text:
        yield {"text": message.text}


def _turn_parts(turn: Turn, stored: list[Mapping[str, Json]], *, signed: bool) -> Iterator[Mapping[str, Json]]:
    """Yield the turn as this server made it, each signature in its own part; else the text and calls of another provider's turn. A
    failed turn has no call to be answered."""
    if stored:
        yield from (part for part in stored if part != {"text": ""} and (turn.finish_reason != "error" or "functionCall" not in part))
        return
    if turn.text:
        yield {"text": turn.text}
    calls = own_calls(turn)
    for call in calls:
        function_call = {"functionCall": {"name": call.name, "args": dict(call.arguments or {})}}
        yield function_call | (_UNSIGNED if signed and call is calls[0] else {})


def _result(result: ToolResult, given: frozenset[str]) -> dict[str, Json]:
    response = {"error" if result.is_error else "output": result.content}
    stated = {"id": result.call_id} if result.call_id in given else {}
    return {"functionResponse": {**stated, "name": result.name, "response": response}}
