"""Runs tools whose calls were checked: each within its seconds, in parallel where they allow it."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from queue import Empty, SimpleQueue

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
