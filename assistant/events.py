"""What is told while it happens: by a provider of one turn, by the loop of a whole run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from assistant.contract import ProviderError, ReasoningDelta, TextDelta, ToolCall, ToolResult
from assistant.results import LoopResult, LoopStep, StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted:
    """A request leaves: the first one is number 1. `closing` is the last one, without tools."""

    number: int
    closing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolQueued:
    """A turn has this call; it waits for those before it."""

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
    """The call came to an error, which the model is told too."""

    call: ToolCall
    result: ToolResult


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached:
    """From here on no more tools are used; the run is asked for its answer, if it may still ask."""

    limit: StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFinished:
    step: LoopStep


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFinished:
    """Always the last event of a run that its provider did not fail."""

    result: LoopResult[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFailed:
    """The last thing that an observer is told where the provider failed; who reads the stream is raised the error itself."""

    error: ProviderError


ToolEvent = ToolQueued | ToolRunning | ToolCompleted | ToolFailed
RunEvent = StepStarted | TextDelta | ReasoningDelta | ToolEvent | LimitReached | StepFinished | RunFinished | RunFailed


def each_step(observe: Callable[[LoopStep], None]) -> Callable[[RunEvent], None]:
    """An observer that is given the finished steps alone."""

    def told(event: RunEvent) -> None:
        if isinstance(event, StepFinished):
            observe(event.step)

    return told
