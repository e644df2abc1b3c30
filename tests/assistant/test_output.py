"""An answer has the shape that was asked for, or there is none."""

import pytest

from assistant.contract import FinishReason, Turn
from assistant.events import StopReason
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.schema import object_schema
from assistant.scripted import ScriptedProvider, calls, says
from tests.assistant.conversations import QUESTION, Balance, Counter

GOOD = '{"account": "a", "cents": 1230}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"  {GOOD}\n",
        f"Here it is:\n```json\n{GOOD}\n```\nThat is all.",
        f"```\n{GOOD}\n```",
        f'<think>maybe {{"cents": 1}}?\n</think>\n{GOOD}',
    ],
)
def test_the_answer_is_parsed_from_the_final_text(text: str) -> None:
    provider = ScriptedProvider([says(text)])

    result = ToolLoop(provider).run(QUESTION, output=Balance)

    assert (result.output, result.stop_reason) == (Balance(account="a", cents=1230), "answered")
    assert provider.requests[0].output_schema == object_schema(Balance)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"account": "a", "cents": "1230"}', "cents must be an integer, not '1230'"),
        ('{"account": "a"}', "cents is required: an integer"),
        ("It is 12.30", "the answer must be one JSON object and nothing else"),
        (f"```json\n{GOOD}\n```\nor\n```json\n{GOOD}\n```", "the answer must be one JSON object and nothing else"),
        (f"{GOOD} {GOOD}", "it is not valid JSON (Extra data at character 32)"),
    ],
)
def test_an_answer_of_another_shape_is_repaired_once_with_its_error_named(text: str, problem: str) -> None:
    provider = ScriptedProvider([says(text), says(GOOD)])

    result = ToolLoop(provider, Counter().toolbox).run(QUESTION, output=Balance)

    assert (result.output, result.stop_reason, len(result.steps)) == (Balance(account="a", cents=1230), "answered", 2)
    assert provider.requests[1].messages[-1].text == f"Your answer cannot be used: {problem}. Answer again."
    assert provider.requests[1].tools == ()


def test_an_answer_that_is_still_wrong_is_none_and_the_stop_reason_says_so() -> None:
    result = ToolLoop(ScriptedProvider([says("twelve"), says("thirteen")])).run(QUESTION, output=Balance)

    assert (result.output, result.text, result.stop_reason) == (None, "thirteen", "invalid_output")


def test_a_repair_stays_within_the_limits() -> None:
    result = ToolLoop(ScriptedProvider([says("twelve")]), limits=Limits(rounds=1)).run(QUESTION, output=Balance)

    assert (result.output, result.stop_reason, len(result.steps)) == (None, "invalid_output", 1)


def test_an_answer_after_the_cap_has_its_shape_and_says_that_it_was_cut_short() -> None:
    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), says(GOOD)])

    result = ToolLoop(provider, Counter().toolbox, Limits(rounds=2)).run(QUESTION, output=Balance)

    assert (result.output, result.stop_reason) == (Balance(account="a", cents=1230), "rounds")


@pytest.mark.parametrize(
    ("finish", "reason"),
    [("length", "truncated"), ("content_filter", "content_filter"), ("error", "unfinished"), ("other", "unfinished")],
)
def test_a_cut_answer_is_never_taken_for_a_whole_one(finish: FinishReason, reason: StopReason) -> None:
    cut = Turn(text=GOOD, finish_reason=finish)

    result = ToolLoop(ScriptedProvider([cut, cut])).run(QUESTION, output=Balance)

    assert (result.output, result.stop_reason) == (None, reason)


def test_a_turn_that_says_nothing_is_a_stated_no_answer() -> None:
    result = ToolLoop(ScriptedProvider([says(" "), says(""), says("")])).run(QUESTION)

    assert (result.text, result.stop_reason) == ("", "no_answer")
