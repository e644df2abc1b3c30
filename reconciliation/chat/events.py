"""Server-sent events of a page while an answer arrives, from a closed list of names."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from assistant.contract import ReasoningDelta, TextDelta
from assistant.events import LimitReached, RunEvent, ToolCompleted, ToolFailed, ToolQueued, ToolRunning
from assistant.strict_json import write

NAMES = ("queued", "running", "completed", "failed", "reasoning", "content", "warning", "done")
_TOOLS = {ToolQueued: "queued", ToolRunning: "running", ToolCompleted: "completed", ToolFailed: "failed"}


class ChatEvent(NamedTuple):
    """One event: its name and its data as JSON."""

    name: str
    data: Mapping[str, Any]

    def written(self) -> str:
        """Return the event in wire format. JSON has no line breaks outside its strings, and `write` makes none."""
        return f"event: {self.name}\ndata: {write(self.data)}\n\n"


def chat_event(event: RunEvent) -> ChatEvent | None:
    """Return the page's event for an event of the loop, or None. A tool's arguments and results are left out: the page does not know
    handles."""
    if isinstance(event, TextDelta):
        return ChatEvent("content", {"text": event.text})
    if isinstance(event, ReasoningDelta):
        return ChatEvent("reasoning", {"text": event.text})
    if isinstance(event, ToolQueued | ToolRunning | ToolCompleted | ToolFailed):
        return ChatEvent(_TOOLS[type(event)], {"id": event.call.id, "tool": event.call.name})
    if isinstance(event, LimitReached):
        return ChatEvent("warning", {"code": event.limit})
    return None
