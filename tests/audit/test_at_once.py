"""Many writers of one chain at the same moment: no number twice, none left out, every entry follows the one before it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from people.audit import Act, faults_of, record
from people.models import AuditEntry, AuditHead, Organization
from tests.concurrency.conftest import address as postgres
from tests.factories import OrganizationFactory

__all__ = ["postgres"]
WRITERS, EACH = 8, 10


def written_by_many(organization: Organization | None) -> None:
    def write(writer: int) -> None:
        try:
            for number in range(EACH):
                record(organization, None, Act.SET, writer=writer, step=number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as people:
        list(people.map(write, range(WRITERS)))


def assert_whole(organization: Organization | None) -> None:
    head = AuditHead.objects.across_organizations("a test's own").filter(organization=organization).get()
    rows = AuditEntry.objects.across_organizations("a test's own").filter(organization=organization).order_by("number")
    entries: Iterator[AuditEntry] = rows.iterator()
    assert list(faults_of(entries, head)) == []
    assert rows.count() == head.number == WRITERS * EACH


@pytest.mark.django_db(transaction=True)
def test_on_the_database_of_the_tests() -> None:
    ours = OrganizationFactory.create()

    written_by_many(ours)

    assert_whole(ours)


@pytest.mark.django_db(transaction=True)
def test_in_the_chain_of_the_installation() -> None:
    written_by_many(None)

    assert_whole(None)


@pytest.mark.postgres
@pytest.mark.usefixtures("postgres")
def test_on_postgresql() -> None:
    ours = OrganizationFactory.create()

    written_by_many(ours)

    assert_whole(ours)
