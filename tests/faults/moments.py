"""Faults of an import at a named step of its work, in one process and one thread, without chance."""

from collections.abc import Callable

import pytest

from reconciliation.queue import failpoints


def at(monkeypatch: pytest.MonkeyPatch, step: str, act: Callable[[], object]) -> None:
    """Let `act` happen the first time that the step is reached, as a failpoint does it."""

    def once() -> None:
        monkeypatch.setattr(failpoints, "_STEP", "")
        act()

    assert step in failpoints.STEPS
    monkeypatch.setattr(failpoints, "_STEP", step)
    monkeypatch.setattr(failpoints, "_ACT", "call")
    monkeypatch.setitem(failpoints._ACTS, "call", once)
