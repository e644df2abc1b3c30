"""Guarantees that a run needs from every provider: those of the table, the scripted one and the one without a model."""

import json
from dataclasses import replace
from functools import cache
from typing import get_args

import pytest

from assistant.contract import (
    ErrorCode,
    Message,
    Provider,
    ProviderError,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCall,
    ToolResult,
    ToolSpec,
    Turn,
    TurnEnd,
    Usage,
)
from assistant.limits import Limits
from assistant.loop import ToolLoop
from reconciliation.conversation.builtin import BuiltinProvider
from reconciliation.conversation.instructions import reading_message
from tests.assistant.conversations import QUESTION, Counter, whole
from tests.contract.providers import HOUSES, STATUS, WIRED, wired

TOOLS = Counter().toolbox.specs
ACCOUNTS = (ToolSpec(name="get_accounts", description="The accounts.", parameters={"type": "object", "properties": {}}),)
USAGE = Usage(input_tokens=10, output_tokens=5)
SAID = Turn(text="It is 12.30.", reasoning="A thought.", usage=USAGE)
CALLS = tuple(ToolCall(id=f"c{place}", name="look_up", arguments={"account": account}) for place, account in enumerate("ab"))
CALLED = Turn(text="Let me see.", tool_calls=CALLS, finish_reason="tool_calls", usage=USAGE)
every_house = pytest.mark.parametrize("name", HOUSES)
every_server = pytest.mark.parametrize("name", WIRED)


def meant(turn: Turn) -> tuple[object, ...]:
    """Return the content of a turn, without the provider's own state."""
    calls = [(call.id, call.name, call.arguments, call.provider_executed) for call in turn.tool_calls]
    return turn.text, turn.reasoning, calls, turn.finish_reason, turn.usage.input_tokens, turn.usage.output_tokens


def streamed(provider: Provider, request: Request) -> Turn:
    """The turn of a stream, whose pieces add up to it and which it ends."""
    *pieces, last = provider.stream(request)
    assert isinstance(last, TurnEnd)
    assert "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)) == last.turn.text
    assert "".join(piece.text for piece in pieces if isinstance(piece, ReasoningDelta)) == last.turn.reasoning
    return last.turn


@every_house
@pytest.mark.parametrize("turn", [SAID, CALLED], ids=["said", "called"])
def test_one_turn_comes_whole_at_once_and_as_a_stream_alike(name: str, turn: Turn) -> None:
    asked = Request(messages=QUESTION, tools=TOOLS)
    with HOUSES[name]([turn]) as house:
        at_once = house.provider.generate(asked)
    with HOUSES[name]([turn], stream=True) as house:
        as_it_came = streamed(house.provider, asked)

    assert meant(at_once) == meant(as_it_came) == meant(turn)


@every_house
@pytest.mark.parametrize("code", STATUS)
@pytest.mark.parametrize("stream", [False, True], ids=["at once", "stream"])
def test_a_turn_that_does_not_come_has_a_code(name: str, code: ErrorCode, stream: bool) -> None:
    failure = ProviderError(code, "no", retry_after=7.0)
    with HOUSES[name]([failure], stream=stream) as house, pytest.raises(ProviderError) as failed:
        streamed(house.provider, Request(messages=QUESTION)) if stream else house.provider.generate(Request(messages=QUESTION))

    assert (failed.value.code, failed.value.retry_after) == (code, 7.0)
    assert failed.value.code in get_args(ErrorCode)


@every_house
@pytest.mark.parametrize("stream", [False, True], ids=["at once", "stream"])
def test_a_run_with_tools_comes_to_its_answer(name: str, stream: bool) -> None:
    counter = Counter()
    with HOUSES[name]([CALLED, SAID], stream=stream) as house:
        loop = ToolLoop(house.provider, counter.toolbox)
        result = whole(loop, streamed=stream)

    assert (result.text, result.stop_reason) == ("It is 12.30.", "answered")
    assert result.usage == Usage(input_tokens=20, output_tokens=10)
    assert [(answer.call_id, answer.is_error) for answer in result.steps[0].results] == [("c0", False), ("c1", False)]
    assert counter.asked == ["a", "b"]


@every_house
def test_calls_without_tools_are_never_run_and_are_no_answer(name: str) -> None:
    with HOUSES[name]([CALLED, CALLED]) as house:
        result = ToolLoop(house.provider, limits=Limits(rounds=2)).run(QUESTION)

    assert (result.text, result.output) == ("", None)
    assert all(answer.is_error for step in result.steps for answer in step.results)


@every_server
def test_the_last_request_offers_no_tool(name: str) -> None:
    answered = (Message(role="assistant", turn=CALLED), Message(role="tool", results=tuple(answers(CALLED))))
    with HOUSES[name]([SAID]) as house:
        house.provider.generate(Request(messages=(*QUESTION, *answered)))

    (body,) = house.sent
    assert not body.get("tools") or body.get("tool_choice") == {"type": "none"}


def answers(turn: Turn) -> list[ToolResult]:
    return [ToolResult(call_id=call.id, name=call.name, content=f"result of {call.id}") for call in turn.tool_calls]


@every_server
def test_a_call_is_forced_or_the_turn_says_that_it_was_not(name: str) -> None:
    with HOUSES[name]([CALLED]) as house:
        turn = house.provider.generate(Request(messages=QUESTION, tools=TOOLS, forced_tool="look_up"))

    (body,) = house.sent
    wish = json.dumps([body.get("tool_choice"), body.get("toolConfig")])
    is_alone = "required" in wish and len(body["tools"]) == 1
    assert ("look_up" in wish or is_alone) != any("look_up was left to the model" in note for note in turn.notes)


@every_server
def test_an_unknown_option_is_refused_by_its_name(name: str) -> None:
    with HOUSES[name]([]) as house, pytest.raises(ProviderError, match="wit") as refused:
        house.provider.generate(Request(messages=QUESTION, options={"wit": 11}))

    assert refused.value.code == "invalid_request"


@every_server
def test_private_state_of_one_provider_is_sent_to_no_other(name: str) -> None:
    """After turns of all other providers, their texts and calls are sent, and their reasoning and signatures are not."""
    server, api = WIRED[name]
    foreign = [spoken(other) for other in WIRED if WIRED[other][0] != server]
    history = [message for turn in foreign for message in said(turn)]
    with wired(server, api)([SAID]) as house:
        house.provider.generate(Request(messages=(*QUESTION, *history, *QUESTION), tools=TOOLS))

    told = json.dumps(house.sent)
    assert all(turn.state is not None and "secret" in json.dumps(turn.state) for turn in foreign if turn.reasoning)
    assert "secret" not in told
    assert told.count("Let me see.") == told.count("result of c0") == len(foreign)


@cache
def spoken(name: str) -> Turn:
    """A turn with all that its provider keeps for itself."""
    turn = Turn(text=CALLED.text, reasoning="secret", tool_calls=CALLS, finish_reason="tool_calls")
    with HOUSES[name]([turn]) as house:
        return house.provider.generate(Request(messages=QUESTION, tools=TOOLS))


def said(turn: Turn) -> tuple[Message, Message]:
    return Message(role="assistant", turn=turn), Message(role="tool", results=tuple(answers(turn)))


def test_the_provider_without_a_model_keeps_the_contract() -> None:
    asked = Request(messages=(Message(role="user", text=reading_message([])),), tools=ACCOUNTS)
    turn = BuiltinProvider().generate(asked)

    assert meant(turn) == meant(streamed(BuiltinProvider(), asked))
    assert [(call.name, call.provider_executed) for call in turn.tool_calls] == [("get_accounts", False)]
    assert (turn.finish_reason, turn.state, turn.usage) == ("tool_calls", None, Usage())
    assert BuiltinProvider().generate(replace(asked, tools=())).tool_calls == ()


@pytest.mark.parametrize("stream", [False, True], ids=["at once", "stream"])
def test_the_provider_without_a_model_refuses_a_question(stream: bool) -> None:
    asked = Request(messages=QUESTION, tools=ACCOUNTS)
    with pytest.raises(ProviderError) as refused:
        streamed(BuiltinProvider(), asked) if stream else BuiltinProvider().generate(asked)

    assert refused.value.code == "invalid_request"
