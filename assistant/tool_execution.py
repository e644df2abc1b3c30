"""Answers to the calls of a turn, exactly one each: from the tool, within its time, from the cache of the run, or a refusal."""

import threading
import time
from collections.abc import Callable, Generator, Sequence
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
    """Return the answers in the given order. Several calls are given only if all may run at once.

    A call that may leave this thread runs in a thread of its own; one that takes too long is abandoned and its answer ignored."""
    if len(several) == 1 and several[0].tool.interrupt is not None:
        return [_run_here(toolbox, several[0])]

    def put_answer(ready: Ready, queue: "SimpleQueue[ToolAnswer]") -> None:
        queue.put(toolbox.run(ready))

    queues: list[SimpleQueue[ToolAnswer]] = [SimpleQueue() for _ in several]
    started = time.monotonic()
    for ready, queue in zip(several, queues, strict=True):
        threading.Thread(target=copy_context().run, args=(put_answer, ready, queue), daemon=True).start()
    answers: list[ToolAnswer] = []
    for ready, queue in zip(several, queues, strict=True):
        try:
            answers.append(queue.get(timeout=max(0.0, started + ready.tool.seconds - time.monotonic())))
        except Empty:
            answers.append(_too_slow(ready.tool))
    return answers


def _run_here(toolbox: Toolbox, ready: Ready) -> ToolAnswer:
    """Run the call in this thread. After its seconds it is interrupted, so that whatever it waits for raises."""
    rang = threading.Event()

    def ring() -> None:
        rang.set()
        if ready.tool.interrupt:
            ready.tool.interrupt()

    timer = threading.Timer(ready.tool.seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        answer = toolbox.run(ready)
    finally:
        timer.cancel()
    return _too_slow(ready.tool) if answer.is_error and rang.is_set() else answer


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
        for call in calls:
            yield ToolQueued(call=call)
        groups: list[list[ToolCall]] = []  # neighbours that may run in parallel, else single calls
        for is_parallel, neighbours in groupby(calls, key=lambda call: self._toolbox.is_parallel(call.name)):
            together = list(neighbours)
            groups += [together] if is_parallel else [[call] for call in together]
        results: list[ToolResult] = []
        for group in groups:
            for call in group:
                yield ToolRunning(call=call)
            for call, result in zip(group, self._answers_to(group, closed=closed()), strict=True):
                yield ToolFailed(call=call, result=result) if result.is_error else ToolCompleted(call=call, result=result)
                results.append(result)
        if self._store and calls:
            self._store.keep_results(key, tuple(results))
        return tuple(results)

    def _answers_to(self, calls: Sequence[ToolCall], *, closed: bool) -> list[ToolResult]:
        """Run the calls that the limits allow, equal ones once, and return the results in call order."""
        checked: list[Ready | ToolAnswer | None] = []
        for call in calls:
            self._calls += 1
            may_run = not closed and self._calls <= self._limits.tool_calls
            checked.append(self._toolbox.check(call) if may_run else None)
        fresh = {ready.key: ready for ready in checked if isinstance(ready, Ready) and ready.key not in self._answers}
        new = dict(zip(fresh, run_all(self._toolbox, list(fresh.values())), strict=True))
        self._answers |= {key: answer for key, answer in new.items() if not answer.is_error}
        results: list[ToolResult] = []
        for call, check in zip(calls, checked, strict=True):
            if check is None:
                results.append(ToolResult(call_id=call.id, name=call.name, content=NO_MORE, is_error=True))
                continue
            answer = check if isinstance(check, ToolAnswer) else self._answers.get(check.key) or new[check.key]
            filled = {} if isinstance(check, ToolAnswer) else check.filled
            size = len(answer.content.encode())
            if self._bytes + size > self._limits.result_bytes:
                answer = ToolAnswer(content=TOO_LARGE, is_error=True)
            else:
                self._bytes += size
            results.append(ToolResult(call_id=call.id, name=call.name, content=answer.content, is_error=answer.is_error, filled=filled))
        return results
