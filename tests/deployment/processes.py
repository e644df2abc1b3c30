"""Processes that tests start: waiting for their effects, and for their end."""

import socket
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

PATIENCE = 300.0
"""Seconds that a test waits for effects of processes. It is far more than any needs: a busy machine is no fault of the product."""
GONE = (FileNotFoundError, ProcessLookupError)  # the second where it ends between opening and reading


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait until it holds; `what` is said if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"in vain: {what}"
        time.sleep(0.05)


def free_port() -> int:
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", 0))
        return int(taker.getsockname()[1])


def is_running(pid: int) -> bool:
    """Not counting one that has ended and is only waiting to be asked how."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except GONE:
        return False


def descendants(pid: int) -> list[int]:
    """The processes that a process started, by any of its threads, and those that these did."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    except GONE:
        return []
    children = [child for thread in threads for child in children_of(thread)]
    return [*children, *(below for child in children for below in descendants(child))]


def children_of(thread: Path) -> list[int]:
    try:
        return [int(child) for child in (thread / "children").read_text().split()]
    except GONE:
        return []
