"""Documents that a test process opens come of one stem, as those of a worker do; each has a child of its own all the same."""

import pytest

from reconciliation.documents import forkserver


@pytest.fixture(autouse=True)
def keeps_a_stem() -> None:
    forkserver.keep()


def pytest_sessionfinish() -> None:
    forkserver.keep_none()
