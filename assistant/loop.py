"""The tool loop: ask, run the tools that were called, feed back, until there is an answer or a limit."""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing as closed_after
from typing import Any, TypeVar, overload

from assistant.answering import Desk
from assistant.contract import Delta, Json, Message, Provider, ProviderError, Request, Turn, TurnEnd
from assistant.conversation import opened
from assistant.course import Course
from assistant.events import LimitReached, RunEvent, RunFinished, StepFinished, StepStarted
from assistant.limits import Limits
from assistant.results import LoopResult, Step
from assistant.schema import object_schema
from assistant.tools import Toolbox

Output = TypeVar("Output")
Observer = Callable[[RunEvent], None]
BROKEN = ("malformed", "overloaded")
"""Errors of an answer that may yet come as a stream."""


class ToolLoop:
    """One loop for every use of a model. Errors of a provider propagate as they are; errors of tools become results.
    `observer` is given each event as it happens, and what it raises ends the run. `clock` counts seconds.
    `stop` is asked between calls and while a turn streams: once it is true, the run ends and keeps what it has."""

    def __init__(
        self,
        provider: Provider,
        toolbox: Toolbox | None = None,
        limits: Limits | None = None,
        *,
        observer: Observer | None = None,
        clock: Callable[[], float] = time.monotonic,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._provider = provider
        self._toolbox = toolbox or Toolbox()
        self._limits = limits or Limits()
        self._observer = observer
        self._clock = clock
        self._stop = stop

    @overload
    def run(
        self, messages: Sequence[Message], *, instructions: str = "", options: Mapping[str, Json] | None = None, first_tool: str = ""
    ) -> LoopResult[None]: ...
    @overload
    def run(
        self,
        messages: Sequence[Message],
        *,
        output: type[Output],
        instructions: str = "",
        options: Mapping[str, Json] | None = None,
        first_tool: str = "",
    ) -> LoopResult[Output]: ...
    def run(self, messages: Sequence[Message], **asked: Any) -> LoopResult[Any]:
        """The answer to a conversation, in the shape of the frozen dataclass `output` where one is given. The first turn must call
        `first_tool`, if there is one. Raises ProviderError, and ValueError where nothing is asked."""
        for event in self._events(self._course(messages, **asked), live=False):
            last = event
        assert isinstance(last, RunFinished)  # noqa: S101 # for types: it always is
        return last.result

    def stream(self, messages: Sequence[Message], **asked: Any) -> Iterator[RunEvent]:
        """The same, as it happens: the last event has the result."""
        return self._events(self._course(messages, **asked), live=True)

    def _course(
        self,
        messages: Sequence[Message],
        *,
        instructions: str = "",
        output: type[Any] | None = None,
        options: Mapping[str, Json] | None = None,
        first_tool: str = "",
    ) -> Course:
        asked = Request(
            messages=(),
            instructions=instructions,
            tools=self._toolbox.specs,
            output_schema=object_schema(output) if output else None,
            forced_tool=first_tool,
            options=options or {},
        )
        return Course(asked=asked, limits=self._limits, shape=output, conversation=list(opened(messages)))

    def _events(self, course: Course, *, live: bool) -> Iterator[RunEvent]:
        for event in self._rounds(course, live=live):
            if self._observer:
                self._observer(event)
            yield event

    def _rounds(self, course: Course, *, live: bool) -> Iterator[RunEvent]:
        desk, started, limit = Desk(self._toolbox, self._limits), self._clock(), None
        while (request := course.next_request(self._clock() - started)) is not None and not self._stopped(course):
            if course.limit is not None and course.limit != limit:
                limit = course.limit
                yield LimitReached(limit=limit)
            yield StepStarted(number=len(course.steps) + 1, closing=course.closing)
            step = yield from self._step(request, course, desk, started, live=live)
            if step is None:
                course.stop()
                break
            course.add(step)
            yield StepFinished(step=step)
        yield RunFinished(result=course.result())

    def _step(self, request: Request, course: Course, desk: Desk, started: float, *, live: bool) -> Generator[RunEvent, None, Step | None]:
        """None where a person stopped the run before the turn was whole."""
        begun = self._clock()
        turn = yield from self._turn(request, live=live, closing=course.closing)
        if turn is None:
            return None
        results = yield from desk.answer_all(turn, closed=lambda: not request.tools or self._stop() or self._out_of_time(started))
        return Step(number=len(course.steps) + 1, turn=turn, results=results, seconds=self._clock() - begun)

    def _turn(self, request: Request, *, live: bool, closing: bool) -> Generator[Delta, None, Turn | None]:
        """One turn. The one that closes a run is asked for as a stream where it does not come in one piece."""
        if live:
            return (yield from self._streamed(request))
        try:
            return self._provider.generate(request)
        except ProviderError as failed:
            if not closing or failed.code not in BROKEN:
                raise
        return (yield from self._streamed(request))

    def _streamed(self, request: Request) -> Generator[Delta, None, Turn | None]:
        with closed_after(self._provider.stream(request)) as coming:
            for event in coming:
                if isinstance(event, TurnEnd):
                    return event.turn
                yield event
                if self._stop():
                    return None
        raise ProviderError("malformed", "the stream ended without a turn")

    def _stopped(self, course: Course) -> bool:
        if self._stop():
            course.stop()
            return True
        return False

    def _out_of_time(self, started: float) -> bool:
        return self._limits.seconds is not None and self._clock() - started >= self._limits.seconds
