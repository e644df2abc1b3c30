"""Use of processors by a run.

Files with the longest tests begin, so that no process is left with them at the end. Tests wait for servers and browsers in a half of their
time, so there are twice as many processes as processors. `--most-cases N` selects at most N cases of each parametrized test, at equal
distances: for a second run on other servers, when all cases have passed on the first.
"""

import gc
import os
import subprocess
from collections import defaultdict
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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--most-cases", type=int, metavar="N", help="select at most N cases of each parametrized test")


def chosen_cases(items: list[pytest.Item], most: int) -> list[pytest.Item]:
    """Return at most so many cases of each test, in their order."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    chosen = {id(own[place * len(own) // most]) for own in cases.values() for place in range(most)}
    return [item for item in items if id(item) in chosen]


class Order:
    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Sort files by the longest kind of test that they have. Tests of a file stay together, in their order."""
        if most := config.option.most_cases:
            chosen = chosen_cases(items, most)
            ids = set(map(id, chosen))
            config.hook.pytest_deselected(items=[item for item in items if id(item) not in ids])
            items[:] = chosen
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
    """Switch garbage collection off during collection, and exclude the collected tests from it afterwards: they stay during the run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Order(), "longest first")
