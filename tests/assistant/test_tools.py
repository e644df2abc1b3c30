"""The parts of the toolbox that a model is shown, and those that it never is."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from assistant.contract import ToolCall
from assistant.tools import Ready, Tool, ToolAnswer, Toolbox, ToolRefusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """Look up the balance of an account."""

    account: str


def call(name: str, arguments: Mapping[str, Any] | None, raw: str = "") -> ToolCall:
    return ToolCall(id="1", name=name, arguments=arguments, raw_arguments=raw)


def box(function: Any = lambda lookup: {"account": lookup.account}) -> Toolbox:
    return Toolbox([Tool(name="get_balance", arguments=Lookup, function=function)])


def answered(toolbox: Toolbox, asked: ToolCall) -> ToolAnswer:
    checked = toolbox.check(asked)
    return toolbox.run(checked) if isinstance(checked, Ready) else checked


def test_a_tool_is_offered_with_its_docstring_and_its_schema() -> None:
    (spec,) = box().specs

    assert (spec.name, spec.description) == ("get_balance", "Look up the balance of an account.")
    assert spec.parameters == {
        "type": "object",
        "properties": {"account": {"type": "string"}},
        "required": ["account"],
        "additionalProperties": False,
    }


def test_a_tool_without_a_description_cannot_be_made() -> None:
    @dataclass(frozen=True)
    class Undescribed:
        account: str

    with pytest.raises(TypeError, match="needs a docstring"):
        Tool(name="get_balance", arguments=Undescribed, function=lambda lookup: None)


def test_two_tools_cannot_have_one_name() -> None:
    tool = Tool(name="get_balance", arguments=Lookup, function=lambda lookup: None)

    with pytest.raises(ValueError, match="two tools are named get_balance"):
        Toolbox([tool, tool])


def test_an_answer_is_compact_json_with_money_as_text() -> None:
    assert answered(box(lambda lookup: {"balance": Decimal("12.30")}), call("get_balance", {"account": "a"})) == ToolAnswer(
        content='{"balance":"12.30"}'
    )


def test_an_unknown_tool_is_answered_with_the_tools_there_are() -> None:
    assert answered(box(), call("get_balances", {})) == ToolAnswer(
        content="There is no tool named 'get_balances'. The tools are: get_balance.", is_error=True
    )


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ('{"account": "a"', "it is not valid JSON (Expecting ',' delimiter at character 15)"),
        ('["a"]', "it is JSON, but not an object"),
        ("", "there were none"),
    ],
)
def test_arguments_that_are_no_object_are_refused_and_never_taken_as_none(raw: str, why: str) -> None:
    assert answered(box(), call("get_balance", None, raw)) == ToolAnswer(
        content=f"The arguments of get_balance were not run: {why}. Send one JSON object.", is_error=True
    )


def test_invalid_arguments_are_answered_with_the_field_and_the_expected_value() -> None:
    assert answered(box(), call("get_balance", {"account": 7})) == ToolAnswer(
        content="The arguments of get_balance are not valid: account must be a string, not 7.", is_error=True
    )


def test_a_refusal_of_a_tool_reaches_the_model() -> None:
    def refuse(lookup: Lookup) -> None:
        raise ToolRefusal("There is no such account; get_accounts lists them.")

    assert answered(box(refuse), call("get_balance", {"account": "x"})) == ToolAnswer(
        content="There is no such account; get_accounts lists them.", is_error=True
    )


def test_an_unexpected_failure_reaches_the_log_and_never_the_model(caplog: pytest.LogCaptureFixture) -> None:
    def fail(lookup: Lookup) -> None:
        raise RuntimeError("password=hunter2 at db.internal")

    with caplog.at_level(logging.ERROR):
        answer = answered(box(fail), call("get_balance", {"account": "x"}))

    assert answer.is_error
    assert "hunter2" not in answer.content
    assert "RuntimeError" not in answer.content
    assert "hunter2" in caplog.text
    assert "Traceback" in caplog.text


def test_a_result_that_json_cannot_express_is_a_failure_of_its_tool() -> None:
    assert answered(box(lambda lookup: object()), call("get_balance", {"account": "x"})).is_error
