"""Anthropic and Gemini over a real socket, through `provider`."""

import json
from dataclasses import replace
from typing import Any

import pytest

from assistant.contract import ErrorCode, Provider, ProviderError, Request, TextDelta, TurnEnd, TurnEvent, Usage
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.registry import provider
from tests.assistant.conversations import QUESTION, Balance, Counter
from tests.assistant.local_server import Answer, LocalServer, serving

NAMES = ("anthropic", "gemini", "vertex")
STREAMED = {"anthropic": "/v1/v1/messages", **dict.fromkeys(("gemini", "vertex"), "/v1/models/m:streamGenerateContent?alt=sse")}
KEYS = {"anthropic": "x-api-key", "gemini": "x-goog-api-key", "vertex": "x-goog-api-key"}
OBJECT = '{"account": "a", "cents": 1230}'
USAGE = Usage(input_tokens=10, output_tokens=5)


def over(server: LocalServer, name: str) -> Provider:
    return provider(name, model="m", base_url=server.url, api_key="key-1", seconds=5.0)


def plain(body: Any) -> Answer:
    return Answer(body=json.dumps(body), headers={"content-type": "application/json"})


def events(*told: dict[str, Any]) -> Answer:
    return Answer(body="".join(f"data: {json.dumps(each)}\n\n" for each in told), headers={"content-type": "text/event-stream"})


def answered(name: str, text: str) -> Answer:
    if name == "anthropic":
        usage = {"input_tokens": 10, "output_tokens": 5}
        return plain({"id": "r1", "content": [{"type": "text", "text": text}], "stop_reason": "end_turn", "usage": usage})
    return plain(chunk({"text": text}, finish="STOP"))


def asked(name: str) -> Answer:
    if name == "anthropic":
        usage = {"input_tokens": 10, "output_tokens": 5}
        call = {"type": "tool_use", "id": "c1", "name": "look_up", "input": {"account": "a"}}
        return plain({"id": "r1", "content": [call], "stop_reason": "tool_use", "usage": usage})
    return plain(chunk({"functionCall": {"name": "look_up", "args": {"account": "a"}}, "thoughtSignature": "s"}, finish="STOP"))


def chunk(part: dict[str, Any], *, finish: str = "") -> dict[str, Any]:
    counts = {"promptTokenCount": 10, "candidatesTokenCount": 5}
    return {"responseId": "r1", "candidates": [{"content": {"parts": [part]}, "finishReason": finish}], "usageMetadata": counts}


def streamed(name: str) -> Answer:
    if name == "anthropic":
        return events(
            {"type": "message_start", "message": {"id": "r1", "usage": {"input_tokens": 10, "output_tokens": 1}}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "12"}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": ".30"}},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 5}},
            {"type": "message_stop"},
        )
    return events(chunk({"text": "12"}), chunk({"text": ".30"}, finish="STOP"))


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_run_with_tools_over_the_wire(name: str) -> None:
    with serving(asked(name), answered(name, OBJECT)) as server:
        result = ToolLoop(over(server, name), Counter().toolbox, Limits(rounds=4)).run(QUESTION, output=Balance)

    assert (result.output, result.stop_reason) == (Balance(account="a", cents=1230), "answered")
    assert result.usage == Usage(input_tokens=20, output_tokens=10)
    assert [(path, headers[KEYS[name]]) for path, headers, _ in server.requests] == [(STREAMED[name], "key-1")] * 2
    told = json.dumps(server.requests[1][2])
    assert '\\"balance\\":\\"12.30\\"' in told
    assert ('"tool_use_id": "c1"' if name == "anthropic" else '"thoughtSignature": "s"') in told


def test_a_request_to_anthropic_names_the_version() -> None:
    with serving(answered("anthropic", "x")) as server:
        over(server, "anthropic").generate(Request(messages=QUESTION))

    assert server.requests[0][1]["anthropic-version"] == "2023-06-01"


@pytest.mark.parametrize("name", NAMES)
def test_a_turn_is_streamed_and_ends_whole(name: str) -> None:
    with serving(streamed(name)) as server:
        told = list(over(server, name).stream(Request(messages=QUESTION)))

    assert told[:-1] == [TextDelta("12"), TextDelta(".30")]
    assert isinstance(told[-1], TurnEnd)
    assert (told[-1].turn.text, told[-1].turn.usage) == ("12.30", USAGE)
    path, _, body = server.requests[0]
    assert body.get("stream") is True if name == "anthropic" else path == "/v1/models/m:streamGenerateContent?alt=sse"


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_that_breaks_off_is_an_error_and_no_turn(name: str) -> None:
    whole, told = streamed(name), list[TurnEvent]()
    with serving(replace(whole, cut=len(whole.body) - 10)) as server, pytest.raises(ProviderError) as failed:
        told.extend(over(server, name).stream(Request(messages=QUESTION)))

    assert failed.value.code in ("overloaded", "malformed")
    assert not any(isinstance(event, TurnEnd) for event in told)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("answer", "code", "retry_after"),
    [
        (Answer(status=401, body='{"error": {"message": "no key"}}'), "authentication", None),
        (Answer(status=429, body='{"error": {"message": "slow down"}}', headers={"retry-after": "7"}), "rate_limited", 7.0),
        (Answer(status=529, body='{"type": "error", "error": {"type": "overloaded_error"}}'), "overloaded", None),
        (Answer(status=307, body="", headers={"location": "http://127.0.0.1:9/v1"}), "other", None),
        (Answer(body="<html>"), "malformed", None),
        (Answer(body=""), "malformed", None),
        (replace(answered("gemini", "x"), cut=20), "overloaded", None),
    ],
)
def test_a_failed_request_has_an_error_code_and_is_sent_only_once(
    name: str, answer: Answer, code: ErrorCode, retry_after: float | None
) -> None:
    with serving(answer) as server, pytest.raises(ProviderError) as error:
        over(server, name).generate(Request(messages=QUESTION))

    assert (error.value.code, error.value.retry_after) == (code, retry_after)
    assert len(server.requests) == 1
    assert "key-1" not in str(error.value)


@pytest.mark.parametrize("name", NAMES)
def test_an_error_in_place_of_a_stream_has_its_code(name: str) -> None:
    refusal = Answer(status=429, body='{"error": {"message": "slow down"}}', headers={"retry-after": "7"})
    with serving(refusal) as server, pytest.raises(ProviderError) as limited:
        list(over(server, name).stream(Request(messages=QUESTION)))

    assert (limited.value.code, limited.value.retry_after) == ("rate_limited", 7.0)
