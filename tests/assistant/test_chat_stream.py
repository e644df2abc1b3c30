"""A stream becomes the turn that the same answer would have been without one, or an error."""

import json
from typing import Any

import pytest

from assistant.contract import ProviderError, ProviderToolStarted, Turn, Usage
from assistant.dialects import dialect
from assistant.protocols import Reply, chat
from assistant.protocols.replies import event_data


def stream(*chunks: Any, done: bool = True) -> str:
    events = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
    return events + ("data: [DONE]\n\n" if done else "")


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"id": "r1", "model": "m", "choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


def piece(arguments: Any, **fields: Any) -> dict[str, Any]:
    return {
        **{key: value for key, value in fields.items() if key != "name"},
        "function": {"name": fields.get("name"), "arguments": arguments},
    }


def decoded(text: str) -> Turn:
    return chat.decode(Reply(status=200, body=text, stream=True), dialect=dialect("compatible"))


def calls_of(*pieces: dict[str, Any]) -> list[tuple[str, str, Any]]:
    chunks = [delta(tool_calls=[fragment]) for fragment in pieces]
    return [(call.id, call.name, call.arguments) for call in decoded(stream(*chunks, delta("tool_calls"))).tool_calls]


def test_the_pieces_add_up() -> None:
    turn = decoded(
        stream(
            delta(role="assistant", content=""),
            delta(reasoning="h"),
            delta(reasoning="m"),
            delta(content="12"),
            delta("stop", content=".30"),
        )
    )

    assert (turn.text, turn.reasoning, turn.finish_reason, turn.model, turn.response_id) == ("12.30", "hm", "stop", "m", "r1")


def test_parts_of_thinking_and_text_add_up() -> None:
    thinking = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]
    turn = decoded(stream(delta(content=thinking), delta(content=thinking), delta("stop", content="12.30")))

    assert (turn.text, turn.reasoning) == ("12.30", "hmhm")


def test_calls_are_put_together_by_index() -> None:
    assert calls_of(
        piece("", index=0, id="a", name="t"),
        piece("", index=1, id="b", name="u"),
        piece('{"x"', index=0),
        piece('{"y": 2}', index=1),
        piece(": 1}", index=0),
    ) == [("a", "t", {"x": 1}), ("b", "u", {"y": 2})]


def test_calls_that_all_have_the_index_0_are_distinguished_by_their_ids_or_names() -> None:
    assert calls_of(piece('{"x": 1}', index=0, id="a", name="t"), piece('{"x": 2}', index=0, id="b", name="t")) == [
        ("a", "t", {"x": 1}),
        ("b", "t", {"x": 2}),
    ]
    assert calls_of(piece('{"x": 1}', index=0, name="t"), piece('{"x": 2}', index=0, name="t")) == [
        ("r1-0", "t", {"x": 1}),
        ("r1-1", "t", {"x": 2}),
    ]


def test_a_name_and_an_id_that_every_piece_repeats_make_one_call() -> None:
    assert calls_of(piece('{"x"', index=0, id="a", name="t"), piece(": 1}", index=0, id="a", name="t")) == [("a", "t", {"x": 1})]


def test_pieces_without_an_index_go_by_id_or_to_the_last_call() -> None:
    assert calls_of(piece('{"x"', id="a", name="t"), piece(": 1}", id="a"), piece("{}", id="b", name="u"), piece("", id=None)) == [
        ("a", "t", {"x": 1}),
        ("b", "u", {}),
    ]


def test_arguments_may_come_as_an_object_in_one_piece() -> None:
    assert calls_of(piece({"x": 1}, index=0, id="a", name="t")) == [("a", "t", {"x": 1})]


def test_usage_in_every_chunk_is_cumulative_and_never_added() -> None:
    chunks = [{**delta(content="x"), "usage": {"prompt_tokens": 10, "completion_tokens": count}} for count in (1, 2, 3)]

    assert decoded(stream(*chunks, delta("stop"))).usage == Usage(input_tokens=10, output_tokens=3)


def test_usage_in_a_last_chunk_without_choices_is_found() -> None:
    assert decoded(stream(delta("stop", content="x"), {"choices": [], "usage": {"prompt_tokens": 1}})).usage == Usage(input_tokens=1)


def test_comments_line_ends_and_a_first_empty_chunk_change_nothing() -> None:
    plain = stream({"choices": [], "prompt_filter_results": []}, delta(content="a\u2028b"), delta("stop"))
    noisy = f": PROCESSING\n\nretry: 3\n{plain}".replace("\n", "\r\n")

    assert decoded(plain).text == decoded(noisy).text == "a\u2028b"


def test_a_stream_that_is_cut_is_an_error_wherever_it_is_cut() -> None:
    whole = stream(delta(content="12"), delta(content=".30"), delta("stop"), {"choices": [], "usage": {"prompt_tokens": 1}})
    for cut in range(whole.index('"finish_reason": "stop"')):
        with pytest.raises(ProviderError) as error:
            decoded(whole[:cut])
        assert error.value.code == "malformed"


def test_a_stream_without_an_end_mark_is_whole_with_its_finish_reason() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    turn = decoded(stream(delta(content="12"), {**delta("stop", content=".30"), "usage": usage}, done=False))

    assert (turn.text, turn.finish_reason, turn.usage) == ("12.30", "stop", Usage(input_tokens=10, output_tokens=5))


def test_half_an_event_after_the_finish_reason_is_malformed() -> None:
    with pytest.raises(ProviderError, match="cannot be read"):
        decoded(stream(delta("stop", content="12"), done=False) + 'data: {"usage": {"prompt')


@pytest.mark.parametrize("legacy", [{}, {"name": "", "arguments": ""}, {"name": None, "arguments": None}])
def test_an_empty_legacy_call_in_a_stream_is_no_call(legacy: dict[str, Any]) -> None:
    turn = decoded(stream(delta(content="12.30", function_call=legacy), delta("stop")))

    assert (turn.text, turn.tool_calls, turn.finish_reason) == ("12.30", (), "stop")


def test_a_legacy_call_is_put_together_from_its_pieces() -> None:
    pieces = ({"name": "t", "arguments": ""}, {"arguments": '{"x"'}, {"arguments": ": 1}"})
    (call,) = decoded(stream(*(delta(function_call=fragment) for fragment in pieces), delta("function_call"))).tool_calls

    assert (call.name, call.arguments) == ("t", {"x": 1})


def test_a_tool_that_the_server_runs_itself_is_an_event_of_the_stream() -> None:
    coming = chat.streamed(dialect("groq"))

    assert list(coming.add(json.dumps(delta(executed_tools=[{"type": "search", "arguments": "{}"}])))) == [ProviderToolStarted("search")]


def test_an_error_in_the_middle_of_a_stream_is_that_error() -> None:
    with pytest.raises(ProviderError) as error:
        decoded(stream(delta(content="12"), {"error": {"message": "Rate limit", "code": 429}}, done=False))

    assert (error.value.code, error.value.status) == ("rate_limited", 429)


def test_a_server_that_answers_without_a_stream_is_understood() -> None:
    body = json.dumps({"choices": [{"message": {"content": "12.30"}, "finish_reason": "stop"}]})

    assert decoded(body).text == "12.30"


def test_a_stream_of_another_choice_adds_nothing() -> None:
    other = {"choices": [{"index": 1, "delta": {"content": "other"}, "finish_reason": "stop"}]}

    assert decoded(stream(delta(content="mine"), other, delta("stop"))).text == "mine"


def test_an_event_may_have_several_lines_of_data() -> None:
    assert list(event_data(["data: a\nda", "ta:b\n\ndata: c"])) == ["a\nb", "c"]
