"""A stream of Responses becomes the turn that the same answer would have been without one, or an error."""

import json
from typing import Any

import pytest

from assistant.contract import Delta, ProviderError, ProviderToolStarted, ReasoningDelta, TextDelta, Turn, Usage
from assistant.dialects import dialect
from assistant.protocols import Reply, responses
from tests.assistant.local_server import event_stream
from tests.assistant.responses_items import CALLS, SAYS, SERVER, THINKS


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}", **fields}


def done(place: int, item: dict[str, Any]) -> dict[str, Any]:
    return event("output_item.done", output_index=place, item=item)


def end(*items: Any, kind: str = "completed", **envelope: Any) -> dict[str, Any]:
    usage = {"input_tokens": 10, "output_tokens": 5}
    return event(kind, response={"id": "r1", "model": "m-1", "status": kind, "output": list(items), "usage": usage, **envelope})


def decoded(*events: dict[str, Any]) -> Turn:
    return responses.decode(Reply(status=200, body=event_stream(*events), stream=True), dialect=SERVER)


def told(*events: dict[str, Any]) -> list[Delta]:
    coming = responses.streamed(dialect("openai"))
    return [delta for one in events for delta in coming.add(json.dumps(one))]


def test_a_stream_is_the_turn_that_its_body_would_be() -> None:
    body = json.dumps(end(THINKS, SAYS, CALLS)["response"])

    turn = decoded(
        event("created", response={"status": "in_progress"}), done(0, THINKS), done(1, SAYS), done(2, CALLS), end(THINKS, SAYS, CALLS)
    )

    assert turn == responses.decode(Reply(status=200, body=body), dialect=SERVER)


def test_text_and_both_kinds_of_reasoning_are_passed_on_and_nothing_else() -> None:
    assert told(
        event("reasoning_summary_text.delta", delta="Hm."),
        event("reasoning_text.delta", delta="Well."),
        event("output_text.delta", delta="12"),
        event("output_text.delta", delta=""),
        event("output_text.delta", delta={"x": 1}),
        event("function_call_arguments.delta", delta="{}"),
        event("refusal.delta", delta="No."),
        event("something.new"),
    ) == [ReasoningDelta("Hm."), ReasoningDelta("Well."), TextDelta("12")]


def test_items_are_in_their_own_order_and_not_in_that_of_their_events() -> None:
    other = {**CALLS, "call_id": "c2"}

    assert [call.id for call in decoded(done(1, other), done(0, CALLS), end()).tool_calls] == ["c1", "c2"]


def test_an_item_is_kept_as_it_was_when_it_was_done() -> None:
    turn = decoded(done(0, THINKS), end({**THINKS, "encrypted_content": "another"}, SAYS))

    assert turn.state is not None
    assert [item.get("encrypted_content") for item in turn.state["items"]] == ["sealed", None]
    assert turn.text == "12.30"


def test_the_last_event_counts_where_it_contradicts_earlier_events() -> None:
    assert decoded(done(0, SAYS), end(CALLS, SAYS)).finish_reason == "tool_calls"


@pytest.mark.parametrize(("reason", "finish"), [("max_output_tokens", "length"), ("content_filter", "content_filter")])
def test_a_stream_that_ends_incomplete_says_why(reason: str, finish: str) -> None:
    turn = decoded(end(SAYS, kind="incomplete", incomplete_details={"reason": reason}))

    assert (turn.text, turn.finish_reason, turn.usage.output_tokens) == ("12.30", finish, 5)


@pytest.mark.parametrize(
    "last",
    [
        event("failed", response={"error": {"code": "rate_limit_exceeded", "message": "slow down"}}),
        {"type": "error", "code": "rate_limit_exceeded", "message": "slow down"},
        {"type": "error", "error": {"code": "rate_limit_exceeded", "message": "slow down"}},
    ],
)
def test_an_error_in_the_middle_of_a_stream_is_that_error(last: dict[str, Any]) -> None:
    with pytest.raises(ProviderError, match="slow down") as failed:
        decoded(event("output_text.delta", delta="12"), last)

    assert failed.value.code == "rate_limited"


def test_a_stream_that_is_cut_is_an_error_wherever_it_is_cut() -> None:
    whole = event_stream(event("output_text.delta", delta="12.30"), done(0, SAYS), end(SAYS))
    for cut in range(len(whole.removesuffix("\n\n"))):
        with pytest.raises(ProviderError) as failed:
            responses.decode(Reply(status=200, body=whole[:cut], stream=True), dialect=SERVER)
        assert failed.value.code == "malformed"


@pytest.mark.parametrize("begun", [event("output_text.delta", delta="12"), event("output_item.added", output_index=0, item=CALLS)])
def test_an_end_that_lacks_the_streamed_text_is_no_answer(begun: dict[str, Any]) -> None:
    with pytest.raises(ProviderError, match="has nothing of what was told"):
        decoded(begun, end())


def test_a_second_start_begins_the_answer_again() -> None:
    assert decoded(done(0, CALLS), event("created"), done(0, SAYS), end()) == decoded(done(0, SAYS), end())


def test_a_filtered_response_without_output_is_a_content_filter_with_its_usage() -> None:
    reason = {"incomplete_details": {"reason": "content_filter"}, "output": None}
    turn = decoded(end(kind="incomplete", **reason))

    assert (turn.text, turn.finish_reason, turn.usage) == ("", "content_filter", Usage(input_tokens=10, output_tokens=5))


def test_a_tool_that_the_server_runs_itself_is_an_event_of_the_stream() -> None:
    assert told(event("output_item.added", item={"type": "web_search_call", "id": "ws1"})) == [ProviderToolStarted("web_search")]
    assert told(event("output_item.added", item=CALLS)) == []


def test_an_end_without_a_response_is_no_answer() -> None:
    with pytest.raises(ProviderError, match="has no response"):
        decoded(done(0, SAYS), event("completed"))


def test_data_after_the_last_event_is_ignored() -> None:
    body = event_stream(done(0, SAYS), end(SAYS)) + "data: [DONE]\n\n"

    assert responses.decode(Reply(status=200, body=body, stream=True), dialect=SERVER).text == "12.30"
