"""The real servers that tests may use, and an empty database on each for the test that asks."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis
from psycopg import sql

from tests.databases import migrated_postgres
from tests.project import PROJECT

SHARED = PROJECT.parent / "shared"
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/test")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
PROCESS = os.environ.get("PYTEST_XDIST_WORKER", "gw0")


def postgres_answers() -> bool:
    try:
        psycopg.connect(POSTGRES, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers() -> bool:
    with closing(redis.Redis.from_url(REDIS, socket_connect_timeout=2)) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The address of an empty PostgreSQL database, dropped afterwards; for processes that a test starts."""
    with empty_postgres(f"tieout_{PROCESS}_{os.getpid()}") as address:
        yield address


@pytest.fixture
def migrated_url() -> Iterator[str]:
    """The address of a migrated and empty PostgreSQL database, dropped afterwards; for processes that a test starts."""
    with migrated_postgres(POSTGRES, f"tieout_{PROCESS}_{os.getpid()}") as address:
        yield address


@contextmanager
def empty_postgres(name: str) -> Iterator[str]:
    """A database of this name, and of nothing else, until the end."""
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute(drop)
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlunsplit(urlsplit(POSTGRES)._replace(path=f"/{name}"))
        server.execute(drop)


@pytest.fixture
def redis_url() -> Iterator[str]:
    """The address of an empty Redis database; each test process has its own."""
    url = f"{REDIS}/{8 + int(PROCESS.removeprefix('gw')) % 8}"
    with closing(redis.Redis.from_url(url)) as client:
        client.flushdb()
        yield url
        client.flushdb()
