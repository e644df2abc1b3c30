"""The request that a client sent after a recorded answer of Responses is the one that is sent here: the items of the answer, then their
results."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from assistant.contract import Message, ToolResult
from assistant.dialects import dialect
from assistant.protocols import Reply, responses
from assistant.protocols.responses import input_items
from tests.assistant.recorded_traffic import loops, records

pytestmark = [pytest.mark.shared]
TELLING = ("type", "call_id", "name", "namespace", "arguments", "encrypted_content", "summary", "output")
"""Fields that must be equal. Ids of items may be left out where nothing is stored, and a status adds nothing."""


def listed(given: Any) -> list[dict[str, Any]]:
    return given if isinstance(given, list) else [{"role": "user", "content": given}]


def continuations() -> Iterator[tuple[dict[str, Any], dict[str, str], list[dict[str, Any]]]]:
    """Yield a recorded answer, the results of its calls, and the items that the next request added: only if those are the answer and
    results in words, and if the record has all of the answer."""
    known = {
        record["id"]: record for record in records("responses") if not record["expected"]["error"] and "<elided:" not in record["body"]
    }
    for loop in loops():
        for before, after in pairwise([known[step] for step in loop["steps"] if step in known]):
            asked, sent = listed(before["request"]["input"]), listed(after["request"]["input"])
            added = sent[len(asked) :]
            if sent[: len(asked)] == asked and added and all(map(is_plain, added)):
                yield before, loop["results"], added


def is_plain(item: dict[str, Any]) -> bool:
    if item.get("type") == "function_call_output":
        return isinstance(item["output"], str)
    return item.get("role", "assistant") == "assistant" and item.get("type", "message") in ("message", "reasoning", "function_call")


def told(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the items with arguments as objects: some clients format their JSON differently."""
    said = [{name: item[name] for name in TELLING if item.get(name)} for item in items if item.get("type", "message") != "message"]
    return [item | ({"arguments": json.loads(item["arguments"])} if "arguments" in item else {}) for item in said]


def test_every_recorded_continuation_is_the_one_that_would_be_sent() -> None:
    wrong, count = [], 0
    for record, results, added in continuations():
        server = dialect(record["provider"], "responses")
        turn = responses.decode(Reply(status=200, body=record["body"], stream=record["stream"]), dialect=server)
        answers = tuple(ToolResult(call_id=call.id, name=call.name, content=results.get(call.id, "")) for call in turn.tool_calls)
        items = input_items([Message(role="assistant", turn=turn), Message(role="tool", results=answers)], dialect=server, model="")
        count += 1
        if told(items) != told(added):
            wrong.append(record["id"])

    assert count >= 45
    assert wrong == []
