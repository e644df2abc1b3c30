"""How a run uses its processors.

Files with the longest tests begin, so that no process is left with them at the end. Tests wait for servers and browsers in a half of
their time, so there are twice as many processes as processors.
"""

import gc
import os
import subprocess
from collections.abc import Generator
from functools import cache
from types import ModuleType

import pytest

from tests import forked

LONGEST_FIRST = ("browser", "faults", "processes", "slow")
STARTING = frozenset(
    {"tests.forked", "tests.installations", "tests.deployment.used", "tests.deployment.shell", "tests.api.serving", "tests.faults.prepared"}
)
"""Modules that start processes for tests."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests of modules that start processes, before `-m` selects."""
    for item in items:
        if isinstance(item, pytest.Function) and starts_processes(item.module):
            item.add_marker("processes")


@cache
def starts_processes(module: ModuleType) -> bool:
    return any(value is subprocess or value is forked or getattr(value, "__module__", None) in STARTING for value in vars(module).values())


class Order:
    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort files by the longest kind of test that they have. Tests of a file stay together, in their order."""
        ranks: dict[str, int] = {}
        for item in items:
            kinds = {marker.name for marker in item.iter_markers()}
            rank = next((place for place, kind in enumerate(LONGEST_FIRST) if kind in kinds), len(LONGEST_FIRST))
            ranks[str(item.path)] = min(rank, ranks.get(str(item.path), rank))
        items.sort(key=lambda item: ranks[str(item.path)])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of processes that `--numprocesses auto` starts; `logical`, for tests that wait for nothing, starts half as many."""
    processors = len(os.sched_getaffinity(0))
    return processors if config.option.numprocesses == "logical" else 2 * processors


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage, and never look through what was collected: nothing of it goes away during the run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Order(), "longest first")
