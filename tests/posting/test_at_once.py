"""Two people post at the same moment: one adds the rows, the other gets a message that they exist."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connections

from reconciliation.models import Statement, StatementImport
from reconciliation.posting.publishing import Published, publish
from reconciliation.posting.undoing import undo
from tests.factories import AccountFactory
from tests.read_statements import only, paper, read_in, standing
from tests.world import booked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def january() -> StatementImport:
    account = AccountFactory.create()
    booked(account, 14, "-300.00", "Acme")
    return read_in(account.organization, paper([(15, "-300.00", "Acme"), (31, "-12.00", "FEE"), (31, "3.10", "INTEREST")]))


def together(*acts: object) -> list[object]:
    """Each in a thread and a connection of its own, begun at the same moment."""
    ready = Barrier(len(acts))

    def run(act: object) -> object:
        try:
            ready.wait(30)
            return act()  # type: ignore[operator]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as people:
        return list(people.map(run, acts))


def the(statement: UUID) -> Statement:
    return Statement.objects.across_organizations("a test's own").select_related("statement_import__organization").get(pk=statement)


def test_rows_are_posted_once(january: StatementImport) -> None:
    key = only(january).pk

    found = together(*[lambda: publish(statement=the(key), actor=None, lines=[1, 2])] * 3)

    results = [each for each in found if isinstance(each, Published)]
    assert sorted(len(each.postings) for each in results) == [0, 0, 2]
    assert sorted(tuple(left.code for left in each.left) for each in results) == [(), ("in_the_books",) * 2, ("in_the_books",) * 2]
    assert len(standing(january)) == 2


def test_rows_are_taken_out_once(january: StatementImport) -> None:
    publish(statement=only(january), actor=None)

    found = together(*[lambda: undo(statement_import=StatementImport.objects.of(january.organization).get(pk=january.pk), actor=None)] * 2)

    assert sorted(len(each) for each in found if isinstance(each, tuple)) == [0, 2]
    assert standing(january) == []
