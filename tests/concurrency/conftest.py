"""PostgreSQL in the place of the database that the tests run on, a copy of the migrated one of the run."""

import os
from collections.abc import Iterator

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from config.settings import env
from tests.databases import migrated_postgres
from tests.servers import POSTGRES, PROCESS


@pytest.fixture(scope="module")
def address(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Yield the address of the database that every connection of these tests uses."""
    with migrated_postgres(POSTGRES, f"tieout_at_once_{PROCESS}_{os.getpid()}") as found, django_db_blocker.unblock():
        before, own = connections.settings["default"], connections["default"]
        _connect_to({**before, "OPTIONS": {}, **env.db_url_config(found), "CONN_MAX_AGE": 0})
        try:
            yield found
        finally:
            _connect_to(before)
            connections["default"] = own  # the fixture that made its database closes this one before it drops it


def _connect_to(settings: dict[str, object]) -> None:
    """From the next connection on, in every thread."""
    connections.close_all()
    del connections["default"]
    connections.settings["default"] = settings
