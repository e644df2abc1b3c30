"""Requests to a server that speaks Responses."""

import json
from dataclasses import replace
from typing import Any

import pytest

from assistant.contract import Message, ProviderError, Request, ToolCall, ToolSpec, Turn
from assistant.dialects import dialect
from assistant.protocols import Reply, responses
from tests.assistant.exchange import RESULT, SCHEMA, USER
from tests.assistant.responses_items import CALLS, SAYS, THINKS

TOOL = ToolSpec(name="look_up", description="Look up a balance.", parameters=SCHEMA)
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "12.30"}


def body(request: Request, server: str = "openai", model: str = "gpt-5") -> dict[str, Any]:
    return responses.encode(request, model=model, dialect=dialect(server, "responses"))


def said(*items: dict[str, Any], server: str = "openai", **envelope: Any) -> Message:
    reply = Reply(status=200, body=json.dumps({"id": "r1", "status": "completed", "output": list(items), **envelope}))
    return Message(role="assistant", turn=responses.decode(reply, dialect=dialect(server, "responses")))


def test_a_request_becomes_instructions_items_and_flat_tools() -> None:
    assert body(Request(messages=[USER], instructions="Be exact.", tools=[TOOL])) == {
        "model": "gpt-5",
        "instructions": "Be exact.",
        "input": [{"role": "user", "content": "How much?"}],
        "tools": [{"type": "function", "name": "look_up", "description": "Look up a balance.", "parameters": SCHEMA, "strict": True}],
        "store": False,
        "include": ["reasoning.encrypted_content"],
    }


def test_empty_fields_are_not_sent() -> None:
    assert {"tools", "tool_choice", "instructions", "text", "reasoning", "metadata"}.isdisjoint(body(Request(messages=[USER])))


def test_own_items_go_back_as_they_came_reasoning_before_its_calls() -> None:
    search = {"type": "web_search_call", "id": "ws1", "status": "completed", "action": {"query": "q"}}

    sent = body(Request(messages=[USER, said(THINKS, search, CALLS), RESULT]))["input"]

    assert sent == [{"role": "user", "content": "How much?"}, THINKS, search, CALLS, OUTPUT]


def test_a_turn_of_another_provider_is_sent_as_text_and_calls_only() -> None:
    executed = ToolCall(id="e", name="search", arguments={}, provider_executed=True)
    call = ToolCall(id="c1", name="look_up", arguments={"a": 1}, raw_arguments='{"a": 1}')
    foreign = Turn(text="Let me look.", tool_calls=(executed, call), reasoning="Hm.", state={"dialect": "xai", "items": [THINKS]})

    sent = body(Request(messages=[USER, Message(role="assistant", turn=foreign), RESULT]))["input"]

    assert sent[1:] == [
        {"role": "assistant", "content": "Let me look."},
        {"type": "function_call", "call_id": "c1", "name": "look_up", "arguments": '{"a": 1}'},
        OUTPUT,
    ]


def test_a_minted_id_goes_back_with_its_call() -> None:
    bare = {name: value for name, value in CALLS.items() if name != "call_id"}

    assert body(Request(messages=[said(bare)]))["input"] == [{**bare, "call_id": "r1-0"}]


def test_arguments_that_were_no_object_go_back_as_an_empty_one() -> None:
    assert body(Request(messages=[said({**CALLS, "arguments": '{"a'})]))["input"] == [{**CALLS, "arguments": "{}"}]


def test_reasoning_that_is_no_more_than_an_id_is_not_sent_back_since_nothing_is_stored() -> None:
    bare = {"type": "reasoning", "id": "rs1", "summary": []}

    assert body(Request(messages=[said(bare, SAYS)]))["input"] == [SAYS]


def test_a_model_that_never_reasons_is_not_given_the_reasoning_of_another() -> None:
    assert body(Request(messages=[said(THINKS, SAYS)]), model="gpt-4.1")["input"] == [SAYS]


def test_the_result_of_a_custom_call_says_so() -> None:
    custom = {"type": "custom_tool_call", "id": "ct1", "call_id": "c1", "name": "sql", "input": "select 1"}

    assert body(Request(messages=[said(custom), RESULT]))["input"] == [custom, {**OUTPUT, "type": "custom_tool_call_output"}]


def test_a_tool_is_forced_by_its_name_where_it_is_offered() -> None:
    assert body(Request(messages=[USER], tools=[TOOL], forced_tool="look_up"))["tool_choice"] == {"type": "function", "name": "look_up"}
    assert "tool_choice" not in body(Request(messages=[USER], tools=[TOOL], forced_tool="other"))
    assert "tool_choice" not in body(Request(messages=[USER], forced_tool="look_up"))


@pytest.mark.parametrize(("server", "chosen"), [("compatible", "required"), ("deepseek", None)])
def test_a_server_that_takes_no_name_is_asked_as_it_can_be(server: str, chosen: str | None) -> None:
    request = Request(messages=[USER], tools=[TOOL, replace(TOOL, name="other")], forced_tool="look_up")
    sent = body(request, server)

    assert sent.get("tool_choice") == chosen
    assert [tool["name"] for tool in sent["tools"]] == (["look_up"] if chosen else ["look_up", "other"])
    assert len(responses.notes(request, model="m", dialect=dialect(server))) == (0 if chosen else 1)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"cents": {"type": "integer"}}, "required": [], "additionalProperties": False},
        {"type": "object", "properties": {"cents": {"type": "integer"}}, "required": ["cents"]},
        {
            "type": "object",
            "properties": {"cents": {"type": "integer", "default": 0}},
            "required": ["cents"],
            "additionalProperties": False,
        },
        {"type": "object", "properties": {"cents": {"enum": [1]}}, "required": ["cents"], "additionalProperties": False},
        {
            "type": "object",
            "properties": {"rows": {"type": "array", "items": {"anyOf": [{"type": "object"}, {"type": "null"}]}}},
            "required": ["rows"],
            "additionalProperties": False,
        },
    ],
)
def test_a_schema_that_cannot_be_enforced_is_not_said_to_be_strict(schema: dict[str, Any]) -> None:
    sent = body(Request(messages=[USER], tools=[replace(TOOL, parameters=schema)], output_schema=schema))

    assert sent["tools"][0]["strict"] is sent["text"]["format"]["strict"] is False


def test_a_schema_of_the_answer_is_a_format_where_the_server_has_it_and_else_in_words() -> None:
    native = body(Request(messages=[USER], tools=[TOOL], output_schema=SCHEMA, options={"extra": {"text": {"verbosity": "low"}}}))
    in_words = body(Request(messages=[USER], output_schema=SCHEMA), "openrouter")
    both = body(Request(messages=[USER], output_schema=SCHEMA), "compatible")

    assert native["text"] == {"verbosity": "low", "format": {"type": "json_schema", "name": "answer", "schema": SCHEMA, "strict": True}}
    assert "text" not in in_words
    assert '"cents"' in in_words["instructions"]
    assert (both["text"]["format"]["schema"], '"cents"' in both["instructions"]) == (SCHEMA, True)


def test_options_have_their_fields_and_those_without_one_are_noted() -> None:
    options = {
        "temperature": 0,
        "max_output_tokens": 100,
        "reasoning_effort": "low",
        "seed": 7,
        "extra": {"truncation": "auto"},
    }
    request = Request(messages=[USER], options=options)
    sent = body(request)

    assert (sent["temperature"], sent["max_output_tokens"], sent["reasoning"], sent["truncation"]) == (0, 100, {"effort": "low"}, "auto")
    assert "seed" not in sent
    assert responses.notes(request, model="m", dialect=dialect("openai")) == ("the option seed was left out: this server does not know it",)


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(ProviderError, match="unknown options: temprature"):
        body(Request(messages=[USER], options={"temprature": 0}))


@pytest.mark.parametrize(
    ("server", "model"), [("openai", "gpt-4.1-mini"), ("openrouter", "openai/gpt-4o"), ("compatible", "gpt-5"), ("groq", "x")]
)
def test_encrypted_reasoning_is_not_asked_of_those_that_would_refuse(server: str, model: str) -> None:
    assert "include" not in body(Request(messages=[USER]), server, model)


class TestAStoredConversation:
    """With the option `store`: a server gives back the metadata that it was sent."""

    OPTIONS = {"store": True}

    def answered(self, request: Request) -> Message:
        return said(CALLS, metadata=body(request)["metadata"])

    def test_goes_on_from_its_last_answer(self) -> None:
        first = Request(messages=[USER], instructions="Be exact.", options=self.OPTIONS)
        second = replace(first, messages=[USER, self.answered(first), RESULT])
        third = replace(first, messages=[*second.messages, said(SAYS, id="r2", metadata=body(second)["metadata"]), USER])

        assert "previous_response_id" not in body(first)
        assert (body(second)["previous_response_id"], body(second)["input"]) == ("r1", [OUTPUT])
        assert (body(third)["previous_response_id"], body(third)["input"]) == ("r2", [{"role": "user", "content": "How much?"}])
        assert body(third)["instructions"] == "Be exact."

    @pytest.mark.parametrize(
        "change",
        [
            {"instructions": "Be quick."},
            {"options": {}},
            {"options": {"store": False}},
            {"messages": [replace(USER, text="How little?")]},
            {"messages": [USER, USER]},
        ],
    )
    def test_is_sent_whole_where_anything_before_has_changed(self, change: dict[str, Any]) -> None:
        first = Request(messages=[USER], instructions="Be exact.", options=self.OPTIONS)
        changed = replace(first, **change)
        sent = body(replace(changed, messages=[*changed.messages, self.answered(first), RESULT]))

        assert "previous_response_id" not in sent
        assert len(sent["input"]) == len(changed.messages) + 2

    def test_is_sent_whole_to_another_model_and_another_provider(self) -> None:
        first = Request(messages=[USER], options=self.OPTIONS)
        second = replace(first, messages=[USER, self.answered(first), RESULT])

        assert "previous_response_id" not in body(second, model="gpt-5-mini")
        assert "previous_response_id" not in body(second, "xai")

    def test_is_sent_whole_where_the_server_gave_nothing_back(self) -> None:
        assert "previous_response_id" not in body(Request(messages=[USER, said(CALLS), RESULT], options=self.OPTIONS))


@pytest.mark.parametrize(("model", "told", "notes"), [("gpt-5", {"effort": "low", "summary": "auto"}, 0), ("gpt-4o", {"effort": "low"}, 1)])
def test_a_summary_of_the_reasoning_is_requested_only_by_its_option(model: str, told: dict[str, str], notes: int) -> None:
    asked = Request(messages=[USER], options={"reasoning_text": True, "reasoning_effort": "low"})

    assert body(asked, model=model)["reasoning"] == told
    assert len(responses.notes(asked, model=model, dialect=dialect("openai"))) == notes
    assert "reasoning" not in body(Request(messages=[USER], options={"reasoning_text": False}))
