"""Fixtures for every test."""

import os
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.utils import translation
from hypothesis import settings

pytest_plugins = [
    "pytester",
    "tests.databases",
    "tests.servers",
    "tests.storage",
    "tests.order",
    "tests.left_out",
    "tests.outside",
    "tests.kept_stem",
    "tests.world",
    "tests.addresses",
]

# A busy machine is no fault of the code; and CI gives the same result for a commit every day.
settings.register_profile("tieout", deadline=None, derandomize="CI" in os.environ)
settings.register_profile("thorough", deadline=None, max_examples=10_000)  # pytest --hypothesis-profile=thorough FILE
settings.load_profile("tieout")


@pytest.fixture(autouse=True)
def _language_of_the_settings() -> Iterator[None]:
    """A request leaves the language of its reader active. The next test does not have it."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True, scope="session")
def empties_the_audit_log() -> Iterator[None]:
    """Django empties every table after a test; on SQLite by deleting rows, which the audit log does not allow."""
    operations = DatabaseWrapper.ops_class
    real = operations.sql_flush
    stays = import_module("finance.migrations.0002_append_only_audit_log").SQLITE[1]

    def lifted(self: Any, style: Any, tables: Any, **more: Any) -> list[str]:
        statements: list[str] = real(self, style, tables, **more)
        guarded = "finance_auditentry" in tables
        return ["DROP TRIGGER audit_entries_stay", *statements, stays] if guarded else statements

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(operations, "sql_flush", lifted)
        yield
