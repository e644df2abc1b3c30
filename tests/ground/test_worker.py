"""As on a server: rows in PostgreSQL, rings over Redis, work in a worker process."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.ground.installation import Installation
from tests.ground.processes import eventually

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
WORKER = ("-m", "celery", "--quiet", "-A", "config", "worker", "--concurrency", "1", "--loglevel", "WARNING")


@pytest.fixture
def server(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Installation]:
    installation = Installation(tmp_path, database_url=postgres_url, redis_url=redis_url)
    migrated = installation.manage("migrate", "--verbosity", "0")
    assert migrated.returncode == 0, migrated.stderr
    yield installation
    installation.stop()


def verdicts(postgres_url: str) -> list[str]:
    with closing(psycopg.connect(postgres_url)) as database:
        return [verdict for (verdict,) in database.execute("SELECT verdict FROM reconciliation_statementimport").fetchall()]


def test_an_upload_returns_at_once_and_a_worker_process_proves_it(server: Installation, postgres_url: str) -> None:
    server.upload()
    assert verdicts(postgres_url) == [""]

    server.start(*WORKER)
    eventually(lambda: verdicts(postgres_url) == ["matched"], "the worker processes the upload")
