"""Thoughts that a model writes before its answer, between `<think>` and `</think>`. Servers with a parser for them send them as reasoning;
others, such as LM Studio and llama.cpp without one, leave them in the text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.contract import Delta, ReasoningDelta, TextDelta, Turn

OPENS, CLOSES = "<think>", "</think>"
_THOUGHT = re.compile(rf"\A\s*{OPENS}(.*?)(?:{CLOSES}\s*|\Z)", re.DOTALL)
_BEGUN = re.compile("|".join(rf"{re.escape(CLOSES[:length])}\Z" for length in range(len(CLOSES) - 1, 0, -1)))


def without_thoughts(text: str) -> str:
    """Return the text after the thoughts at its beginning. Thoughts without an end have no text after them."""
    return _THOUGHT.sub("", text)


def thoughts_apart(turn: Turn) -> Turn:
    """Return the turn with the thoughts of its text as its reasoning."""
    thought = _THOUGHT.match(turn.text)
    return replace(turn, text=turn.text[thought.end() :], reasoning=turn.reasoning + thought[1].strip()) if thought else turn


class ThoughtPieces:
    """Splits the pieces of one turn into thoughts and text, in their order."""

    def __init__(self) -> None:
        self._pending = ""
        self._is_thought: bool | None = None
        self._is_quiet = False

    def apart(self, deltas: Iterable[Delta]) -> Iterator[Delta]:
        for delta in deltas:
            if isinstance(delta, TextDelta):
                yield from self._text(delta.text)
            else:
                yield delta

    def rest(self) -> Iterator[Delta]:
        """Yield the piece that might have begun a mark."""
        if self._pending:
            yield ReasoningDelta(self._pending) if self._is_thought else TextDelta(self._pending)

    def _text(self, piece: str) -> Iterator[Delta]:
        text = self._pending + piece
        self._pending = ""
        if self._is_thought is None:
            begun = text.lstrip()
            if OPENS.startswith(begun):
                self._pending = text
                return
            self._is_thought = begun.startswith(OPENS)
            text = begun.removeprefix(OPENS) if self._is_thought else text
        if self._is_thought:
            thought, mark, text = text.partition(CLOSES)
            self._is_thought = not mark
            held = _BEGUN.search(thought) if not mark else None
            self._pending = held.group() if held else ""
            if thought := thought.removesuffix(self._pending):
                yield ReasoningDelta(thought)
            self._is_quiet = bool(mark)
        if self._is_quiet:
            text = text.lstrip()
        if text:
            self._is_quiet = False
            yield TextDelta(text)
