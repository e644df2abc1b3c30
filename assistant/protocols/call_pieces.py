"""Tool calls of Chat Completions, put together from the pieces of a stream."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json
from assistant.protocols.replies import arguments_of
from assistant.strict_json import count, mapping, string


def call_id(entry: Mapping[str, Any]) -> str:
    """Return the id that a server gave, or an empty text: some give null, and some the word for it."""
    stated = string(entry.get("id"))
    return "" if stated == "null" else stated


class CallFragments:
    """Puts calls together by index, else by id, else to the last one. Some servers give every call the index 0: another id there, or
    arguments with a name after arguments that are complete, begin a new call. A name may come in pieces too, before any arguments."""

    def __init__(self) -> None:
        self._calls: list[dict[str, Json]] = []
        self._indexes: dict[int, int] = {}

    def add(self, fragment: Mapping[str, Any]) -> None:
        function = mapping(fragment.get("function"))
        place = self._continued(fragment, function)
        if place is None:
            place = len(self._calls)
            self._calls.append({"id": None, "name": None, "arguments": None, "extra_content": None})
            if (index := _index_of(fragment)) is not None:
                self._indexes[index] = place
        call = self._calls[place]
        call["id"] = call["id"] or call_id(fragment)
        call["name"] = _name_with(call, string(function.get("name")))
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

    def _continued(self, fragment: Mapping[str, Any], function: Mapping[str, Any]) -> int | None:
        """Return the place of the call that a fragment continues, None for a fragment that begins a call."""
        index, stated = _index_of(fragment), call_id(fragment)
        place = len(self._calls) - 1 if self._calls else None
        if index is not None:
            place = self._indexes.get(index)
        elif stated:
            place = next((place for place, call in enumerate(self._calls) if call["id"] == stated), None)
        if place is None:
            return None
        call = self._calls[place]
        if stated and call["id"]:
            return place if stated == call["id"] else None
        is_whole = call["arguments"] and arguments_of(call["arguments"])[0] is not None
        begins = call["name"] and function.get("name") and (function["name"] != call["name"] or function.get("arguments"))
        return None if is_whole and begins else place


def _index_of(fragment: Mapping[str, Any]) -> int | None:
    """Return the index of a call, which some servers write as a text."""
    stated = fragment.get("index")
    return int(stated) if isinstance(stated, str) and stated.isdecimal() else count(stated)


def _name_with(call: Mapping[str, Json], piece: str) -> str:
    """Return the name of a call after another piece of it: most servers repeat the name or leave it out."""
    name = string(call["name"])
    return f"{name}{piece}" if not call["arguments"] and not name.endswith(piece) else name or piece
