"""Calls of tools: one after the other, within the time of each, with the values that the run supplies."""

import threading
from typing import Any

import pytest

from assistant.contract import ToolCall
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.scripted import ScriptedProvider, calls, says
from assistant.tools import Tool, ToolAnswer, Toolbox
from tests.assistant.conversations import QUESTION, Counter, Lookup
from tests.assistant.prefilled_calls import seeded

THREE = calls(*(("look_up", {"account": name}) for name in "abc"))
LONG = 30.0  # seconds until a test gives up


def results_of(tool: Tool[Any], *, known: dict[str, dict[str, Any]] | None = None, asked: Any = THREE) -> list[tuple[str, bool]]:
    result = ToolLoop(ScriptedProvider([asked, says("done")]), Toolbox([tool], known=known)).run(QUESTION)
    return [(answer.content, answer.is_error) for answer in result.steps[0].results]


def test_the_calls_of_a_turn_run_one_after_the_other() -> None:
    running, most = [], []

    def alone(lookup: Lookup) -> str:
        running.append(lookup)
        most.append(len(running))
        running.pop()
        return lookup.account

    results_of(Tool(name="look_up", arguments=Lookup, function=alone))

    assert most == [1, 1, 1]


def test_a_tool_that_takes_too_long_is_abandoned_and_the_model_gets_an_error() -> None:
    release = threading.Event()
    slow = Tool(name="look_up", arguments=Lookup, function=lambda _: release.wait(LONG), seconds=0.05)
    try:
        told = results_of(slow)
    finally:
        release.set()

    assert [is_error for _, is_error in told] == [True] * 3
    assert "took longer than 0.05 seconds" in told[0][0]


def test_a_tool_of_the_runs_own_thread_is_interrupted() -> None:
    interrupted, threads = threading.Event(), []

    def query(_: Lookup) -> str:
        threads.append(threading.current_thread())
        assert interrupted.wait(LONG)
        raise InterruptedError("the connection says so")

    tool = Tool(name="look_up", arguments=Lookup, function=query, seconds=0.05, interrupt=interrupted.set)
    ((told, is_error),) = results_of(tool, asked=calls(("look_up", {"account": "a"})))

    assert (threads, is_error) == ([threading.current_thread()], True)
    assert "took longer" in told


def test_known_arguments_are_filled_in_only_where_the_model_omits_them_and_are_marked_as_filled() -> None:
    asked, box = [], Counter()
    known = {"look_up": {"account": "known"}}
    toolbox = Toolbox([Tool(name="look_up", arguments=Lookup, function=lambda lookup: asked.append(lookup.account))], known=known)
    provider = ScriptedProvider([calls(("look_up", {}), ("look_up", {"account": "own"})), says("done")])

    result = ToolLoop(provider, toolbox).run(QUESTION)

    assert (asked, box.asked) == (["known", "own"], [])
    assert [answer.filled for answer in result.steps[0].results] == [{"account": "known"}, {}]
    assert provider.requests[0].tools[0].parameters["required"] == []


def test_a_known_argument_of_the_wrong_type_is_refused() -> None:
    toolbox = Toolbox([Tool(name="look_up", arguments=Lookup, function=str)], known={"look_up": {"account": 7}})

    checked = toolbox.check(ToolCall(id="1", name="look_up", arguments={}))

    assert isinstance(checked, ToolAnswer)
    assert "account must be a string" in checked.content


def test_results_that_are_known_to_be_needed_are_given_before_the_first_turn() -> None:
    counter, provider = Counter(), ScriptedProvider([says("12.30")])
    given = seeded(counter.toolbox, [("look_up", {"account": "a"})])

    ToolLoop(provider, counter.toolbox, Limits()).run([*QUESTION, *given])

    (request,) = provider.requests
    assert [message.role for message in request.messages] == ["user", "assistant", "tool"]
    assert request.messages[2].results[0].content == '{"account":"a","balance":"12.30"}'


def test_a_seed_that_no_tool_answers_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no tool named"):
        seeded(Counter().toolbox, [("nothing", {})])
