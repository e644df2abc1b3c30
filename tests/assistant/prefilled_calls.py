"""A first turn of calls and their results, for data that the model is known to need."""

from collections.abc import Iterable, Mapping

from assistant.contract import Json, Message, ToolCall, ToolResult, Turn
from assistant.tools import Ready, ToolAnswer, Toolbox


def seeded(toolbox: Toolbox, pairs: Iterable[tuple[str, Mapping[str, Json]]]) -> tuple[Message, Message]:
    """Return the two messages of such a turn: the calls, given as (name, arguments), and their results.

    The turn has no state of any provider, so that each protocol writes it in its own valid form. Raises ValueError for a call that no
    tool can answer."""
    calls = tuple(ToolCall(id=f"given-{place}", name=name, arguments=arguments) for place, (name, arguments) in enumerate(pairs, start=1))
    results: list[ToolResult] = []
    for call in calls:
        checked = toolbox.check(call)
        match checked:
            case ToolAnswer():
                raise ValueError(checked.content)
            case Ready():
                answer = toolbox.run(checked)
                results.append(ToolResult(call_id=call.id, name=call.name, content=answer.content, is_error=answer.is_error))
    turn = Turn(tool_calls=calls, finish_reason="tool_calls")
    return Message(role="assistant", turn=turn), Message(role="tool", results=tuple(results))
