"""Replies of generateContent become the right turns, whole or as a stream."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.contract import FinishReason, ProviderError, ProviderToolStarted, ReasoningDelta, TextDelta, Turn, Usage
from assistant.conversation import goes_on, own_calls
from assistant.dialects import dialect
from assistant.protocols import Reply, generate_content
from tests.assistant.arbitrary_replies import GENERATE_CONTENT_REPLIES, JSON

GEMINI = dialect("gemini")
ASKED = {"functionCall": {"name": "look_up", "args": {"account": "a"}}}


def chunk(*parts: Any, finish: Any = None, **envelope: Any) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
    return {
        "responseId": "r1",
        "modelVersion": "gemini",
        "candidates": [candidate | ({"finishReason": finish} if finish else {})],
        **envelope,
    }


def decoded(*parts: Any, finish: Any = "STOP", **envelope: Any) -> Turn:
    return whole(chunk(*parts, finish=finish, **envelope))


def whole(body: Any) -> Turn:
    return generate_content.decode(Reply(status=200, body=json.dumps(body)), dialect=GEMINI)


def events(*chunks: Any) -> str:
    return "".join(f"data: {json.dumps(each)}\r\n\r\n" for each in chunks)


def streamed(text: str) -> Turn:
    return generate_content.decode(Reply(status=200, body=text, stream=True), dialect=GEMINI)


def test_texts_thoughts_and_calls_are_distinguished() -> None:
    turn = decoded({"text": "hm", "thought": True}, {"text": "Let me look."}, ASKED | {"thoughtSignature": "s"})

    assert (turn.reasoning, turn.text, turn.finish_reason, turn.model, turn.response_id) == (
        "hm",
        "Let me look.",
        "tool_calls",
        "gemini",
        "r1",
    )
    assert [(call.id, call.name, call.arguments) for call in turn.tool_calls] == [("r1-0", "look_up", {"account": "a"})]


def test_calls_mostly_have_no_id_and_get_one_each() -> None:
    own = {"functionCall": {"id": "g1", "name": "look_up"}}

    assert [(call.id, call.arguments) for call in decoded(ASKED, own, own).tool_calls] == [
        ("r1-0", {"account": "a"}),
        ("g1", {}),
        ("r1-2", {}),
    ]


@pytest.mark.parametrize(
    "sent", [{"args": [1]}, {"args": "x"}, {"partialArgs": [{"jsonPath": "$.a"}], "willContinue": True}, {"args": {}, "willContinue": True}]
)
def test_arguments_that_are_no_object_or_come_in_pieces_are_none(sent: dict[str, Any]) -> None:
    (call,) = decoded({"functionCall": {"name": "look_up", **sent}}).tool_calls

    assert call.arguments is None


def test_calls_that_the_server_runs_itself_are_shown_and_not_run() -> None:
    turn = decoded(
        {"executableCode": {"language": "PYTHON", "code": "1+1"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}},
        {"toolCall": {"id": "t1", "toolType": "FILE_SEARCH"}},
        {"toolResponse": {"id": "t1", "toolType": "FILE_SEARCH"}},
        {"text": "2"},
    )

    assert (turn.finish_reason, turn.text) == ("stop", "2")
    assert [(call.id, call.name, call.provider_executed) for call in turn.tool_calls] == [
        ("r1-0", "code_execution", True),
        ("t1", "FILE_SEARCH", True),
    ]


@pytest.mark.parametrize(
    ("parts", "stated", "finish"),
    [
        ([], "STOP", "stop"),
        ([ASKED], "STOP", "tool_calls"),
        ([], "MAX_TOKENS", "length"),
        ([ASKED], "MAX_TOKENS", "length"),
        ([], "SAFETY", "content_filter"),
        ([], "RECITATION", "content_filter"),
        ([], "PROHIBITED_CONTENT", "content_filter"),
        ([], "SOME_NEW_WORD", "other"),
        ([], None, "other"),
        ([], {"reason": "STOP"}, "other"),
    ],
)
def test_why_a_turn_ended(parts: list[Any], stated: Any, finish: FinishReason) -> None:
    assert decoded(*parts, finish=stated).finish_reason == finish


@pytest.mark.parametrize("stated", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])
def test_a_call_that_the_server_itself_refuses_is_an_error_whose_calls_are_not_run(stated: str) -> None:
    turn = decoded(ASKED, finish=stated, usageMetadata={"promptTokenCount": 22, "thoughtsTokenCount": 388})

    assert (turn.finish_reason, own_calls(turn), goes_on(turn)) == ("error", (), False)
    assert turn.usage.output_tokens == 388


@pytest.mark.parametrize("body", [{"candidates": []}, {}])
def test_a_prompt_that_was_blocked_is_a_turn_without_text(body: dict[str, Any]) -> None:
    blocked = {**body, "promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 4, "totalTokenCount": 4}}
    for turn in (whole(blocked), streamed(events(blocked)), whole([blocked])):
        assert (turn.text, turn.finish_reason, turn.usage) == ("", "content_filter", Usage(input_tokens=4, output_tokens=0))


def test_thoughts_count_as_output_and_prompts_of_tools_as_input() -> None:
    counts = {"promptTokenCount": 10, "toolUsePromptTokenCount": 5, "candidatesTokenCount": 3, "thoughtsTokenCount": 4}

    assert decoded(usageMetadata={**counts, "cachedContentTokenCount": 2, "totalTokenCount": 22}).usage == Usage(
        input_tokens=15, output_tokens=7, cached_input_tokens=2, reasoning_tokens=4
    )


@pytest.mark.parametrize(
    ("sent", "usage"),
    [
        ({"promptTokenCount": 14, "totalTokenCount": 14}, Usage(input_tokens=14, output_tokens=0)),
        ({"promptTokenCount": 14}, Usage(input_tokens=14)),
        ({"trafficType": "ON_DEMAND"}, Usage()),
        ({"promptTokenCount": "14", "totalTokenCount": 14}, Usage()),
        (None, Usage()),
    ],
)
def test_counts_of_nothing_are_not_sent_and_unknown_ones_stay_unknown(sent: Any, usage: Usage) -> None:
    assert decoded({"text": ""}, usageMetadata=sent).usage == usage


@pytest.mark.parametrize("body", ["", "<html>", "[]", "null", "{}", '{"candidates": []}', '{"candidates": [7]}', '[{"candidates": [{}]}]'])
def test_a_body_without_an_answer_is_malformed_and_never_an_empty_turn(body: str) -> None:
    with pytest.raises(ProviderError) as error:
        generate_content.decode(Reply(status=200, body=body), dialect=GEMINI)

    assert error.value.code == "malformed"


CHUNKS = (
    chunk({"text": "h", "thought": True}, usageMetadata={"promptTokenCount": 10, "candidatesTokenCount": 1}),
    chunk({"text": "m", "thought": True}, {"text": "12"}, usageMetadata={"promptTokenCount": 10, "candidatesTokenCount": 2}),
    chunk({"text": ".30"}, {"text": "", "thoughtSignature": "t"}),
    chunk(ASKED | {"thoughtSignature": "s"}, ASKED, finish="STOP", usageMetadata={"promptTokenCount": 10, "candidatesTokenCount": 5}),
)


def test_the_chunks_of_a_stream_add_up_as_events_and_as_a_list() -> None:
    for turn in (streamed(events(*CHUNKS)), whole(list(CHUNKS))):
        assert (turn.reasoning, turn.text, turn.finish_reason, turn.response_id) == ("hm", "12.30", "tool_calls", "r1")
        assert [call.id for call in turn.tool_calls] == ["r1-0", "r1-1"]
        assert turn.usage == Usage(input_tokens=10, output_tokens=5)
        assert turn.state == {
            "dialect": "gemini",
            "parts": [
                {"text": "hm", "thought": True},
                {"text": "12.30"},
                {"text": "", "thoughtSignature": "t"},
                ASKED | {"thoughtSignature": "s"},
                ASKED,
            ],
        }


def test_pieces_are_passed_on_as_they_come() -> None:
    coming = generate_content.streamed(GEMINI)

    assert [delta for each in CHUNKS for delta in coming.add(json.dumps(each))] == [
        ReasoningDelta("h"),
        ReasoningDelta("m"),
        TextDelta("12"),
        TextDelta(".30"),
    ]


def test_a_stream_that_is_cut_is_malformed_wherever_it_is_cut() -> None:
    text = events(*CHUNKS)
    for cut in range(len(text.rstrip())):
        with pytest.raises(ProviderError) as error:
            streamed(text[:cut])
        assert error.value.code == "malformed"


def test_a_list_of_chunks_that_is_cut_is_malformed() -> None:
    for cut in range(1, len(CHUNKS)):
        with pytest.raises(ProviderError, match="cut"):
            whole(list(CHUNKS[:cut]))


def test_an_empty_call_is_no_call() -> None:
    turn = decoded({"text": "12.30"}, {"functionCall": {}}, {"functionCall": {"name": "", "args": {}}})

    assert (turn.text, turn.tool_calls, turn.finish_reason) == ("12.30", (), "stop")


def test_a_tool_that_the_server_runs_itself_is_an_event_of_the_stream() -> None:
    coming = generate_content.streamed(GEMINI)

    assert list(coming.add_chunk(chunk({"executableCode": {"code": "1"}}, ASKED))) == [ProviderToolStarted("code_execution")]


def test_a_stream_of_another_candidate_adds_nothing() -> None:
    other = {"candidates": [{"index": 1, "content": {"parts": [{"text": "other"}]}, "finishReason": "STOP"}]}

    assert streamed(events(other, chunk({"text": "mine"}, finish="STOP"), other)).text == "mine"


@pytest.mark.parametrize(
    ("status", "error", "code", "wait"),
    [
        (429, {"code": 429, "status": "RESOURCE_EXHAUSTED", "details": [{"@type": "x"}, {"retryDelay": "34.4s"}]}, "rate_limited", 34.4),
        (429, {"code": 429, "details": [{"retryDelay": "soon"}, 7]}, "rate_limited", None),
        (503, {"code": 503, "status": "UNAVAILABLE", "message": "The model is overloaded."}, "overloaded", None),
        (504, {"code": 504, "status": "DEADLINE_EXCEEDED"}, "overloaded", None),
        (400, {"code": 400, "status": "INVALID_ARGUMENT", "message": "API key not valid. Please pass one."}, "authentication", None),
        (403, {"code": 403, "status": "PERMISSION_DENIED"}, "authentication", None),
        (
            400,
            {"code": 400, "message": "The input token count (9) exceeds the maximum number of tokens allowed (8)."},
            "context_length",
            None,
        ),
        (404, {"code": 404, "status": "NOT_FOUND"}, "invalid_request", None),
    ],
)
def test_an_error_has_its_code_as_a_status_and_in_a_stream(status: int, error: dict[str, Any], code: str, wait: float | None) -> None:
    body = json.dumps({"error": error})
    for reply in (
        Reply(status=status, body=body),
        Reply(status=status, body=f"[{body}]", stream=True),
        Reply(status=200, body=f"data: {body}\n\n", stream=True),
    ):
        with pytest.raises(ProviderError) as failed:
            generate_content.decode(reply, dialect=GEMINI)
        assert (failed.value.code, failed.value.retry_after, failed.value.status) == (code, wait, status)


@settings(deadline=None)
@given(bodies=st.lists(GENERATE_CONTENT_REPLIES | JSON, min_size=1, max_size=4), status=st.sampled_from([200, 400, 503]))
def test_no_json_raises_anything_but_a_provider_error(bodies: list[Any], status: int) -> None:
    last = chunk(finish="STOP")
    for reply in (
        Reply(status=status, body=json.dumps(bodies[0])),
        Reply(status=status, body=json.dumps([*bodies, last])),
        Reply(status=status, body=events(*bodies, last), stream=True),
    ):
        try:
            turn = generate_content.decode(reply, dialect=GEMINI)
        except ProviderError:
            continue
        assert len({call.id for call in turn.tool_calls}) == len(turn.tool_calls)
