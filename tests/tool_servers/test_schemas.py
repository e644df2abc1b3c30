"""References of a schema to its own definitions are replaced by these; a schema whose references cannot be replaced is refused."""

import json
from typing import Any

import pytest

from reconciliation.tool_servers.schemas import DEEPEST, LARGEST_SCHEMA, without_references

AMOUNT = {"type": "string", "pattern": "^[0-9.]+$"}


def schema(properties: dict[str, Any], **definitions: Any) -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": properties, "$defs": definitions}


def test_models_within_models_are_written_in_their_places() -> None:
    """As pydantic writes a list of lines with an optional amount."""
    line = {"type": "object", "properties": {"amount": {"anyOf": [{"$ref": "#/$defs/Amount"}, {"type": "null"}], "default": None}}}

    plain = without_references(schema({"lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}}}, Line=line, Amount=AMOUNT))

    amount = {"anyOf": [AMOUNT, {"type": "null"}], "default": None}
    items = {"type": "object", "properties": {"amount": amount}}
    assert plain == {"type": "object", "properties": {"lines": {"type": "array", "items": items}}}


def test_remarks_beside_a_reference_replace_those_of_its_definition() -> None:
    stated = {"$ref": "#/$defs/Amount", "description": "To pay.", "default": "0"}

    plain = without_references(schema({"x": stated}, Amount={**AMOUNT, "description": "An amount."}))

    assert plain is not None
    assert plain["properties"]["x"] == {**AMOUNT, "description": "To pay.", "default": "0"}


@pytest.mark.parametrize(
    "stated",
    [
        {"$ref": "#/$defs/Root", "$defs": {"Root": {"type": "object", "properties": {"x": AMOUNT}}}},
        {"type": "object", "properties": {"x": {"$ref": "#/definitions/X"}}, "definitions": {"X": AMOUNT}},
        {"type": "object", "properties": {"x": {"$ref": "#/$defs/a~1b~0c"}}, "$defs": {"a/b~c": AMOUNT}},
    ],
    ids=["the whole schema", "an older draft", "an escaped name"],
)
def test_definitions_are_found_by_their_pointer(stated: dict[str, Any]) -> None:
    assert without_references(stated) == {"type": "object", "properties": {"x": AMOUNT}}


def test_a_definition_may_be_used_twice_and_a_field_may_have_the_name_of_a_keyword() -> None:
    plain = without_references(schema({"definitions": {"$ref": "#/$defs/X"}, "$defs": {"$ref": "#/$defs/X"}}, X=AMOUNT))

    assert plain == {"type": "object", "properties": {"definitions": AMOUNT, "$defs": AMOUNT}}


DOUBLING = {f"X{place}": {"anyOf": [{"$ref": f"#/$defs/X{place + 1}"}] * 2} for place in range(10)} | {"X10": {"enum": ["x" * 20] * 50}}
DEEP = {f"X{place}": {"items": {"$ref": f"#/$defs/X{place + 1}"}} for place in range(DEEPEST)} | {f"X{DEEPEST}": AMOUNT}


@pytest.mark.parametrize(
    "stated",
    [
        schema({"x": {"$ref": "#/$defs/X"}}, X={"type": "array", "items": {"$ref": "#/$defs/X"}}),
        schema({"x": {"$ref": "#/$defs/X"}}, X={"$ref": "#/$defs/Y"}, Y={"$ref": "#/$defs/X"}),
        schema({"x": {"$ref": "#/$defs/X"}}),
        schema({"x": {"$ref": "#/$defs/X/properties/y"}}, X={"properties": {"y": AMOUNT}}),
        schema({"x": {"$ref": "#"}}),
        schema({"x": {"$ref": "https://10.0.0.7/x"}}),
        schema({"x": {"$dynamicRef": "#x"}}),
        schema({"$ref": AMOUNT}),
        schema({"x": {"$ref": "#/$defs/X"}}, X="string"),
        schema({"x": {"$ref": "#/$defs/X", "type": "integer"}}, X=AMOUNT),
        schema({"x": {"$ref": "#/$defs/X0"}}, **DOUBLING),
        schema({"x": {"$ref": "#/$defs/X0"}}, **DEEP),
    ],
    ids=[
        "a cycle",
        "a cycle of two",
        "nothing there",
        "a part of a definition",
        "the schema itself",
        "elsewhere",
        "a reference of another kind",
        "a field named as a reference",
        "a definition that is a text",
        "two demands",
        "too large",
        "too deep",
    ],
)
def test_a_schema_whose_references_cannot_be_replaced_is_refused(stated: dict[str, Any]) -> None:
    assert len(json.dumps(stated)) < LARGEST_SCHEMA
    assert without_references(stated) is None
