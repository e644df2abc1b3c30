"""Processes that tests start: waiting for what they do, and whether they are still there."""

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0  # seconds


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait until it holds; `what` is said if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"in vain: {what}"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Not counting one that has ended and is only waiting to be asked how."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def descendants(pid: int) -> list[int]:
    """The processes that a process started, and those that these did."""
    try:
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
    return [*children, *(below for child in children for below in descendants(child))]
