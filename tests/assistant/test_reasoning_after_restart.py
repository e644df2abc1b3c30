"""Reasoning goes back to its provider as it came, its ids, summaries and signatures too, also from a conversation that was stored."""

import json
from typing import Any

import pytest

from assistant.contract import Message, Request, ToolResult, Turn
from assistant.dialects import dialect
from assistant.protocols import Reply, codec
from assistant.store import as_json, turn_from
from assistant.strict_json import write

Body = dict[str, Any]
CALL = {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": "{}"}}
ITEM = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Which?"}], "encrypted_content": "gAAAA=="}
OPENED = [ITEM, {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "look_up", "arguments": "{}"}]
BLOCKS = [
    {"type": "thinking", "thinking": "Which?", "signature": "EqQB=="},
    {"type": "redacted_thinking", "data": "EmwK=="},
    {"type": "tool_use", "id": "c1", "name": "look_up", "input": {}},
]
PARTS = [
    {"text": "Which?", "thought": True, "thoughtSignature": "CpQB=="},
    {"functionCall": {"id": "c1", "name": "look_up", "args": {}}, "thoughtSignature": "CqcB=="},
]
DETAILS = [
    {"type": "reasoning.summary", "summary": "Which?", "id": "rs_1", "format": "openai-responses-v1", "index": 0},
    {"type": "reasoning.encrypted", "data": "gAAAA==", "id": "rs_1", "format": "openai-responses-v1", "index": 0},
    {"type": "reasoning.text", "text": "Which?", "signature": "EqQB==", "format": "anthropic-claude-v1", "index": 1},
]
THOUGHT = [
    {"type": "thinking", "thinking": [{"type": "text", "text": "Which?"}], "signature": "s1"},
    {"type": "text", "text": "Let me see."},
]


def message(**said: Any) -> Body:
    return {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [CALL], **said}, "finish_reason": "tool_calls"}]}


ANSWERS: dict[str, tuple[Body, Any]] = {
    "openai": ({"id": "r1", "status": "completed", "output": OPENED}, OPENED),
    "anthropic": ({"id": "m1", "content": BLOCKS, "stop_reason": "tool_use"}, BLOCKS),
    "gemini": ({"candidates": [{"content": {"parts": PARTS}, "finishReason": "STOP"}]}, PARTS),
    "openrouter": (message(reasoning_details=DETAILS), DETAILS),
    "deepseek": (message(reasoning_content="Which?"), "Which?"),
    "mistral": (message(content=THOUGHT), THOUGHT),
    "ollama": (message(reasoning="Which?"), "Which?"),
    "compatible": (message(reasoning_content="Which?"), "Which?"),
}


def stored_and_found(turn: Turn) -> Turn:
    """As the successor of a worker has it."""
    return turn_from(json.loads(write(as_json(turn))))


def said_again(name: str, turn: Turn) -> Any:
    """Return the part of the turn that is in the next request."""
    server = dialect(name)
    results = Message(role="tool", results=(ToolResult(call_id="c1", name="look_up", content="12.30"),))
    asked = Request(messages=[Message(role="user", text="How much?"), Message(role="assistant", turn=turn), results])
    body = codec(server.api).encode(asked, model="gpt-5", dialect=server)
    if server.api == "responses":
        return body["input"][1:3]
    if server.api == "generate_content":
        return body["contents"][1]["parts"]
    told = body["messages"][1]
    kept = {"openrouter": "reasoning_details", "deepseek": "reasoning_content", "ollama": "reasoning", "compatible": "reasoning_content"}
    return told[kept.get(name, "content")]


@pytest.mark.parametrize(("name", "body", "expected"), [(name, *answer) for name, answer in ANSWERS.items()])
def test_it_goes_back_as_it_came(name: str, body: Body, expected: Any) -> None:
    server = dialect(name)
    turn = codec(server.api).decode(Reply(status=200, body=json.dumps(body)), dialect=server)

    assert stored_and_found(turn) == turn
    assert turn.reasoning == "Which?" or name == "openrouter"
    assert said_again(name, stored_and_found(turn)) == expected


def test_nothing_of_it_goes_to_groq_which_refuses_it() -> None:
    server = dialect("groq")
    turn = codec("chat").decode(Reply(status=200, body=json.dumps(message(reasoning="Which?"))), dialect=server)

    asked = Request(messages=[Message(role="user", text="How much?"), Message(role="assistant", turn=stored_and_found(turn))])

    assert "Which?" not in json.dumps(codec("chat").encode(asked, model="openai/gpt-oss-120b", dialect=server))
