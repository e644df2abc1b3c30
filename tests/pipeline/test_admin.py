"""The admin shows every import, run and step, escapes foreign texts, and edits no evidence."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.factories import MembershipFactory, OrganizationFactory, UserFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
HOSTILE = replace(JANUARY, rows=[(5, "<script>alert(1)</script>", "-250.00")])


@pytest.fixture
def superuser(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root", password="a-long-password"))
    return client


@pytest.fixture
def member_too(superuser: Client, done: StatementImport) -> Client:
    MembershipFactory.create(organization=done.organization, user=User.objects.get(username="root"), role=Role.PREPARER)
    return superuser


@pytest.fixture
def done() -> StatementImport:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    return processed(ours, JANUARY.pdf())


def page(client: Client, model: str, row: object = None, **query: str) -> str:
    url = reverse(f"admin:reconciliation_{model}_change", args=[row]) if row else reverse(f"admin:reconciliation_{model}_changelist")
    response = client.get(url, query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_says_the_verdict_in_words(superuser: Client, done: StatementImport) -> None:
    shown = page(superuser, "statementimport", status__exact="complete", verdict="matched", organization=str(done.organization_id))

    assert "Reconciled, proved" in shown


def test_an_import_leads_to_its_statements_and_runs(superuser: Client, done: StatementImport) -> None:
    shown = page(superuser, "statementimport", done.pk)

    assert reverse("admin:reconciliation_statement_change", args=[done.statements.get().pk]) in shown
    assert reverse("admin:reconciliation_run_change", args=[done.runs.get().pk]) in shown


def test_a_run_shows_every_step(superuser: Client, done: StatementImport) -> None:
    shown = page(superuser, "run", done.runs.get().pk)

    for step in done.runs.get().steps.all():
        assert step.name in shown


def test_a_statement_shows_its_printed_rows_and_matches(superuser: Client, done: StatementImport) -> None:
    shown = page(superuser, "statement", done.statements.get().pk)

    assert "Grocer Wheatsheaf" in shown
    assert "-41.30" in shown


def test_text_of_a_document_is_escaped_everywhere(superuser: Client) -> None:
    done = processed(OrganizationFactory.create(), HOSTILE.pdf())

    for shown in (
        page(superuser, "statementimport", done.pk),
        page(superuser, "run", done.runs.get().pk),
        page(superuser, "statement", done.statements.get().pk),
    ):
        assert "<script>alert" not in shown


def test_evidence_cannot_be_edited_or_removed(superuser: Client, done: StatementImport) -> None:
    for model, row in (("statementimport", done), ("run", done.runs.get()), ("statement", done.statements.get())):
        assert superuser.post(reverse(f"admin:reconciliation_{model}_change", args=[row.pk]), {"verdict": "matched"}).status_code == 403
        assert superuser.post(reverse(f"admin:reconciliation_{model}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


def test_imports_can_be_processed_again(member_too: Client, done: StatementImport) -> None:
    chosen = {"action": "process_again", "_selected_action": [str(done.pk)]}

    member_too.post(reverse("admin:reconciliation_statementimport_changelist"), chosen)

    done.refresh_from_db()
    assert done.status == StatementImport.Status.PENDING


def test_a_member_of_staff_without_permission_cannot_open_the_list(client: Client, done: StatementImport) -> None:
    client.force_login(UserFactory.create(username="staff", password="a-long-password", is_staff=True))

    assert client.get(reverse("admin:reconciliation_statementimport_changelist")).status_code == 403
