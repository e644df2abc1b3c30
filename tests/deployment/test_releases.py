"""A data folder of each release is upgraded to the code of today: its rows, documents, keys, proofs, and sign-offs.

`releases/VERSION.zip` was written by the code of that release (CONTRIBUTING.md, Releases): the sample books with their statements, of which
one is signed off and locked and one filed as not reconciled, rows added to the books, a question with a file, codes, a member's
token, a webhook, a connection, an invitation, and a provider's key. Its owner is `demo`."""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from scripts.snapshot import write
from tests.installations import Installation
from tests.project import PROJECT

SNAPSHOTS = {path.stem: path for path in sorted((PROJECT / "tests" / "deployment" / "releases").glob("*.zip"))}
WITHOUT = {"0.1.0", "0.2.0"}
"""Releases whose data cannot be upgraded: their migrations were replaced."""
OWN = ("finance_", "reconciliation_", "api_", "connectors_", "auth_user")
CHECKS = ("check_audit", "check_balances", "check_proof")
LOOK = """
import hashlib
from django.contrib.auth.models import User
from django.test import Client
from people.models import Organization
from reconciliation.models import StatementImport
from reconciliation.storage import archive
from reconciliation.model_access.provider_selection import choice_of
[organization] = Organization.objects.all()
browser = Client(HTTP_HOST="localhost")
browser.force_login(User.objects.get(username="demo"))
pages = ["", "overview/", "accounts/", "members/", "programs/", "connections/", "models/", "log/", "enquiries/"]
imports = StatementImport.objects.of(organization)
for page in [*pages, *(f"statements/{each.pk}/" for each in imports)]:
    assert browser.get(f"/c/{organization.slug}/{page}").status_code == 200, page
for each in imports:
    assert hashlib.sha256(archive.readable(each)).hexdigest() == each.sha256, each.filename
assert choice_of(organization).sealed_key
print("looked at", len(imports))
"""
COPY = """
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
old = {{"ENGINE": "django.db.backends.sqlite3", "NAME": {path!r}, "OPTIONS": {{}}}}
connections.databases["old"] = connections.databases["default"] | old
targets = list(MigrationRecorder(connections["old"]).applied_migrations())
executor = MigrationExecutor(connection)
executor.migrate(targets)
models = executor.loader.project_state(targets).apps.get_models(include_auto_created=True)
with transaction.atomic():
    for model in models:
        if model._meta.managed and model.__name__ != "MonthlySum":  # the triggers of entries write these
            model._base_manager.bulk_create(model._base_manager.using("old").all())
with connection.cursor() as cursor:
    for statement in connection.ops.sequence_reset_sql(no_style(), models):
        cursor.execute(statement)
"""


@pytest.fixture(params=sorted(SNAPSHOTS))
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The data folder of a release."""
    with ZipFile(SNAPSHOTS[request.param]) as snapshot:
        snapshot.extractall(tmp_path / "data")
    return tmp_path / "data"


def stored_in(folder: Path, columns: Mapping[str, list[str]] | None = None) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of the project's own tables, limited to some columns of each."""
    with closing(sqlite3.connect(folder / "tieout.sqlite3")) as database:
        known = columns or columns_in(database)
        return {table: sorted(database.execute(f"SELECT {', '.join(names)} FROM {table}"), key=repr) for table, names in known.items()}  # noqa: S608  names of our own tables


def columns_in(database: sqlite3.Connection) -> dict[str, list[str]]:
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'") if name.startswith(OWN)]
    return {table: [f'"{column[1]}"' for column in database.execute(f"PRAGMA table_info({table})")] for table in tables}


def checked(installation: Installation) -> Iterator[str]:
    """Yield the commands that find a fault."""
    yield from (name for name in CHECKS if installation.manage(name).returncode != 0)


def test_every_release_has_a_snapshot_from_which_it_is_upgraded() -> None:
    released = set(re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (PROJECT / "CHANGELOG.md").read_text(), re.MULTILINE))

    assert set(SNAPSHOTS) == released - WITHOUT


def test_a_data_folder_is_upgraded_and_loses_nothing(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "tieout.sqlite3")) as database:
        columns = columns_in(database)
    before = stored_in(folder, columns)
    installation = Installation(folder)

    assert installation.manage("migrate", "--verbosity", "0").returncode == 0

    after = stored_in(folder, columns)
    assert {table: rows for table, rows in before.items() if after[table] != rows} == {}
    assert list(checked(installation)) == []
    assert installation.run("shell", "-v0", "-c", LOOK).strip() == "looked at 4"


def test_the_snapshot_of_the_next_release_can_be_made(tmp_path: Path) -> None:
    write(tmp_path / "next.zip")

    with ZipFile(tmp_path / "next.zip") as snapshot:
        snapshot.extractall(tmp_path / "data")
    installation = Installation(tmp_path / "data")
    assert list(checked(installation)) == []
    assert installation.run("shell", "-v0", "-c", LOOK).strip() == "looked at 4"


@pytest.mark.postgres
def test_the_same_rows_are_upgraded_on_postgresql(folder: Path, postgres_url: str) -> None:
    installation = Installation(folder, database_url=postgres_url)
    installation.run("shell", "-v0", "-c", COPY.format(path=str(folder / "tieout.sqlite3")))

    assert installation.manage("migrate", "--verbosity", "0").returncode == 0

    assert list(checked(installation)) == []
    assert installation.run("shell", "-v0", "-c", LOOK).strip() == "looked at 4"
