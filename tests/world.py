"""The situations that most tests start from, and rows that all tests of a module share."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let module-scoped fixtures write rows: each test changes them in a savepoint, and all are rolled back after the last test.

    A module that uses this has no test with a database of its own (`transaction=True`). Rows are shared, objects are not:
    a fixture gives each test a deep copy of what was built."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # tests/outside.py counts the transactions of the product alone
    with django_db_blocker.unblock(), block:
        yield
        transaction.set_rollback(True)
