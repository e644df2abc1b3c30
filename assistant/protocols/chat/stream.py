"""From the chunks of a stream to the body that the same answer would have been without one."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json, ProviderError
from assistant.protocols.chat.fragments import CallFragments
from assistant.protocols.failures import failure_in
from assistant.protocols.sse import event_data
from assistant.strict_json import UnreadableJson, read

_TEXTS = ("reasoning_content", "reasoning", "refusal")
_LISTS = ("reasoning_details", "executed_tools")


def whole_message(stream: str) -> dict[str, Json]:
    """The body that a stream adds up to. Raises ProviderError: `malformed` where it ends before its end mark."""
    message = StreamedMessage()
    for data in event_data(stream):
        if data.strip() == "[DONE]":
            return message.body()
        message.add(_chunk(data))
    raise ProviderError("malformed", "the stream was cut before its end")


def _chunk(data: str) -> Mapping[str, Any]:
    try:
        chunk = read(data)
    except UnreadableJson as reason:
        raise ProviderError("malformed", f"a chunk of the stream cannot be read: {reason}") from None
    if not isinstance(chunk, Mapping):
        raise ProviderError("malformed", "a chunk of the stream is not an object")
    if chunk.get("error"):
        raise failure_in(chunk, status=200)
    return chunk


class StreamedMessage:
    """Adds up the chunks of the first choice. Usage replaces usage: where every chunk has it, it is cumulative."""

    def __init__(self) -> None:
        self._envelope: dict[str, Json] = {}
        self._texts: dict[str, str] = {}
        self._lists: dict[str, list[Json]] = {}
        self._content: list[Json] = []
        self._calls = CallFragments()
        self._finish: Json = None
        self._seen = False

    def add(self, chunk: Mapping[str, Any]) -> None:
        self._envelope |= {name: chunk[name] for name in ("id", "model", "usage", "x_groq") if chunk.get(name)}
        for choice in _mappings(chunk.get("choices")):
            if choice.get("index") in (0, None):
                self._add_choice(choice)

    def body(self) -> dict[str, Json]:
        if not self._seen:
            return self._envelope
        message = {**self._texts, **self._lists, "content": self._joined_content(), "tool_calls": self._calls.entries()}
        return {**self._envelope, "choices": [{"message": message, "finish_reason": self._finish}]}

    def _add_choice(self, choice: Mapping[str, Any]) -> None:
        if isinstance(choice.get("error"), Mapping):
            raise failure_in(choice, status=200)
        self._seen = True
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta", choice.get("message"))
        if isinstance(delta, Mapping):
            self._add_delta(delta)

    def _add_delta(self, delta: Mapping[str, Any]) -> None:
        content = delta.get("content")
        self._content += content if isinstance(content, list) else [content] if isinstance(content, str) else []
        for name in _TEXTS:
            if isinstance(delta.get(name), str):
                self._texts[name] = self._texts.get(name, "") + delta[name]
        for name in _LISTS:
            if isinstance(delta.get(name), list):
                self._lists.setdefault(name, []).extend(delta[name])
        for fragment in _mappings(delta.get("tool_calls")):
            self._calls.add(fragment)

    def _joined_content(self) -> Json:
        if all(isinstance(part, str) for part in self._content):
            return "".join(self._content)
        return [{"type": "text", "text": part} if isinstance(part, str) else part for part in self._content]


def _mappings(value: Json) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
