"""What a run has paid for is kept, so that the successor of a worker that died buys nothing twice."""

import dataclasses
import hashlib
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from assistant.contract import Json, Message, Request, ToolCall, ToolResult, ToolSpec, Turn, Usage
from assistant.strict_json import write


class StepStore(Protocol):
    """Keeps the turns and results of one run, each by the key of its request. What is kept is durable once the call returns."""

    def turn(self, key: str) -> Turn | None: ...

    def keep_turn(self, key: str, turn: Turn) -> None: ...

    def results(self, key: str) -> tuple[ToolResult, ...] | None: ...

    def keep_results(self, key: str, results: tuple[ToolResult, ...]) -> None: ...

    def paid(self) -> Sequence[tuple[str, Usage]]:
        """The key and the usage of each turn that is kept, oldest first."""
        ...


class MemoryStore:
    """Keeps them as long as the process lives, as JSON, as a durable store would."""

    def __init__(self) -> None:
        self.turns: dict[str, Json] = {}
        self.answers: dict[str, Json] = {}

    def turn(self, key: str) -> Turn | None:
        return turn_from(self.turns[key]) if key in self.turns else None

    def keep_turn(self, key: str, turn: Turn) -> None:
        self.turns[key] = as_json(turn)

    def results(self, key: str) -> tuple[ToolResult, ...] | None:
        return results_from(self.answers[key]) if key in self.answers else None

    def keep_results(self, key: str, results: tuple[ToolResult, ...]) -> None:
        self.answers[key] = [as_json(result) for result in results]

    def paid(self) -> Sequence[tuple[str, Usage]]:
        return [(key, turn_from(turn).usage) for key, turn in self.turns.items()]


def left_behind(paid: Sequence[tuple[str, Usage]], used: Collection[str], next_key: str = "") -> tuple[Usage, ...]:
    """What an earlier attempt at the run paid for in vain: the turns before the newest that is `used`, which are not. Something else was
    asked after them; or is now, with `next_key`, where that is not among them."""
    keys = [key for key, _usage in paid]
    newest = max((place for place, key in enumerate(keys) if key in used), default=-1)
    end = len(paid) if next_key and next_key not in keys else newest
    return tuple(usage for key, usage in paid[: max(end, 0)] if key not in used)


def key_of(request: Request) -> str:
    """The digest of all that a request says, in hexadecimal: the same conversation has the same key, whoever is asked."""
    return hashlib.sha256(write(as_json(request)).encode()).hexdigest()


def as_json(value: Turn | ToolResult | Request) -> dict[str, Json]:
    return dataclasses.asdict(value)


def turn_from(kept: Mapping[str, Any]) -> Turn:
    """The turn that `as_json` wrote down."""
    calls = tuple(ToolCall(**call) for call in kept["tool_calls"])
    return Turn(**{**kept, "tool_calls": calls, "usage": _usage_from(kept["usage"]), "notes": tuple(kept["notes"])})


def _usage_from(kept: Mapping[str, Any]) -> Usage:
    billed = kept.get("billed")
    return Usage(**{**kept, "billed": None if billed is None else Decimal(billed)})


def results_from(kept: list[Mapping[str, Any]]) -> tuple[ToolResult, ...]:
    return tuple(ToolResult(**result) for result in kept)


def request_from(kept: Mapping[str, Any]) -> Request:
    """The request that `as_json` wrote down: its key is the same."""
    messages = tuple(map(_message_from, kept["messages"]))
    return Request(**{**kept, "messages": messages, "tools": tuple(ToolSpec(**tool) for tool in kept["tools"])})


def _message_from(kept: Mapping[str, Any]) -> Message:
    turn = kept["turn"]
    return Message(role=kept["role"], text=kept["text"], turn=turn and turn_from(turn), results=results_from(kept["results"]))
