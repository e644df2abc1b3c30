"""A small toolbox and a clock for tests of the loop."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.contract import Message
from assistant.events import LoopResult, RunFinished
from assistant.loop import ToolLoop
from assistant.tools import Tool, Toolbox

QUESTION = (Message(role="user", text="How much is there?"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """Look up the balance of an account."""

    account: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The shape of the final answer."""

    account: str
    cents: int


@dataclass(slots=True)
class Counter:
    """A toolbox that records its calls."""

    asked: list[str] = field(default_factory=list)

    def look_up(self, lookup: Lookup) -> dict[str, str]:
        self.asked.append(lookup.account)
        return {"account": lookup.account, "balance": "12.30"}

    def fail(self, lookup: Lookup) -> None:
        self.asked.append(lookup.account)
        raise RuntimeError("internal detail")

    @property
    def toolbox(self) -> Toolbox:
        return Toolbox(
            [
                Tool(name="look_up", arguments=Lookup, function=self.look_up),
                Tool(name="fail", arguments=Lookup, function=self.fail),
            ]
        )


@dataclass(slots=True)
class Clock:
    """Seconds that pass only when a test says so."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def whole(loop: ToolLoop, messages: Sequence[Message] = QUESTION, *, streamed: bool, **asked: Any) -> LoopResult[Any]:
    """The result of a run, asked for at once or as a stream."""
    if not streamed:
        return loop.run(messages, **asked)
    *_, last = loop.stream(messages, **asked)
    assert isinstance(last, RunFinished)
    return last.result
