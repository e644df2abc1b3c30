"""A run that was recorded runs again without a network: the same steps, the same answer, the same bill."""

import json

import pytest

from assistant.contract import Provider, ProviderError, Request, ToolCall, Turn, TurnEnd
from assistant.loop import ToolLoop
from assistant.registry import provider
from assistant.replay import answer
from assistant.transports import PlayingTransport, Record
from tests.assistant.conversations import QUESTION, Counter, whole
from tests.assistant.local_server import Answer, serving
from tests.contract.providers import WIRED
from tests.contract.wire import as_stream, at_once

CALLED = Turn(tool_calls=(ToolCall(id="c1", name="look_up", arguments={"account": "a"}),), reasoning="A thought.")
SAID = Turn(text="It is 12.30.")


def recorded(name: str, *, stream: bool) -> tuple[list[Record], object]:
    """Return the records of a run, as they are read from a file, and its result."""
    records: list[Record] = []
    told, api = WIRED[name]
    with serving(*((as_stream if stream else at_once)(api, turn) for turn in (CALLED, SAID))) as server:
        over = provider(told, model="m-1", api=api, base_url=server.url, api_key="key-1", record=records.append)
        result = outcome(over, stream=stream)
    return [json.loads(json.dumps(record)) for record in records], result


def played(records: list[Record], *, name: str = "anthropic") -> Provider:
    """A provider that answers from records, without a key."""
    told, api = WIRED.get(name, (name, None))
    return provider(told, model="m-1", api=api, base_url="https://models.example/v1", replay=PlayingTransport(records), environment={})


def outcome(over: Provider, *, stream: bool) -> object:
    result = whole(ToolLoop(over, Counter().toolbox), streamed=stream)
    return result.text, result.stop_reason, result.usage, [(step.turn, step.results) for step in result.steps]


@pytest.mark.parametrize("name", WIRED)
@pytest.mark.parametrize("stream", [False, True], ids=["at once", "stream"])
def test_a_recorded_run_is_played_again(name: str, stream: bool) -> None:
    records, result = recorded(name, stream=stream)

    assert outcome(played(records, name=name), stream=stream) == result
    assert [answer(record)["ok"] for record in records] == [True, True]
    assert [record["stream"] for record in records] == [stream, stream]


def test_equal_requests_are_answered_in_the_order_of_their_records() -> None:
    first, second = (recorded("mistral", stream=False)[0][:1] for _ in range(2))
    second[0] = {**second[0], "body": second[0]["body"].replace("look_up", "look_again")}
    over = played(first + second, name="mistral")

    told = [list(over.stream(Request(messages=QUESTION, tools=Counter().toolbox.specs)))[-1] for _ in range(2)]

    assert [event.turn.tool_calls[0].name for event in told if isinstance(event, TurnEnd)] == ["look_up", "look_again"]


@pytest.mark.parametrize("name", WIRED)
def test_no_key_and_no_address_is_written_down(name: str) -> None:
    records, _ = recorded(name, stream=False)

    told = json.dumps(records).lower()
    assert [word for word in ("key-1", "127.0.0.1", "authorization", "x-api-key", "x-goog-api-key", "cookie") if word in told] == []


def test_a_refusal_is_played_as_it_came() -> None:
    records: list[Record] = []
    refusal = Answer(status=429, body='{"error": {"message": "slow down"}}', headers={"retry-after": "7", "set-cookie": "s=1"})
    with serving(refusal) as server, pytest.raises(ProviderError):
        provider("anthropic", model="m-1", base_url=server.url, api_key="k", record=records.append).generate(Request(messages=QUESTION))
    with pytest.raises(ProviderError) as limited:
        played(records).generate(Request(messages=QUESTION))

    assert (limited.value.code, limited.value.retry_after) == ("rate_limited", 7.0)
    assert "set-cookie" not in records[0]["headers"]


@pytest.mark.parametrize("asked", ["something else", "How much is there?"])
def test_a_request_that_was_not_recorded_is_never_answered(asked: str) -> None:
    records, _ = recorded("mistral", stream=False)
    over = played(records if asked == "something else" else records[:1], name="mistral")

    with pytest.raises(ProviderError, match="recorded"):
        ToolLoop(over, Counter().toolbox).run(QUESTION, instructions=asked if asked == "something else" else "")
