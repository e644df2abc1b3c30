"""Results that are given before the first turn reach every server as calls and their results, in its own form."""

from typing import Any

import pytest

from assistant.dialects import DIALECTS
from assistant.loop import ToolLoop
from assistant.registry import provider
from assistant.scripted import says
from tests.assistant.conversations import QUESTION, Counter
from tests.assistant.local_server import serving
from tests.assistant.prefilled_calls import seeded
from tests.contract.wire import at_once

Pairs = list[tuple[str, str]]


def in_chat(body: dict[str, Any]) -> tuple[Pairs, list[str]]:
    said = [message for message in body["messages"] if message.get("tool_calls")]
    calls = [(call["id"], call["function"]["name"]) for message in said for call in message["tool_calls"]]
    return calls, [message["tool_call_id"] for message in body["messages"] if message["role"] == "tool"]


def in_responses(body: dict[str, Any]) -> tuple[Pairs, list[str]]:
    calls = [(item["call_id"], item["name"]) for item in body["input"] if item.get("type") == "function_call"]
    return calls, [item["call_id"] for item in body["input"] if item.get("type") == "function_call_output"]


def in_messages(body: dict[str, Any]) -> tuple[Pairs, list[str]]:
    blocks = [block for message in body["messages"] for block in message["content"]]
    calls = [(block["id"], block["name"]) for block in blocks if block["type"] == "tool_use"]
    return calls, [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]


def in_contents(body: dict[str, Any]) -> tuple[Pairs, list[str]]:
    """By name and order: an id of ours means nothing to it."""
    parts = [part for content in body["contents"] for part in content["parts"]]
    calls = [part["functionCall"]["name"] for part in parts if "functionCall" in part]
    results = [part["functionResponse"]["name"] for part in parts if "functionResponse" in part]
    return [(f"given-{place}", name) for place, name in enumerate(calls, 1)], [f"given-{place}" for place, _ in enumerate(results, 1)]


FOUND = {"chat": in_chat, "responses": in_responses, "messages": in_messages, "generate_content": in_contents}


@pytest.mark.parametrize("name", DIALECTS)
def test_each_call_is_there_with_its_result(name: str) -> None:
    box = Counter().toolbox
    given = seeded(box, [("look_up", {"account": "a"}), ("look_up", {"account": "b"})])
    with serving(at_once(DIALECTS[name].api, says("12.30"))) as server:
        asked = provider(name, model="m-1", base_url=server.url, api_key="key-1", environment={}, tools="native")
        assert ToolLoop(asked, box).run([*QUESTION, *given]).text == "12.30"

    ((_path, _headers, body),) = server.requests
    calls, results = FOUND[DIALECTS[name].api](body)
    assert calls == [("given-1", "look_up"), ("given-2", "look_up")]
    assert results == ["given-1", "given-2"]
