"""One real installation for the tests of a file that ask for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.serving import Served, served
from tieout.client import Tieout


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(Path(tmp_path_factory.mktemp("served"))) as found:
        yield found


@pytest.fixture
def tieout(server: Served) -> Iterator[Tieout]:
    """The client, with the token of the owner of the sample books."""
    with Tieout(server.address, token=server.token) as client:
        yield client
