"""Proposed repairs on the page of a statement, with the rows to compare; they change nothing."""

from dataclasses import replace
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client

from people.roles import Role
from reconciliation.models import Statement
from reconciliation.printed.statement import Integrity
from tests.addresses import reverse
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed
from tests.read_statements import answer, only, paper, read_in

pytestmark = pytest.mark.django_db
SENTENCE = "A row of {}100.00 seems to be missing after row 3. With it, every balance would agree."


@pytest.fixture
def statement() -> Statement:
    """January, closing with 100.00 less than its rows come to."""
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    return processed(ours, replace(JANUARY, closing="1208.70").pdf()).statements.get()


def test_proposals_are_stored_with_the_reading(statement: Statement) -> None:
    assert statement.integrity["holds"] is not True
    [missing] = [each for each in statement.repairs if each["kind"] == "missing_row"]
    assert missing == {"kind": "missing_row", "line": 3, "until": 3, "amount": "-100.00", "read": None, "page": 1, "alone": True}


def test_none_is_applied(statement: Statement) -> None:
    assert [line.amount for line in statement.lines.all()] == [Decimal(amount) for _, _, amount in JANUARY.rows]
    assert str(statement.closing_balance) == "1208.70"


def test_the_page_proposes_repairs_that_add_up(statement: Statement, client: Client) -> None:
    client.force_login(MembershipFactory.create(organization=statement.statement_import.organization, role=Role.VIEWER).user)

    shown = client.get(reverse("import_detail", args=[statement.statement_import_id])).content.decode()

    assert "Suggested corrections" in shown
    assert SENTENCE.format("\N{MINUS SIGN}") in shown


def test_a_statement_that_adds_up_has_no_such_list(client: Client) -> None:
    ours = OrganizationFactory.create()
    done = processed(ours, JANUARY.pdf())
    client.force_login(MembershipFactory.create(organization=ours, role=Role.VIEWER).user)

    assert done.statements.get().repairs == []
    assert "Suggested corrections" not in client.get(reverse("import_detail", args=[done.pk])).content.decode()


def test_the_admin_says_it_too(statement: Statement, client: Client) -> None:
    client.force_login(User.objects.create_superuser("root", password="a-long-password"))

    shown = client.get(reverse("admin:reconciliation_statement_change", args=[statement.pk])).content.decode()

    assert SENTENCE.format("-") in shown


def test_a_missing_row_is_added_from_its_proposal(statement: Statement, client: Client) -> None:
    client.force_login(MembershipFactory.create(organization=statement.statement_import.organization, role=Role.ADMIN).user)
    place = [statement.statement_import_id, statement.pk]
    shown = client.get(reverse("import_detail", args=place[:1])).content.decode()
    assert "The document has this row: add it" in shown
    assert 'name="before" value="3"' in shown
    assert 'name="amount" value="-100.00"' in shown

    fields = {"before": "3", "date": "2026-01-30", "description": "Dentist", "amount": "-100.00", "balance": ""}
    after = client.post(reverse("add_row", args=place), fields, follow=True).content.decode()

    assert "Suggested corrections" not in after
    assert "Dentist" in after


def test_a_row_that_was_read_twice_is_counted_once(client: Client) -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    rows = paper([(5, "-250.00", "Rent"), (12, "-41.30", "Grocer"), (12, "-41.30", "Grocer"), (20, "600.00", "Salary")], opening="1000.00")
    balances = [Decimal(balance) for balance in ("750.00", "708.70", "708.70", "1308.70")]
    lines = tuple(replace(line, balance=balance) for line, balance in zip(rows.lines, balances, strict=True))
    broken = Integrity(holds=False, difference=Decimal("41.30"), first_break=2)
    done = read_in(ours, replace(rows, lines=lines, closing_balance=balances[-1], integrity=broken))
    client.force_login(MembershipFactory.create(organization=ours, role=Role.ADMIN).user)
    assert "It is printed once: remove the second" in client.get(reverse("import_detail", args=[done.pk])).content.decode()

    fields = {"line": "2", "amount": "0"}
    after = client.post(reverse("correct_line", args=[done.pk, only(done).pk]), fields, follow=True).content.decode()

    assert "Suggested corrections" not in after
    assert answer(done)["adds_up"] == {"holds": True, "rows_follow": False, "difference": "0.00", "first_break": None}
