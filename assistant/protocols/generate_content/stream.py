"""From the chunks of a generateContent stream, each a whole answer of its own, to their combined body."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.contract import Delta, Json, ProviderError, ReasoningDelta, TextDelta, Turn
from assistant.dialects import Dialect
from assistant.protocols.generate_content.turns import turn_of
from assistant.protocols.replies import event_of, failure_in
from assistant.protocols.values import mapping, mappings, string

_PLAIN = ({"text"}, {"text", "thought"})


class GenerateContentStream:
    """Adds up the chunks of the first candidate. There is no end mark: a stream with neither a finish reason nor a block is cut. Usage
    is cumulative."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._envelope: dict[str, Json] = {}
        self._usage: dict[str, Json] = {}
        self._parts: list[dict[str, Json]] = []
        self._finish = ""

    def add(self, data: str) -> Sequence[Delta]:
        return self.add_chunk(event_of(data))

    def add_chunk(self, body: Json) -> Sequence[Delta]:
        chunk = mapping(body)
        if chunk.get("error"):
            raise failure_in(chunk, status=200)
        self._envelope |= {name: chunk[name] for name in ("responseId", "modelVersion", "promptFeedback") if chunk.get(name)}
        self._usage |= mapping(chunk.get("usageMetadata"))
        first = (candidate for candidate in mappings(chunk.get("candidates")) if candidate.get("index") in (0, None))
        return tuple(delta for candidate in first for delta in self._add_candidate(candidate))

    def turn(self) -> Turn:
        blocked = mapping(self._envelope.get("promptFeedback")).get("blockReason")
        if not self._finish and not blocked:
            raise ProviderError("malformed", "the stream was cut before its end")
        candidate = {"content": {"parts": self._parts}, "finishReason": self._finish or "SAFETY"}
        return turn_of({**self._envelope, "usageMetadata": self._usage, "candidates": [candidate]}, self._dialect)

    def _add_candidate(self, candidate: Mapping[str, Any]) -> Iterator[Delta]:
        self._finish = string(candidate.get("finishReason")) or self._finish
        for part in mappings(mapping(candidate.get("content")).get("parts")):
            self._add_part(part)
            if text := string(part.get("text")):
                yield ReasoningDelta(text) if part.get("thought") else TextDelta(text)

    def _add_part(self, part: Mapping[str, Any]) -> None:
        """Add a part. Texts of one kind are joined; a part with a signature, or with any other field, stays separate."""
        last = self._parts[-1] if self._parts else {}
        if set(part) in _PLAIN and set(part) == set(last) and part.get("thought") == last.get("thought"):
            last["text"] = string(last["text"]) + string(part["text"])
        else:
            self._parts.append(dict(part))
