"""Assembly of calls that arrive in pieces."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json
from assistant.protocols.calls import arguments_of
from assistant.protocols.chat.calls import call_id
from assistant.protocols.values import mapping


class CallFragments:
    """Puts calls together by index, else by id, else to the last one. Some servers give every call the index 0: another id there, or a
    name after arguments that are complete, begins a new call."""

    def __init__(self) -> None:
        self._calls: list[dict[str, Json]] = []
        self._indexes: dict[Json, int] = {}

    def add(self, fragment: Mapping[str, Any]) -> None:
        function = mapping(fragment.get("function"))
        place = self._place(fragment)
        if place is None or self._begins(self._calls[place], fragment, function):
            place = self._open(fragment)
        call = self._calls[place]
        call["id"] = call["id"] or call_id(fragment)
        call["name"] = call["name"] or function.get("name")
        call["extra_content"] = fragment.get("extra_content") or call["extra_content"]
        piece, so_far = function.get("arguments"), call["arguments"]
        if isinstance(so_far, str) and isinstance(piece, str):
            call["arguments"] = so_far + piece
        elif piece is not None:
            call["arguments"] = piece

    def entries(self) -> list[Json]:
        """Return the calls as in a body without a stream."""
        return [
            {
                "id": call["id"],
                "function": {"name": call["name"], "arguments": call["arguments"]},
                "extra_content": call["extra_content"],
            }
            for call in self._calls
        ]

    def _place(self, fragment: Mapping[str, Any]) -> int | None:
        index, stated = fragment.get("index"), call_id(fragment)
        if isinstance(index, int):
            return self._indexes.get(index)
        if stated:
            return next((place for place, call in enumerate(self._calls) if call["id"] == stated), None)
        return len(self._calls) - 1 if self._calls else None

    def _begins(self, call: Mapping[str, Json], fragment: Mapping[str, Any], function: Mapping[str, Any]) -> bool:
        if (stated := call_id(fragment)) and call["id"]:
            return bool(stated != call["id"])
        return bool(function.get("name") and call["name"] and call["arguments"]) and arguments_of(call["arguments"])[0] is not None

    def _open(self, fragment: Mapping[str, Any]) -> int:
        self._calls.append({"id": None, "name": None, "arguments": None, "extra_content": None})
        if isinstance(fragment.get("index"), int):
            self._indexes[fragment["index"]] = len(self._calls) - 1
        return len(self._calls) - 1
