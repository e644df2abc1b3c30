"""Events of a run, and of one turn of a provider, while they happen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from assistant.contract import ProviderError, ReasoningDelta, TextDelta, ToolCall, ToolResult
from assistant.results import LoopResult, LoopStep, StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted:
    """A request is about to be sent; the first is number 1. `closing` marks the last one, without tools."""

    number: int
    closing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolQueued:
    """A call of a turn, which waits for those before it."""

    call: ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRunning:
    call: ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCompleted:
    call: ToolCall
    result: ToolResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFailed:
    """A call that ended in an error, which the model receives too."""

    call: ToolCall
    result: ToolResult


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached:
    """The use of tools has ended; the run is asked for its answer if another request is allowed."""

    limit: StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFinished:
    step: LoopStep


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFinished:
    """The last event of a run that its provider did not fail."""

    result: LoopResult[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFailed:
    """The last event that an observer receives if the provider failed; a reader of the stream gets the error itself."""

    error: ProviderError


ToolEvent = ToolQueued | ToolRunning | ToolCompleted | ToolFailed
RunEvent = StepStarted | TextDelta | ReasoningDelta | ToolEvent | LimitReached | StepFinished | RunFinished | RunFailed


def each_step(observe: Callable[[LoopStep], None]) -> Callable[[RunEvent], None]:
    """Return an observer that passes on only the finished steps."""

    def observer(event: RunEvent) -> None:
        if isinstance(event, StepFinished):
            observe(event.step)

    return observer
