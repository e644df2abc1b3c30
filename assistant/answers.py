"""The answer of a last turn: its text and output, or the reason why there is none."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from assistant.contract import FinishReason, Json, Turn
from assistant.conversation import own_calls
from assistant.events import StopReason
from assistant.schema import InvalidValues, parse
from assistant.strict_json import UnreadableJson, read_object
from assistant.thoughts import without_thoughts

_FENCED = re.compile(r"^```[a-zA-Z]*[ \t]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_BROKEN_OFF: dict[FinishReason, StopReason] = {
    "length": "truncated",
    "content_filter": "content_filter",
    "other": "unfinished",
    "continue": "unfinished",
    "stopped": "stopped",
    "tool_calls": "unfinished",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer:
    """Result of a last turn. `problem`, if any, can be sent to the model for a repair. `unsaid`: the turn had no content, so that the
    model may still use its tools."""

    stop_reason: StopReason
    text: str = ""
    output: Any = None
    problem: str = ""
    unsaid: Literal["", "empty", "error"] = ""


def conclude(turn: Turn, shape: type | None, *, cut_short_by: StopReason | None = None) -> FinalAnswer:
    """Return the answer of a turn after which nothing more is run. A truncated answer is never taken for a whole one. `cut_short_by` is
    the limit that ended the use of tools: the stop reason of an answer after that."""
    if own_calls(turn):
        return FinalAnswer(stop_reason="no_answer", problem="no tools can be used any more, but you called one")
    if turn.finish_reason == "error":
        return FinalAnswer(stop_reason="unfinished", text=turn.text, problem="it broke off, or called a tool wrongly", unsaid="error")
    if turn.finish_reason in _BROKEN_OFF:
        return FinalAnswer(stop_reason=_BROKEN_OFF[turn.finish_reason], text=turn.text)
    if not turn.text.strip():
        return FinalAnswer(stop_reason="no_answer", problem="it was empty", unsaid="empty")
    if shape is None:
        return FinalAnswer(stop_reason=cut_short_by or "answered", text=turn.text)
    try:
        return FinalAnswer(stop_reason=cut_short_by or "answered", text=turn.text, output=parse(shape, object_in(turn.text)))
    except (UnreadableJson, InvalidValues) as problem:
        return FinalAnswer(stop_reason="invalid_output", text=turn.text, problem=str(problem))


def object_in(text: str) -> dict[str, Json]:
    """Return the JSON object in a text, bare or in its only fenced block. Thoughts before it are left out.

    Raises UnreadableJson."""
    spoken = without_thoughts(text).strip()
    if spoken.startswith("{"):
        return read_object(spoken)
    blocks = _FENCED.findall(spoken)
    if len(blocks) != 1:
        raise UnreadableJson("the answer must be one JSON object and nothing else")
    return read_object(blocks[0])
