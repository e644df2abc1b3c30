"""The marker `database`, and its other side: a test without it opens no connection to a database or a queue of the run.

Tests with the marker run again with the rows in PostgreSQL and the queue in Redis. The others cannot behave differently there.
"""

from typing import Any

import kombu
import psycopg
import pytest
import redis

FIXTURES = frozenset({"django_db_setup", "db", "transactional_db", "live_server"})
"""Fixtures that open the database of the run."""
OWN_SERVERS = frozenset({"faults", "postgres", "redis"})
"""Markers of tests that make a database of their own on a server."""
NOWHERE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
"""Addresses that a process started by an unmarked test inherits. Port 1 refuses each connection."""


class ConnectionOpened(AssertionError):
    """Raised where a test without the marker `database` connects to PostgreSQL, Redis or the broker."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their fixtures, before `-m` selects."""
    for item in items:
        if item.get_closest_marker("django_db") or not FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("database")


@pytest.fixture(autouse=True)
def opens_no_connection(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("database"):
        return
    for name, address in NOWHERE.items():
        monkeypatch.setenv(name, address)
    if not any(request.node.get_closest_marker(marker) for marker in OWN_SERVERS):
        monkeypatch.setattr(psycopg.Connection, "connect", _refuse)
        monkeypatch.setattr(redis.connection.AbstractConnection, "connect", _refuse)
        monkeypatch.setattr(kombu.Connection, "_establish_connection", _refuse)


def _refuse(*_: Any, **__: Any) -> None:
    raise ConnectionOpened("only tests marked `database` (by `django_db` or a fixture) may connect")
