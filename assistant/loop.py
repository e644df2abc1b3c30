"""The tool loop: request, run the called tools, feed back their results, until there is an answer or a limit."""

import math
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any, TypeVar, overload

from assistant.asking import HandOver, RetryPolicy, TurnRunner, keep, never
from assistant.contract import Json, Message, Provider, ProviderError, Request
from assistant.conversation import opened
from assistant.costs import BudgetSpent, CostMeter
from assistant.events import LimitReached, RunEvent, RunFailed, RunFinished, StepFinished, StepStarted
from assistant.limits import Limits
from assistant.results import LoopResult, LoopStep
from assistant.run_state import RunState
from assistant.schema import object_schema
from assistant.store import StepStore
from assistant.tool_execution import Dispatcher
from assistant.tools import Toolbox

Output = TypeVar("Output")
Observer = Callable[[RunEvent], None]


class ToolLoop:
    """One loop for every use of a model. Errors of a provider propagate as they are; errors of tools become results. `observer` receives
    each event as it happens, and an exception in it ends the run. `clock` counts seconds, `pause` sleeps. `stop` is called between calls
    and while a turn streams: once it is true, the run ends with what it has. `store` persists paid turns, `meter` reserves and counts
    costs; `fallbacks` are asked in order if a provider stays overloaded. `options` go with every request; a request that is not in the
    store may be handed over, which ends the run with what that raises."""

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
        hand_over: HandOver = keep,
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
        for event in self._events(self._course(messages, **options), live=False):
            last = event
        assert isinstance(last, RunFinished)  # noqa: S101  # nosec B101  # for types: it always is
        return last.result

    def stream(self, messages: Sequence[Message], **options: Any) -> Generator[RunEvent, None, None]:
        """Yield the events of the same run as they happen: the last has the result. Closing the generator ends the run and settles its
        costs."""
        return self._events(self._course(messages, **options), live=True)

    def _course(
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

    def _events(self, course: RunState, *, live: bool) -> Generator[RunEvent, None, None]:
        observer = self._observer or (lambda _event: None)
        try:
            with closing(self._rounds(course, live=live)) as rounds:
                for event in rounds:
                    observer(event)
                    yield event
        except ProviderError as failed:
            observer(RunFailed(error=failed))
            raise

    def _rounds(self, course: RunState, *, live: bool) -> Generator[RunEvent, None, None]:
        desk, begun = Dispatcher(self._toolbox, self._limits, self._store), self._clock()
        asker = self._asker(begun)
        while (request := self._next(course, asker, begun)) is not None:
            yield from _new_limit(course)
            yield StepStarted(number=len(course.steps) + 1, closing=course.closing)
            step = yield from self._step(request, course, desk, asker, begun, live=live)
            if step is not None:
                course.add(step)
                yield StepFinished(step=step)
        yield from _new_limit(course)
        yield RunFinished(result=course.result())

    def _next(self, course: RunState, asker: TurnRunner, begun: float) -> Request | None:
        if self._stop():
            course.end("stopped")
        seconds = self._clock() - begun
        request = course.next_request(seconds, asker.left_behind())
        return request if request and course.still_may(seconds, asker.left_behind(request)) else None

    def _step(
        self, request: Request, course: RunState, desk: Dispatcher, asker: TurnRunner, begun: float, *, live: bool
    ) -> Generator[RunEvent, None, LoopStep | None]:
        """Return the next step, or None if the run ended before there was a turn."""
        started = self._clock()
        try:
            turn = yield from asker.turn(request, live=live, closing=course.closing)
        except BudgetSpent:
            course.end("cost")
            return None
        if turn is None:
            course.end("stopped")
            return None
        closed = not request.tools
        results = yield from desk.answer_all(request, turn, closed=lambda: closed or self._stop() or self._seconds_left(begun) <= 0)
        return LoopStep(number=len(course.steps) + 1, turn=turn, results=results, seconds=self._clock() - started)

    def _asker(self, begun: float) -> TurnRunner:
        return TurnRunner(
            providers=self._providers,
            store=self._store,
            meter=self._meter,
            patience=self._patience,
            hand_over=self._hand_over,
            stop=self._stop,
            pause=self._pause,
            seconds_left=lambda: self._seconds_left(begun),
        )

    def _seconds_left(self, begun: float) -> float:
        return math.inf if self._limits.seconds is None else self._limits.seconds - (self._clock() - begun)


def _new_limit(course: RunState) -> Iterator[RunEvent]:
    if (limit := course.new_limit()) is not None:
        yield LimitReached(limit=limit)
