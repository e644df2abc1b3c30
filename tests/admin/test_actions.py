"""Actions of reviewers in the admin use the services with their own rights and report every outcome and refusal."""

import io
import zipfile
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from people.models import Organization
from people.roles import Role
from reconciliation.admin.actions import MOST
from reconciliation.models import Conclusion, StatementImport
from tests.admin.shown_rows import listed
from tests.factories import MembershipFactory, OrganizationFactory, UserFactory, WaitingImportFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
LACKING = replace(JANUARY, rows=[*JANUARY.rows, (30, "Account fee", "-12.00")])


@pytest.fixture
def ours(db: None) -> Organization:
    organization = OrganizationFactory.create(name="alder")
    load(organization, books_of(JANUARY))
    return organization


@pytest.fixture
def proved(ours: Organization) -> StatementImport:
    return processed(ours, JANUARY.pdf())


def reviewer(client: Client, organization: Organization, role: Role = Role.REVIEWER) -> User:
    user = UserFactory.create(username=f"a-{role}", is_staff=True)
    MembershipFactory.create(organization=organization, user=user, role=role)
    client.force_login(user)
    return user


def acts(client: Client, action: str, *chosen: StatementImport) -> str:
    """Return the list's page after the action."""
    response = client.post(listed(StatementImport), {"action": action, "_selected_action": [str(each.pk) for each in chosen]}, follow=True)
    assert response.status_code == 200
    return " ".join(str(message) for message in response.context["messages"])


def steps(statement_import: StatementImport) -> list[str]:
    return [step.kind for step in Conclusion.objects.of(statement_import.organization).order_by("number")]


def test_an_approver_signs_off_a_proved_statement(client: Client, ours: Organization, proved: StatementImport) -> None:
    user = reviewer(client, ours)

    assert "Signed off." in acts(client, "approve", proved)

    assert steps(proved) == ["prepared", "reviewed"]
    assert {step.by for step in Conclusion.objects.of(ours)} == {user}
    assert "Signed off already." in acts(client, "approve", proved)


def test_a_refused_statement_is_named_with_its_reason_and_affects_no_other(
    client: Client, ours: Organization, proved: StatementImport
) -> None:
    other = processed(ours, replace(JANUARY, month=2, opening=str(JANUARY.closing_balance), rows=[(9, "Account fee", "-12.00")]).pdf())
    waits = WaitingImportFactory.create(organization=ours, filename="waits.pdf")
    reviewer(client, ours)

    said = acts(client, "approve", proved, other, waits)

    assert "Signed off." in said
    assert "Resolve each difference" in said
    assert "waits.pdf" in said
    assert steps(proved) == ["prepared", "reviewed"]


def test_one_person_prepares_and_another_reviews_under_the_two_person_rule(
    client: Client, ours: Organization, proved: StatementImport
) -> None:
    Organization.objects.update(two_persons=True)
    reviewer(client, ours)
    assert "Prepared and waiting for review." in acts(client, "approve", proved)
    assert "Someone else must review it: you prepared it" in acts(client, "approve", proved)

    reviewer(client, ours, Role.OWNER)
    assert "Reviewed and signed off." in acts(client, "approve", proved)


def test_an_auditor_looks_and_exports_and_does_nothing_else(client: Client, ours: Organization, proved: StatementImport) -> None:
    reviewer(client, ours, Role.AUDITOR)

    for action in ("process_again", "compare_again", "approve"):
        assert "Your role does not allow this." in acts(client, action, proved)

    proved.refresh_from_db()
    assert proved.status == "complete"
    assert steps(proved) == []
    assert client.post(listed(StatementImport), {"action": "export_list", "_selected_action": [str(proved.pk)]}).status_code == 200


def test_a_superuser_who_is_no_member_acts_on_nothing(client: Client, ours: Organization, proved: StatementImport) -> None:
    client.force_login(User.objects.create_superuser("root"))

    for action in ("process_again", "compare_again", "approve"):
        assert "Your role does not allow this." in acts(client, action, proved)
    assert steps(proved) == []


def test_it_is_verified_again_against_todays_books(client: Client, ours: Organization, proved: StatementImport) -> None:
    reviewer(client, ours)
    assert "Re-checked: unchanged." in acts(client, "compare_again", proved)
    assert "It has no rows to compare." in acts(client, "compare_again", WaitingImportFactory.create(organization=ours))


def test_it_is_processed_again_unless_it_is_at_work(client: Client, ours: Organization, proved: StatementImport) -> None:
    reviewer(client, ours)

    assert "Queued." in acts(client, "process_again", proved)
    assert "Already in progress." in acts(client, "process_again", proved)


def test_reports_and_proofs_of_the_chosen_come_as_one_archive(client: Client, ours: Organization, proved: StatementImport) -> None:
    reviewer(client, ours, Role.AUDITOR)

    answer = client.post(listed(StatementImport), {"action": "export_archive", "_selected_action": [str(proved.pk)]})

    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert "SHA256SUMS" in names
    assert {"001-statement-1/proof.json", "001-statement-1/document.pdf", "001-statement-1/reports/bank-reconciliation.pdf"} <= set(names)
    assert "no report" in acts(client, "export_archive", WaitingImportFactory.create(organization=ours))


def test_no_cell_of_the_list_as_csv_is_a_formula(client: Client, ours: Organization, proved: StatementImport) -> None:
    StatementImport.queue.filter(pk=proved.pk).update(filename="=HYPERLINK(1)")
    reviewer(client, ours)

    answer = client.post(listed(StatementImport), {"action": "export_list", "_selected_action": [str(proved.pk)]})

    row = answer.content.decode().splitlines()[1]
    assert row.startswith("'=HYPERLINK")
    assert "matched" in row


def test_more_than_a_request_can_do_is_refused(client: Client, ours: Organization) -> None:
    for _number in range(MOST + 1):
        WaitingImportFactory.create(organization=ours, status="failed")
    reviewer(client, ours)
    everything = {"action": "process_again", "select_across": "1", "_selected_action": [str(StatementImport.objects.of(ours)[0].pk)]}

    said = client.post(listed(StatementImport), everything, follow=True)

    assert f"Choose at most {MOST} at once." in [str(message) for message in said.context["messages"]]
    assert not StatementImport.objects.of(ours).filter(status="pending").exists()
