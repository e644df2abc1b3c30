"""From the events of a Responses stream to the body that the same answer would have been without one."""

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.contract import Delta, Json, ProviderError, ReasoningDelta, TextDelta, Turn
from assistant.dialects import Dialect
from assistant.protocols.bodies import event_of
from assistant.protocols.failures import failure_in
from assistant.protocols.responses.turns import turn_of
from assistant.protocols.values import mapping, mappings

_TEXT = "response.output_text.delta"
_REASONING = ("response.reasoning_summary_text.delta", "response.reasoning_text.delta")
_ENDS = ("response.completed", "response.incomplete", "response.failed", "response.cancelled")


class ResponsesStream:
    """Tells the deltas, and keeps the items that are done: the last event has the rest, or all of it."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._done: dict[int, Mapping[str, Any]] = {}
        self._response: dict[str, Json] | None = None
        self._told = False

    def add(self, data: str) -> Sequence[Delta]:
        if self._response is not None:
            return ()
        event = event_of(data)
        kind = event.get("type")
        if kind == "error" or event.get("error"):
            raise failure_in(event, status=200)
        if kind == "response.output_item.done":
            self._keep(event)
        if isinstance(kind, str) and kind in _ENDS:
            self._response = {**mapping(event.get("response")), "status": kind.removeprefix("response.")}
        delta = _delta(event)
        self._told = self._told or isinstance(delta, TextDelta)
        return (delta,) if delta else ()

    def turn(self) -> Turn:
        if self._response is None:
            raise ProviderError("malformed", "the stream was cut before its end")
        items = self._items(mappings(self._response.get("output")))
        if self._told and not items:
            raise ProviderError("malformed", "the end of the stream has nothing of what was told before")
        return turn_of({**self._response, "output": items}, self._dialect)

    def _keep(self, event: Mapping[str, Any]) -> None:
        place, item = event.get("output_index"), event.get("item")
        if isinstance(item, Mapping):
            self._done[place if isinstance(place, int) else len(self._done)] = item

    def _items(self, listed: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """The items of the last event, each as it was when it was done: that is the reasoning to be given back, says OpenAI's reference
        of reasoning items. Some servers list none at the end."""
        done = [self._done[place] for place in sorted(self._done)]
        if not listed:
            return done
        found = [self._done.get(place, item) for place, item in enumerate(listed)]
        return found if [item.get("type") for item in found] == [item.get("type") for item in listed] else listed


def _delta(event: Mapping[str, Any]) -> Delta | None:
    kind, piece = event.get("type"), event.get("delta")
    if not isinstance(piece, str) or not piece:
        return None
    if kind == _TEXT:
        return TextDelta(piece)
    return ReasoningDelta(piece) if kind in _REASONING else None
