"""The promises of the loop under any behaviour of the model."""

import pytest

from assistant.asking import RetryPolicy
from assistant.contract import ProviderError, Request, ToolCall, ToolResult, Turn
from assistant.conversation import LAST_ROUND
from assistant.events import (
    LoopStep,
    each_step,
)
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.scripted import ScriptedProvider, calls, says
from assistant.tool_execution import NO_MORE
from tests.assistant.conversations import QUESTION, Balance, Counter

ONCE = RetryPolicy(tries=1)
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


def test_an_empty_first_turn_is_asked_again_twice_with_its_tools() -> None:
    provider = ScriptedProvider([says(""), says(" "), calls(("look_up", {"account": "a"})), says("12.30")])

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION)

    assert (result.text, result.stop_reason, len(result.steps)) == ("12.30", "answered", 4)


def test_a_model_that_begins_with_three_empty_turns_is_not_asked_a_fourth_time() -> None:
    provider = ScriptedProvider([says(""), says(""), says(""), says("12.30")])

    assert ToolLoop(provider, Counter().toolbox).run(QUESTION).stop_reason == "no_answer"


def test_a_forced_call_that_was_not_made_is_asked_for_once_more() -> None:
    provider = ScriptedProvider([says("It is nine."), calls(("look_up", {"account": "a"})), says("12.30")])

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION, first_tool="look_up")

    assert (result.text, result.stop_reason) == ("12.30", "answered")
    assert [request.forced_tool for request in provider.requests] == ["look_up", "look_up", ""]
    assert provider.requests[1].messages[-1].text == "Your answer cannot be used: you have to call look_up first. Answer again."


def test_a_model_that_never_makes_a_forced_call_is_asked_twice() -> None:
    provider = ScriptedProvider([says("It is nine."), says("It is ten.")])

    assert ToolLoop(provider, Counter().toolbox).run(QUESTION, first_tool="look_up").text == "It is ten."


def test_a_stalled_run_whose_answer_was_repaired_ends_as_stalled() -> None:
    again = calls(("look_up", {"account": "a"}))
    provider = ScriptedProvider([again, again, says("twelve"), says('{"account": "a", "cents": 1230}')])

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION, output=Balance)

    assert (result.output, result.stop_reason) == (Balance(account="a", cents=1230), "stalled")


def test_errors_of_the_provider_propagate_with_their_code() -> None:
    limited = ProviderError("rate_limited", "slow down", retry_after=7.0)
    loop = ToolLoop(ScriptedProvider([calls(("look_up", {"account": "a"})), limited]), Counter().toolbox, patience=ONCE)

    with pytest.raises(ProviderError) as raised:
        loop.run(QUESTION)

    assert raised.value is limited


def test_the_observer_sees_each_step_as_it_finishes_also_before_an_error() -> None:
    seen: list[LoopStep] = []
    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), ProviderError("overloaded", "gone")])

    with pytest.raises(ProviderError):
        ToolLoop(provider, Counter().toolbox, observer=each_step(seen.append), patience=ONCE).run(QUESTION)

    assert [(step.number, step.results[0].content) for step in seen] == [(1, FOUND)]


def test_an_observer_that_fails_ends_the_run() -> None:
    def lost(step: LoopStep) -> None:
        raise InterruptedError("another worker has this import")

    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), says("never")])

    with pytest.raises(InterruptedError):
        ToolLoop(provider, Counter().toolbox, observer=each_step(lost)).run(QUESTION)
    assert len(provider.requests) == 1
