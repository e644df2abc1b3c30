"""Limits of a run: pure functions, the time is a parameter."""

import pytest

from assistant.contract import ToolCall, ToolResult, Turn, Usage
from assistant.events import LoopStep
from assistant.limits import Limits, RoundAllowance, next_allowance


def step(*, seconds: float = 1.0, usage: Usage | None = None, content: str = "x", asked: str = "a") -> LoopStep:
    turn = Turn(tool_calls=(ToolCall(id="1", name="t", arguments={"a": asked}),), usage=usage or Usage())
    return LoopStep(number=1, turn=turn, results=(ToolResult(call_id="1", name="t", content=content),), seconds=seconds)


def test_a_run_without_steps_may_use_tools() -> None:
    assert next_allowance(Limits(), [], 0.0) == RoundAllowance("tools")


def test_the_only_round_is_the_one_that_answers() -> None:
    assert next_allowance(Limits(rounds=1), [], 0.0) == RoundAllowance("answer", "rounds")


def test_a_run_needs_a_round() -> None:
    with pytest.raises(ValueError, match="at least one round"):
        Limits(rounds=0)


@pytest.mark.parametrize(
    ("limits", "seconds", "expected"),
    [
        (Limits(seconds=20), 10.0, RoundAllowance("tools")),
        (Limits(seconds=20), 16.0, RoundAllowance("answer", "seconds")),
        (Limits(seconds=20), 20.0, RoundAllowance("nothing", "seconds")),
        (Limits(input_tokens=400), 0.0, RoundAllowance("tools")),
        (Limits(input_tokens=250), 0.0, RoundAllowance("answer", "input_tokens")),
        (Limits(input_tokens=100), 0.0, RoundAllowance("nothing", "input_tokens")),
        (Limits(output_tokens=25), 0.0, RoundAllowance("answer", "output_tokens")),
        (Limits(output_tokens=10), 0.0, RoundAllowance("nothing", "output_tokens")),
        (Limits(tool_calls=1), 0.0, RoundAllowance("answer", "tool_calls")),
        (Limits(result_bytes=1), 0.0, RoundAllowance("answer", "result_bytes")),
    ],
)
def test_room_for_an_answer_is_kept_before_a_limit_is_reached(limits: Limits, seconds: float, expected: RoundAllowance) -> None:
    assert next_allowance(limits, [step(seconds=2.0, usage=Usage(input_tokens=100, output_tokens=10))], seconds) == expected


def test_unknown_usage_under_a_limit_leaves_one_round_to_answer() -> None:
    assert next_allowance(Limits(output_tokens=1000), [step()], 0.0) == RoundAllowance("answer", "output_tokens")


def test_known_usage_reaches_a_limit_although_the_usage_of_another_turn_is_unknown() -> None:
    steps = [step(usage=Usage(output_tokens=10)), step(asked="b")]

    assert next_allowance(Limits(output_tokens=10), steps, 0.0) == RoundAllowance("nothing", "output_tokens")


def test_new_arguments_or_a_new_result_is_no_stall() -> None:
    assert next_allowance(Limits(), [step(), step(asked="b")], 0.0) == RoundAllowance("tools")
    assert next_allowance(Limits(), [step(), step(content="y")], 0.0) == RoundAllowance("tools")
    assert next_allowance(Limits(), [step(), step()], 0.0) == RoundAllowance("answer", "stalled")
