"""Responses over a real socket, with the package that carries it."""

import json
from typing import Any

from assistant.contract import ReasoningDelta, Request, TextDelta, TurnEnd, Usage
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.registry import provider
from tests.assistant.conversations import QUESTION, Balance, Counter
from tests.assistant.local_server import Answer, events, serving
from tests.assistant.responses_items import THINKS

USAGE = {"input_tokens": 10, "output_tokens": 5}
ASKS = {"type": "function_call", "id": "fc1", "call_id": "c1", "name": "look_up", "arguments": '{"account": "a"}', "status": "completed"}
ANSWERS = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": '{"account": "a", "cents": 1230}'}]}


def response(*items: dict[str, Any]) -> dict[str, Any]:
    return {"id": "r1", "model": "gpt-5-1", "status": "completed", "output": list(items), "usage": USAGE}


def answer(*items: dict[str, Any]) -> Answer:
    return Answer(body=json.dumps(response(*items)), headers={"content-type": "application/json"})


def test_openai_is_asked_in_responses_and_a_whole_run_with_tools_goes_through() -> None:
    with serving(answer(THINKS, ASKS), answer(ANSWERS)) as server:
        chosen = provider("openai", model="gpt-5", base_url=server.url, api_key="key-1")
        loop = ToolLoop(chosen, Counter().toolbox, Limits(rounds=4), options={"seed": 7})
        result = loop.run(QUESTION, output=Balance, first_tool="look_up")

    assert (result.output, result.stop_reason) == (Balance(account="a", cents=1230), "answered")
    assert result.usage == Usage(input_tokens=20, output_tokens=10)
    assert result.notes == ("the option seed was left out: this server does not know it",)
    (path, headers, first), (_, _, second) = server.requests
    assert (path, headers["authorization"]) == ("/v1/responses", "Bearer key-1")
    assert first["tool_choice"] == {"type": "function", "name": "look_up"}
    assert "tool_choice" not in second
    assert second["input"] == [
        {"role": "user", "content": "How much is there?"},
        THINKS,
        ASKS,
        {"type": "function_call_output", "call_id": "c1", "output": '{"account":"a","balance":"12.30"}'},
    ]


def test_a_turn_is_streamed_and_ends_whole() -> None:
    pieces = [{"type": "response.reasoning_summary_text.delta", "delta": "Hm."}, {"type": "response.output_text.delta", "delta": "12"}]
    with serving(events(*pieces, {"type": "response.completed", "response": response(ANSWERS)})) as server:
        told = list(provider("openai", model="gpt-5", base_url=server.url, api_key="k").stream(Request(messages=QUESTION)))

    assert told[:-1] == [ReasoningDelta("Hm."), TextDelta("12")]
    assert isinstance(told[-1], TurnEnd)
    assert told[-1].turn.usage == Usage(input_tokens=10, output_tokens=5)
    assert server.requests[0][2]["stream"] is True
