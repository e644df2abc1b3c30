"""Answers to the calls of a turn, exactly one each: from the tool, within its time, from the cache of the run, or a refusal."""

import threading
from collections.abc import Callable, Generator, Mapping
from contextvars import copy_context
from queue import Empty, SimpleQueue

from assistant.contract import Json, Request, ToolCall, ToolResult, Turn
from assistant.conversation import own_calls
from assistant.events import ToolCompleted, ToolEvent, ToolFailed, ToolQueued, ToolRunning
from assistant.limits import Limits
from assistant.store import StepStore, key_of
from assistant.tools import AnyTool, Ready, ToolAnswer, Toolbox


def run_one(toolbox: Toolbox, ready: Ready) -> ToolAnswer:
    """Return the answer to a call. One that may leave this thread runs in a thread of its own; if it takes too long it is abandoned and its
    answer ignored."""
    if ready.tool.interrupt is not None:
        return _run_here(toolbox, ready)
    queue: SimpleQueue[ToolAnswer] = SimpleQueue()
    threading.Thread(target=copy_context().run, args=(lambda: queue.put(toolbox.run(ready)),), daemon=True).start()
    try:
        return queue.get(timeout=ready.tool.seconds)
    except Empty:
        return _too_slow(ready.tool)


def _run_here(toolbox: Toolbox, ready: Ready) -> ToolAnswer:
    """Run the call in this thread. After its seconds it is interrupted, so that its current wait raises."""
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


def _too_slow(tool: AnyTool) -> ToolAnswer:
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
        """Return the results of a turn's calls; stored results are used again. `closed` is called before each call: if true, it is
        not run."""
        calls = own_calls(turn)
        store = self._store if calls else None
        key = key_of(request) if store else ""
        if store and (stored := store.results(key)) is not None:
            self._calls += len(stored)
            self._bytes += sum(len(result.content.encode()) for result in stored)
            return stored
        for call in calls:
            yield ToolQueued(call=call)
        results: list[ToolResult] = []
        for call in calls:
            yield ToolRunning(call=call)
            result = self._answer_to(call, closed=closed())
            yield ToolFailed(call=call, result=result) if result.is_error else ToolCompleted(call=call, result=result)
            results.append(result)
        if store:
            store.keep_results(key, tuple(results))
        return tuple(results)

    def _answer_to(self, call: ToolCall, *, closed: bool) -> ToolResult:
        """Run the call if the limits allow it, or return the answer to an equal one."""
        self._calls += 1
        if closed or self._calls > self._limits.tool_calls:
            return ToolResult(call_id=call.id, name=call.name, content=NO_MORE, is_error=True)
        check = self._toolbox.check(call)
        filled: Mapping[str, Json] = {}
        answer = check if isinstance(check, ToolAnswer) else self._answers.get(check.key) or run_one(self._toolbox, check)
        if isinstance(check, Ready):
            filled = check.filled
            if not answer.is_error:
                self._answers[check.key] = answer
        size = len(answer.content.encode())
        if self._bytes + size > self._limits.result_bytes:
            answer = ToolAnswer(content=TOO_LARGE, is_error=True)
        else:
            self._bytes += size
        return ToolResult(call_id=call.id, name=call.name, content=answer.content, is_error=answer.is_error, filled=filled)
