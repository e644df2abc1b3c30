"""Answers as vendors document them, or as their servers are known to write them: each is read for what it means."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from assistant import registry
from assistant.contract import (
    Cause,
    ErrorCode,
    FinishReason,
    Provider,
    ProviderError,
    ReasoningDelta,
    Request,
    TextDelta,
    Turn,
    TurnEnd,
    TurnEvent,
    Usage,
)
from assistant.dialects import Api, dialect
from assistant.protocols import Reply, codec
from assistant.protocols.replies import event_data, failure
from assistant.registry import provider
from tests.assistant.conversations import QUESTION
from tests.assistant.local_server import Answer, completion, events, serving

LONG = 30.0
"""Seconds of a limit that no test reaches."""
USAGE = {"prompt_tokens": 10, "completion_tokens": 5}
SERVERS: dict[Api, str] = {"chat": "compatible", "responses": "openai", "messages": "anthropic", "generate_content": "gemini"}


def read(body: object, api: Api = "chat", *, stream: bool = True) -> Turn:
    text = body if isinstance(body, str) else json.dumps(body)
    return codec(api).decode(Reply(status=200, body=text, stream=stream), dialect=dialect(SERVERS[api]))


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"id": "r1", "choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


def call(index: object, arguments: str | None, **fields: Any) -> dict[str, Any]:
    beside = {name: value for name, value in fields.items() if name != "name"}
    function = {"name": fields.get("name"), "arguments": arguments}
    return delta(tool_calls=[{"index": index, "function": function, **beside}])


def streamed(*chunks: object) -> str:
    return events(*chunks).body  # type: ignore[arg-type]


def failed(body: object, api: Api = "chat", *, stream: bool = True) -> ProviderError:
    with pytest.raises(ProviderError) as error:
        read(body, api, stream=stream)
    return error.value


SAID = delta("stop", content="12.30")


@pytest.mark.parametrize(
    "chunks",
    [
        [SAID, {"choices": [], "usage": USAGE}],
        [SAID, {"choices": None, "usage": USAGE}],
        [{**SAID, "usage": None}, {"choices": [], "usage": USAGE}],
        [{"choices": [{**SAID["choices"][0], "usage": USAGE}]}],
        [{**SAID, "x_groq": {"usage": USAGE}}],
        [{**SAID, "usage": {"prompt_tokens": 10.0, "completion_tokens": 5.0}}],
        [{**SAID, "usage": {"input_tokens": 10, "output_tokens": 5}}],
    ],
    ids=["a last chunk", "null choices", "null before", "the choice, as Moonshot", "Groq's own field", "fractions", "other names"],
)
def test_usage_is_found_wherever_it_is_stated(chunks: list[Any]) -> None:
    assert read(streamed(*chunks)).usage == Usage(input_tokens=10, output_tokens=5)


@pytest.mark.parametrize(
    "field",
    [
        {"reasoning_content": "hm"},
        {"reasoning": "hm"},
        {"reasoning_text": "hm"},
        {"thinking": "hm"},
        {"thinking_blocks": [{"type": "thinking", "thinking": "hm"}]},
        {"reasoning_details": [{"type": "reasoning.text", "text": "hm"}]},
        {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]},
    ],
    ids=lambda field: next(iter(field)),
)
def test_reasoning_is_found_under_each_of_its_names(field: dict[str, Any]) -> None:
    turn = read(streamed(delta(**{"content": None, **field}), SAID))

    assert (turn.text, turn.reasoning) == ("12.30", "hm")


@pytest.mark.parametrize(
    ("stated", "finish"),
    [
        ("eos_token", "stop"),
        ("stop_sequence", "stop"),
        ("COMPLETE", "stop"),
        ("STOP", "stop"),
        ("MAX_TOKENS", "length"),
        ("SAFETY", "content_filter"),
        ("content_filter: PROHIBITED_CONTENT", "content_filter"),
        ("function_call_filter: MALFORMED_FUNCTION_CALL", "error"),
        ("abort", "error"),
        ("something new", "other"),
    ],
)
def test_ends_have_one_meaning_under_many_names(stated: str, finish: FinishReason) -> None:
    assert read(streamed(delta(stated, content="12.30"))).finish_reason == finish


@pytest.mark.parametrize(
    "chunks",
    [
        [call("0", '{"x"', id="a", name="look_up"), call("1", "{}", id="b", name="add"), call("0", ": 1}")],
        [call(0.0, '{"x"', id="a", name="look_up"), call(1.0, "{}", id="b", name="add"), call(0.0, ": 1}")],
        [call(0, "", id="a", name="look_up"), call(1, "", id="b", name="add"), call(0, '{"x": 1}', id=""), call(1, "{}", id=None)],
        [call(0, "", id="a", name="look"), call(0, None, name="_up"), call(0, '{"x": 1}'), call(1, "{}", id="b", name="add")],
        [call(0, '{"x": 1}', id="a", name="look_up"), call(0, "", name="look_up"), call(1, "{}", id="b", name="add")],
    ],
    ids=["text as index", "fraction as index", "empty ids", "name in pieces", "name again at the end"],
)
def test_two_calls_in_pieces_are_two_calls(chunks: list[Any]) -> None:
    turn = read(streamed(*chunks, delta("tool_calls")))

    assert [(made.id, made.name, made.arguments) for made in turn.tool_calls] == [("a", "look_up", {"x": 1}), ("b", "add", {})]


@pytest.mark.parametrize(
    "body",
    [
        "\ufeff" + streamed(SAID),
        "\ufeff" + json.dumps({"choices": [{"message": {"content": "12.30"}, "finish_reason": "stop"}]}),
        "".join(f"data: {json.dumps(chunk)}\n" for chunk in (delta(content="12"), delta("stop", content=".30"))) + "data: [DONE]\n",
        f"data:\n\nevent: ping\ndata: \n\ndata:{json.dumps(SAID)}\n\ndata: [DONE]\n\n",
        f"\n\n: PROCESSING\n\n{streamed(SAID)}".replace("\n", "\r\n"),
    ],
    ids=["byte order mark", "the same before JSON", "single line ends", "events without data", "comments"],
)
@pytest.mark.parametrize("stream", [True, False], ids=["typed as a stream", "without the type"])
def test_a_stream_is_read_however_its_events_are_written(body: str, stream: bool) -> None:
    turn = read(body, stream=stream)

    assert (turn.text, turn.finish_reason) == ("12.30", "stop")


@pytest.mark.parametrize("text", ["12.30 €", "Ünïcödé 😀"])
def test_a_stream_is_the_same_wherever_it_is_split(text: str) -> None:
    chunk = delta("stop", content=text)
    body = f"event: x\r\ndata: {json.dumps(chunk, ensure_ascii=False)}\r\n\r\ndata: [DONE]\r\n\r\n"

    assert {tuple(event_data([body[:place], body[place:]])) for place in range(len(body))} == {tuple(event_data([body]))}


MESSAGES: list[dict[str, Any]] = [
    {"type": "message_start", "message": {"id": "m", "usage": {"input_tokens": 10, "output_tokens": 1}}},
    {"type": "content_block_start", "content_block": {"type": "text", "text": "12.30"}},
    {"type": "content_block_start", "content_block": {"type": "tool_use", "id": "a", "name": "look_up", "input": {}}},
    {"type": "content_block_delta", "delta": {"type": "input_json_delta", "partial_json": '{"x": 1}'}},
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"input_tokens": 0, "output_tokens": 5}},
    {"type": "message_stop"},
]


def test_blocks_without_an_index_are_put_together_in_their_order() -> None:
    turn = read(streamed(*MESSAGES), "messages")

    assert (turn.text, [made.arguments for made in turn.tool_calls]) == ("12.30", [{"x": 1}])


def test_a_count_of_zero_at_the_end_does_not_replace_the_count_at_the_start() -> None:
    assert read(streamed(*MESSAGES), "messages").usage == Usage(input_tokens=10, output_tokens=5)


@pytest.mark.parametrize(
    ("api", "chunks"),
    [
        ("messages", MESSAGES),
        ("generate_content", [{"candidates": [{"content": {"parts": [{"text": "12.30"}]}, "finishReason": "STOP"}]}]),
        (
            "responses",
            [
                {
                    "type": "response.completed",
                    "response": {"output": [{"type": "message", "content": [{"type": "output_text", "text": "12.30"}]}]},
                }
            ],
        ),
    ],
)
def test_the_end_mark_of_another_protocol_is_no_answer_and_no_error(api: Api, chunks: list[Any]) -> None:
    assert read(streamed(*chunks), api).text == "12.30"


LONG_PROMPT = "the request exceeds the available context size, try increasing it"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (streamed({"object": "error", "message": LONG_PROMPT, "type": "BadRequestError", "code": 400}), "context_length"),
        (streamed(delta(content="12"), {"object": "error", "message": "boom", "code": 500}), "overloaded"),
        (streamed({"error": {"message": LONG_PROMPT, "code": 400}}), "context_length"),
        (streamed({"error": {"message": "slow down", "code": "429"}}), "rate_limited"),
        (f'error: {{"code": 400, "message": "{LONG_PROMPT}"}}\n\n', "context_length"),
        (f'event: error\ndata: {{"message": "{LONG_PROMPT}"}}\n\n', "context_length"),
        ("event: error\ndata: the upstream is overloaded\n\n", "overloaded"),
        ('{"error": {"message": "slow down", "code": 429}}', "rate_limited"),
    ],
    ids=["vLLM", "vLLM midway", "a field", "a text as code", "llama.cpp", "a named event", "words", "JSON typed as a stream"],
)
def test_an_error_in_a_stream_is_that_error_in_whatever_form(body: str, code: ErrorCode) -> None:
    assert failed(body).code == code


@pytest.mark.parametrize(
    "body",
    [
        {"code": 1113, "msg": "Insufficient balance or no resource package.", "success": False},
        {"id": "x", "choices": None, "base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}},
        {"detail": "You have insufficient credits."},
    ],
    ids=["Z.ai", "MiniMax", "words alone"],
)
def test_a_message_in_place_of_an_answer_is_an_error_with_its_cause(body: dict[str, Any]) -> None:
    assert failed(body, stream=False).cause == "no_credit"


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens."),
        (400, "Input is too long for requested model."),
        (400, "Invalid request: Your request exceeded model token limit: 8192"),
        (400, "Prompt exceeds max length"),
        (400, "Range of input length should be [1, 30720]"),
        (400, "Unable to submit request because the input token count is 40000 but model only supports up to 32768."),
        (422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097."),
    ],
    ids=["xAI", "Bedrock", "Moonshot", "Z.ai", "DashScope", "Vertex", "Text Generation Inference"],
)
def test_a_prompt_that_is_too_long_is_known_by_the_words_of_each_vendor(status: int, message: str) -> None:
    assert failure(Reply(status=status, body=json.dumps({"error": {"message": message}}))).code == "context_length"


@pytest.mark.parametrize(
    ("status", "error", "cause"),
    [
        (403, "Your newly created team doesn't have any credits yet.", "no_credit"),
        (403, "Sorry, your account balance is insufficient", "no_credit"),
        (429, {"type": "exceeded_current_quota_error", "message": "Your account is suspended."}, "no_credit"),
        (400, {"code": "Arrearage", "message": "Make sure your account is in good standing."}, "no_credit"),
        (429, "You exceeded your current quota, please check your plan and billing details.", ""),
    ],
    ids=["xAI", "SiliconFlow", "Moonshot", "DashScope", "Gemini's limit of requests"],
)
def test_an_empty_account_is_known_by_the_words_of_each_vendor(status: int, error: object, cause: Cause) -> None:
    body = json.dumps({"error": {"message": error} if isinstance(error, str) else error})

    assert failure(Reply(status=status, body=body)).cause == cause


def made(url: str) -> Provider:
    return provider("compatible", model="m-1", base_url=url, api_key="k", seconds=LONG, silence=LONG, environment={})


def over(url: str) -> Iterator[TurnEvent]:
    return made(url).stream(Request(messages=QUESTION))


@pytest.mark.parametrize("kind", ["text/event-stream", "text/plain", "application/octet-stream"])
def test_an_answer_over_the_wire_is_read_whatever_its_type_says(kind: str) -> None:
    for answer in (events(SAID), completion({"content": "12.30"})):
        with serving(replace(answer, headers={"content-type": kind})) as server:
            *_, last = over(server.url)

        assert isinstance(last, TurnEnd)
        assert last.turn.text == "12.30"


def test_a_connection_that_breaks_after_the_end_of_an_answer_loses_nothing() -> None:
    answer = events({**SAID, "usage": USAGE})
    with serving(replace(answer, cut=answer.body.index("data: [DONE]"))) as server:
        *_, last = over(server.url)

    assert isinstance(last, TurnEnd)
    assert (last.turn.text, last.turn.usage.output_tokens) == ("12.30", 5)


def test_a_server_that_only_says_that_it_is_alive_is_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LONGEST_QUEUE", 0.0)
    waiting = Answer(body=": keep-alive\n\n" * 100_000 + events(SAID).body, headers={"content-type": "text/event-stream"})
    with serving(waiting) as server, pytest.raises(ProviderError) as error:
        list(over(server.url))

    assert error.value.cause == "too_slow"


THOUGHT = "<think>It < 13?\n</think>\n\n12.30 < 13"


@pytest.mark.parametrize("length", [1, 2, 3, 7, 100])
def test_thoughts_in_the_text_are_reasoning_wherever_they_are_split(length: int) -> None:
    pieces = [delta(content=THOUGHT[place : place + length]) for place in range(0, len(THOUGHT), length)]
    with serving(events(*pieces, delta("stop"))) as server:
        *deltas, last = over(server.url)

    assert isinstance(last, TurnEnd)
    assert (last.turn.text, last.turn.reasoning) == ("12.30 < 13", "It < 13?")
    assert "".join(piece.text for piece in deltas if isinstance(piece, TextDelta)) == "12.30 < 13"
    assert "".join(piece.text for piece in deltas if isinstance(piece, ReasoningDelta)) == "It < 13?\n"


@pytest.mark.parametrize(
    ("text", "said", "reasoning"),
    [
        ("It says <think>.", "It says <think>.", ""),
        ("<thin", "<thin", ""),
        ("<think>For ever </thin", "", "For ever </thin"),
        (" \n", " \n", ""),
    ],
    ids=["later", "no mark", "without an end", "blank"],
)
def test_only_thoughts_at_the_beginning_are_taken_out_of_a_text(text: str, said: str, reasoning: str) -> None:
    with serving(events(delta(content=text), delta("stop")), completion({"content": text})) as server:
        *deltas, last = over(server.url)
        whole = made(server.url).generate(Request(messages=QUESTION))

    assert isinstance(last, TurnEnd)
    assert (last.turn.text, last.turn.reasoning) == (whole.text, whole.reasoning) == (said, reasoning)
    assert "".join(piece.text for piece in deltas if isinstance(piece, TextDelta)) == said
