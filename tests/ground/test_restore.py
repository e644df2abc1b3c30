"""A backup made as docs/operations.md says, and restored beside an empty place, is the installation again: rows, documents, proofs."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ground.installation import Installation
from tests.servers import empty_postgres, postgres_answers

PROCESS = """
from reconciliation.models import StatementImport
from reconciliation.tasks import process_pdf
for kept in StatementImport.objects.across_organizations("a test of its own"):
    process_pdf(str(kept.pk))
"""
TOLD = """
from reconciliation import archive
from reconciliation.models import StatementImport
import hashlib
for kept in StatementImport.objects.across_organizations("a test of its own"):
    print(kept.filename, kept.status, kept.verdict, kept.sha256 == hashlib.sha256(archive.readable(kept)).hexdigest())
"""
MATCHED = "january.pdf complete matched True"


def used(installation: Installation) -> Installation:
    """With books, a statement, and its proof."""
    assert installation.manage("migrate", "--verbosity", "0").returncode == 0
    installation.upload()
    done = installation.manage("shell", "-c", PROCESS)
    assert done.returncode == 0, done.stderr
    return installation


def copied(what: Installation, to: Path) -> None:
    """Documents and, of a laptop, its keys: what is kept beside the database."""
    to.mkdir()
    shutil.copytree(what.folder / "media", to / "media")
    for key in ("encryption_key", "secret_key"):
        shutil.copy(what.folder / key, to / key)


def is_whole(restored: Installation) -> None:
    assert restored.manage("migrate", "--verbosity", "0").returncode == 0
    told = restored.manage("shell", "-c", TOLD)
    assert told.stdout.splitlines()[-1:] == [MATCHED], told.stderr
    proved = restored.manage("check_proof")
    assert proved.returncode == 0, proved.stdout


def test_sqlite_is_restored_from_its_backup(tmp_path: Path) -> None:
    if not shutil.which("sqlite3"):
        pytest.skip("needs the command sqlite3")
    (tmp_path / "first").mkdir()
    first = used(Installation(tmp_path / "first"))
    copied(first, tmp_path / "second")

    backup = tmp_path / "second" / "tieout.sqlite3"
    subprocess.run(["sqlite3", str(tmp_path / "first" / "tieout.sqlite3"), f".backup {backup}"], check=True)
    shutil.rmtree(tmp_path / "first")

    is_whole(Installation(tmp_path / "second"))


@pytest.fixture
def databases() -> Iterator[tuple[str, str]]:
    """Two empty ones, gone afterwards."""
    with empty_postgres(f"tieout_backed_up_{os.getpid()}") as first, empty_postgres(f"tieout_restored_{os.getpid()}") as second:
        yield first, second


@pytest.mark.postgres
@pytest.mark.skipif(not postgres_answers() or not shutil.which("pg_restore"), reason="needs a PostgreSQL server and its commands")
def test_postgresql_is_restored_from_its_dump(tmp_path: Path, databases: tuple[str, str]) -> None:
    (tmp_path / "first").mkdir()
    first = used(Installation(tmp_path / "first", database_url=databases[0]))
    copied(first, tmp_path / "second")

    dump = tmp_path / "tieout.dump"
    subprocess.run(["pg_dump", "--format", "custom", "--file", str(dump), databases[0]], check=True)
    subprocess.run(["pg_restore", "--no-owner", "--dbname", databases[1], str(dump)], check=True)
    shutil.rmtree(tmp_path / "first")

    is_whole(Installation(tmp_path / "second", database_url=databases[1]))
