"""Answers to the calls of a turn, exactly one each: from the tool, within its time, from the cache of the run, or a refusal."""

import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from itertools import groupby
from queue import Empty, SimpleQueue

from assistant.contract import Request, ToolCall, ToolResult, Turn
from assistant.conversation import own_calls
from assistant.events import ToolCompleted, ToolEvent, ToolFailed, ToolQueued, ToolRunning
from assistant.limits import Limits
from assistant.store import StepStore, key_of
from assistant.tools import Ready, Tool, ToolAnswer, Toolbox


def run_all(toolbox: Toolbox, several: Sequence[Ready]) -> list[ToolAnswer]:
    """Return the answers in the given order. Several calls are given only if all may run at once."""
    here = len(several) == 1 and several[0].tool.interrupt is not None
    return [_run_here(toolbox, several[0])] if here else _run_apart(toolbox, several)


def _run_here(toolbox: Toolbox, ready: Ready) -> ToolAnswer:
    """Run the call in this thread. After its seconds it is interrupted, so that whatever it waits for raises."""
    with _alarm(ready.tool) as rang:
        answer = toolbox.run(ready)
    return _too_slow(ready.tool) if answer.is_error and rang.is_set() else answer


@contextmanager
def _alarm(tool: Tool[object]) -> Iterator[threading.Event]:
    rang = threading.Event()

    def ring() -> None:
        rang.set()
        if tool.interrupt:
            tool.interrupt()

    timer = threading.Timer(tool.seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        yield rang
    finally:
        timer.cancel()


def _run_apart(toolbox: Toolbox, group: Sequence[Ready]) -> list[ToolAnswer]:
    """Run each call in a thread of its own. One that takes too long is abandoned and its answer ignored."""
    queues: list[SimpleQueue[ToolAnswer]] = [SimpleQueue() for _ in group]
    started = time.monotonic()
    for ready, queue in zip(group, queues, strict=True):
        threading.Thread(target=copy_context().run, args=(_run_for, toolbox, ready, queue), daemon=True).start()
    return [_answer_of(ready.tool, queue, started) for ready, queue in zip(group, queues, strict=True)]


def _run_for(toolbox: Toolbox, ready: Ready, queue: "SimpleQueue[ToolAnswer]") -> None:
    queue.put(toolbox.run(ready))


def _answer_of(tool: Tool[object], queue: "SimpleQueue[ToolAnswer]", started: float) -> ToolAnswer:
    try:
        return queue.get(timeout=max(0.0, started + tool.seconds - time.monotonic()))
    except Empty:
        return _too_slow(tool)


def _too_slow(tool: Tool[object]) -> ToolAnswer:
    return ToolAnswer(
        content=f"{tool.name} took longer than {tool.seconds:g} seconds. Ask it for less, or go on without it.", is_error=True
    )


NO_MORE = "No more tools can be used: answer with what you have."
TOO_LARGE = "The result is larger than what may still be read: ask for less, or answer with what you have."

Answering = Generator[ToolEvent, None, tuple[ToolResult, ...]]
"""Yields the events of each call and returns the results in call order."""


class Dispatcher:
    """Answers the calls of one run within its limits. Equal calls run once and are answered from the cache after that."""

    def __init__(self, toolbox: Toolbox, limits: Limits, store: StepStore | None = None) -> None:
        self._toolbox = toolbox
        self._limits = limits
        self._store = store
        self._answers: dict[str, ToolAnswer] = {}
        self._calls = 0
        self._bytes = 0

    def answer_all(self, request: Request, turn: Turn, *, closed: Callable[[], bool]) -> Answering:
        """Return the results of a turn's calls; stored results are used again. `closed` is called before each group of calls: if true,
        none of them is run."""
        calls = own_calls(turn)
        key = key_of(request) if self._store and calls else ""
        if self._store and calls and (stored := self._store.results(key)) is not None:
            self._calls += len(stored)
            self._bytes += sum(len(result.content.encode()) for result in stored)
            return stored
        results = yield from self._run_calls(calls, closed)
        if self._store and calls:
            self._store.keep_results(key, results)
        return results

    def _run_calls(self, calls: tuple[ToolCall, ...], closed: Callable[[], bool]) -> Answering:
        for call in calls:
            yield ToolQueued(call=call)
        results: list[ToolResult] = []
        for together in self._together(calls):
            for call in together:
                yield ToolRunning(call=call)
            for call, result in zip(together, self._answers_to(together, closed=closed()), strict=True):
                yield ToolFailed(call=call, result=result) if result.is_error else ToolCompleted(call=call, result=result)
                results.append(result)
        return tuple(results)

    def _together(self, calls: tuple[ToolCall, ...]) -> Iterator[list[ToolCall]]:
        """Yield groups of calls: neighbours that may run in parallel, else single calls."""
        for parallel, group in groupby(calls, key=lambda call: self._toolbox.is_parallel(call.name)):
            neighbours = list(group)
            yield from [neighbours] if parallel else ([call] for call in neighbours)

    def _answers_to(self, calls: Sequence[ToolCall], *, closed: bool) -> list[ToolResult]:
        checked = [self._checked(call, closed=closed) for call in calls]
        fresh = {ready.key: ready for ready in checked if isinstance(ready, Ready) and ready.key not in self._answers}
        new = dict(zip(fresh, run_all(self._toolbox, list(fresh.values())), strict=True))
        self._answers |= {key: answer for key, answer in new.items() if not answer.is_error}
        return [self._result(call, check, new) for call, check in zip(calls, checked, strict=True)]

    def _checked(self, call: ToolCall, *, closed: bool) -> Ready | ToolAnswer | None:
        """Return None if no more tools may be run."""
        self._calls += 1
        return None if closed or self._calls > self._limits.tool_calls else self._toolbox.check(call)

    def _result(self, call: ToolCall, checked: Ready | ToolAnswer | None, new: Mapping[str, ToolAnswer]) -> ToolResult:
        if checked is None:
            return ToolResult(call_id=call.id, name=call.name, content=NO_MORE, is_error=True)
        answer = self._fitting(checked if isinstance(checked, ToolAnswer) else self._answers.get(checked.key) or new[checked.key])
        filled = {} if isinstance(checked, ToolAnswer) else checked.filled
        return ToolResult(call_id=call.id, name=call.name, content=answer.content, is_error=answer.is_error, filled=filled)

    def _fitting(self, answer: ToolAnswer) -> ToolAnswer:
        size = len(answer.content.encode())
        if self._bytes + size > self._limits.result_bytes:
            return ToolAnswer(content=TOO_LARGE, is_error=True)
        self._bytes += size
        return answer
