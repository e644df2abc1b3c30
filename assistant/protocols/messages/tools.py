"""Tools and schemas as the Messages API takes them."""

from collections.abc import Mapping

from assistant.contract import Json, Request
from assistant.conversation import own_calls
from assistant.protocols.narrowing import narrowed

_WORDS = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs", "format", "description"}
)
"""What a schema of an answer may be made of (platform.claude.com/docs, Structured outputs): the rest is a 400."""


def schema_of(schema: Mapping[str, Json]) -> dict[str, Json]:
    return narrowed(schema, _WORDS)


def tools_of(request: Request) -> list[dict[str, Json]]:
    """The tools that are offered; where none is, those that were called before: the server wants to know them."""
    if request.tools:
        return [{"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)} for tool in request.tools]
    called = {call.name for message in request.messages if message.turn for call in own_calls(message.turn)}
    return [{"name": name, "input_schema": {"type": "object"}} for name in sorted(called)]
