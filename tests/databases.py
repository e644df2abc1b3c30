"""One migrated database a run of the tests, copied for each process of it and for each installation that a test starts."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections
from psycopg import sql
from pytest_django import DjangoDbBlocker

from tests import forked

RUN = "TESTS_RUN_FOLDER"
"""Environment variable with the folder of the whole run, which its processes share."""


def pytest_configure(config: pytest.Config) -> None:
    """The first process of a run makes its folder, and removes it at the end with the databases that it names."""
    if RUN in os.environ:
        return
    os.environ[RUN] = tempfile.mkdtemp(prefix="tieout-run-")
    config.add_cleanup(remove_run)


def remove_run() -> None:
    folder = Path(os.environ.pop(RUN))
    for template in folder.glob("*.postgres"):
        drop(template.read_text(), template.stem)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """In place of pytest-django's: a copy of the run's migrated database instead of migrations in each process."""
    with django_db_blocker.unblock():
        connections.close_all()
        database = copy_of_sqlite() if connection.vendor == "sqlite" else copy_of_postgres()
        with database as name:
            settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
            with django_db_blocker.block():
                yield
            connections.close_all()


@contextmanager
def copy_of_sqlite() -> Iterator[str]:
    name = Path(settings.DATA_DIR) / "test.sqlite3"
    shutil.copyfile(migrated_sqlite(), name)
    yield str(name)


@contextmanager
def copy_of_postgres() -> Iterator[str]:
    with migrated_postgres(os.environ["DATABASE_URL"], f"test_{os.getpid()}") as address:
        yield urlsplit(address).path[1:]


def migrated_sqlite() -> Path:
    """Path of the run's migrated and empty SQLite database, for copying alone."""
    path = Path(os.environ[RUN]) / "migrated.sqlite3"
    with alone(path):
        if not path.exists():
            unfinished = path.with_suffix(".unfinished")
            migrate(f"sqlite:///{unfinished}")
            unfinished.rename(path)
    return path


@contextmanager
def migrated_postgres(server: str, name: str) -> Iterator[str]:
    """Address of a migrated and empty PostgreSQL database of this name on the server of an address; dropped at the end."""
    template = f"migrated_{Path(os.environ[RUN]).name.removeprefix('tieout-run-')}"
    noted = Path(os.environ[RUN]) / f"{template}.postgres"
    with alone(noted), psycopg.connect(server, autocommit=True) as admin:
        if not noted.exists():
            admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(template)))
            try:
                migrate(address_of(server, template))
            except BaseException:
                drop(server, template)
                raise
            noted.write_text(server)
        drop(server, name)
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)))
    try:
        yield address_of(server, name)
    finally:
        drop(server, name)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the lock of a path against the other processes of the run."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def migrate(address: str) -> None:
    own = {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "config.settings", "TENANT_GUARD": "false"}
    forked.run(["manage.py", "migrate", "--verbosity", "0"], os.environ | own).check_returncode()


def address_of(server: str, database: str) -> str:
    return urlunsplit(urlsplit(server)._replace(path=f"/{database}"))


def drop(server: str, name: str) -> None:
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
