"""From the events of a Responses stream to the body of the same answer without a stream."""

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.contract import Delta, Json, ProviderError, ReasoningDelta, TextDelta, Turn
from assistant.dialects import Dialect
from assistant.protocols.replies import event_of, failure_in
from assistant.protocols.responses.turns import turn_of
from assistant.protocols.values import mappings

_BEGINS = "response.output_item.added"
_TEXT = "response.output_text.delta"
_REASONING = ("response.reasoning_summary_text.delta", "response.reasoning_text.delta")
_ENDS = ("response.completed", "response.incomplete", "response.failed", "response.cancelled")


class ResponsesStream:
    """Passes on the deltas and collects the items that are done: the last event has the rest, or all of it."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._done: dict[int, Mapping[str, Any]] = {}
        self._response: dict[str, Json] | None = None
        self._has_started = False

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
            self._response = _ended(event, status=kind.removeprefix("response."))
        self._has_started = self._has_started or kind in (_TEXT, _BEGINS)
        delta = _delta(event)
        return (delta,) if delta else ()

    def turn(self) -> Turn:
        if self._response is None:
            raise ProviderError("malformed", "the stream was cut before its end")
        items = self._items(mappings(self._response.get("output")))
        if self._has_started and not items and self._response["status"] == "completed":
            raise ProviderError("malformed", "the end of the stream has nothing of what was told before")
        return turn_of({**self._response, "output": items}, self._dialect)

    def _keep(self, event: Mapping[str, Any]) -> None:
        place, item = event.get("output_index"), event.get("item")
        if isinstance(item, Mapping):
            self._done[place if isinstance(place, int) else len(self._done)] = item

    def _items(self, listed: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Return the items of the last event, each as it was when it was done: that is the reasoning to be given back, by OpenAI's
        reference of reasoning items. Some servers list none at the end."""
        done = [self._done[place] for place in sorted(self._done)]
        if not listed:
            return done
        items = [self._done.get(place, item) for place, item in enumerate(listed)]
        return items if [item.get("type") for item in items] == [item.get("type") for item in listed] else listed


def _ended(event: Mapping[str, Any], *, status: str) -> dict[str, Json]:
    if not isinstance(event.get("response"), Mapping):
        raise ProviderError("malformed", "the end of the stream has no response")
    return {**event["response"], "status": status}


def _delta(event: Mapping[str, Any]) -> Delta | None:
    kind, piece = event.get("type"), event.get("delta")
    if not isinstance(piece, str) or not piece:
        return None
    if kind == _TEXT:
        return TextDelta(piece)
    return ReasoningDelta(piece) if kind in _REASONING else None
