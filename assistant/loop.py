"""The tool loop: ask, run the tools that were called, feed back, until there is an answer or a limit."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, overload

from assistant.answering import Desk
from assistant.answers import Conclusion, conclude, finished
from assistant.contract import Json, Message, Provider, Request
from assistant.conversation import after, goes_on, next_request, opened, repair
from assistant.limits import Limits, standing
from assistant.results import LoopResult, Step
from assistant.schema import object_schema
from assistant.tools import Toolbox

Output = TypeVar("Output")


class ToolLoop:
    """One loop for every use of a model. Errors of a provider propagate as they are; errors of tools become results.
    `observer` is called with each step as it finishes, and what it raises ends the run. `clock` counts seconds."""

    def __init__(
        self,
        provider: Provider,
        toolbox: Toolbox | None = None,
        limits: Limits | None = None,
        *,
        observer: Callable[[Step], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._provider = provider
        self._toolbox = toolbox or Toolbox()
        self._limits = limits or Limits()
        self._observer = observer
        self._clock = clock

    @overload
    def run(
        self, messages: Sequence[Message], *, instructions: str = "", options: Mapping[str, Json] | None = None
    ) -> LoopResult[None]: ...
    @overload
    def run(
        self, messages: Sequence[Message], *, output: type[Output], instructions: str = "", options: Mapping[str, Json] | None = None
    ) -> LoopResult[Output]: ...
    def run(
        self,
        messages: Sequence[Message],
        *,
        instructions: str = "",
        output: type[Any] | None = None,
        options: Mapping[str, Json] | None = None,
    ) -> LoopResult[Any]:
        """The answer to a conversation, in the shape of the frozen dataclass `output` where one is given.

        Raises ProviderError, and ValueError where nothing is asked."""
        conversation, steps = list(opened(messages)), list[Step]()
        desk, started = Desk(self._toolbox, self._limits), self._clock()
        asked = Request(
            messages=(),
            instructions=instructions,
            tools=self._toolbox.specs,
            output_schema=object_schema(output) if output else None,
            options=options or {},
        )
        conclusion: Conclusion | None = None
        while (now := standing(self._limits, steps, self._clock() - started)).allows != "nothing":
            closing = now.allows == "answer" or conclusion is not None
            if conclusion is not None:
                conversation.append(repair(conclusion.problem))
            step = self._step(next_request(asked, conversation, closing=closing), len(steps) + 1, desk, started)
            steps.append(step)
            conversation += after(step)
            if goes_on(step.turn) and not closing:
                continue
            repaired, conclusion = conclusion is not None, conclude(step.turn, output, cut_short_by=now.reason if asked.tools else None)
            if repaired or not conclusion.problem:
                break
        return finished(steps, conversation, conclusion or Conclusion(stop_reason=now.reason or "no_answer"))

    def _step(self, request: Request, number: int, desk: Desk, started: float) -> Step:
        begun = self._clock()
        turn = self._provider.generate(request)
        results = desk.answer_all(turn, closed=lambda: not request.tools or self._out_of_time(started))
        step = Step(number=number, turn=turn, results=results, seconds=self._clock() - begun)
        if self._observer:
            self._observer(step)
        return step

    def _out_of_time(self, started: float) -> bool:
        return self._limits.seconds is not None and self._clock() - started >= self._limits.seconds
