"""Real replies of real servers, recorded by others, become the turns that two readers agree on."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from assistant.contract import ProviderError
from assistant.dialects import dialect
from assistant.protocols import chat
from assistant.protocols.reply import Reply
from assistant.replay import answer
from tests.servers import SHARED

TRAFFIC = SHARED / "data" / "provider_traffic"
pytestmark = [pytest.mark.shared]


def chat_records() -> Iterator[dict[str, Any]]:
    for path in sorted(TRAFFIC.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            record = json.loads(line) if line else {}
            if record.get("api") == "chat":
                yield record


def squeezed(text: str) -> str:
    return " ".join(text.split())


def is_right(expected: dict[str, Any], got: dict[str, Any]) -> bool:
    if expected["error"]:
        return not got["ok"]
    calls = [{"name": call["name"], "arguments": call["arguments"]} for call in got["tool_calls"] if not call["provider_executed"]]
    usage = expected["usage"] or {}
    return (
        squeezed(got["text"]) == squeezed(expected["text"])
        and calls == expected["tool_calls"]
        and got["finish_reason"] == (expected["finish_reason"] or got["finish_reason"])
        and all((got["usage"][name] or 0) == usage[name] for name in ("input_tokens", "output_tokens", "cached_input_tokens") if usage)
        and squeezed(got["reasoning"]) == squeezed(expected.get("reasoning", got["reasoning"]))
    )


def test_every_recorded_chat_reply_becomes_the_right_turn() -> None:
    records = list(chat_records())
    wrong = [record["id"] for record in records if not is_right(record["expected"], answer(record))]

    assert len(records) > 700
    assert wrong == []


def test_every_recorded_chat_stream_that_is_cut_at_an_event_is_an_error() -> None:
    streams = [record["body"] for record in chat_records() if record["stream"]]
    assert len(streams) > 100
    for body in streams:
        events = body.rstrip().split("\n\n")
        for kept in range(0, len(events), max(1, len(events) // 20)):
            with pytest.raises(ProviderError):
                chat.decode(Reply(status=200, body="\n\n".join(events[:kept]), stream=True), dialect=dialect("compatible"))
