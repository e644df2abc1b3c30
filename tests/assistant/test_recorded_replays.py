"""Turns of Anthropic, Gemini and Vertex are sent back to them as in the records."""

from itertools import pairwise
from typing import Any

import pytest

from assistant.contract import Message, Request, Turn
from assistant.dialects import Api, Dialect, dialect
from assistant.protocols import Reply, codec
from tests.assistant.recorded_traffic import loops, records

APIS: tuple[Api, ...] = ("messages", "generate_content")
MADE_UP = "pyd_ai_"
"""Beginnings of the ids that the recording client made up for Gemini's calls."""
LEFT_OUT = ["rubyllm:spec/fixtures/vcr_cassettes/chat_function_calling_gemini_gemini-2_5-flash_can_use_parallel_tool_calls.yml#0"]
"""The recording client left out one of the calls when it went on."""
pytestmark = [pytest.mark.shared]


def server(record: dict[str, Any]) -> Dialect:
    return dialect(record["provider"], record["api"])


def turn_of(record: dict[str, Any]) -> Turn:
    reply = Reply(status=record["status"], body=record["body"], stream=record["stream"])
    return codec(record["api"]).decode(reply, dialect=server(record))


def test_every_recorded_turn_goes_back_as_the_server_took_it_back() -> None:
    """Each block or part that is sent for a turn is in the recorded request that followed it."""
    by_id = {record["id"]: record for api in APIS for record in records(api)}
    steps = [pair for loop in loops() for pair in pairwise(loop["steps"])]
    known = [(before, after) for before, after in steps if before in by_id and after in by_id]
    wrong = [before for before, after in known if not _goes_back(by_id[before], by_id[after]["request"])]

    assert len(known) > 140
    assert wrong == LEFT_OUT


def _goes_back(record: dict[str, Any], went_on: dict[str, Any]) -> bool:
    said = Message(role="assistant", turn=turn_of(record))
    sent = codec(record["api"]).encode(Request(messages=[said]), model="m", dialect=server(record))
    recorded, pieces = [comparable(piece) for piece in _pieces(went_on)], _pieces(sent)
    return bool(pieces) and all(comparable(piece) in recorded for piece in pieces)


def _pieces(body: dict[str, Any]) -> list[Any]:
    """Return the assistant's content of a body."""
    said = [message for message in body.get("messages") or body["contents"] if message.get("role") in ("assistant", "model")]
    contents = [message.get("content") or message.get("parts") for message in said]
    return [piece for content in contents for piece in (content if isinstance(content, list) else [content])]


def comparable(value: Any) -> Any:
    """Return the value without the recording clients' changes: fields that are null, citations and callers, ids that they made up
    themselves, and the two letters in which their base64 differs."""
    if isinstance(value, dict):
        return {
            name: comparable(inner)
            for name, inner in value.items()
            if inner is not None and name not in ("citations", "caller", "cache_control") and not str(inner).startswith(MADE_UP)
        }
    if isinstance(value, list):
        return [comparable(inner) for inner in value]
    return value.replace("-", "+").replace("_", "/") if isinstance(value, str) else value
