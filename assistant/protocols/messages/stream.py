"""From the events of a Messages stream to the body of the same answer without a stream."""

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.contract import Delta, Json, ProviderError, ReasoningDelta, TextDelta, Turn
from assistant.dialects import Dialect
from assistant.protocols.messages.turns import turn_of
from assistant.protocols.replies import event_of, failure_in
from assistant.protocols.values import mapping, string

_PIECES = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature", "compaction_delta": "content"}


class MessagesStream:
    """Puts blocks together by their index. Usage is cumulative: a figure of a later event replaces the earlier one."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._message: dict[str, Json] = {}
        self._usage: dict[str, Json] = {}
        self._blocks: dict[int, dict[str, Json]] = {}
        self._inputs: dict[int, str] = {}
        self._begun = self._ended = False

    def add(self, data: str) -> Sequence[Delta]:
        event = event_of(data)
        kind = event.get("type")
        if kind == "error" or event.get("error"):
            raise failure_in(event, status=200)
        if kind == "message_start":
            self._begun = True
            self._take(mapping(event.get("message")), event)
        elif kind == "message_delta":
            self._take(mapping(event.get("delta")), event)
        elif kind == "content_block_start":
            self._blocks[_index(event)] = dict(mapping(event.get("content_block")))
            return _deltas(self._blocks[_index(event)])
        elif kind == "content_block_delta":
            return self._add_piece(_index(event), mapping(event.get("delta")))
        elif kind == "message_stop":
            self._ended = True
        return ()

    def turn(self) -> Turn:
        if not self._begun or not self._ended:
            raise ProviderError("malformed", "the stream was cut before its end")
        inputs = {index: {"input": text} for index, text in self._inputs.items() if text}
        content = [block | inputs.get(index, {}) for index, block in sorted(self._blocks.items())]
        return turn_of({**self._message, "content": content, "usage": self._usage}, self._dialect)

    def _take(self, message: Mapping[str, Any], event: Mapping[str, Any]) -> None:
        self._message |= {name: message[name] for name in ("id", "model", "stop_reason") if message.get(name)}
        usage = {**mapping(message.get("usage")), **mapping(event.get("usage"))}
        self._usage |= {name: value for name, value in usage.items() if value is not None}

    def _add_piece(self, index: int, delta: Mapping[str, Any]) -> Sequence[Delta]:
        block = self._blocks.setdefault(index, {})
        kind = string(delta.get("type"))
        if kind in _PIECES:
            name = _PIECES[kind]
            piece = string(delta.get(name))
            block[name] = string(block.get(name)) + piece
            return _deltas({**delta, "type": name})
        if kind == "input_json_delta":
            self._inputs[index] = self._inputs.get(index, "") + string(delta.get("partial_json"))
        if kind == "citations_delta":
            so_far = block.get("citations")
            block["citations"] = [*(so_far if isinstance(so_far, list) else []), delta.get("citation")]
        return ()


def _index(event: Mapping[str, Any]) -> int:
    index = event.get("index")
    return index if isinstance(index, int) else -1


def _deltas(piece: Mapping[str, Any]) -> Sequence[Delta]:
    if piece.get("type") == "text" and string(piece.get("text")):
        return (TextDelta(string(piece.get("text"))),)
    if piece.get("type") == "thinking" and string(piece.get("thinking")):
        return (ReasoningDelta(string(piece.get("thinking"))),)
    return ()
