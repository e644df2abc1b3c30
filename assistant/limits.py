"""Limits of a run and its allowance for the next round. Pure: the time is a parameter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.contract import Usage
from assistant.conversation import stalled
from assistant.events import Limit, LoopStep, StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of one whole run; None is no limit. The last round is always without tools, so that there is an answer; `repairs` is how
    often an unusable answer is asked for again. Seconds are checked between calls: nothing that is under way is interrupted."""

    rounds: int = 8
    repairs: int = 1
    tool_calls: int = 100
    result_bytes: int = 1_000_000
    seconds: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise ValueError("a run needs at least one round")


@dataclass(frozen=True, slots=True)
class RoundAllowance:
    """Allowance for the next round: with tools, a last one without, or no round. `reason` says why tools are excluded."""

    allows: Literal["tools", "answer", "nothing"]
    reason: StopReason | None = None


def next_allowance(limits: Limits, steps: Sequence[LoopStep], seconds: float, *, besides: Sequence[Usage] = ()) -> RoundAllowance:
    """Return the allowance for the next round after the steps and so many seconds. `besides` is the usage of paid turns that are in no
    step."""
    if (used_up := _first(limits, steps, seconds, besides, reserve=0)) is not None:
        return RoundAllowance("nothing", used_up)
    if len(steps) == limits.rounds - 1:
        return RoundAllowance("answer", "rounds")
    if stalled(steps):
        return RoundAllowance("answer", "stalled")
    nearly = _first(limits, steps, seconds, besides, reserve=2)
    results = [result for step in steps for result in step.results]
    if nearly is None and len(results) >= limits.tool_calls:
        nearly = "tool_calls"
    if nearly is None and sum(len(result.content.encode()) for result in results) >= limits.result_bytes:
        nearly = "result_bytes"
    return RoundAllowance("tools") if nearly is None else RoundAllowance("answer", nearly)


def _first(limits: Limits, steps: Sequence[LoopStep], seconds: float, besides: Sequence[Usage], *, reserve: int) -> Limit | None:
    """Return the first limit that would be passed by `reserve` more rounds, each like the last one."""
    if len(steps) >= limits.rounds:
        return "rounds"
    if limits.seconds is not None and seconds + reserve * (steps[-1].seconds if steps else 0) >= limits.seconds:
        return "seconds"
    paid = [*besides, *(step.turn.usage for step in steps)]
    if _tokens_pass(limits.input_tokens, [usage.input_tokens for usage in paid], reserve):
        return "input_tokens"
    if _tokens_pass(limits.output_tokens, [usage.output_tokens for usage in paid], reserve):
        return "output_tokens"
    return None


def _tokens_pass(limit: int | None, counts: Sequence[int | None], reserve: int) -> bool:
    """Return True if `reserve` more rounds like the last one pass a limit. A turn of unknown usage ends the use of tools under it."""
    if limit is None:
        return False
    known = [count for count in counts if count is not None]
    if len(known) < len(counts) and reserve:
        return True
    return sum(known) + (reserve * known[-1] if known else 0) >= limit
