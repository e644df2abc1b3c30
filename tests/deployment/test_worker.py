"""As on a server: rows in PostgreSQL, rings over Redis, work in a worker process."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import migrated_postgres
from tests.deployment.processes import eventually
from tests.installations import LOAD_SAMPLE_BOOKS, Installation
from tests.servers import POSTGRES

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
WORKER = ("-m", "celery", "--quiet", "-A", "config", "worker", "--concurrency", "1", "--loglevel", "WARNING")


@pytest.fixture
def server(tmp_path: Path, redis_url: str) -> Iterator[Installation]:
    with migrated_postgres(POSTGRES, f"tieout_worker_{os.getpid()}") as address:
        installation = Installation(tmp_path, database_url=address, redis_url=redis_url)
        yield installation
        installation.end()


def test_an_upload_returns_at_once_and_a_worker_process_proves_it(server: Installation) -> None:
    server.upload(before=LOAD_SAMPLE_BOOKS)
    assert server.verdicts() == [""]

    server.start(*WORKER)
    eventually(lambda: server.verdicts() == ["matched"], "the worker processes the upload")
