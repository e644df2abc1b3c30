"""Result of a run: its steps, its answer, and why it ended."""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar, get_args

from assistant.contract import Message, ToolResult, Turn, Usage

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
    "cost",  # the next request might have cost more than what was left: it was not sent
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
    one. `usage` is summed over the steps; a figure that any of them does not know is None. `notes` name what a provider could not be
    asked, such as an option that it does not have."""

    steps: tuple[LoopStep, ...]
    output: Output | None
    text: str
    stop_reason: StopReason
    usage: Usage
    messages: tuple[Message, ...]
    notes: tuple[str, ...] = ()
