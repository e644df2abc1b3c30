"""Requests to a server that speaks generateContent."""

import json
from typing import Any

import pytest

from assistant.contract import Message, ProviderError, Request, ToolCall, ToolSpec, Turn
from assistant.dialects import dialect
from assistant.protocols import Reply, generate_content
from assistant.schema import DECIMAL_PATTERN
from tests.assistant.exchange import SCHEMA, TOOL, USER, results

GEMINI = dialect("gemini")
NEWER, OLDER = "gemini-3-flash", "gemini-2.5-flash"
OTHER = ToolSpec(name="list", description="List accounts.", parameters={"type": "object"})
UNSIGNED = {"thoughtSignature": "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="}


def body(request: Request, model: str = NEWER) -> dict[str, Any]:
    return generate_content.encode(request, model=model, dialect=GEMINI)


def written(*conversation: Message, model: str = NEWER) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = body(Request(messages=conversation), model)["contents"]
    return sent


def said(*parts: dict[str, Any], finish: str = "STOP") -> Message:
    answer = {"responseId": "r1", "candidates": [{"content": {"parts": parts}, "finishReason": finish}]}
    return Message(role="assistant", turn=generate_content.decode(Reply(status=200, body=json.dumps(answer)), dialect=GEMINI))


def test_a_request_becomes_contents_tools_and_instructions() -> None:
    assert body(Request(messages=[USER], instructions="Be exact.", tools=[TOOL])) == {
        "contents": [{"role": "user", "parts": [{"text": "How much?"}]}],
        "systemInstruction": {"parts": [{"text": "Be exact."}]},
        "tools": [
            {
                "functionDeclarations": [
                    {
                        "name": "look_up",
                        "description": "Look up a balance.",
                        "parametersJsonSchema": {"type": "object", "properties": {}},
                    }
                ]
            }
        ],
    }


def test_no_tools_and_no_configuration_are_not_sent_as_empty_ones() -> None:
    assert set(body(Request(messages=[USER]))) == {"contents"}


def test_parts_of_an_earlier_turn_are_sent_back_with_their_signatures() -> None:
    parts: list[dict[str, Any]] = [
        {"text": "hm", "thought": True},
        {"text": "Let me look.", "thoughtSignature": "t"},
        {"functionCall": {"name": "look_up", "args": {"a": 1}}, "thoughtSignature": "s"},
        {"functionCall": {"name": "look_up", "args": {"a": 2}}},
        {"executableCode": {"language": "PYTHON", "code": "1"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK"}},
        {"text": "", "thoughtSignature": "u"},
    ]

    assert written(said(*parts, {"text": ""})) == [{"role": "model", "parts": parts}]


def test_results_are_one_content_in_call_order_with_the_ids_that_the_server_gave_and_no_others() -> None:
    minted = {"functionCall": {"name": "look_up", "args": {}}}
    given = {"functionCall": {"name": "look_up", "args": {}, "id": "g1"}}

    assert written(USER, said(minted, given), results("r1-0", "g1"), USER)[2:] == [
        {
            "role": "user",
            "parts": [
                {"functionResponse": {"name": "look_up", "response": {"output": "R1-0"}}},
                {"functionResponse": {"id": "g1", "name": "look_up", "response": {"output": "G1"}}},
            ],
        },
        {"role": "user", "parts": [{"text": "How much?"}]},
    ]


def test_a_result_that_is_an_error_says_so() -> None:
    assert written(results("c1", is_error=True))[0]["parts"] == [{"functionResponse": {"name": "look_up", "response": {"error": "C1"}}}]


@pytest.mark.parametrize(("model", "signature"), [(NEWER, UNSIGNED), (OLDER, {})])
def test_only_text_and_calls_of_another_providers_turn_are_sent(model: str, signature: dict[str, str]) -> None:
    ran = ToolCall(id="e", name="search", arguments={}, provider_executed=True)
    asked = [ToolCall(id=each, name="look_up", arguments=arguments) for each, arguments in (("c1", {"a": 1}), ("c2", None))]
    state = {"dialect": "anthropic", "content": [], "parts": [{"text": "hm"}]}
    turn = Turn(text="x", reasoning="hm", tool_calls=(ran, *asked), state=state)

    assert written(Message(role="assistant", turn=turn), results("c1"), model=model) == [
        {
            "role": "model",
            "parts": [
                {"text": "x"},
                {"functionCall": {"name": "look_up", "args": {"a": 1}}, **signature},
                {"functionCall": {"name": "look_up", "args": {}}},
            ],
        },
        {"role": "user", "parts": [{"functionResponse": {"name": "look_up", "response": {"output": "C1"}}}]},
    ]


def test_empty_messages_and_calls_of_a_failed_turn_are_left_out() -> None:
    failed = said({"functionCall": {"name": "look_up"}}, finish="UNEXPECTED_TOOL_CALL")

    assert written(USER, failed, Message(role="assistant", turn=Turn()), Message(role="user")) == written(USER)


def test_a_forced_tool_is_the_only_one_allowed() -> None:
    sent = body(Request(messages=[USER], tools=[TOOL, OTHER], forced_tool="list"))

    assert sent["toolConfig"] == {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["list"]}}
    assert "toolConfig" not in body(Request(messages=[USER], tools=[TOOL]))


def test_options_have_their_names_here() -> None:
    options = {"temperature": 0, "top_p": 0.5, "max_output_tokens": 100, "seed": 1}
    request = Request(messages=[USER], options=options)

    assert body(request)["generationConfig"] == {
        "temperature": 0,
        "topP": 0.5,
        "maxOutputTokens": 100,
        "seed": 1,
    }
    assert generate_content.notes(request, model="m", dialect=GEMINI) == ()


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(ProviderError, match="unknown options: temprature"):
        body(Request(messages=[USER], options={"temprature": 0}))


@pytest.mark.parametrize(
    ("model", "effort", "thinking"),
    [
        (NEWER, "low", {"thinkingLevel": "low"}),
        (OLDER, "low", {"thinkingBudget": 1024}),
        (OLDER, "none", {"thinkingBudget": 0}),
        (OLDER, "extreme", {"thinkingLevel": "extreme"}),
    ],
)
def test_an_effort_is_sent_in_the_way_of_the_model(model: str, effort: str, thinking: dict[str, Any]) -> None:
    sent = body(Request(messages=[USER], options={"reasoning_effort": effort}), model)

    assert sent["generationConfig"]["thinkingConfig"] == thinking


@pytest.mark.parametrize(("model", "tools", "in_words"), [(NEWER, [TOOL], False), (OLDER, [TOOL], True), (OLDER, [], False)])
def test_a_schema_is_asked_for_as_the_model_can(model: str, tools: list[ToolSpec], *, in_words: bool) -> None:
    sent = body(Request(messages=[USER], tools=tools, output_schema=SCHEMA), model)
    native = {"responseMimeType": "application/json", "responseJsonSchema": SCHEMA}

    assert sent.get("generationConfig") == (None if in_words else native)
    assert ('"cents"' in json.dumps(sent.get("systemInstruction")).replace("\\", "")) is in_words


def test_a_schema_beside_an_option_keeps_both() -> None:
    sent = body(Request(messages=[USER], output_schema=SCHEMA, options={"temperature": 0}))

    assert set(sent["generationConfig"]) == {"temperature", "responseMimeType", "responseJsonSchema"}


def test_keywords_of_a_schema_that_the_server_lacks_are_sent_in_words() -> None:
    amount = {"type": "string", "pattern": DECIMAL_PATTERN}
    tool = ToolSpec(name="t", description="d", parameters={"type": "object", "properties": {"amount": amount, "side": {"enum": ["debit"]}}})

    (declared,) = body(Request(messages=[USER], tools=[tool]))["tools"][0]["functionDeclarations"]

    assert declared["parametersJsonSchema"]["properties"] == {
        "amount": {"type": "string", "description": '{"pattern":"^-?[0-9]{1,20}(\\\\.[0-9]{1,20})?$"}'},
        "side": {"type": "string", "enum": ["debit"]},
    }


def test_a_model_has_its_place_in_the_path_whatever_its_name_holds() -> None:
    assert generate_content.path("gemini-3-flash", stream=False) == "/models/gemini-3-flash:generateContent"
    assert generate_content.path("models/gemini-3-flash", stream=True) == "/models/gemini-3-flash:streamGenerateContent?alt=sse"
    assert generate_content.path("../a?b", stream=False) == "/models/..%2Fa%3Fb:generateContent"


def test_a_request_asks_for_reasoning_if_its_text_is_wanted() -> None:
    asked = Request(messages=[USER], options={"reasoning_text": True, "reasoning_effort": "low"})

    assert body(asked)["generationConfig"]["thinkingConfig"] == {"includeThoughts": True, "thinkingLevel": "low"}
    assert body(asked, OLDER)["generationConfig"]["thinkingConfig"] == {"includeThoughts": True, "thinkingBudget": 1024}
    assert generate_content.notes(asked, model=NEWER, dialect=GEMINI) == ()


def test_a_model_that_never_thinks_is_not_asked_for_its_thoughts() -> None:
    asked = Request(messages=[USER], options={"reasoning_text": True})

    assert "generationConfig" not in body(asked, "gemini-2.0-flash")
    assert len(generate_content.notes(asked, model="gemini-2.0-flash", dialect=GEMINI)) == 1
