"""Scanned pages are read as long as time remains for one more."""

from itertools import chain, repeat

import pytest

from reconciliation.documents.child import ocr_time
from reconciliation.documents.child.ocr_time import TimeBudget


def pages_read(clock: list[float], *, seconds: float, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many pages are read; `clock` has its value when the first page begins, and then before each page."""
    times = chain(clock, repeat(clock[-1]))
    monkeypatch.setattr(ocr_time, "STARTED", 0.0)
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    patience = TimeBudget(seconds)
    return next(page for page in range(len(clock)) if patience.is_over() or page == len(clock) - 1)


def test_the_longest_page_yet_must_still_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pages_read([2.0, 2.0, 9.0, 13.0, 14.0], seconds=19.0, monkeypatch=monkeypatch) == 2


def test_all_are_read_while_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pages_read([2.0, 2.0, 9.0, 13.0], seconds=60.0, monkeypatch=monkeypatch) == 3


def test_nothing_is_begun_when_the_start_took_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pages_read([5.0, 5.0], seconds=4.0, monkeypatch=monkeypatch) == 0
