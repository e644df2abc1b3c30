"""A race with a known order: the first stops in the middle of its work until the second waits for it, or has gone past it."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, get_ident
from typing import Any

import psycopg
import pytest
from django.db import connection, connections

Act = Callable[[], Any]
LONGEST = 60.0
"""Seconds after which a race has failed."""


class Stuck(AssertionError):
    """The race did not come to where it should have."""


def race(monkeypatch: pytest.MonkeyPatch, address: str, *, first: Act, second: Act, stops_at: tuple[Any, str]) -> tuple[Any, Any]:
    """Return both results, an exception among them. `first` is inside the function that `stops_at` names when `second` begins, and goes on
    only when a connection waits for a lock of the database at `address`; if none does, when `second` is through."""
    owner, name = stops_at
    real, inside, through = getattr(owner, name), Event(), Event()
    racer: list[int] = []

    def stopping(*args: Any, **kwargs: Any) -> Any:
        if [get_ident()] == racer and not inside.is_set():
            inside.set()
            _until(lambda: through.is_set() or _somebody_waits(address), "nobody waited")
        return real(*args, **kwargs)

    def run_first() -> Any:
        racer.append(get_ident())
        return _outcome(first)

    def run_second() -> Any:
        _until(inside.is_set, "the first never came to where it stops")
        try:
            return _outcome(second)
        finally:
            through.set()

    monkeypatch.setattr(owner, name, stopping)
    with ThreadPoolExecutor(2) as people:
        ours, theirs = people.submit(run_first), people.submit(run_second)
        return ours.result(LONGEST), theirs.result(LONGEST)


def _outcome(act: Act) -> Any:
    try:
        return act()
    except Exception as refused:  # noqa: BLE001  the refusal is the result of the race
        return refused
    finally:
        connections.close_all()


def _somebody_waits(address: str) -> bool:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with psycopg.connect(address) as watcher:
        return watcher.execute(waiting).fetchone() != (0,)


def _until(holds: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + LONGEST
    while not holds():
        if time.monotonic() > deadline:
            raise Stuck(otherwise)
        Event().wait(0.01)


def vendor() -> str:
    return str(connection.vendor)
