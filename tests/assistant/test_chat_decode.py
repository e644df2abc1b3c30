"""Chat Completions replies, as servers really send them, become the right turns."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.contract import FinishReason, ProviderError, ToolCall, Turn, Usage
from assistant.dialects import dialect
from assistant.protocols import Reply, chat
from tests.assistant.arbitrary_replies import JSON


def decoded(message: dict[str, Any], *, finish: Any = "stop", server: str = "compatible", **envelope: Any) -> Turn:
    body = {"id": "r1", "model": "m", "choices": [{"index": 0, "message": message, "finish_reason": finish}], **envelope}
    return chat.decode(Reply(status=200, body=json.dumps(body)), dialect=dialect(server))


def asked(arguments: Any, *, name: Any = "t", call_id: Any = "c1") -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ("12.30", "12.30"),
        ([{"type": "text", "text": "12"}, {"type": "text", "text": ".30"}], "12.30"),
        ([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "12.30"}], "12.30"),
        (["12.30", {"type": "image_url"}, 7], "12.30"),
        ({"text": "12.30"}, ""),
    ],
)
def test_content_is_null_a_string_or_parts(content: Any, text: str) -> None:
    assert decoded({"content": content}).text == text


@pytest.mark.parametrize(
    ("message", "reasoning"),
    [
        ({"reasoning_content": "hm"}, "hm"),
        ({"reasoning": "hm", "reasoning_content": None}, "hm"),
        ({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]}, "hm"),
        ({"reasoning_details": [{"type": "reasoning.text", "text": "h"}, {"type": "reasoning.summary", "summary": "m"}]}, "hm"),
        ({"content": "hm"}, ""),
    ],
)
def test_reasoning_has_several_names(message: dict[str, Any], reasoning: str) -> None:
    assert decoded(message).reasoning == reasoning


@pytest.mark.parametrize(
    ("sent", "arguments"),
    [
        ('{"a": 1}', {"a": 1}),
        ({"a": 1}, {"a": 1}),
        ("", {}),
        (None, {}),
        ('{"a": 1', None),
        ("[1]", None),
        ('"{}"', None),
        ([1], None),
        (7, None),
        ('{"a": 1, "a": 2}', None),
    ],
)
def test_arguments_are_an_object_or_none(sent: Any, arguments: Any) -> None:
    (call,) = decoded({"tool_calls": [asked(sent)]}).tool_calls

    assert call.arguments == arguments


def test_the_text_of_arguments_that_are_no_object_is_kept() -> None:
    assert decoded({"tool_calls": [asked('{"a": 1')]}).tool_calls[0].raw_arguments == '{"a": 1'


@pytest.mark.parametrize("missing", [None, "", "null", 7])
def test_ids_that_are_missing_are_minted(missing: Any) -> None:
    turn = decoded({"tool_calls": [asked("{}", call_id=missing), asked("{}", call_id=missing)]})

    assert [call.id for call in turn.tool_calls] == ["r1-0", "r1-1"]


def test_repeated_ids_become_different_ones() -> None:
    turn = decoded({"tool_calls": [asked("{}", call_id="r1-1"), asked("{}", call_id="r1-1"), asked("{}", call_id="x")]})

    assert [call.id for call in turn.tool_calls] == ["r1-1", "r1-1-again", "x"]


def test_a_call_without_a_name_is_still_a_call_to_be_answered() -> None:
    assert decoded({"tool_calls": [asked("{}", name=None), {"id": "c2"}]}).tool_calls == (
        ToolCall(id="c1", name="", arguments={}, raw_arguments="{}"),
        ToolCall(id="c2", name="", arguments={}),
    )


@pytest.mark.parametrize("legacy", [{}, {"name": "", "arguments": ""}, {"name": None}])
def test_an_empty_call_is_no_call(legacy: dict[str, Any]) -> None:
    for message in ({"content": "12.30", "function_call": legacy}, {"content": "12.30", "tool_calls": [{"function": legacy}]}):
        turn = decoded(message)
        assert (turn.text, turn.tool_calls, turn.finish_reason) == ("12.30", (), "stop")


@pytest.mark.parametrize("choice", [{"finish_reason": "content_filter"}, {"finish_reason": "content_filter", "message": None}])
def test_a_filtered_choice_without_a_message_is_a_content_filter_with_its_usage(choice: dict[str, Any]) -> None:
    body = {"id": "r1", "choices": [choice], "usage": {"prompt_tokens": 10, "completion_tokens": 0}}
    turn = chat.decode(Reply(status=200, body=json.dumps(body)), dialect=dialect("azure"))

    assert (turn.text, turn.finish_reason, turn.usage) == ("", "content_filter", Usage(input_tokens=10, output_tokens=0))


def test_text_beside_calls_is_kept() -> None:
    turn = decoded({"content": "Let me look.", "tool_calls": [asked("{}")]}, finish="tool_calls")

    assert (turn.text, len(turn.tool_calls), turn.finish_reason) == ("Let me look.", 1, "tool_calls")


@pytest.mark.parametrize(
    ("message", "stated", "finish"),
    [
        ({"content": "x"}, "stop", "stop"),
        ({"tool_calls": [asked("{}")]}, "stop", "tool_calls"),
        ({"tool_calls": [asked("{}")]}, None, "tool_calls"),
        ({"tool_calls": [asked('{"a')]}, "length", "length"),
        ({"content": "x"}, "tool_calls", "other"),
        ({"content": None, "refusal": "I cannot."}, "stop", "content_filter"),
        ({"content": "x"}, "content_filter", "content_filter"),
        ({"content": "x"}, "model_length", "length"),
        ({"content": "x"}, "error", "error"),
        ({"content": "x"}, None, "other"),
        ({"content": "x"}, "some_new_word", "other"),
        ({"content": "x"}, {"reason": "stop"}, "other"),
    ],
)
def test_the_content_of_an_answer_counts_more_than_its_stated_finish_reason(
    message: dict[str, Any], stated: Any, finish: FinishReason
) -> None:
    assert decoded(message, finish=stated).finish_reason == finish


def test_usage_is_read_under_its_names_and_unknown_where_absent() -> None:
    details = {"prompt_tokens_details": {"cached_tokens": 3}, "completion_tokens_details": {"reasoning_tokens": 2}}
    known = decoded({"content": "x"}, usage={"prompt_tokens": 10, "completion_tokens": 5, **details})

    assert known.usage == Usage(input_tokens=10, output_tokens=5, cached_input_tokens=3, reasoning_tokens=2)
    assert decoded({"content": "x"}, usage=None).usage == Usage()
    assert decoded({"content": "x"}, usage={"prompt_tokens": -1, "completion_tokens": "5"}).usage == Usage()


def test_calls_that_the_server_ran_itself_are_shown_and_not_run() -> None:
    turn = decoded({"content": "x", "executed_tools": [{"type": "search", "arguments": '{"query": "rates"}', "output": "..."}]})

    assert turn.finish_reason == "stop"
    assert turn.tool_calls == (ToolCall(id="executed-0", name="search", arguments={"query": "rates"}, provider_executed=True),)


def test_the_first_of_several_choices_counts() -> None:
    choices = [{"message": {"content": text}, "finish_reason": "stop"} for text in ("first", "second")]

    assert chat.decode(Reply(status=200, body=json.dumps({"choices": choices})), dialect=dialect("openai")).text == "first"


@pytest.mark.parametrize(
    "body", ["", "  ", "<html>", "[]", "null", '{"choices": []}', '{"choices": [{}]}', '{"choices": [{"message": null}]}']
)
def test_a_body_without_an_answer_is_malformed_and_never_an_empty_turn(body: str) -> None:
    with pytest.raises(ProviderError) as error:
        chat.decode(Reply(status=200, body=body), dialect=dialect("openai"))

    assert error.value.code == "malformed"


NAMES = ("content", "tool_calls", "function_call", "refusal", "reasoning", "reasoning_details", "executed_tools", "extra_content")
MESSAGES = st.dictionaries(st.sampled_from(NAMES), JSON, max_size=5)
CHOICES = st.lists(
    st.fixed_dictionaries(
        {"message": MESSAGES | JSON, "delta": MESSAGES | JSON, "finish_reason": JSON, "index": JSON},
        optional={"error": JSON},
    ),
    max_size=3,
)
BODIES = st.fixed_dictionaries({"choices": CHOICES | JSON}, optional={"id": JSON, "usage": JSON, "error": JSON, "x_groq": JSON})


@settings(deadline=None)
@given(body=BODIES | JSON, status=st.sampled_from([200, 400, 429, 500]))
def test_no_body_raises_anything_but_a_provider_error(body: Any, status: int) -> None:
    text = json.dumps(body)
    for reply in (
        Reply(status=status, body=text),
        Reply(status=status, body=f"data: {text}\n\ndata: [DONE]\n\n", stream=True),
    ):
        try:
            turn = chat.decode(reply, dialect=dialect("compatible"))
        except ProviderError:
            continue
        assert len({call.id for call in turn.tool_calls}) == len(turn.tool_calls)


@pytest.mark.parametrize(
    ("cost", "billed"), [(8.1e-05, "0.000081"), (0, "0"), (None, None), ({"total": 1}, None), (-1, None), (True, None)]
)
def test_the_billed_amount_is_a_number_of_dollars_or_unknown(cost: Any, billed: str | None) -> None:
    usage = decoded({"content": "12.30"}, usage={"prompt_tokens": 1, "cost": cost}).usage

    assert usage.billed == (None if billed is None else Decimal(billed))
