"""The hostile texts, models and files take seconds each."""

from pathlib import Path

import pytest

FOLDER = str(Path(__file__).parent)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if str(item.path).startswith(FOLDER):
            item.add_marker("slow")
