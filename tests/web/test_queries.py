"""No page takes more queries for more rows: every page that a member can open, before and after everything on it has grown."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finance.imports.services import show_file
from people.members import invite
from people.roles import Role
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Cause, Decision, Notice, Question
from reconciliation.reconcile.persist import verify_again
from reconciliation.reports.catalogue import OF_A_STATEMENT
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory
from tests.read_statements import paper, read_anew, read_in
from tests.tenants.routes import ROUTES
from tests.tenants.tenant import Tenant, a_tenant
from tests.world import booked

pytestmark = pytest.mark.django_db
MOST = 23


def addresses(ours: Tenant) -> Iterator[tuple[str, str]]:
    for route in ROUTES:
        values = ours.values(route.name)
        for report in OF_A_STATEMENT if "report" in route.parts else [""]:
            said = {part: report if part == "report" else values[part] for part in route.parts}
            yield f"{route.name} {report}".strip(), reverse(route.name, kwargs=said)


def queries(ours: Tenant) -> Mapping[str, int]:
    """Return the number of queries of each page, after a first request."""
    client = Client()
    client.force_login(ours.owner)
    counted = {}
    for name, address in addresses(ours):
        answer = client.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            with CaptureQueriesContext(connection) as found:
                client.get(address)
            counted[name] = len(found)
    return counted


def grown(ours: Tenant) -> Tenant:
    """Add more rows of everything: rows, decisions, runs and questions of the opened statement, and rows beside it."""
    organization, owner, opened = ours.organization, ours.owner, ours.statement_import
    second = AccountFactory.create(organization=organization, opening="10.00", name="Second account")
    second.number = "DE00 9876"
    second.save()
    for day in range(10, 28):
        booked(second, day, f"-{day}.20", f"Payment {day}")
    for day in range(10, 20):
        booked(ours.account, day, f"-{day}.10", f"Payment {day}")
    rows = [(5, "-250.00", "Rent"), (9, "-7.50", "Fee"), *((day, f"-{day}.10", f"Payment {day}") for day in range(10, 28))]
    beside = paper([(day, f"-{day}.20", f"Payment {day}") for day in range(10, 28)], opening="10.00", number="9876")
    read_anew(opened, paper(rows, opening="1000.00"), beside)
    statement = opened.statements.get(number=0)
    for line in (12, 13, 14):
        excuse(statement=statement, kind=Decision.Kind.IGNORED, actor=owner, reason="it is known", lines=[line])
        Question.objects.create(statement_import=opened, asked_by=owner, text="Why?")
    verify_again(opened, Cause.AGAIN)
    more_beside(ours)
    return replace(ours, statement=opened.statements.get(number=0))


def with_a_row_to_add(ours: Tenant) -> Tenant:
    """Add a third, undecided row to the statement, so that the page makes the queries for such rows before and after."""
    opened = ours.statement_import
    read_anew(opened, paper([(5, "-250.00", "Rent"), (9, "-7.50", "Fee"), (10, "-3.00", "Stamps")], opening="1000.00"))
    return replace(ours, statement=opened.statements.get(number=0))


def more_beside(ours: Tenant) -> None:
    organization, owner = ours.organization, ours.owner
    for month in (3, 4, 5):
        read_in(organization, paper([(5, "-1.00", "Tea")], month=month))
        MembershipFactory.create(organization=organization, role=Role.REVIEWER, user__username=f"member-{month}")
        invite(organization=organization, by=owner, role=Role.VIEWER, email=f"{month}@example.org")
        show_file(account=ours.account, by=owner, filename=f"{month}.csv", data=f"Date;Text;Amount\n2026-05-0{month};Tea;-1,50\n".encode())
        Notice.objects.create(organization=organization, user=owner, until=ours.statement_import.uploaded_at, proved=2, ties=0, waits=0)


def test_no_page_takes_more_queries_for_more_rows_or_more_than_it_may() -> None:
    ours = a_tenant("ours", "Ours")
    OrganizationFactory.create(name="Another", slug="another").memberships.create(user=ours.owner, role=Role.OWNER)
    before = queries(ours := with_a_row_to_add(ours))

    after = queries(grown(ours))

    assert len(before) > 25
    assert {name: (before[name], count) for name, count in after.items() if name in before and count > before[name]} == {}
    assert {name: count for name, count in after.items() if count > MOST} == {}
