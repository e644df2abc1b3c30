"""The order of a run: files with the longest tests begin, so that no process is left with them at the end."""

import subprocess
from types import ModuleType

import pytest

LONGEST_FIRST = ("browser", "faults", "processes", "slow")
STARTING = frozenset({"tests.installations", "tests.ground.used", "tests.ground.shell", "tests.api.serving", "tests.faults.prepared"})
"""Modules that start processes for tests."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests of modules that start processes, before `-m` selects."""
    for item in items:
        if isinstance(item, pytest.Function) and starts_processes(item.module):
            item.add_marker("processes")


def starts_processes(module: ModuleType) -> bool:
    return any(value is subprocess or getattr(value, "__module__", None) in STARTING for value in vars(module).values())


class Order:
    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort files by the longest kind of test that they have. Tests of a file stay together, in their order."""
        ranks: dict[str, int] = {}
        for item in items:
            rank = min((place for place, kind in enumerate(LONGEST_FIRST) if item.get_closest_marker(kind)), default=len(LONGEST_FIRST))
            ranks[str(item.path)] = min(rank, ranks.get(str(item.path), rank))
        items.sort(key=lambda item: ranks[str(item.path)])


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Order(), "longest first")
