"""Requests to a server that speaks the Messages API."""

import json
from typing import Any

import pytest

from assistant.contract import Message, ProviderError, Request, ToolCall, ToolResult, ToolSpec, Turn
from assistant.dialects import dialect
from assistant.protocols import Reply, messages
from assistant.schema import DECIMAL_PATTERN
from tests.assistant.exchange import SCHEMA, TOOL, USER, results

ANTHROPIC = dialect("anthropic")
OTHER = ToolSpec(name="list", description="List accounts.", parameters={"type": "object"})
NEWER, OLDER = "claude-opus-4-7", "claude-sonnet-4-5"


def body(request: Request, model: str = NEWER) -> dict[str, Any]:
    return messages.encode(request, model=model, dialect=ANTHROPIC)


def written(*conversation: Message) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = body(Request(messages=conversation))["messages"]
    return sent


def called(*ids: str, text: str = "", **fields: Any) -> Message:
    calls = tuple(ToolCall(id=call_id, name="look_up", arguments={"a": 1}) for call_id in ids)
    return Message(role="assistant", turn=Turn(text=text, tool_calls=calls, **fields))


def said(*content: dict[str, Any], stop: str = "end_turn") -> Message:
    reply = Reply(status=200, body=json.dumps({"id": "msg_1", "content": content, "stop_reason": stop}))
    return Message(role="assistant", turn=messages.decode(reply, dialect=ANTHROPIC))


def test_a_request_becomes_messages_tools_and_instructions_whose_prefix_is_cached() -> None:
    assert body(Request(messages=[USER], instructions="Be exact.", tools=[TOOL])) == {
        "model": NEWER,
        "max_tokens": 16_384,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "How much?"}]}],
        "tools": [{"name": "look_up", "description": "Look up a balance.", "input_schema": {"type": "object", "properties": {}}}],
        "system": [{"type": "text", "text": "Be exact.", "cache_control": {"type": "ephemeral"}}],
    }


def test_without_instructions_the_last_tool_ends_the_cached_prefix() -> None:
    sent = body(Request(messages=[USER], tools=[OTHER, TOOL]))

    assert "system" not in sent
    assert ["cache_control" in tool for tool in sent["tools"]] == [False, True]


def test_all_results_of_a_turn_and_the_next_text_of_the_user_are_one_message() -> None:
    assert written(USER, called("c1", "c2", text="Let me look."), results("c1", "c2"), Message(role="user", text="Go on."))[1:] == [
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "c1", "name": "look_up", "input": {"a": 1}},
                {"type": "tool_use", "id": "c2", "name": "look_up", "input": {"a": 1}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": "C1"},
                {"type": "tool_result", "tool_use_id": "c2", "content": "C2"},
                {"type": "text", "text": "Go on."},
            ],
        },
    ]


def test_a_result_that_is_an_error_says_so_and_one_without_content_has_none() -> None:
    nothing = Message(role="tool", results=(ToolResult(call_id="c2", name="look_up", content=""),))

    assert written(results("c1", is_error=True), nothing) == [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": "C1", "is_error": True},
                {"type": "tool_result", "tool_use_id": "c2"},
            ],
        }
    ]


def test_empty_messages_are_left_out_and_roles_alternate() -> None:
    silent = Message(role="assistant", turn=Turn(text=" \n"))

    assert [(each["role"], len(each["content"])) for each in written(USER, silent, USER, Message(role="user"), said(), USER)] == [
        ("user", 3)
    ]


def test_the_content_of_an_earlier_turn_is_sent_back_verbatim() -> None:
    content: list[dict[str, Any]] = [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "redacted_thinking", "data": "xyz"},
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [{"encrypted_content": "e"}]},
        {"type": "text", "text": "12.30", "citations": [{"url": "u"}]},
        {"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": {"a": 1}},
    ]

    assert written(said(*content, stop="tool_use")) == [{"role": "assistant", "content": content}]


def test_a_paused_turn_is_sent_back_unchanged_and_joined_by_the_next_turn() -> None:
    paused = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
    answer = {"type": "text", "text": "12.30"}

    assert written(USER, said(paused, stop="pause_turn"))[-1] == {"role": "assistant", "content": [paused]}
    assert written(USER, said(paused, stop="pause_turn"), said(answer))[1:] == [{"role": "assistant", "content": [paused, answer]}]


def test_empty_texts_and_invalid_input_of_an_earlier_turn_are_not_sent_back() -> None:
    broken = {"type": "tool_use", "id": None, "name": "look_up", "input": '{"a'}

    assert written(said({"type": "text", "text": ""}, broken)) == [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "msg_1-0", "name": "look_up", "input": {}}]}
    ]


def test_only_text_and_calls_of_another_providers_turn_are_sent() -> None:
    state = {"dialect": "gemini", "parts": [{"text": "hm", "thought": True}], "content": [{"type": "thinking"}]}
    ran = ToolCall(id="e", name="search", arguments={}, provider_executed=True)
    turn = Turn(text="x", reasoning="hm", tool_calls=(ran, ToolCall(id="functions.get:0", name="look up", arguments=None)), state=state)

    assert written(Message(role="assistant", turn=turn), results("functions.get:0")) == [
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "x"},
                {"type": "tool_use", "id": "functions_get_0", "name": "look_up", "input": {}},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "functions_get_0", "content": "FUNCTIONS.GET:0"}]},
    ]


def test_calls_of_a_turn_that_failed_are_not_sent_back() -> None:
    assert written(called("c1", text="x", finish_reason="error")) == [{"role": "assistant", "content": [{"type": "text", "text": "x"}]}]


def test_tools_that_were_called_are_declared_though_none_is_offered() -> None:
    sent = body(Request(messages=[USER, called("c1"), results("c1")]))

    assert sent["tools"] == [{"name": "look_up", "input_schema": {"type": "object"}, "cache_control": {"type": "ephemeral"}}]
    assert sent["tool_choice"] == {"type": "none"}
    assert "tools" not in body(Request(messages=[USER]))


def test_a_forced_tool_is_named_unless_the_model_thinks() -> None:
    asked = Request(messages=[USER], tools=[TOOL, OTHER], forced_tool="list")
    thinking = Request(messages=[USER], tools=[TOOL, OTHER], forced_tool="list", options={"reasoning_effort": "low"})

    assert body(asked)["tool_choice"] == {"type": "tool", "name": "list"}
    assert messages.notes(asked, model="m", dialect=ANTHROPIC) == ()
    assert "tool_choice" not in body(thinking)
    assert messages.notes(thinking, model="m", dialect=ANTHROPIC) == (
        "the call of list was left to the model: this server cannot be made to call a tool",
    )


def test_options_have_their_names_here() -> None:
    options = {"temperature": 0, "top_p": 0.5, "max_output_tokens": 100, "seed": 1, "extra": {"service_tier": "auto"}}
    request = Request(messages=[USER], options=options)
    sent = body(request)

    assert (sent["temperature"], sent["top_p"], sent["max_tokens"]) == (0, 0.5, 100)
    assert (sent["service_tier"], "seed" in sent) == ("auto", False)
    assert messages.notes(request, model="m", dialect=ANTHROPIC) == ("the option seed was left out: this server does not know it",)


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(ProviderError, match="unknown options: temprature"):
        body(Request(messages=[USER], options={"temprature": 0}))


@pytest.mark.parametrize(
    ("model", "effort", "sent"),
    [
        (NEWER, "high", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "high"}, "max_tokens": 2000}),
        (NEWER, "minimal", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "low"}, "max_tokens": 2000}),
        (OLDER, "low", {"thinking": {"type": "enabled", "budget_tokens": 1024}, "output_config": None, "max_tokens": 2000}),
        (OLDER, "high", {"thinking": {"type": "enabled", "budget_tokens": 8192}, "output_config": None, "max_tokens": 16_384}),
        (OLDER, "none", {"thinking": None, "output_config": None, "max_tokens": 2000}),
    ],
)
def test_an_effort_is_sent_in_the_way_of_the_model(model: str, effort: str, sent: dict[str, Any]) -> None:
    asked = body(Request(messages=[USER], options={"reasoning_effort": effort, "max_output_tokens": sent["max_tokens"]}), model)

    assert {name: asked.get(name) for name in sent} == sent


def test_beside_thinking_no_sampling_is_sent_and_a_note_says_so() -> None:
    request = Request(messages=[USER], options={"reasoning_effort": "low", "temperature": 0})

    assert "temperature" not in body(request)
    assert messages.notes(request, model="m", dialect=ANTHROPIC) == ("the option temperature was left out: this server does not know it",)
    assert "temperature" not in body(Request(messages=[USER], options={"temperature": 0, "extra": {"thinking": {"type": "adaptive"}}}))


@pytest.mark.parametrize(("model", "in_words"), [(NEWER, False), (OLDER, False), ("claude-opus-4-1", True), ("claude-3-5-haiku", True)])
def test_a_schema_is_asked_for_as_the_model_can(model: str, *, in_words: bool) -> None:
    sent = body(Request(messages=[USER], tools=[TOOL], output_schema=SCHEMA), model)

    assert ("system" in sent and '"cents"' in sent["system"][0]["text"]) is in_words
    assert sent.get("output_config") == (None if in_words else {"format": {"type": "json_schema", "schema": SCHEMA}})


def test_a_schema_and_an_effort_are_sent_together() -> None:
    config = body(Request(messages=[USER], output_schema=SCHEMA, options={"reasoning_effort": "low"}))["output_config"]

    assert config == {"effort": "low", "format": {"type": "json_schema", "schema": SCHEMA}}


def test_keywords_of_a_schema_that_the_server_lacks_are_sent_in_words() -> None:
    amount = {"type": "string", "pattern": DECIMAL_PATTERN, "description": "What was paid."}
    side = {"enum": ["debit", "credit"]}
    schema = {"type": "object", "properties": {"lines": {"type": "array", "items": amount}, "side": {"anyOf": [side, {"type": "null"}]}}}

    sent = body(Request(messages=[USER], output_schema=schema))["output_config"]["format"]["schema"]["properties"]

    assert sent["lines"]["items"] == {
        "type": "string",
        "description": 'What was paid. {"pattern":"^-?[0-9]{1,20}(\\\\.[0-9]{1,20})?$"}',
    }
    assert sent["side"]["anyOf"] == [{"type": "string", "enum": ["debit", "credit"]}, {"type": "null"}]


@pytest.mark.parametrize(
    "model", ["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5-20260901", "claude-fable-5-1", "claude-opus-6"]
)
def test_a_model_that_refuses_a_forced_call_is_not_forced(model: str) -> None:
    asked = Request(messages=[USER], tools=[TOOL, OTHER], forced_tool="list")

    assert "tool_choice" not in messages.encode(asked, model=model, dialect=ANTHROPIC)
    assert messages.notes(asked, model=model, dialect=ANTHROPIC) == (
        "the call of list was left to the model: this server cannot be made to call a tool",
    )


@pytest.mark.parametrize("model", ["claude-opus-5", "claude-sonnet-5-20260601", "claude-fable-5", "claude-haiku-4-5"])
def test_a_model_that_takes_a_forced_call_is_forced(model: str) -> None:
    asked = Request(messages=[USER], tools=[TOOL, OTHER], forced_tool="list")

    assert messages.encode(asked, model=model, dialect=ANTHROPIC)["tool_choice"] == {"type": "tool", "name": "list"}


TOLD = {"type": "adaptive", "display": "summarized"}
LEFT_OUT = ("the option reasoning_text was left out: this server does not know it",)


@pytest.mark.parametrize(
    ("model", "more", "thinking", "notes"),
    [
        ("claude-opus-5-5", {}, TOLD, ()),
        ("claude-opus-5", {"reasoning_effort": "low"}, TOLD, ()),
        ("claude-opus-4-7", {"reasoning_effort": "low"}, TOLD, ()),
        ("claude-opus-4-7", {}, None, LEFT_OUT),
        ("claude-sonnet-4-5", {"reasoning_effort": "low"}, {"type": "enabled", "budget_tokens": 1024}, LEFT_OUT),
        ("claude-opus-5", {"extra": {"thinking": {"type": "disabled"}}}, {"type": "disabled"}, LEFT_OUT),
        ("claude-opus-5", {"extra": {"thinking": {"type": "adaptive", "display": "omitted"}}}, {**TOLD, "display": "omitted"}, ()),
    ],
)
def test_a_request_asks_for_reasoning_if_its_text_is_wanted(
    model: str, more: dict[str, Any], thinking: dict[str, Any] | None, notes: tuple[str, ...]
) -> None:
    asked = Request(messages=[USER], options={"reasoning_text": True, **more})

    assert messages.encode(asked, model=model, dialect=ANTHROPIC).get("thinking") == thinking
    assert messages.notes(asked, model=model, dialect=ANTHROPIC) == notes


def test_thinking_is_not_requested_by_default() -> None:
    assert "thinking" not in messages.encode(Request(messages=[USER]), model="claude-opus-5-5", dialect=ANTHROPIC)
