"""Every call of a turn is answered exactly once: by its tool, from the run's cache, or with why not."""

from collections.abc import Callable, Generator

from assistant.contract import Request, ToolCall, ToolResult, Turn
from assistant.conversation import own_calls
from assistant.events import ToolCompleted, ToolEvent, ToolFailed, ToolQueued, ToolRunning
from assistant.limits import Limits
from assistant.store import StepStore, key_of
from assistant.tools import Answer, Ready, Toolbox

NO_MORE = "No more tools can be used: answer with what you have."
TOO_LARGE = "The result is larger than what may still be read: ask for less, or answer with what you have."

Answering = Generator[ToolEvent, None, tuple[ToolResult, ...]]
"""Tells what happens to each call, and returns the results in call order."""


class Desk:
    """Answers the calls of one run, within its limits. The same call is run once and answered from the cache after that."""

    def __init__(self, toolbox: Toolbox, limits: Limits, store: StepStore | None = None) -> None:
        self._toolbox = toolbox
        self._limits = limits
        self._store = store
        self._answers: dict[str, Answer] = {}
        self._calls = 0
        self._bytes = 0

    def answer_all(self, request: Request, turn: Turn, *, closed: Callable[[], bool]) -> Answering:
        """The results of the turn that came to a request, those that are stored already as they are.
        `closed` says, before each call, that nothing may be run any more."""
        calls = own_calls(turn)
        key = key_of(request) if self._store and calls else ""
        if self._store and calls and (kept := self._store.results(key)) is not None:
            return self._counted(kept)
        results = yield from self._each(calls, closed)
        if self._store and calls:
            self._store.keep_results(key, results)
        return results

    def _each(self, calls: tuple[ToolCall, ...], closed: Callable[[], bool]) -> Answering:
        for call in calls:
            yield ToolQueued(call=call)
        results: list[ToolResult] = []
        for call in calls:
            yield ToolRunning(call=call)
            result = self._answer(call, closed=closed())
            yield ToolFailed(call=call, result=result) if result.is_error else ToolCompleted(call=call, result=result)
            results.append(result)
        return tuple(results)

    def _counted(self, kept: tuple[ToolResult, ...]) -> tuple[ToolResult, ...]:
        self._calls += len(kept)
        self._bytes += sum(len(result.content.encode()) for result in kept)
        return kept

    def _answer(self, call: ToolCall, *, closed: bool) -> ToolResult:
        self._calls += 1
        refused = closed or self._calls > self._limits.tool_calls
        answer = Answer(content=NO_MORE, is_error=True) if refused else self._fitting(self._found(call))
        return ToolResult(call_id=call.id, name=call.name, content=answer.content, is_error=answer.is_error)

    def _found(self, call: ToolCall) -> Answer:
        checked = self._toolbox.check(call)
        if not isinstance(checked, Ready):
            return checked
        if checked.key in self._answers:
            return self._answers[checked.key]
        answer = self._toolbox.run(checked)
        if not answer.is_error:
            self._answers[checked.key] = answer
        return answer

    def _fitting(self, answer: Answer) -> Answer:
        size = len(answer.content.encode())
        if self._bytes + size > self._limits.result_bytes:
            return Answer(content=TOO_LARGE, is_error=True)
        self._bytes += size
        return answer
