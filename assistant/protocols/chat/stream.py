"""From the chunks of a stream to the body of the same answer without a stream; calls arrive in pieces."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.contract import Delta, Json, ProviderError, ReasoningDelta, TextDelta, Turn
from assistant.dialects import Dialect
from assistant.protocols.chat.turns import call_id, reasoning_of, text_of, turn_of
from assistant.protocols.replies import arguments_of, event_of, failure_in
from assistant.protocols.values import mapping, mappings


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


END = "[DONE]"
_TEXTS = ("reasoning_content", "reasoning", "refusal")
_LISTS = ("reasoning_details", "executed_tools")


class ChatStream:
    """Adds up the chunks of the first choice. Usage replaces usage: where every chunk has it, it is cumulative."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._envelope: dict[str, Json] = {}
        self._texts: dict[str, str] = {}
        self._lists: dict[str, list[Json]] = {}
        self._content: list[Json] = []
        self._calls = CallFragments()
        self._finish: Json = None
        self._has_choice = self._ended = False

    def add(self, data: str) -> Sequence[Delta]:
        if self._ended:
            return ()
        if data.strip() == END:
            self._ended = True
            return ()
        chunk = event_of(data)
        if chunk.get("error"):
            raise failure_in(chunk, status=200)
        self._envelope |= {name: chunk[name] for name in ("id", "model", "usage", "x_groq") if chunk.get(name)}
        first = (choice for choice in mappings(chunk.get("choices")) if choice.get("index") in (0, None))
        return tuple(delta for choice in first for delta in self._add_choice(choice))

    def turn(self) -> Turn:
        if not self._ended:
            raise ProviderError("malformed", "the stream was cut before its end")
        return turn_of(self._body(), self._dialect)

    def _body(self) -> dict[str, Json]:
        if not self._has_choice:
            return self._envelope
        message = {**self._texts, **self._lists, "content": self._joined_content(), "tool_calls": self._calls.entries()}
        return {**self._envelope, "choices": [{"message": message, "finish_reason": self._finish}]}

    def _add_choice(self, choice: Mapping[str, Any]) -> Iterator[Delta]:
        if isinstance(choice.get("error"), Mapping):
            raise failure_in(choice, status=200)
        self._has_choice = True
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta", choice.get("message"))
        if isinstance(delta, Mapping):
            self._add_delta(delta)
            if thought := reasoning_of(delta):
                yield ReasoningDelta(thought)
            if text := text_of(delta.get("content")):
                yield TextDelta(text)

    def _add_delta(self, delta: Mapping[str, Any]) -> None:
        content = delta.get("content")
        self._content += content if isinstance(content, list) else [content] if isinstance(content, str) else []
        for name in _TEXTS:
            if isinstance(delta.get(name), str):
                self._texts[name] = self._texts.get(name, "") + delta[name]
        for name in _LISTS:
            if isinstance(delta.get(name), list):
                self._lists.setdefault(name, []).extend(delta[name])
        for fragment in mappings(delta.get("tool_calls")):
            self._calls.add(fragment)

    def _joined_content(self) -> Json:
        if all(isinstance(part, str) for part in self._content):
            return "".join(self._content)
        return [{"type": "text", "text": part} if isinstance(part, str) else part for part in self._content]
