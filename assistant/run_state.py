"""State of a run and its next request. Pure: without provider, tools and clock."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.answers import FinalAnswer, conclude
from assistant.contract import Message, Request, Usage
from assistant.conversation import after, goes_on, next_request, repair, summed
from assistant.limits import Limits, standing
from assistant.results import LoopResult, LoopStep, StopReason

FIRST_TURNS = 2
"""Number of first turns after which an empty one is asked for again with its tools: some models begin with nothing."""


@dataclass(slots=True, kw_only=True)
class RunState:
    """One run so far. `asked` is the request without its messages; `shape` the frozen dataclass of the answer, or None."""

    asked: Request
    limits: Limits
    shape: type[Any] | None
    conversation: list[Message]
    steps: list[LoopStep] = field(default_factory=list)
    closing: bool = False
    _conclusion: FinalAnswer | None = None
    _repairs: int = 0
    _over: bool = False
    _reason: StopReason | None = None
    _reported: StopReason | None = None

    def next_request(self, seconds: float, besides: Sequence[Usage]) -> Request | None:
        """Return the next request after so many seconds, or None if the run is over. `besides` is the usage of paid turns that are in no
        step."""
        if self._over:
            return None
        now = standing(self.limits, self.steps, seconds, besides=besides)
        self._reason = now.reason
        if now.allows == "nothing":
            return None
        if self._conclusion is not None:
            self.conversation.append(repair(self._conclusion.problem))
        self.closing = now.allows == "answer" or (self._conclusion is not None and not self._may_still_use_tools(self._conclusion))
        request = self.asked if not self.steps else replace(self.asked, forced_tool="")
        return next_request(request, self.conversation, closing=self.closing)

    def still_may(self, seconds: float, besides: Sequence[Usage]) -> bool:
        """Return True if another request is allowed although so much was paid in vain; else end the run."""
        now = standing(self.limits, self.steps, seconds, besides=besides)
        if now.allows == "nothing" and now.reason is not None:
            self.end(now.reason)
        return not self._over

    def new_limit(self) -> StopReason | None:
        """Return the limit that ended the use of tools, only once."""
        new = self._reason if self._reason not in (self._reported, "stopped") else None
        self._reported = new or self._reported
        return new

    def add(self, step: LoopStep) -> None:
        """Add the next step, whose turn may end the run."""
        self.steps.append(step)
        self.conversation += after(step)
        if goes_on(step.turn) and not self.closing:
            self._conclusion = None
            return
        self._conclusion = conclude(step.turn, self.shape, cut_short_by=self._reason if self.asked.tools else None)
        self._over = not self._conclusion.problem or self._repairs >= self.limits.repairs
        self._repairs += 1

    def _may_still_use_tools(self, conclusion: FinalAnswer) -> bool:
        return conclusion.unsaid == "error" or (conclusion.unsaid == "empty" and len(self.steps) <= FIRST_TURNS)

    def end(self, reason: StopReason) -> None:
        """End the run with its steps so far."""
        self._over, self._reason = True, reason
        self._conclusion = FinalAnswer(stop_reason=reason, text=self.steps[-1].turn.text if self.steps else "")

    def result(self) -> LoopResult[Any]:
        conclusion = self._conclusion or FinalAnswer(stop_reason=self._reason or "no_answer")
        return LoopResult(
            steps=tuple(self.steps),
            output=conclusion.output,
            text=conclusion.text,
            stop_reason=conclusion.stop_reason,
            usage=summed(self.steps),
            messages=tuple(self.conversation),
            notes=noted(self.steps),
        )


def noted(steps: Sequence[LoopStep]) -> tuple[str, ...]:
    """Return the distinct notes of all turns on what their requests had to leave out."""
    return tuple(dict.fromkeys(note for step in steps for note in step.turn.notes))
