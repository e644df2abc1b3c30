"""Events of a run, and of one turn of a provider, while they happen; the last has the result of the run: its steps, its answer, and why it
ended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, get_args

from assistant.contract import Delta, Message, ProviderError, ToolCall, ToolResult, Turn, Usage

Output = TypeVar("Output", covariant=True)

Limit = Literal["rounds", "tool_calls", "seconds", "result_bytes", "input_tokens", "output_tokens"]
StopReason = Literal[
    "answered",  # the model ended by itself, with an answer
    "rounds",  # this and the next five: a limit ended the use of tools; the answer after that is in `text` and `output`
    "tool_calls",
    "seconds",
    "result_bytes",
    "input_tokens",
    "output_tokens",
    "cost",  # the next request might have exceeded the budget, and was not sent
    "stalled",  # the same calls brought the same results twice in a row
    "truncated",  # the answer is cut: `text` is half of one and `output` is None
    "content_filter",  # the provider withheld the answer, or the model refused
    "unfinished",  # the provider broke off for a reason of its own
    "no_answer",  # the last turn was empty
    "stopped",  # a person ended the run; `text` is the text until then
    "invalid_output",  # the answer does not have the shape that was asked for, and did not after its repair
]

WHOLE: frozenset[StopReason] = frozenset({"answered", "stalled", *get_args(Limit)})
"""Stop reasons after which the text is a complete answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopStep:
    """One round: its turn, the results of its calls in call order, and the seconds that both took."""

    number: int
    turn: Turn
    results: tuple[ToolResult, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopResult(Generic[Output]):
    """Result of a run. `output` is the answer in the requested shape, or None. `messages` is the whole conversation, including the given
    one. `usage` is summed over the steps; a figure that any of them does not know is None. `notes` name the parts of a request that a
    provider does not support, such as an option."""

    steps: tuple[LoopStep, ...]
    output: Output | None
    text: str
    stop_reason: StopReason
    usage: Usage
    messages: tuple[Message, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted:
    """A request is about to be sent; the first is number 1. `closing` marks the last one, without tools."""

    number: int
    closing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRepeated:
    """A request failed and is sent again: to the same provider after a pause or in another form, or to the next one, `elsewhere`."""

    error: ProviderError
    elsewhere: bool


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
RunEvent = StepStarted | Delta | RequestRepeated | ToolEvent | LimitReached | StepFinished | RunFinished | RunFailed


def each_repeat(observe: Callable[[RequestRepeated], None]) -> Callable[[RunEvent], None]:
    """Return an observer that passes on only the repeated requests."""

    def observer(event: RunEvent) -> None:
        if isinstance(event, RequestRepeated):
            observe(event)

    return observer


def each_step(observe: Callable[[LoopStep], None]) -> Callable[[RunEvent], None]:
    """Return an observer that passes on only the finished steps."""

    def observer(event: RunEvent) -> None:
        if isinstance(event, StepFinished):
            observe(event.step)

    return observer
