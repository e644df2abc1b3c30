"""The tool loop: request, run the called tools, feed back their results, until there is an answer or a limit.

`RunState` is the state of a run and its next request, without provider, tools and clock; `ToolLoop` runs it."""

import math
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, overload

from assistant.answers import FinalAnswer, conclude
from assistant.asking import HandOver, RetryPolicy, TurnRunner, never, send_here
from assistant.contract import Json, Message, Provider, ProviderError, Request, Usage
from assistant.conversation import after, goes_on, next_request, opened, repair, summed
from assistant.costs import BudgetSpent, CostMeter
from assistant.events import LimitReached, LoopResult, LoopStep, RunEvent, RunFailed, RunFinished, StepFinished, StepStarted, StopReason
from assistant.limits import Limits, next_allowance
from assistant.schema import object_schema
from assistant.store import StepStore
from assistant.tool_execution import Dispatcher
from assistant.tools import Toolbox

Output = TypeVar("Output")
Observer = Callable[[RunEvent], None]
FIRST_TURNS = 2
"""Number of empty first turns that are asked for again, with their tools: some models begin with nothing."""


@dataclass(slots=True, kw_only=True)
class RunState:
    """One run so far. `asked` is the request without its messages; `shape` the frozen dataclass of the answer, or None.

    `closing`: the round asks for an answer without tools. `_conclusion` is the last answer, `_repairs` and `_empty` count answers that were
    asked again. `_forces_again`: the first turn did not call the required tool and is asked again. `_reason` is the limit that took the
    tools away, `_reported` the one that an event has named.
    """

    asked: Request
    limits: Limits
    shape: type[Any] | None
    conversation: list[Message]
    steps: list[LoopStep] = field(default_factory=list)
    closing: bool = False
    _conclusion: FinalAnswer | None = None
    _repairs: int = 0
    _empty: int = 0
    _forces_again: bool = False
    _over: bool = False
    _reason: StopReason | None = None
    _reported: StopReason | None = None

    def begin_round(self, seconds: float, besides: Sequence[Usage]) -> Request | None:
        """Begin a round after so many seconds: set `closing`, note the limit that takes the tools away, add to the conversation the message
        that asks for a repair if the last answer was unusable. Return the round's request, or None if no round is left. `besides` is the
        usage of paid turns that are in no step."""
        if self._over:
            return None
        allowance = next_allowance(self.limits, self.steps, seconds, besides=besides)
        before, self._reason = self._reason if self.closing else None, allowance.reason
        if allowance.allows == "nothing":
            return None
        if self._forces_again and allowance.allows == "answer":  # no tool can be called now: the answer counts
            self._reason = None
            return None
        if self._conclusion is not None:
            self.conversation.append(repair(self._conclusion.problem))
        unsaid = self._conclusion.unsaid if self._conclusion else ""
        may_use_tools = self._conclusion is None or unsaid == "error" or (unsaid == "empty" and len(self.steps) <= FIRST_TURNS)
        self.closing = allowance.allows == "answer" or not may_use_tools
        if self.closing:
            self._reason = self._reason or before  # the repair of an answer ends as that answer did
        request = self.asked if not self.steps or self._forces_again else replace(self.asked, forced_tool="")
        return next_request(request, self.conversation, closing=self.closing)

    def end_if_spent(self, seconds: float, besides: Sequence[Usage]) -> bool:
        """End the run if a limit forbids another request, counting paid turns that this one could not use. Return True if the run is
        over."""
        allowance = next_allowance(self.limits, self.steps, seconds, besides=besides)
        if allowance.allows == "nothing" and allowance.reason is not None:
            self.end(allowance.reason)
        return self._over

    def new_limit(self) -> Iterator[RunEvent]:
        """Yield the event of the limit that ended the use of tools, only once."""
        if self._reason is not None and self._reason not in (self._reported, "stopped"):
            self._reported = self._reason
            yield LimitReached(limit=self._reason)

    def add(self, step: LoopStep) -> None:
        """Add the next step, whose turn may end the run."""
        self.steps.append(step)
        self.conversation += after(step)
        self._forces_again = False
        if goes_on(step.turn) and not self.closing:
            self._conclusion = None
            return
        self._conclusion = conclude(step.turn, self.shape, cut_short_by=self._reason if self.asked.tools else None)
        is_empty_start = self._conclusion.unsaid == "empty" and self._empty == len(self.steps) - 1
        must_call = len(self.steps) == 1 and any(tool.name == self.asked.forced_tool for tool in self.asked.tools)
        if must_call and self.limits.repairs and not self.closing and step.turn.finish_reason == "stop":
            self._forces_again, problem = True, f"you have to call {self.asked.forced_tool} first"
            self._conclusion = replace(self._conclusion, problem=problem, unsaid=self._conclusion.unsaid or "error")
        if is_empty_start:
            self._empty += 1
            self._over = not self.limits.repairs or self._empty > FIRST_TURNS
        elif not self._forces_again:
            self._over = not self._conclusion.problem or self._repairs >= self.limits.repairs
            self._repairs += 1

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
    """Return the distinct notes of all turns on options that their requests left out."""
    return tuple(dict.fromkeys(note for step in steps for note in step.turn.notes))


class ToolLoop:
    """One loop for every use of a model. Errors of a provider are raised unchanged; errors of tools become results. `observer` receives
    each event as it happens, and an exception in it ends the run. `clock` counts seconds, `pause` sleeps. `stop` is called between calls
    and while a turn streams: once it is true, the run ends with its turns so far. `store` persists paid turns, `meter` reserves and counts
    costs; `fallbacks` are asked in order if a provider stays overloaded. `options` go with every request; a request that is not in the
    store may be handed over, and the exception of `hand_over` ends the run."""

    def __init__(
        self,
        provider: Provider,
        toolbox: Toolbox | None = None,
        limits: Limits | None = None,
        *,
        fallbacks: Sequence[Provider] = (),
        store: StepStore | None = None,
        meter: CostMeter | None = None,
        options: Mapping[str, Json] | None = None,
        patience: RetryPolicy | None = None,
        observer: Observer | None = None,
        hand_over: HandOver = send_here,
        stop: Callable[[], bool] = never,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._providers = (provider, *fallbacks)
        self._toolbox = Toolbox() if toolbox is None else toolbox
        self._limits = limits or Limits()
        self._store = store
        self._meter = meter or CostMeter({})
        self._options = options or {}
        self._patience = patience or RetryPolicy()
        self._observer = observer
        self._hand_over = hand_over
        self._stop = stop
        self._clock = clock
        self._pause = pause

    @overload
    def run(self, messages: Sequence[Message], *, instructions: str = "", first_tool: str = "") -> LoopResult[None]: ...
    @overload
    def run(
        self,
        messages: Sequence[Message],
        *,
        output: type[Output],
        instructions: str = "",
        first_tool: str = "",
    ) -> LoopResult[Output]: ...
    def run(self, messages: Sequence[Message], **options: Any) -> LoopResult[Any]:
        """Return the answer to a conversation, in the shape of the frozen dataclass `output` if one is given. The first turn must call
        `first_tool`, if there is one. Raises ProviderError, and ValueError if the conversation has no question."""
        for event in self._events(self._initial(messages, **options), live=False):
            last = event
        assert isinstance(last, RunFinished)  # noqa: S101  # nosec B101  # for the type checker
        return last.result

    def stream(self, messages: Sequence[Message], **options: Any) -> Generator[RunEvent, None, None]:
        """Yield the events of the same run as they happen: the last has the result. Closing the generator ends the run and settles its
        costs."""
        return self._events(self._initial(messages, **options), live=True)

    def _initial(
        self,
        messages: Sequence[Message],
        *,
        instructions: str = "",
        output: type[Any] | None = None,
        first_tool: str = "",
    ) -> RunState:
        request = Request(
            messages=(),
            instructions=instructions,
            tools=self._toolbox.specs,
            output_schema=object_schema(output) if output else None,
            forced_tool=first_tool,
            options=self._options,
        )
        return RunState(asked=request, limits=self._limits, shape=output, conversation=list(opened(messages)))

    def _events(self, state: RunState, *, live: bool) -> Generator[RunEvent, None, None]:
        observer = self._observer or (lambda _event: None)
        try:
            with closing(self._rounds(state, live=live)) as rounds:
                for event in rounds:
                    observer(event)
                    yield event
        except ProviderError as failed:
            observer(RunFailed(error=failed))
            raise

    def _rounds(self, state: RunState, *, live: bool) -> Generator[RunEvent, None, None]:
        dispatcher, begun = Dispatcher(self._toolbox, self._limits, self._store), self._clock()
        runner = TurnRunner(
            providers=self._providers,
            store=self._store,
            meter=self._meter,
            patience=self._patience,
            hand_over=self._hand_over,
            stop=self._stop,
            pause=self._pause,
            seconds_left=lambda: self._seconds_left(begun),
        )
        while True:
            if self._stop():
                state.end("stopped")
            seconds = self._clock() - begun
            request = state.begin_round(seconds, runner.left_behind())
            if request is None or state.end_if_spent(seconds, runner.left_behind(request)):
                break
            yield from state.new_limit()
            yield StepStarted(number=len(state.steps) + 1, closing=state.closing)
            step = yield from self._step(request, state, dispatcher, runner, begun, live=live)
            if step is not None:
                state.add(step)
                yield StepFinished(step=step)
        yield from state.new_limit()
        yield RunFinished(result=state.result())

    def _step(
        self, request: Request, state: RunState, dispatcher: Dispatcher, runner: TurnRunner, begun: float, *, live: bool
    ) -> Generator[RunEvent, None, LoopStep | None]:
        """Return the next step, or None if the run ended before there was a turn."""
        started = self._clock()
        try:
            turn = yield from runner.turn(request, live=live, closing=state.closing)
        except BudgetSpent:
            state.end("cost")
            return None
        if turn is None:
            state.end("stopped")
            return None
        has_no_tools = not request.tools
        results = yield from dispatcher.answer_all(
            request, turn, closed=lambda: has_no_tools or self._stop() or self._seconds_left(begun) <= 0
        )
        return LoopStep(number=len(state.steps) + 1, turn=turn, results=results, seconds=self._clock() - started)

    def _seconds_left(self, begun: float) -> float:
        return math.inf if self._limits.seconds is None else self._limits.seconds - (self._clock() - begun)
