"""Replies of servers that speak Responses become a turn, or an error with a code."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.contract import ErrorCode, FinishReason, ProviderError, Turn, Usage
from assistant.protocols import Reply, responses
from tests.assistant.arbitrary_replies import JSON
from tests.assistant.responses_items import CALLS, REFUSES, SAYS, SERVER, THINKS


def decoded(*items: Any, **envelope: Any) -> Turn:
    body = {"id": "r1", "model": "m-1", "status": "completed", "output": list(items), **envelope}
    return responses.decode(Reply(status=200, body=json.dumps(body)), dialect=SERVER)


def test_the_order_of_its_items_does_not_change_a_turn() -> None:
    usage = {
        "input_tokens": 10,
        "output_tokens": 5,
        "input_tokens_details": {"cached_tokens": 4},
        "output_tokens_details": {"reasoning_tokens": 3},
    }
    turns = [decoded(*items, usage=usage) for items in ((THINKS, SAYS, CALLS), (CALLS, SAYS, THINKS))]

    for turn in turns:
        assert (turn.text, turn.reasoning, turn.finish_reason, turn.model, turn.response_id) == ("12.30", "Hm.", "tool_calls", "m-1", "r1")
        assert turn.usage == Usage(input_tokens=10, output_tokens=5, cached_input_tokens=4, reasoning_tokens=3)
        assert [(call.id, call.name, call.arguments) for call in turn.tool_calls] == [("c1", "look_up", {"a": 1})]


def test_usage_that_is_absent_or_no_count_is_unknown() -> None:
    assert decoded(SAYS).usage == Usage()
    assert decoded(SAYS, usage={"input_tokens": -1, "output_tokens": "5", "input_tokens_details": None}).usage == Usage()


@pytest.mark.parametrize("stated", [{"call_id": None}, {"call_id": ""}, {}, {"call_id": ["c1"]}])
def test_a_call_without_an_id_gets_one_and_never_that_of_its_item(stated: dict[str, Any]) -> None:
    bare = {name: value for name, value in CALLS.items() if name != "call_id"} | stated

    turn = decoded(bare, bare)

    assert [call.id for call in turn.tool_calls] == ["r1-0", "r1-1"]


def test_two_calls_with_one_id_are_distinguished() -> None:
    assert [call.id for call in decoded(CALLS, CALLS).tool_calls] == ["c1", "r1-1"]


@pytest.mark.parametrize("raw", ['{"a', "[1]", "not json", '{"a": NaN}', '{"a": 1, "a": 2}'])
def test_arguments_that_are_no_object_are_none_and_their_text_is_kept(raw: str) -> None:
    (call,) = decoded({**CALLS, "arguments": raw}).tool_calls

    assert (call.arguments, call.raw_arguments) == (None, raw)


def test_a_call_that_was_cut_short_has_no_arguments_even_where_they_can_be_read() -> None:
    turn = decoded({**CALLS, "status": "incomplete"}, status="incomplete")

    assert turn.tool_calls[0].arguments is None


def test_a_custom_call_keeps_its_text() -> None:
    (call,) = decoded({"type": "custom_tool_call", "id": "ct1", "call_id": "c1", "name": "sql", "input": "select 1"}).tool_calls

    assert (call.id, call.name, call.arguments, call.raw_arguments) == ("c1", "sql", None, "select 1")


@pytest.mark.parametrize(
    ("item", "name", "arguments"),
    [
        ({"type": "web_search_call", "id": "ws1", "action": {"query": "q"}}, "web_search", {"action": {"query": "q"}}),
        ({"type": "code_interpreter_call", "id": "ci1", "code": "1 + 1"}, "code_interpreter", {"code": "1 + 1"}),
        ({"type": "mcp_call", "id": "mcp1", "name": "ask", "arguments": '{"q": 1}'}, "ask", {"q": 1}),
        ({"type": "mcp_approval_request", "id": "mcpr1", "name": "ask", "arguments": "{}"}, "ask", {}),
        ({"type": "image_generation_call"}, "image_generation", {}),
        ({"type": "something_new_call", "id": "x1"}, "something_new", {}),
    ],
)
def test_calls_that_the_server_ran_are_shown_and_not_run(item: dict[str, Any], name: str, arguments: dict[str, Any]) -> None:
    turn = decoded(item, SAYS)

    (call,) = turn.tool_calls
    assert (call.provider_executed, call.name, call.arguments, call.id) == (True, name, arguments, item.get("id", "executed-0"))
    assert turn.finish_reason == "stop"


@pytest.mark.parametrize(
    ("envelope", "items", "finish"),
    [
        ({}, [SAYS], "stop"),
        ({"status": None}, [SAYS], "stop"),
        ({}, [CALLS], "tool_calls"),
        ({}, [REFUSES], "content_filter"),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, [SAYS], "length"),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, [CALLS], "length"),
        ({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}, [SAYS], "content_filter"),
        ({"status": "incomplete", "incomplete_details": None}, [SAYS], "other"),
        ({"status": "cancelled"}, [SAYS], "other"),
        ({"status": "queued"}, [], "other"),
    ],
)
def test_how_a_turn_ended(envelope: dict[str, Any], items: list[Any], finish: FinishReason) -> None:
    assert decoded(*items, **envelope).finish_reason == finish


@pytest.mark.parametrize(
    ("envelope", "code"),
    [
        ({"status": "failed", "error": {"code": "server_error", "message": "oops"}}, "overloaded"),
        ({"status": "failed", "error": {"code": "rate_limit_exceeded", "message": "slow down"}}, "rate_limited"),
        ({"status": "failed", "error": {"code": "invalid_prompt", "message": "no"}}, "invalid_request"),
        ({"status": "failed", "error": {"code": "bio_policy", "message": "no"}}, "content_filter"),
        ({"status": "failed", "error": None}, "other"),
        ({"error": {"message": "slow down", "code": 429}}, "rate_limited"),
        ({"status": "in_progress"}, "malformed"),
        ({"output": None}, "malformed"),
        ({"output": {}}, "malformed"),
    ],
)
def test_an_error_inside_a_200_is_an_error(envelope: dict[str, Any], code: ErrorCode) -> None:
    with pytest.raises(ProviderError) as failed:
        decoded(SAYS, **envelope)

    assert failed.value.code == code
    assert "12.30" not in failed.value.message


@pytest.mark.parametrize("body", ["", "<html>", "[]", "null", '"text"', "{}"])
def test_a_body_without_an_answer_is_malformed(body: str) -> None:
    with pytest.raises(ProviderError) as failed:
        responses.decode(Reply(status=200, body=body), dialect=SERVER)

    assert failed.value.code == "malformed"


TYPES = ["message", "reasoning", "function_call", "custom_tool_call", "mcp_call", "web_search_call"]
FIELDS = ["id", "call_id", "name", "arguments", "input", "content", "summary", "status", "action"]
ITEM = st.fixed_dictionaries({"type": st.sampled_from(TYPES) | JSON}, optional=dict.fromkeys(FIELDS, JSON))
TOP = ["id", "model", "status", "error", "usage", "incomplete_details", "metadata"]
BODY = st.fixed_dictionaries({"output": st.lists(ITEM | JSON, max_size=4) | JSON}, optional=dict.fromkeys(TOP, JSON)) | JSON


@settings(max_examples=400)
@given(BODY)
def test_no_json_makes_it_crash(body: Any) -> None:
    try:
        turn = responses.decode(Reply(status=200, body=json.dumps(body)), dialect=SERVER)
    except ProviderError:
        return
    ids = [call.id for call in turn.tool_calls]
    assert all(ids)
    assert len(set(ids)) == len(ids)


EVENT_TYPES = [
    "response.created",
    "response.output_item.done",
    "response.output_text.delta",
    "response.completed",
    "response.failed",
    "error",
]
EVENT = st.fixed_dictionaries(
    {"type": st.sampled_from(EVENT_TYPES) | JSON},
    optional={"item": ITEM | JSON, "response": BODY, "output_index": JSON, "delta": JSON, "error": JSON},
)


@settings(max_examples=400)
@given(st.lists(EVENT | JSON, max_size=5))
def test_no_stream_makes_it_crash(events: list[Any]) -> None:
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    try:
        turn = responses.decode(Reply(status=200, body=body, stream=True), dialect=SERVER)
    except ProviderError:
        return
    assert isinstance(turn, Turn)
