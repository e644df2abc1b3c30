"""The course of a run: what it has come to and what is asked next. Pure: no provider, no tool and no clock in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.answers import FinalAnswer, conclude
from assistant.contract import Message, Request, Usage
from assistant.conversation import after, goes_on, next_request, repair, summed
from assistant.limits import Limits, standing
from assistant.results import LoopResult, LoopStep, StopReason

FIRST_TURNS = 2
"""An empty turn among so many is asked again with its tools: some models begin with nothing."""


@dataclass(slots=True, kw_only=True)
class RunState:
    """One run so far. `asked` is the request without its messages; `shape` the frozen dataclass that the answer must be, or None."""

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
    _told: StopReason | None = None

    def next_request(self, seconds: float, besides: Sequence[Usage]) -> Request | None:
        """What is asked after so many seconds, or None where the run is over. `besides` is what was paid for that is in no step."""
        if self._over:
            return None
        now = standing(self.limits, self.steps, seconds, besides=besides)
        self._reason = now.reason
        if now.allows == "nothing":
            return None
        if self._conclusion is not None:
            self.conversation.append(repair(self._conclusion.problem))
        self.closing = now.allows == "answer" or (self._conclusion is not None and not self._may_still_use_tools(self._conclusion))
        asked = self.asked if not self.steps else replace(self.asked, forced_tool="")
        return next_request(asked, self.conversation, closing=self.closing)

    def still_may(self, seconds: float, besides: Sequence[Usage]) -> bool:
        """Whether anything may be asked where so much was paid in vain; else the run ends."""
        now = standing(self.limits, self.steps, seconds, besides=besides)
        if now.allows == "nothing" and now.reason is not None:
            self.end(now.reason)
        return not self._over

    def new_limit(self) -> StopReason | None:
        """What ends the use of tools, said once."""
        new = self._reason if self._reason not in (self._told, "stopped") else None
        self._told = new or self._told
        return new

    def add(self, step: LoopStep) -> None:
        """The next step, whose turn may end the run."""
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
        """Nothing more is asked: what was paid is kept."""
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
    """What the turns had to leave out of their requests, each once."""
    return tuple(dict.fromkeys(note for step in steps for note in step.turn.notes))
