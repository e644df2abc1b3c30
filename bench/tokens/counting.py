"""Tokens of what was asked and answered, by `gpt-tokenizer` on this machine: nobody is asked."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.contract import Request, ToolCall, Turn
from assistant.strict_json import write

PROGRAM = Path(__file__).parent / "count.mjs"
ENCODING = "gpt-tokenizer 4.0.0, o200k_base"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call of a model."""

    request: Request
    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Of all calls on one statement. What a model thinks before it answers is in none of these figures."""

    calls: int
    read: int
    written: int

    @property
    def total(self) -> int:
        return self.read + self.written


def counted(runs: Sequence[Sequence[Exchange]]) -> list[Tokens]:
    """Of each run; everything that is sent counts, each time that it is sent."""
    exchanges = [exchange for run in runs for exchange in run]
    read = iter(_counts([list(_sent(exchange.request)) for exchange in exchanges]))
    written = iter(_counts([list(_of_turn(exchange.turn)) for exchange in exchanges]))
    return [Tokens(calls=len(run), read=sum(next(read) for _ in run), written=sum(next(written) for _ in run)) for run in runs]


def _sent(request: Request) -> Iterator[str]:
    yield request.instructions
    yield from (write({"name": tool.name, "description": tool.description, "parameters": tool.parameters}) for tool in request.tools)
    if request.output_schema:
        yield write(request.output_schema)
    for message in request.messages:
        yield message.text
        yield from _of_turn(message.turn) if message.turn else ()
        yield from (result.content for result in message.results)


def _of_turn(turn: Turn) -> Iterator[str]:
    yield turn.text
    yield from map(_of_call, turn.tool_calls)


def _of_call(call: ToolCall) -> str:
    return f"{call.id} {call.name} {write(call.arguments)}"


def _counts(texts: Sequence[Sequence[str]]) -> list[int]:
    """Raises CalledProcessError, and FileNotFoundError where Node is not installed."""
    lines = "\n".join(json.dumps(text) for text in texts)
    done = subprocess.run(["node", PROGRAM], input=lines, capture_output=True, text=True, check=True)  # noqa: S603, S607
    return [int(line) for line in done.stdout.split()]
