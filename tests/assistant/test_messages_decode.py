"""Replies of the Messages API become the right turns, whole or as a stream."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.contract import FinishReason, ProviderError, ProviderToolStarted, ReasoningDelta, TextDelta, ToolCall, Turn, Usage
from assistant.dialects import dialect
from assistant.protocols import Reply, messages
from tests.assistant.arbitrary_replies import BLOCKS, JSON, MESSAGES_REPLIES
from tests.assistant.local_server import event_stream

ANTHROPIC = dialect("anthropic")
ASKED = {"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": {"account": "a"}}
SEARCHED = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "rates"}}


def decoded(*content: Any, stop: Any = "end_turn", **envelope: Any) -> Turn:
    body = {"type": "message", "id": "msg_1", "model": "claude", "content": list(content), "stop_reason": stop, **envelope}
    return messages.decode(Reply(status=200, body=json.dumps(body)), dialect=ANTHROPIC)


def streamed(text: str) -> Turn:
    return messages.decode(Reply(status=200, body=text, stream=True), dialect=ANTHROPIC)


def block(index: int, start: dict[str, Any], *deltas: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"type": "content_block_start", "index": index, "content_block": start},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


START = {"type": "message_start", "message": {"id": "msg_1", "model": "claude", "usage": {"input_tokens": 10, "output_tokens": 1}}}
STOP = {"type": "message_stop"}


def ended(reason: str = "end_turn", **usage: Any) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 5, **usage}}


def test_texts_thoughts_and_calls_are_distinguished() -> None:
    thought = {"type": "thinking", "thinking": "hm", "signature": "s"}
    turn = decoded(thought, {"type": "text", "text": "Let me look."}, ASKED, stop="tool_use")

    assert (turn.reasoning, turn.text, turn.finish_reason, turn.model, turn.response_id) == (
        "hm",
        "Let me look.",
        "tool_calls",
        "claude",
        "msg_1",
    )
    assert [(call.id, call.name, call.arguments) for call in turn.tool_calls] == [("toolu_1", "look_up", {"account": "a"})]


@pytest.mark.parametrize("kind", ["server_tool_use", "mcp_tool_use"])
def test_calls_that_the_server_runs_itself_are_shown_and_not_run(kind: str) -> None:
    turn = decoded({**SEARCHED, "type": kind}, {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []})

    assert turn.finish_reason == "stop"
    assert turn.tool_calls == (
        ToolCall(
            id="srvtoolu_1", name="web_search", arguments={"query": "rates"}, raw_arguments='{"query": "rates"}', provider_executed=True
        ),
    )


@pytest.mark.parametrize(
    ("content", "stated", "finish"),
    [
        ([], "end_turn", "stop"),
        ([], "stop_sequence", "stop"),
        ([], "max_tokens", "length"),
        ([], "model_context_window_exceeded", "length"),
        ([], "refusal", "content_filter"),
        ([SEARCHED], "pause_turn", "continue"),
        ([ASKED], "tool_use", "tool_calls"),
        ([ASKED], "end_turn", "tool_calls"),
        ([ASKED], "max_tokens", "length"),
        ([SEARCHED], "tool_use", "other"),
        ([], "some_new_word", "other"),
        ([], None, "other"),
    ],
)
def test_why_a_turn_ended(content: list[Any], stated: Any, finish: FinishReason) -> None:
    assert decoded(*content, stop=stated).finish_reason == finish


def test_tokens_of_the_cache_are_input_and_thoughts_are_output() -> None:
    usage = {"input_tokens": 3, "cache_read_input_tokens": 20, "cache_creation_input_tokens": 100, "output_tokens": 7}
    details = {"output_tokens_details": {"thinking_tokens": 4}}

    counted = Usage(input_tokens=123, output_tokens=7, cached_input_tokens=20, reasoning_tokens=4, cache_written_tokens=100)
    assert decoded(usage=usage | details).usage == counted
    assert decoded(usage={"cache_read_input_tokens": 20}).usage == Usage(cached_input_tokens=20)
    assert decoded().usage == Usage()


def test_the_tokens_of_a_compaction_are_added_to_the_reported_usage() -> None:
    iterations = [
        {"type": "compaction", "input_tokens": 1000, "output_tokens": 50, "cache_read_input_tokens": 5},
        {"type": "message", "input_tokens": 10, "output_tokens": 2},
        {"type": "advisor_message", "input_tokens": 900, "output_tokens": 90},
    ]

    assert decoded(usage={"input_tokens": 10, "output_tokens": 2, "iterations": iterations}).usage == Usage(
        input_tokens=1015, output_tokens=52, cached_input_tokens=5
    )


@pytest.mark.parametrize(("sent", "arguments"), [({}, {}), (None, {}), ([1], None), ("x", None), (7, None)])
def test_input_that_is_no_object_is_none(sent: Any, arguments: Any) -> None:
    (call,) = decoded({**ASKED, "input": sent}).tool_calls

    assert call.arguments == arguments


def test_ids_that_are_missing_or_repeated_become_different_ones() -> None:
    turn = decoded({**ASKED, "id": None}, ASKED, ASKED)

    assert [call.id for call in turn.tool_calls] == ["msg_1-0", "toolu_1", "msg_1-2"]


@pytest.mark.parametrize("body", ["", "<html>", "[]", "null", "{}", '{"content": null}', '{"content": "text"}'])
def test_a_body_without_content_is_malformed(body: str) -> None:
    with pytest.raises(ProviderError) as error:
        messages.decode(Reply(status=200, body=body), dialect=ANTHROPIC)

    assert error.value.code == "malformed"


WHOLE = event_stream(
    START,
    {"type": "ping"},
    *block(
        0,
        {"type": "thinking", "thinking": "", "signature": ""},
        {"type": "thinking_delta", "thinking": "h"},
        {"type": "thinking_delta", "thinking": "m"},
        {"type": "signature_delta", "signature": "sig"},
    ),
    *block(1, {"type": "redacted_thinking", "data": "xyz"}),
    *block(2, {"type": "text", "text": ""}, {"type": "text_delta", "text": "12"}, {"type": "text_delta", "text": ".30"}),
    *block(
        3,
        {**ASKED, "input": {}},
        {"type": "input_json_delta", "partial_json": ""},
        {"type": "input_json_delta", "partial_json": '{"acc'},
        {"type": "input_json_delta", "partial_json": 'ount": "a"}'},
    ),
    ended("tool_use", input_tokens=12, cache_read_input_tokens=None),
    STOP,
)


def test_the_events_of_a_stream_add_up() -> None:
    turn = streamed(WHOLE)

    assert (turn.reasoning, turn.text, turn.finish_reason, turn.response_id) == ("hm", "12.30", "tool_calls", "msg_1")
    assert [(call.id, call.arguments) for call in turn.tool_calls] == [("toolu_1", {"account": "a"})]
    assert turn.usage == Usage(input_tokens=12, output_tokens=5)
    assert turn.state == {
        "dialect": "anthropic",
        "content": [
            {"type": "thinking", "thinking": "hm", "signature": "sig"},
            {"type": "redacted_thinking", "data": "xyz"},
            {"type": "text", "text": "12.30"},
            ASKED,
        ],
    }


def test_pieces_are_passed_on_as_they_come() -> None:
    coming = messages.streamed(ANTHROPIC)
    told = [delta for line in WHOLE.splitlines() if line.startswith("data:") for delta in coming.add(line[5:])]

    assert told == [ReasoningDelta("h"), ReasoningDelta("m"), TextDelta("12"), TextDelta(".30")]


def test_a_call_without_arguments_in_a_stream_has_none_and_half_of_them_are_no_object() -> None:
    empty = streamed(event_stream(START, *block(0, {**ASKED, "input": {}}), ended("tool_use"), STOP))
    pieces = block(0, {**ASKED, "input": {}}, {"type": "input_json_delta", "partial_json": '{"account": "a'})
    half = streamed(event_stream(START, *pieces, ended("max_tokens"), STOP))

    assert empty.tool_calls[0].arguments == {}
    assert (half.tool_calls[0].arguments, half.tool_calls[0].raw_arguments, half.finish_reason) == (None, '{"account": "a', "length")


def test_a_stream_without_an_end_mark_is_whole_with_its_stop_reason() -> None:
    assert streamed(WHOLE.removesuffix(event_stream(STOP))) == streamed(WHOLE)


def test_a_second_start_begins_the_answer_again() -> None:
    half = event_stream(START, *block(0, {**ASKED, "input": {}}, {"type": "input_json_delta", "partial_json": '{"acc'}))

    assert streamed(half + WHOLE) == streamed(WHOLE)


def test_a_refusal_without_content_is_a_content_filter_with_its_usage() -> None:
    body = {"id": "r1", "content": None, "stop_reason": "refusal", "usage": {"input_tokens": 10, "output_tokens": 0}}
    turn = messages.decode(Reply(status=200, body=json.dumps(body)), dialect=ANTHROPIC)

    assert (turn.text, turn.finish_reason, turn.usage) == ("", "content_filter", Usage(input_tokens=10, output_tokens=0))


def test_a_tool_that_the_server_runs_itself_is_an_event_of_the_stream() -> None:
    begun = {"type": "content_block_start", "index": 0, "content_block": {"type": "server_tool_use", "id": "s1", "name": "web_search"}}

    assert list(messages.streamed(ANTHROPIC).add(json.dumps(begun))) == [ProviderToolStarted("web_search")]


def test_citations_stay_with_their_text() -> None:
    pieces = block(0, {"type": "text", "text": "", "citations": []}, {"type": "citations_delta", "citation": {"url": "u"}})
    turn = streamed(event_stream(START, *pieces, {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "x"}},
                           ended(), STOP))  # fmt: skip

    assert turn.state is not None
    assert turn.state["content"] == [{"type": "text", "text": "x", "citations": [{"url": "u"}]}]


def test_a_stream_that_is_cut_is_malformed_wherever_it_is_cut() -> None:
    for cut in range(WHOLE.index("event: message_delta")):
        with pytest.raises(ProviderError) as error:
            streamed(WHOLE[:cut])
        assert error.value.code == "malformed"


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("overloaded_error", "overloaded"),
        ("api_error", "overloaded"),
        ("timeout_error", "overloaded"),
        ("rate_limit_error", "rate_limited"),
        ("authentication_error", "authentication"),
        ("permission_error", "authentication"),
        ("invalid_request_error", "invalid_request"),
        ("not_found_error", "invalid_request"),
    ],
)
def test_an_error_has_its_code_in_a_stream_and_in_a_body(kind: str, code: str) -> None:
    event = {"type": "error", "error": {"type": kind, "message": "No."}}
    for reply in (Reply(status=200, body=event_stream(START, event), stream=True), Reply(status=200, body=json.dumps(event))):
        with pytest.raises(ProviderError) as error:
            messages.decode(reply, dialect=ANTHROPIC)
        assert (error.value.code, error.value.message) == (code, "No.")


DELTAS = st.fixed_dictionaries(
    {"type": st.sampled_from(["text_delta", "thinking_delta", "input_json_delta", "citations_delta", "signature_delta"]) | JSON},
    optional=dict.fromkeys(("text", "thinking", "partial_json", "citation", "stop_reason", "usage"), JSON),
)
EVENTS = st.fixed_dictionaries(
    {"type": st.sampled_from(["message_start", "content_block_start", "content_block_delta", "message_delta"]) | JSON},
    optional={
        "index": st.integers(0, 2) | JSON,
        "content_block": BLOCKS | JSON,
        "delta": DELTAS | JSON,
        "message": MESSAGES_REPLIES | JSON,
        "usage": JSON,
    },
)


@settings(deadline=None)
@given(body=MESSAGES_REPLIES | JSON, events=st.lists(EVENTS | JSON, max_size=6), status=st.sampled_from([200, 400, 529]))
def test_no_json_raises_anything_but_a_provider_error(body: Any, events: list[Any], status: int) -> None:
    told = "".join(f"data: {json.dumps(event)}\n\n" for event in [START, *events, STOP])
    for reply in (Reply(status=status, body=json.dumps(body)), Reply(status=status, body=told, stream=True)):
        try:
            turn = messages.decode(reply, dialect=ANTHROPIC)
        except ProviderError:
            continue
        assert len({call.id for call in turn.tool_calls}) == len(turn.tool_calls)
