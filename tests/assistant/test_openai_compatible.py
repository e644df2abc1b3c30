"""The real `openai` package against a real socket, as for any compatible server."""

import json
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from assistant.contract import (
    ErrorCode,
    Message,
    Provider,
    ProviderError,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolResult,
    TurnEnd,
    TurnEvent,
    Usage,
)
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.registry import provider
from tests.assistant.conversations import QUESTION, Balance, Counter
from tests.assistant.local_server import Answer, LocalServer, completion, events, serving

ASKED = {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": '{"account": "a"}'}}


def over(server: LocalServer, name: str = "compatible", **settings: Any) -> Provider:
    return provider(name, model="m", base_url=server.url, **{"api_key": "key-1", "seconds": 5.0, **settings})


def test_a_turn_over_the_wire() -> None:
    with serving(completion({"role": "assistant", "content": "12.30"})) as server:
        turn = over(server).generate(Request(messages=QUESTION, instructions="Be exact."))

    assert (turn.text, turn.finish_reason, turn.model, turn.response_id) == ("12.30", "stop", "m-1", "r1")
    assert turn.usage == Usage(input_tokens=10, output_tokens=5)
    ((path, headers, body),) = server.requests
    assert (path, headers["authorization"]) == ("/v1/chat/completions", "Bearer key-1")
    assert body == {
        "model": "m",
        "messages": [{"role": "system", "content": "Be exact."}, {"role": "user", "content": "How much is there?"}],
    }


def test_a_whole_run_with_tools_over_the_wire() -> None:
    answer = completion({"content": '{"account": "a", "cents": 1230}'})
    with serving(completion({"content": None, "tool_calls": [ASKED]}, finish="tool_calls"), answer) as server:
        result = ToolLoop(over(server), Counter().toolbox, Limits(rounds=4)).run(QUESTION, output=Balance)

    assert (result.output, result.stop_reason) == (Balance(account="a", cents=1230), "answered")
    assert result.usage == Usage(input_tokens=20, output_tokens=10)
    first, second = (body for _, _, body in server.requests)
    assert [tool["function"]["name"] for tool in first["tools"]] == ["look_up", "fail"]
    assert second["messages"][-2:] == [
        {"role": "assistant", "content": "", "tool_calls": [ASKED]},
        {"role": "tool", "tool_call_id": "c1", "content": '{"account":"a","balance":"12.30"}'},
    ]


@pytest.mark.parametrize(
    ("answer", "code", "retry_after"),
    [
        (Answer(status=401, body='{"error": {"message": "Invalid API key"}}'), "authentication", None),
        (Answer(status=429, body='{"error": {"message": "slow down"}}', headers={"retry-after": "7"}), "rate_limited", 7.0),
        (Answer(status=500, body="oops"), "overloaded", None),
        (Answer(status=400, body='{"error": {"message": "maximum context length"}}'), "context_length", None),
        (Answer(status=307, body="", headers={"location": "http://127.0.0.1:9/v1"}), "other", None),
        (Answer(body="<html>"), "malformed", None),
        (Answer(body=""), "malformed", None),
        (Answer(body='{"error": {"message": "slow down", "code": 429}}'), "rate_limited", None),
        (Answer(body=completion({"content": "12.30"}).body, cut=20), "overloaded", None),
    ],
)
def test_a_failed_request_has_an_error_code_and_is_sent_only_once(answer: Answer, code: ErrorCode, retry_after: float | None) -> None:
    with serving(answer) as server, pytest.raises(ProviderError) as error:
        over(server).generate(Request(messages=QUESTION))

    assert (error.value.code, error.value.retry_after) == (code, retry_after)
    assert len(server.requests) == 1
    assert "key-1" not in str(error.value)


def silent(listener: socket.socket) -> None:
    """Accepts by its backlog, and never answers."""
    listener.listen(1)


def closed(listener: socket.socket) -> None:
    """Is not there."""
    listener.close()


@pytest.mark.parametrize(("behaviour", "message"), [(silent, "did not answer in time"), (closed, "the connection failed")])
def test_a_server_that_does_not_answer_is_overloaded(behaviour: Callable[[socket.socket], None], message: str) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        behaviour(listener)

        with pytest.raises(ProviderError, match=message) as error:
            provider("compatible", model="m", base_url=address, seconds=0.2).generate(Request(messages=QUESTION))

    assert error.value.code == "overloaded"


def test_nothing_of_one_providers_environment_goes_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "secret-of-openai")
    with serving(completion({"content": "x"})) as server:
        over(server, api_key="").generate(Request(messages=QUESTION))

    assert "secret-of-openai" not in json.dumps(server.requests)


def test_results_reach_the_server_whatever_characters_they_hold() -> None:
    strange = "caf\u00e9 \U0001f600 \u2028 \x00"
    results = Message(role="tool", results=(ToolResult(call_id="c1", name="t", content=strange),))
    with serving(completion({"content": "x"})) as server:
        over(server).generate(Request(messages=[*QUESTION, results]))

    assert server.requests[0][2]["messages"][-1]["content"] == strange


def test_a_turn_is_streamed_and_ends_whole() -> None:
    pieces: list[dict[str, Any]] = [{"delta": {"reasoning": "hm"}}, {"delta": {"content": "12"}}, {"delta": {"content": ".30"}}]
    last: dict[str, Any] = {"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 3}}
    chunks = [*({"choices": [piece]} for piece in pieces), last]
    with serving(events(*chunks)) as server:
        told = list(over(server).stream(Request(messages=QUESTION)))

    assert told[:-1] == [ReasoningDelta("hm"), TextDelta("12"), TextDelta(".30")]
    assert isinstance(told[-1], TurnEnd)
    assert (told[-1].turn.text, told[-1].turn.usage.input_tokens) == ("12.30", 3)
    assert server.requests[0][2]["stream"] is True


def test_a_stream_that_breaks_off_is_an_error_and_no_turn() -> None:
    whole = events({"choices": [{"index": 0, "delta": {"content": "12"}, "finish_reason": "stop"}]})
    cut = len(whole.body) - 10
    told: list[TurnEvent] = []
    with serving(replace(whole, cut=cut)) as server, pytest.raises(ProviderError) as failed:
        told.extend(over(server).stream(Request(messages=QUESTION)))

    assert failed.value.code in ("overloaded", "malformed")
    assert not any(isinstance(event, TurnEnd) for event in told)


def test_a_server_that_answers_a_stream_in_one_piece_is_understood() -> None:
    with serving(completion({"content": "12.30"})) as server:
        told = list(over(server).stream(Request(messages=QUESTION)))

    assert isinstance(told[-1], TurnEnd)
    assert told[-1].turn.text == "12.30"


def test_an_error_in_place_of_a_stream_has_its_code() -> None:
    refusal = Answer(status=429, body='{"error": {"message": "slow down"}}', headers={"retry-after": "7"})
    with serving(refusal) as server, pytest.raises(ProviderError) as limited:
        list(over(server).stream(Request(messages=QUESTION)))

    assert (limited.value.code, limited.value.retry_after) == ("rate_limited", 7.0)


@pytest.mark.parametrize("name", ["deepseek", "compatible"])
def test_options_that_a_request_left_out_are_noted_on_the_turn(name: str) -> None:
    asked = Request(messages=QUESTION, options={"seed": 7})
    chunk = events({"choices": [{"index": 0, "delta": {"content": "12"}, "finish_reason": "stop"}]})
    with serving(completion({"content": "x"}), chunk, completion({"content": "x"})) as server:
        chosen = over(server, name)
        turns = [
            chosen.generate(asked),
            *(last.turn for last in (list(chosen.stream(asked))[-1] for _ in "12") if isinstance(last, TurnEnd)),
        ]

    notes = ("the option seed was left out: this server does not know it",) if name == "deepseek" else ()
    assert [turn.notes for turn in turns] == [notes] * 3
