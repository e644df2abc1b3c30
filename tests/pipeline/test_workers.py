"""Real worker processes: uploads are processed in the background, and a killed worker loses nothing."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deployment.processes import PATIENCE, eventually
from tests.installations import Installation
from tests.preparing import Books, prepare


@pytest.fixture(params=["files", pytest.param("redis", marks=pytest.mark.redis)])
def installation(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Installation]:
    prepare(tmp_path, Books.SAMPLES)
    installation = Installation(tmp_path, redis_url=request.getfixturevalue("redis_url") if request.param == "redis" else "")
    yield installation
    installation.end()


def test_an_upload_is_processed_in_the_background(installation: Installation) -> None:
    installation.worker()

    installation.upload()

    eventually(lambda: installation.imports() == [("complete", "matched", 1)], "the worker finishes the upload")


def test_a_worker_killed_in_the_middle_loses_nothing(installation: Installation) -> None:
    marker = installation.folder / "reading"
    installation.upload()
    stuck = installation.stuck(marker)
    eventually(marker.exists, "the first worker is in the middle of it")
    stuck.send_signal(signal.SIGKILL)
    stuck.wait(timeout=PATIENCE)
    assert installation.imports() == [("processing", "", 1)]
    installation.end_leases()

    installation.worker()

    eventually(lambda: installation.imports() == [("complete", "matched", 2)], "the next worker finishes it")


def test_an_upload_survives_a_broker_that_is_down(installation: Installation) -> None:
    installation.upload(REDIS_URL="redis://127.0.0.1:1/0")
    assert installation.imports() == [("pending", "", 0)]

    installation.worker()

    eventually(lambda: installation.imports() == [("complete", "matched", 1)], "the next worker that starts finds it")
