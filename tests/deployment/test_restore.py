"""A backup made as docs/operations.md says, and restored beside an empty place, is the installation again: rows, documents, proofs."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.databases import migrated_postgres
from tests.deployment.used import check_archive, use
from tests.installations import LOAD_SAMPLE_BOOKS, Installation
from tests.preparing import Books, prepare
from tests.project import PROJECT
from tests.servers import POSTGRES, empty_postgres, postgres_answers


def copied(what: Installation, to: Path) -> None:
    """Copy the files stored beside the database: documents and, of a laptop, its keys."""
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


on_postgresql = pytest.mark.skipif(
    not postgres_answers() or not shutil.which("pg_restore"), reason="needs a PostgreSQL server and its commands"
)


@pytest.mark.postgres
@on_postgresql
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


def run_script(name: str, *arguments: str, database_url: str, media: Path, backups: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the service `backup` as its container does."""
    server = urlsplit(database_url)
    database = {"PGHOST": str(server.hostname), "PGPORT": str(server.port), "PGUSER": str(server.username)}
    places = {"PGDATABASE": server.path.removeprefix("/"), "BACKUPS": str(backups), "MEDIA": str(media)}
    command = [str(PROJECT / "deploy" / name), *arguments]
    return subprocess.run(command, env=os.environ | database | places | more, capture_output=True, text=True, check=False)


@pytest.mark.postgres
@on_postgresql
def test_the_backup_of_the_containers_is_restored_and_restored_over_nothing(tmp_path: Path, databases: tuple[str, str]) -> None:
    for name in ("first", "second", "backups"):
        (tmp_path / name).mkdir()
    first = Installation(tmp_path / "first", database_url=databases[0])
    use(first, before=LOAD_SAMPLE_BOOKS)

    made = run_script("backup.sh", database_url=databases[0], media=tmp_path / "first" / "media", backups=tmp_path / "backups")
    assert made.returncode == 0, made.stderr
    [backup] = (tmp_path / "backups").iterdir()
    assert backup.name == made.stdout.strip()
    assert {path.name for path in backup.iterdir()} == {"database.dump", "documents.tar", "SHA256SUMS"}
    assert backup.stat().st_mode & 0o077 == 0

    restore = partial(
        run_script, "restore.sh", database_url=databases[1], media=tmp_path / "second" / "media", backups=tmp_path / "backups"
    )
    restored = restore(backup.name)
    assert restored.returncode == 0, restored.stderr
    for key in ("encryption_key", "secret_key", "proof_key"):
        shutil.copy(tmp_path / "first" / key, tmp_path / "second" / key)
    second = Installation(tmp_path / "second", database_url=databases[1])
    assert second.manage("migrate", "--verbosity", "0").returncode == 0
    check_archive(second)

    assert "the database has" in restore(backup.name).stderr
    with (backup / "documents.tar").open("ab") as documents:
        documents.write(b"more")
    assert "the backup is damaged" in restore(backup.name).stderr
    assert restore("of-another-day").returncode == 2


@pytest.mark.postgres
@on_postgresql
def test_a_backup_that_fails_leaves_nothing_and_older_ones_are_removed(tmp_path: Path, databases: tuple[str, str]) -> None:
    old = tmp_path / "tieout-20250101T000000Z"
    old.mkdir()
    os.utime(old, (0, 0))
    back_up = partial(run_script, "backup.sh", media=tmp_path / "none", backups=tmp_path, BACKUP_DAYS="30")

    assert back_up(database_url=f"{databases[0]}_not_there").returncode != 0
    assert list(tmp_path.iterdir()) == [old]

    assert back_up(database_url=databases[0]).returncode == 0
    assert old not in tmp_path.iterdir()
