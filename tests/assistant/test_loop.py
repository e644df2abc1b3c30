"""What the loop promises, whatever the model does."""

from collections.abc import Generator

import pytest

from assistant.answering import NO_MORE, TOO_LARGE
from assistant.contract import Message, ProviderError, Request, TextDelta, ToolCall, ToolResult, Turn, TurnEvent, Usage, told_at_once
from assistant.conversation import LAST_ROUND
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
    each_step,
)
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.patience import Patience
from assistant.results import Step
from assistant.scripted import ScriptedProvider, calls, says
from tests.assistant.conversations import QUESTION, Clock, Counter

ONCE = Patience(tries=1)
FOUND = '{"account":"a","balance":"12.30"}'


def test_tools_run_until_the_model_answers() -> None:
    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), says("12.30")])

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION, instructions="Be exact.")

    assert (result.text, result.stop_reason, len(result.steps)) == ("12.30", "answered", 2)
    assert result.steps[0].results == (ToolResult(call_id="call-1", name="look_up", content=FOUND),)
    assert [message.role for message in result.messages] == ["user", "assistant", "tool", "assistant"]
    assert provider.requests[1].messages == result.messages[:3]
    assert provider.requests[1].instructions == "Be exact."


def test_the_last_of_eight_rounds_offers_no_tools_so_that_there_is_an_answer() -> None:
    def restless(request: Request) -> Turn:
        return calls(("look_up", {"account": f"a{len(request.messages)}"})) if request.tools else says("enough")

    provider = ScriptedProvider([restless] * 8)

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION)

    assert (result.text, result.stop_reason, len(result.steps)) == ("enough", "rounds", 8)
    assert [bool(request.tools) for request in provider.requests] == [True] * 7 + [False]
    assert LAST_ROUND in provider.requests[7].instructions


def test_results_come_in_the_order_of_the_calls_each_answered_once() -> None:
    asked = [("look_up", {"account": "b"}), ("nothing", {}), ("look_up", None), ("fail", {"account": "x"}), ("look_up", {"account": "a"})]
    result = ToolLoop(ScriptedProvider([calls(*asked), says("done")]), Counter().toolbox).run(QUESTION)

    results = result.steps[0].results
    assert [(answer.call_id, answer.name, answer.is_error) for answer in results] == [
        ("call-1", "look_up", False),
        ("call-2", "nothing", True),
        ("call-3", "look_up", True),
        ("call-4", "fail", True),
        ("call-5", "look_up", False),
    ]
    assert "internal detail" not in results[3].content


def test_the_same_call_is_run_once_and_answered_from_the_cache_after_that() -> None:
    counter = Counter()
    twice = calls(("look_up", {"account": "a"}), ("look_up", {"account": "a"}))
    provider = ScriptedProvider([twice, calls(("look_up", {"account": "b"}), ("look_up", {"account": "a"})), says("done")])

    result = ToolLoop(provider, counter.toolbox).run(QUESTION)

    assert counter.asked == ["a", "b"]
    assert [answer.content for step in result.steps for answer in step.results].count(FOUND) == 3


def test_a_tool_that_failed_is_tried_again() -> None:
    counter = Counter()
    ToolLoop(ScriptedProvider([calls(("fail", {"account": "a"}), ("fail", {"account": "a"})), says("done")]), counter.toolbox).run(QUESTION)

    assert counter.asked == ["a", "a"]


def test_the_same_call_with_the_same_result_twice_in_a_row_ends_in_the_round_that_answers() -> None:
    again = calls(("look_up", {"account": "a"}))
    provider = ScriptedProvider([again, again, says("12.30")])

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION)

    assert (result.text, result.stop_reason) == ("12.30", "stalled")
    assert provider.requests[2].tools == ()


def test_calls_that_the_provider_runs_itself_are_left_alone() -> None:
    searched = ToolCall(id="s", name="look_up", arguments={"account": "a"}, provider_executed=True)
    counter = Counter()

    result = ToolLoop(ScriptedProvider([Turn(text="found", tool_calls=(searched,))]), counter.toolbox).run(QUESTION)

    assert (result.text, result.stop_reason, counter.asked, result.steps[0].results) == ("found", "answered", [], ())


def test_a_provider_that_pauses_is_asked_to_go_on() -> None:
    provider = ScriptedProvider([Turn(text="so far", finish_reason="continue"), says("done")])

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION)

    assert (result.text, len(result.steps)) == ("done", 2)


def test_calls_in_the_round_that_answers_are_refused_and_their_text_is_no_answer() -> None:
    provider = ScriptedProvider([calls(("look_up", {"account": "a"}), text="let me see")])
    counter = Counter()

    result = ToolLoop(provider, counter.toolbox, Limits(rounds=1)).run(QUESTION)

    assert (result.text, result.stop_reason, counter.asked) == ("", "no_answer", [])
    assert [answer.content for answer in result.steps[0].results] == [NO_MORE]


def test_errors_of_the_provider_propagate_with_their_code() -> None:
    limited = ProviderError("rate_limited", "slow down", retry_after=7.0)
    loop = ToolLoop(ScriptedProvider([calls(("look_up", {"account": "a"})), limited]), Counter().toolbox, patience=ONCE)

    with pytest.raises(ProviderError) as raised:
        loop.run(QUESTION)

    assert raised.value is limited


def test_the_observer_sees_each_step_as_it_finishes_also_before_an_error() -> None:
    seen: list[Step] = []
    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), ProviderError("overloaded", "gone")])

    with pytest.raises(ProviderError):
        ToolLoop(provider, Counter().toolbox, observer=each_step(seen.append), patience=ONCE).run(QUESTION)

    assert [(step.number, step.results[0].content) for step in seen] == [(1, FOUND)]


def test_an_observer_that_fails_ends_the_run() -> None:
    def lost(step: Step) -> None:
        raise InterruptedError("another worker has this import")

    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), says("never")])

    with pytest.raises(InterruptedError):
        ToolLoop(provider, Counter().toolbox, observer=each_step(lost)).run(QUESTION)
    assert len(provider.requests) == 1


@pytest.mark.parametrize("messages", [(), (Message(role="user", text="  "),)])
def test_an_empty_question_is_refused(messages: tuple[Message, ...]) -> None:
    with pytest.raises(ValueError, match=r"no message|empty"):
        ToolLoop(ScriptedProvider([])).run(messages)


def test_usage_is_summed_and_what_one_turn_does_not_know_is_unknown() -> None:
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


def test_every_event_of_a_run_is_told_in_order_also_where_it_is_not_streamed() -> None:
    script = [calls(("look_up", {"account": "a"}), ("nothing", {})), says("12.30")]
    told: list[RunEvent] = []

    result = ToolLoop(ScriptedProvider(script), Counter().toolbox, observer=told.append).run(QUESTION)
    streamed = list(ToolLoop(ScriptedProvider(script), Counter().toolbox).stream(QUESTION))

    kinds = [type(event) for event in told]
    assert kinds == [
        *(StepStarted, ToolQueued, ToolQueued, ToolRunning, ToolCompleted, ToolRunning, ToolFailed, StepFinished),
        *(StepStarted, StepFinished, RunFinished),
    ]
    assert [type(event) for event in streamed if not isinstance(event, TextDelta)] == kinds
    assert TextDelta("12.30") in streamed
    assert isinstance(streamed[-1], RunFinished)
    assert (streamed[-1].result.text, result.text) == ("12.30", "12.30")


def test_the_limit_that_ends_the_use_of_tools_is_told_once() -> None:
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
    result = ToolLoop(ScriptedProvider([says(""), says("")]), Counter().toolbox).run(QUESTION)

    assert (result.text, result.stop_reason, len(result.steps)) == ("", "no_answer", 2)


def test_a_last_answer_that_does_not_come_whole_is_asked_for_as_a_stream() -> None:
    class OnlyStreams(ScriptedProvider):
        def generate(self, request: Request) -> Turn:
            if not request.tools:
                raise ProviderError("malformed", "the body is empty")
            return super().generate(request)

        def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
            yield from told_at_once(super().generate(request))

    script = [calls(("look_up", {"account": "a"})), says("12.30")]

    assert ToolLoop(OnlyStreams(script), Counter().toolbox, Limits(rounds=2)).run(QUESTION).text == "12.30"


def test_a_person_stops_a_run_and_what_was_paid_is_kept_with_each_call_answered() -> None:
    counter = Counter()
    script = [calls(("look_up", {"account": "a"}), ("look_up", {"account": "b"})), says("never")]
    provider = ScriptedProvider(script)

    result = ToolLoop(provider, counter.toolbox, stop=lambda: bool(counter.asked)).run(QUESTION)

    assert (result.stop_reason, len(result.steps), counter.asked) == ("stopped", 1, ["a"])
    assert [answer.is_error for answer in result.steps[0].results] == [False, True]
    assert len(provider.requests) == 1
