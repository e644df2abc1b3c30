"""Requests to a server that speaks Chat Completions."""

import json
from typing import Any

import pytest

from assistant.contract import Message, ProviderError, Request, ToolCall, ToolResult, ToolSpec, Turn
from assistant.dialects import DIALECTS
from assistant.protocols import Reply, chat
from tests.assistant.exchange import RESULT, SCHEMA, TOOL, USER

OTHER_TOOL = ToolSpec(name="list_all", description="List all.", parameters={"type": "object", "properties": {}})


def body(request: Request, dialect: str = "openai") -> dict[str, Any]:
    return chat.encode(request, model="m", dialect=DIALECTS[dialect])


def called(raw: str = '{"a": 1}', *, state: dict[str, Any] | None = None, text: str = "") -> Message:
    call = ToolCall(id="c1", name="look_up", arguments={"a": 1}, raw_arguments=raw, replay={"extra_content": {"signature": "s"}})
    return Message(role="assistant", turn=Turn(text=text, tool_calls=(call,), state=state))


def test_a_request_becomes_messages_and_tools() -> None:
    assert body(Request(messages=[USER], instructions="Be exact.", tools=[TOOL])) == {
        "model": "m",
        "messages": [{"role": "system", "content": "Be exact."}, {"role": "user", "content": "How much?"}],
        "tools": [
            {
                "type": "function",
                "function": {"name": "look_up", "description": "Look up a balance.", "parameters": {"type": "object", "properties": {}}},
            }
        ],
    }


def test_no_tools_are_not_sent_as_an_empty_list() -> None:
    assert "tools" not in body(Request(messages=[USER]))


def test_a_turn_and_its_results_go_back_in_their_roles_and_order() -> None:
    results = tuple(ToolResult(call_id=call_id, name="look_up", content=call_id.upper()) for call_id in ("c1", "c2"))

    assert body(Request(messages=[USER, called(text="Let me look."), Message(role="tool", results=results)]))["messages"][1:] == [
        {
            "role": "assistant",
            "content": "Let me look.",
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": '{"a": 1}'}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "C1"},
        {"role": "tool", "tool_call_id": "c2", "content": "C2"},
    ]


def test_arguments_that_were_no_object_go_back_as_an_empty_one_since_servers_refuse_them() -> None:
    broken = ToolCall(id="c1", name="look_up", arguments=None, raw_arguments='{"a')

    (message,) = body(Request(messages=[Message(role="assistant", turn=Turn(tool_calls=(broken,)))]))["messages"]

    assert message["tool_calls"][0]["function"]["arguments"] == "{}"


def test_calls_that_the_provider_ran_and_turns_that_said_nothing_are_not_sent_back() -> None:
    ran = ToolCall(id="e", name="search", arguments={}, provider_executed=True)
    silent = Message(role="assistant", turn=Turn())

    assert body(Request(messages=[Message(role="assistant", turn=Turn(text="x", tool_calls=(ran,))), silent]))["messages"] == [
        {"role": "assistant", "content": "x"}
    ]


@pytest.mark.parametrize(
    ("server", "field"),
    [("deepseek", "reasoning_content"), ("openrouter", "reasoning_details"), ("ollama", "reasoning"), ("compatible", "reasoning_content")],
)
def test_reasoning_goes_back_verbatim_to_the_provider_it_came_from_and_to_no_other(server: str, field: str) -> None:
    sent: dict[str, Any] = {field: [{"signature": "s"}] if field.endswith("details") else "hm", "content": "12.30"}
    reply = Reply(status=200, body=json.dumps({"choices": [{"message": sent, "finish_reason": "stop"}]}))
    said = Message(role="assistant", turn=chat.decode(reply, dialect=DIALECTS[server]))

    assert body(Request(messages=[said]), server)["messages"] == [{"role": "assistant", **sent}]
    assert body(Request(messages=[said]), "mistral")["messages"] == [{"role": "assistant", "content": "12.30"}]


def test_a_call_that_another_provider_made_has_an_empty_thought_where_the_server_insists() -> None:
    own = called(state={"dialect": "deepseek", "message": {}})

    assert body(Request(messages=[called()]), "deepseek")["messages"][0]["reasoning_content"] == ""
    assert "reasoning_content" not in body(Request(messages=[own]), "deepseek")["messages"][0]
    assert "reasoning_content" not in body(Request(messages=[called()]))["messages"][0]


def test_thinking_parts_go_back_as_they_came() -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "12.30"}]
    reply = Reply(status=200, body=json.dumps({"choices": [{"message": {"content": parts}, "finish_reason": "stop"}]}))
    said = Message(role="assistant", turn=chat.decode(reply, dialect=DIALECTS["mistral"]))

    assert body(Request(messages=[said]), "mistral")["messages"][0]["content"] == parts


def test_a_signature_of_a_call_goes_back_with_it_to_its_own_provider_only() -> None:
    message = called(state={"dialect": "compatible", "message": {}})

    assert body(Request(messages=[message]), "compatible")["messages"][0]["tool_calls"][0]["extra_content"] == {"signature": "s"}
    assert "extra_content" not in body(Request(messages=[message]))["messages"][0]["tool_calls"][0]


def test_an_assistants_message_is_inserted_if_no_user_may_follow_results() -> None:
    conversation = [USER, called(), RESULT, USER]

    assert [message["role"] for message in body(Request(messages=conversation))["messages"]] == ["user", "assistant", "tool", "user"]
    assert [message["role"] for message in body(Request(messages=conversation), "mistral")["messages"]][-3:] == [
        "tool",
        "assistant",
        "user",
    ]


@pytest.mark.parametrize(
    ("dialect", "tools", "kind", "in_words"),
    [
        ("openai", [TOOL], "json_schema", False),
        ("groq", [TOOL], None, True),
        ("groq", [], "json_object", True),
        ("mistral", [], "json_schema", False),
        ("deepseek", [], "json_object", True),
        ("compatible", [TOOL], None, True),
        ("compatible", [], "json_schema", True),
        ("ollama", [], "json_schema", True),
        ("openrouter", [], None, True),
    ],
)
def test_a_schema_is_asked_for_as_the_server_can(dialect: str, tools: list[ToolSpec], kind: str | None, *, in_words: bool) -> None:
    sent = body(Request(messages=[USER], tools=tools, output_schema=SCHEMA), dialect)

    assert sent.get("response_format", {}).get("type") == kind
    assert ('"cents"' in sent["messages"][0]["content"]) is in_words


def test_options_have_the_names_of_the_server() -> None:
    request = Request(messages=[USER], options={"temperature": 0, "max_output_tokens": 100, "seed": 7, "reasoning_effort": "low"})

    assert body(request)["max_completion_tokens"] == 100
    assert (body(request, "mistral")["max_tokens"], body(request, "mistral")["random_seed"]) == (100, 7)
    assert (body(request)["temperature"], body(request)["reasoning_effort"]) == (0, "low")
    assert body(request, "openrouter")["reasoning"] == {"effort": "low"}


def test_an_option_that_a_server_does_not_support_is_left_out_with_a_note() -> None:
    request = Request(messages=[USER], tools=[TOOL], options={"seed": 7}, forced_tool="look_up")

    assert {"seed", "tool_choice"}.isdisjoint(body(request, "deepseek"))
    assert chat.notes(request, model="m", dialect=DIALECTS["deepseek"]) == (
        "the option seed was left out: this server does not know it",
        "the call of look_up was left to the model: this server cannot be made to call a tool",
    )
    assert chat.notes(request, model="m", dialect=DIALECTS["compatible"]) == ()


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(ProviderError, match="unknown options: temprature") as error:
        body(Request(messages=[USER], options={"temprature": 0}))

    assert error.value.code == "invalid_request"


def test_a_tool_is_forced_by_its_name() -> None:
    sent = body(Request(messages=[USER], tools=[TOOL, OTHER_TOOL], forced_tool="look_up"))

    assert sent["tool_choice"] == {"type": "function", "function": {"name": "look_up"}}
    assert len(sent["tools"]) == 2


def test_a_forced_tool_is_offered_alone_to_a_server_that_cannot_be_given_its_name() -> None:
    sent = body(Request(messages=[USER], tools=[TOOL, OTHER_TOOL], forced_tool="look_up"), "compatible")

    assert sent["tool_choice"] == "required"
    assert [tool["function"]["name"] for tool in sent["tools"]] == ["look_up"]


@pytest.mark.parametrize(
    "request_", [Request(messages=[USER], forced_tool="look_up"), Request(messages=[USER], tools=[TOOL], forced_tool="other")]
)
def test_a_tool_that_is_not_offered_is_not_forced(request_: Request) -> None:
    assert "tool_choice" not in body(request_)
    assert chat.notes(request_, model="m", dialect=DIALECTS["deepseek"]) == ()
