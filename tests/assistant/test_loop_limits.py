"""The ends of a loop, and its repeated requests."""

from collections.abc import Generator

import pytest

from assistant.contract import Message, ProviderError, Request, TextDelta, Turn, TurnEvent, Usage, single_chunk
from assistant.events import (
    LimitReached,
    RunEvent,
    RunFinished,
    StepFinished,
    StepStarted,
    ToolCompleted,
    ToolFailed,
    ToolQueued,
    ToolRunning,
)
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.scripted import ScriptedProvider, calls, says
from assistant.tool_execution import NO_MORE, TOO_LARGE
from tests.assistant.conversations import QUESTION, Clock, Counter

FOUND = '{"account":"a","balance":"12.30"}'


@pytest.mark.parametrize("messages", [(), (Message(role="user", text="  "),)])
def test_an_empty_question_is_refused(messages: tuple[Message, ...]) -> None:
    with pytest.raises(ValueError, match=r"no message|empty"):
        ToolLoop(ScriptedProvider([])).run(messages)


def test_usage_is_summed_and_a_figure_that_one_turn_lacks_is_unknown() -> None:
    first = Usage(input_tokens=10, output_tokens=5, cached_input_tokens=4)
    second = Usage(input_tokens=20, output_tokens=7)
    provider = ScriptedProvider([calls(("look_up", {"account": "a"}), usage=first), says("done", usage=second)])

    usage = ToolLoop(provider, Counter().toolbox).run(QUESTION).usage

    assert usage == Usage(input_tokens=30, output_tokens=12, cached_input_tokens=None, reasoning_tokens=None)


def test_a_step_says_how_long_it_took() -> None:
    clock = Clock()

    def slow(request: Request) -> Turn:
        clock.now += 2.5
        return says("done")

    assert ToolLoop(ScriptedProvider([slow]), clock=clock).run(QUESTION).steps[0].seconds == 2.5


def test_no_call_is_run_after_the_time_is_up_and_no_further_turn_is_asked_for() -> None:
    clock, counter = Clock(), Counter()

    def slow(request: Request) -> Turn:
        clock.now += 60
        return calls(("look_up", {"account": "a"}))

    result = ToolLoop(ScriptedProvider([slow, says("never")]), counter.toolbox, Limits(seconds=60), clock=clock).run(QUESTION)

    assert (result.text, result.stop_reason, counter.asked) == ("", "seconds", [])
    assert [answer.content for answer in result.steps[0].results] == [NO_MORE]


def test_calls_beyond_their_limit_are_refused_and_the_next_round_answers() -> None:
    counter = Counter()
    many = calls(*(("look_up", {"account": str(number)}) for number in range(5)))

    result = ToolLoop(ScriptedProvider([many, says("done")]), counter.toolbox, Limits(tool_calls=3)).run(QUESTION)

    assert counter.asked == ["0", "1", "2"]
    assert [answer.content == NO_MORE for answer in result.steps[0].results] == [False] * 3 + [True] * 2
    assert (result.text, result.stop_reason) == ("done", "tool_calls")


def test_a_result_that_is_too_large_becomes_an_error_that_says_what_to_do() -> None:
    provider = ScriptedProvider([calls(("look_up", {"account": "a"}), ("look_up", {"account": "b"})), says("done")])

    result = ToolLoop(provider, Counter().toolbox, Limits(result_bytes=len(FOUND) + 1)).run(QUESTION)

    assert [answer.content for answer in result.steps[0].results] == [FOUND, TOO_LARGE]


def test_options_go_with_every_request_the_last_one_included() -> None:
    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), says("done")])

    ToolLoop(provider, Counter().toolbox, Limits(rounds=2), options={"temperature": 0}).run(QUESTION)

    assert [request.options for request in provider.requests] == [{"temperature": 0}] * 2


def test_every_event_of_a_run_is_observed_in_order_also_if_it_is_not_streamed() -> None:
    script = [calls(("look_up", {"account": "a"}), ("nothing", {})), says("12.30")]
    told: list[RunEvent] = []

    result = ToolLoop(ScriptedProvider(script), Counter().toolbox, observer=told.append).run(QUESTION)
    streamed = list(ToolLoop(ScriptedProvider(script), Counter().toolbox).stream(QUESTION))

    kinds = [type(event) for event in told if not isinstance(event, TextDelta)]
    assert kinds == [
        *(StepStarted, ToolQueued, ToolQueued, ToolRunning, ToolCompleted, ToolRunning, ToolFailed, StepFinished),
        *(StepStarted, StepFinished, RunFinished),
    ]
    assert [type(event) for event in streamed] == [type(event) for event in told]
    assert TextDelta("12.30") in streamed
    assert isinstance(streamed[-1], RunFinished)
    assert (streamed[-1].result.text, result.text) == ("12.30", "12.30")


def test_the_limit_that_ends_the_use_of_tools_is_reported_once() -> None:
    script = [calls(("look_up", {"account": str(place)})) for place in range(2)] + [says("12.30")]
    told: list[RunEvent] = []

    ToolLoop(ScriptedProvider(script), Counter().toolbox, Limits(rounds=3), observer=told.append).run(QUESTION)

    assert [event for event in told if isinstance(event, LimitReached)] == [LimitReached(limit="rounds")]


def test_the_first_tool_is_forced_and_then_released() -> None:
    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), says("12.30")])

    ToolLoop(provider, Counter().toolbox).run(QUESTION, first_tool="look_up")

    assert [request.forced_tool for request in provider.requests] == ["look_up", ""]


def test_an_empty_first_turn_is_asked_again_with_its_tools() -> None:
    provider = ScriptedProvider([says(""), calls(("look_up", {"account": "a"})), says("12.30")])

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION)

    assert (result.text, result.stop_reason) == ("12.30", "answered")
    assert provider.requests[1].tools


def test_a_call_that_the_provider_could_not_read_is_asked_for_again_and_never_run() -> None:
    counter = Counter()
    broken = Turn(tool_calls=calls(("look_up", {"account": "a"})).tool_calls, finish_reason="error")
    provider = ScriptedProvider([broken, calls(("look_up", {"account": "b"})), says("12.30")])

    result = ToolLoop(provider, counter.toolbox).run(QUESTION)

    assert (result.text, result.stop_reason, counter.asked) == ("12.30", "answered", ["b"])


def test_an_answer_without_content_is_a_stated_no_answer() -> None:
    result = ToolLoop(ScriptedProvider([says(""), says(""), says("")]), Counter().toolbox).run(QUESTION)

    assert (result.text, result.stop_reason, len(result.steps)) == ("", "no_answer", 3)


def test_a_last_answer_that_does_not_come_whole_is_asked_for_as_a_stream() -> None:
    class OnlyStreams(ScriptedProvider):
        def generate(self, request: Request) -> Turn:
            if not request.tools:
                raise ProviderError("malformed", "the body is empty")
            return super().generate(request)

        def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
            yield from single_chunk(super().generate(request))

    script = [calls(("look_up", {"account": "a"})), says("12.30")]

    assert ToolLoop(OnlyStreams(script), Counter().toolbox, Limits(rounds=2)).run(QUESTION).text == "12.30"


def test_a_stopped_run_contains_its_paid_turns_with_an_answer_to_each_call() -> None:
    counter = Counter()
    script = [calls(("look_up", {"account": "a"}), ("look_up", {"account": "b"})), says("never")]
    provider = ScriptedProvider(script)

    result = ToolLoop(provider, counter.toolbox, stop=lambda: bool(counter.asked)).run(QUESTION)

    assert (result.stop_reason, len(result.steps), counter.asked) == ("stopped", 1, ["a"])
    assert [answer.is_error for answer in result.steps[0].results] == [False, True]
    assert len(provider.requests) == 1
