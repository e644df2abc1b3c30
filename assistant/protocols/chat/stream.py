"""From the chunks of a stream to the body of the same answer without a stream."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.contract import Delta, Json, ProviderError, ReasoningDelta, TextDelta, Turn
from assistant.dialects import Dialect
from assistant.protocols.bodies import event_of
from assistant.protocols.chat.contents import reasoning_of, text_of
from assistant.protocols.chat.fragments import CallFragments
from assistant.protocols.chat.turns import turn_of
from assistant.protocols.failures import failure_in
from assistant.protocols.values import mappings

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
