"""Tools as one JSON schema of actions: the request, and the reading of any answer."""

import json
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.asking import RetryPolicy
from assistant.contract import Message, ProviderError, ReasoningDelta, Request, TextDelta, Turn, TurnEnd, TurnEvent, Unstreamed
from assistant.dialects import dialect
from assistant.events import LoopResult, RunEvent, RunFinished
from assistant.loop import ToolLoop
from assistant.registry import provider
from assistant.scripted import ScriptedProvider, calls, says
from assistant.tool_mode import Learning, ToolsAsActions, acted, as_actions
from tests.assistant.conversations import QUESTION, Balance, Counter
from tests.assistant.local_server import Answer, completion, serving

AT_ONCE = RetryPolicy(first=0.0)
LOOK_UP = '{"action": "look_up", "arguments": {"account": "a"}}'
ANSWERED = '{"action": "answer", "answer": "12.30"}'
ASKED = Request(messages=QUESTION, tools=Counter().toolbox.specs)


def told_and_come_to(loop: ToolLoop, *, live: bool, first_tool: str = "") -> tuple[list[RunEvent], LoopResult[Any]]:
    if not live:
        return [], loop.run(QUESTION, first_tool=first_tool)
    *told, last = loop.stream(QUESTION, first_tool=first_tool)
    assert isinstance(last, RunFinished)
    return told, last.result


def names_in(schema: Any) -> list[str]:
    return [choice["properties"]["action"]["enum"][0] for choice in schema["anyOf"]]


def test_every_tool_and_the_answer_are_one_schema_and_described_in_words_too() -> None:
    sent = as_actions(replace(ASKED, instructions="Be exact.", output_schema={"type": "object"}))

    assert (sent.tools, sent.forced_tool) == ((), "")
    assert sent.output_schema is not None
    assert names_in(sent.output_schema) == ["look_up", "fail", "answer"]
    assert sent.output_schema["anyOf"][2]["properties"]["answer"] == {"type": "object"}
    assert sent.instructions.startswith("Be exact.\n\n")
    assert "look_up: Look up the balance of an account." in sent.instructions


def test_a_tool_that_must_be_called_is_all_that_can_be_said() -> None:
    sent = as_actions(replace(ASKED, forced_tool="look_up"))

    assert names_in(sent.output_schema) == ["look_up"]
    assert "fail:" not in sent.instructions


def test_the_request_that_closes_a_run_asks_for_the_answer_alone() -> None:
    sent = as_actions(Request(messages=QUESTION, output_schema={"type": "object"}))

    assert (sent.output_schema, sent.instructions) == ({"type": "object"}, "")


def test_calls_and_results_are_words_in_the_conversation_and_no_role_speaks_twice_in_a_row() -> None:
    provider = ScriptedProvider([says(LOOK_UP), says('{"action": "nothing", "arguments": {}}'), says(ANSWERED)])

    result = ToolLoop(ToolsAsActions(provider), Counter().toolbox).run(QUESTION)
    again = as_actions(Request(messages=(*result.messages, Message(role="user", text="Sure?"), Message(role="user", text="Quite?"))))

    assert result.text == "12.30"
    said = [(message.role, message.text or (message.turn.text if message.turn else "")) for message in again.messages]
    assert said == [
        ("user", "How much is there?"),
        ("assistant", '{"action":"look_up","arguments":{"account":"a"}}'),
        ("user", 'Result of look_up: {"account":"a","balance":"12.30"}'),
        ("assistant", '{"action":"nothing","arguments":{}}'),
        ("user", "Error of nothing: There is no tool named 'nothing'. The tools are: look_up, fail."),
        ("assistant", "12.30"),
        ("user", "Sure?\n\nQuite?"),
    ]
    assert not any(message.results for request in provider.requests for message in request.messages)


def test_each_call_has_an_id_of_its_own() -> None:
    provider = ScriptedProvider([says(LOOK_UP), says(LOOK_UP.replace('"a"', '"b"')), says(ANSWERED)])

    result = ToolLoop(ToolsAsActions(provider), Counter().toolbox).run(QUESTION)

    assert len({answer.call_id for step in result.steps for answer in step.results}) == 2


@pytest.mark.parametrize("text", [LOOK_UP, f"```json\n{LOOK_UP}\n```", f"I will look.\n{LOOK_UP}\nThere.", f"<think>a {{</think>{LOOK_UP}"])
def test_a_call_is_found_whatever_text_is_around_it(text: str) -> None:
    (call,) = acted(says(text), ASKED).tool_calls

    assert (call.name, call.arguments) == ("look_up", {"account": "a"})


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ('{"action": "drop_tables", "arguments": {}}', "drop_tables", {}),
        ('{"action": "look_up"}', "look_up", {}),
        ('{"action": "look_up", "arguments": ["a"]}', "look_up", None),
        ('{"action": "look_up", "arguments": "a"}', "look_up", None),
        ('{"action": null, "arguments": {}}', "null", {}),
        ('{"action": ["answer"], "answer": "12.30"}', '["answer"]', {}),
    ],
)
def test_an_action_that_makes_no_sense_is_a_call_that_the_loop_refuses(text: str, name: str, arguments: Any) -> None:
    turn = acted(says(text), ASKED)

    assert [(call.name, call.arguments) for call in turn.tool_calls] == [(name, arguments)]
    assert turn.text == ""
    result = ToolLoop(ToolsAsActions(ScriptedProvider([says(text), says(ANSWERED)])), Counter().toolbox).run(QUESTION)
    assert [answer.is_error for answer in result.steps[0].results] == [True]


@pytest.mark.parametrize("text", ["twelve", "{", '{"answer": "12.30"}', f"{LOOK_UP} {LOOK_UP}", "[]", "} {", '{"action": 1, "action": 2}'])
def test_a_text_that_is_no_action_is_left_as_it_is(text: str) -> None:
    assert acted(says(text), ASKED) == says(text)


@pytest.mark.parametrize("answer", ['{"action": "answer"}', '{"action": "answer", "answer": null}'])
def test_an_answer_without_content_is_none(answer: str) -> None:
    result = ToolLoop(ToolsAsActions(ScriptedProvider([says(answer)] * 8)), Counter().toolbox).run(QUESTION)

    assert (result.text, result.stop_reason) == ("", "no_answer")


@pytest.mark.parametrize("text", [LOOK_UP, ANSWERED])
def test_a_turn_that_was_cut_is_neither_a_call_nor_an_answer(text: str) -> None:
    counter = Counter()
    cut = Turn(text=text, finish_reason="length")

    result = ToolLoop(ToolsAsActions(ScriptedProvider([cut])), counter.toolbox).run(QUESTION)

    assert (result.stop_reason, counter.asked) == ("truncated", [])


def test_an_answer_has_the_shape_that_was_asked_for_also_when_it_closes_the_run() -> None:
    shaped = '{"account": "a", "cents": 1230}'

    whole = ToolLoop(ToolsAsActions(ScriptedProvider([says(f'{{"action": "answer", "answer": {shaped}}}')])), Counter().toolbox)
    closing = ToolLoop(ToolsAsActions(ScriptedProvider([says(shaped)])))

    assert whole.run(QUESTION, output=Balance).output == closing.run(QUESTION, output=Balance).output == Balance(account="a", cents=1230)


def test_a_tool_that_has_the_answers_name_is_refused() -> None:
    with pytest.raises(ProviderError, match="cannot be named answer"):
        as_actions(replace(ASKED, tools=[replace(ASKED.tools[0], name="answer")]))


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_no_json_of_a_model_is_more_than_a_turn(value: Any) -> None:
    for said in (
        value,
        {"action": value, "arguments": value},
        {"action": "look_up", "arguments": value},
        {"action": "answer", "answer": value},
    ):
        turn = acted(says(json.dumps(said)), ASKED)
        assert not (turn.text and turn.tool_calls)


class Told(Unstreamed):
    """Streams its reasoning, and its text in pieces."""

    name = model = "told"

    def __init__(self, text: str) -> None:
        self._text = text

    def generate(self, request: Request) -> Turn:
        return says(self._text)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        yield ReasoningDelta("hm")
        yield from map(TextDelta, self._text)
        yield TurnEnd(self.generate(request))


def test_a_stream_tells_the_answer_and_never_the_json_around_it() -> None:
    assert list(ToolsAsActions(Told(ANSWERED)).stream(ASKED)) == [ReasoningDelta("hm"), TextDelta("12.30"), TurnEnd(says("12.30"))]
    told = list(ToolsAsActions(Told(LOOK_UP)).stream(ASKED))
    assert [type(event) for event in told] == [ReasoningDelta, TurnEnd]


@pytest.mark.parametrize(
    "written",
    [
        '```json\n{"name": "look_up", "arguments": {"account": "a"}}\n```',
        '<tool_call>{"name": "look_up", "parameters": {"account": "a"}}</tool_call>',
        '{"function": "look_up", "arguments": "{\\"account\\": \\"a\\"}"}',
    ],
)
@pytest.mark.parametrize("live", [False, True])
def test_a_model_that_writes_its_call_is_asked_for_actions_from_then_on(written: str, live: bool) -> None:
    native, enforced = ScriptedProvider([says(written)]), ScriptedProvider([says(LOOK_UP.replace('"a"', '"b"')), says(ANSWERED)])
    counter = Counter()
    loop = ToolLoop(Learning(native, ToolsAsActions(enforced)), counter.toolbox)

    _, result = told_and_come_to(loop, live=live)

    assert result.text == "12.30"
    assert (counter.asked, len(native.requests), len(enforced.requests)) == (["a", "b"], 1, 2)


@pytest.mark.parametrize("live", [False, True])
def test_a_model_that_does_not_make_the_call_it_must_is_asked_again_in_actions(live: bool) -> None:
    native, enforced = ScriptedProvider([says("The balance is nine.")]), ScriptedProvider([says(LOOK_UP), says(ANSWERED)])
    loop = ToolLoop(Learning(native, ToolsAsActions(enforced)), Counter().toolbox, patience=AT_ONCE)

    told, result = told_and_come_to(loop, live=live, first_tool="look_up")

    assert result.text == "12.30"
    assert TextDelta("The balance is nine.") not in told
    assert names_in(enforced.requests[0].output_schema) == ["look_up"]


@pytest.mark.parametrize("live", [False, True])
def test_a_server_that_refuses_tools_is_asked_for_actions_from_then_on(live: bool) -> None:
    refusal = ProviderError("invalid_request", "m does not support tools", status=400, cause="no_tools")
    native, enforced = ScriptedProvider([refusal]), ScriptedProvider([says(LOOK_UP), says(ANSWERED)])

    _, result = told_and_come_to(ToolLoop(Learning(native, ToolsAsActions(enforced)), Counter().toolbox), live=live)

    assert result.text == "12.30"
    assert (len(native.requests), len(enforced.requests)) == (1, 2)


def test_a_server_that_refuses_a_request_without_tools_is_not_asked_again() -> None:
    refusal = ProviderError("invalid_request", "m does not support tools", status=400, cause="no_tools")

    with pytest.raises(ProviderError, match="does not support"):
        Learning(ScriptedProvider([refusal]), ToolsAsActions(ScriptedProvider([]))).generate(replace(ASKED, tools=()))


@pytest.mark.parametrize(
    "text",
    [
        "12.30",
        '{"name": "Ann", "arguments": {}}',
        '{"name": "look_up"}',
        '{"account": "a", "cents": 1}',
        '{"name": ["look_up"], "arguments": {}}',
    ],
)
def test_an_answer_is_not_mistaken_for_a_call(text: str) -> None:
    result = ToolLoop(Learning(ScriptedProvider([says(text)]), ToolsAsActions(ScriptedProvider([]))), Counter().toolbox).run(QUESTION)

    assert result.text == text


def test_a_model_that_calls_is_asked_as_ever() -> None:
    native = ScriptedProvider([calls(("look_up", {"account": "a"})), says("12.30")])

    assert (
        ToolLoop(Learning(native, ToolsAsActions(ScriptedProvider([]))), Counter().toolbox).run(QUESTION, first_tool="look_up").text
        == "12.30"
    )


def test_a_compatible_server_is_asked_to_enforce_the_schema() -> None:
    answers: list[Answer] = [completion({"content": text}) for text in (LOOK_UP, ANSWERED)]
    with serving(*answers) as server:
        chosen = provider("compatible", model="m", base_url=server.url, environment={}, tools="actions")
        result = ToolLoop(chosen, Counter().toolbox).run(QUESTION)

    (_, _, first), (_, _, second) = server.requests
    assert result.text == "12.30"
    assert "tools" not in first
    assert names_in(first["response_format"]["json_schema"]["schema"]) == ["look_up", "fail", "answer"]
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "user"]


def test_local_servers_are_asked_natively_first() -> None:
    assert [dialect(name).tools for name in ("compatible", "ollama", "openai")] == ["auto", "auto", "native"]
