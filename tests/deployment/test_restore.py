"""A backup made as docs/operations.md says, and restored beside an empty place, is the installation again: rows, documents, proofs."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import migrated_postgres
from tests.deployment.used import check_archive, use
from tests.installations import LOAD_SAMPLE_BOOKS, Installation
from tests.preparing import Books, prepare
from tests.servers import POSTGRES, empty_postgres, postgres_answers


def copied(what: Installation, to: Path) -> None:
    """Documents and, of a laptop, its keys: what is kept beside the database."""
    to.mkdir()
    shutil.copytree(what.folder / "media", to / "media")
    for key in ("encryption_key", "secret_key"):
        shutil.copy(what.folder / key, to / key)


def test_sqlite_is_restored_from_its_backup(tmp_path: Path) -> None:
    if not shutil.which("sqlite3"):
        pytest.skip("needs the command sqlite3")
    first = Installation(tmp_path / "first")
    prepare(first.folder, Books.SAMPLES)
    use(first)
    copied(first, tmp_path / "second")

    backup = tmp_path / "second" / "tieout.sqlite3"
    subprocess.run(["sqlite3", str(tmp_path / "first" / "tieout.sqlite3"), f".backup {backup}"], check=True)
    shutil.rmtree(tmp_path / "first")

    restored = Installation(tmp_path / "second")
    assert restored.manage("migrate", "--verbosity", "0").returncode == 0
    check_archive(restored)


@pytest.fixture
def databases() -> Iterator[tuple[str, str]]:
    """Yield the addresses of a migrated database and of an empty one, which are dropped afterwards."""
    with (
        migrated_postgres(POSTGRES, f"tieout_backed_up_{os.getpid()}") as first,
        empty_postgres(f"tieout_restored_{os.getpid()}") as second,
    ):
        yield first, second


@pytest.mark.postgres
@pytest.mark.skipif(not postgres_answers() or not shutil.which("pg_restore"), reason="needs a PostgreSQL server and its commands")
def test_postgresql_is_restored_from_its_dump(tmp_path: Path, databases: tuple[str, str]) -> None:
    (tmp_path / "first").mkdir()
    first = Installation(tmp_path / "first", database_url=databases[0])
    use(first, before=LOAD_SAMPLE_BOOKS)
    copied(first, tmp_path / "second")

    dump = tmp_path / "tieout.dump"
    subprocess.run(["pg_dump", "--format", "custom", "--file", str(dump), databases[0]], check=True)
    subprocess.run(["pg_restore", "--no-owner", "--dbname", databases[1], str(dump)], check=True)
    shutil.rmtree(tmp_path / "first")

    restored = Installation(tmp_path / "second", database_url=databases[1])
    assert restored.manage("migrate", "--verbosity", "0").returncode == 0
    check_archive(restored)
