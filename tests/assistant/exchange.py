"""One question, the tool that helps to answer it, and the tool's result."""

from assistant.contract import Message, ToolResult, ToolSpec

SCHEMA = {"type": "object", "properties": {"cents": {"type": "integer"}}, "required": ["cents"], "additionalProperties": False}
TOOL = ToolSpec(name="look_up", description="Look up a balance.", parameters={"type": "object", "properties": {}})
USER = Message(role="user", text="How much?")
RESULT = Message(role="tool", results=(ToolResult(call_id="c1", name="look_up", content="12.30"),))


def results(*ids: str, is_error: bool = False) -> Message:
    """The results of these calls of the tool: the id in capitals."""
    return Message(
        role="tool", results=tuple(ToolResult(call_id=each, name="look_up", content=each.upper(), is_error=is_error) for each in ids)
    )
