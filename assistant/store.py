"""Persistence of paid model turns, so that a retry never pays for the same call twice."""

import dataclasses
import hashlib
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from assistant.contract import Json, Message, Request, ToolCall, ToolResult, ToolSpec, Turn, Usage
from assistant.strict_json import write


class StepStore(Protocol):
    """Stores the turns and results of one run, each by the key of its request. They are durable once the call returns."""

    def turn(self, key: str) -> Turn | None: ...

    def keep_turn(self, key: str, turn: Turn) -> None: ...

    def results(self, key: str) -> tuple[ToolResult, ...] | None: ...

    def keep_results(self, key: str, results: tuple[ToolResult, ...]) -> None: ...

    def paid(self) -> Sequence[tuple[str, Usage]]:
        """Return the key and the usage of each stored turn, oldest first."""
        ...


class MemoryStore:
    """A store for the lifetime of the process, as JSON like a durable store. For tests of the loop: the product stores in its database."""

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
    """Return the usage that an earlier attempt at the run paid in vain: of the turns before the newest `used` one that are not used
    themselves, since another request followed them. With a `next_key` that is not stored, all unused turns count."""
    keys = [key for key, _usage in paid]
    newest = max((place for place, key in enumerate(keys) if key in used), default=-1)
    end = len(paid) if next_key and next_key not in keys else newest
    return tuple(usage for key, usage in paid[: max(end, 0)] if key not in used)


def key_of(request: Request) -> str:
    """Return the SHA-256 digest of a request in hexadecimal: the same conversation has the same key for every provider."""
    return hashlib.sha256(write(as_json(request)).encode()).hexdigest()


def as_json(value: Turn | ToolResult | Request) -> dict[str, Json]:
    return dataclasses.asdict(value)


def turn_from(data: Mapping[str, Any]) -> Turn:
    """Return the turn that `as_json` wrote."""
    calls = tuple(ToolCall(**call) for call in data["tool_calls"])
    billed = data["usage"].get("billed")
    usage = Usage(**{**data["usage"], "billed": None if billed is None else Decimal(billed)})
    return Turn(**{**data, "tool_calls": calls, "usage": usage, "notes": tuple(data["notes"])})


def results_from(data: list[Mapping[str, Any]]) -> tuple[ToolResult, ...]:
    return tuple(ToolResult(**result) for result in data)


def request_from(data: Mapping[str, Any]) -> Request:
    """Return the request that `as_json` wrote: its key is the same."""
    messages = tuple(
        Message(
            role=message["role"],
            text=message["text"],
            turn=message["turn"] and turn_from(message["turn"]),
            results=results_from(message["results"]),
        )
        for message in data["messages"]
    )
    return Request(**{**data, "messages": messages, "tools": tuple(ToolSpec(**tool) for tool in data["tools"])})
