"""The page of one import in the admin: sentence, sum, both sides, reasons, decisions, runs; all texts of documents are plain text."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from finance.models import Account
from people.roles import Role
from reconciliation.models import Run, StatementImport, Step
from tests.addresses import reverse
from tests.admin.shown_rows import House, a_house, page_of, staff
from tests.presentation.verdicts import bridge, file, new, statement
from tests.web.stored import printed_statement, stored_import
from tests.world import booked

pytestmark = pytest.mark.django_db


@pytest.fixture
def ours() -> House:
    return a_house("Alder")


def account_of(house: House) -> Account:
    found = house.rows[Account]
    assert isinstance(found, Account)
    return found


def differing(house: House, text: str = "Account fee", rows: int = 1) -> StatementImport:
    """One pair that agrees, and rows that the books lack."""
    lacks = [new("-12.00", line) for line in range(1, rows + 1)]
    sums = bridge(new=f"-{12 * rows}.00", statement_closing=f"{750 - 12 * rows}.00")
    answer = file(statement(verdict="mismatched", reasons=["new_rows"], new=lacks, bridge=sums), verdict="mismatched")
    made = stored_import(house.membership, reconciliation=answer, status="review")
    printed_statement(made, account_of(house), (5, "-250.00", "Rent at the bank"), *[(6, "-12.00", text)] * rows)
    return made


def shown(client: Client, made: StatementImport) -> str:
    response = client.get(page_of(made))
    assert response.status_code == 200
    return response.content.decode()


def test_it_shows_the_sentence_the_sum_and_both_sides(client: Client, ours: House) -> None:
    staff(ours, Role.AUDITOR, client)

    page = shown(client, differing(ours))

    assert "Statement and books differ. 1 row missing from your books." in page
    for words in ("Balance per bank", "738.00", "Balance per books", "750.00", "Adjusted balance"):
        assert words in page
    for side in ("Account fee", "Rent at the bank", "Alder rent", "Missing from your books", "Cleared"):
        assert side in page


def test_the_page_shows_decisions_and_every_run_with_tokens_and_cost(client: Client, ours: House) -> None:
    run = Run.objects.of(ours.organization).get()
    for number in (1, 2):
        Step.objects.create(
            run=run,
            number=number,
            stage="model",
            name="turn",
            started_at=timezone.now(),
            seconds=1.25,
            input_tokens=100,
            output_tokens=7,
            cost="0.0021",
        )
    staff(ours, Role.AUDITOR, client)

    page = shown(client, ours.statement_import)

    assert "200 + 14" in page
    assert "0.0042" in page
    assert "2.50" in page
    assert "Decision" in page


def test_text_of_a_document_is_plain(client: Client, ours: House) -> None:
    booked(account_of(ours), 4, "-1.00", "<img src=x onerror=alert(2)>", external_id="t7")
    staff(ours, Role.AUDITOR, client)

    page = shown(client, differing(ours, "<script>alert(1)</script>"))

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_raw_data_waits_folded(client: Client, ours: House) -> None:
    staff(ours, Role.AUDITOR, client)

    page = shown(client, ours.statement_import)

    assert page.index("<details>") < page.index("&quot;bridge&quot;")


def test_waiting_and_failed_imports_have_a_page(client: Client, ours: House) -> None:
    waits = stored_import(ours.membership, status="pending", reconciliation=None)
    failed = stored_import(ours.membership, status="failed", reconciliation=None, error={"code": "encrypted", "params": {}})
    staff(ours, Role.AUDITOR, client)

    assert "Waiting" in shown(client, waits)
    assert "Needs its password" in shown(client, failed)


def test_more_rows_are_no_more_queries(client: Client, ours: House) -> None:
    few, many = differing(ours), differing(ours, rows=12)
    staff(ours, Role.AUDITOR, client)
    counts = []
    for made in (few, few, many):
        with CaptureQueriesContext(connection) as counted:
            shown(client, made)
        counts.append(len(counted))

    assert counts[1] == counts[2]


def test_a_member_is_led_to_the_page_of_the_app_in_the_right_organization(client: Client, ours: House) -> None:
    user = staff(ours, Role.AUDITOR, client)
    other = a_house("Birch")
    other.organization.memberships.create(user=user, role=Role.AUDITOR)
    place = reverse("import_detail", args=[other.statement_import.pk], organization=other.organization)

    assert f'href="{place}"' in shown(client, other.statement_import)
    assert client.get(place).status_code == 200


def test_a_superuser_who_is_no_member_is_led_nowhere(client: Client, ours: House) -> None:
    other = a_house("Birch")
    staff(ours, Role.AUDITOR, client, is_superuser=True)

    assert reverse("import_detail", args=[other.statement_import.pk]) not in shown(client, other.statement_import)


@pytest.mark.parametrize(
    ("role", "is_staff", "leads"), [(Role.AUDITOR, True, True), (Role.VIEWER, True, False), (Role.OWNER, False, False)]
)
def test_the_page_of_the_app_leads_staff_to_the_admin(client: Client, ours: House, role: Role, is_staff: bool, leads: bool) -> None:
    user = staff(ours, role, client)
    user.is_staff = is_staff
    user.save()

    page = client.get(reverse("import_detail", args=[ours.statement_import.pk])).content.decode()

    assert (page_of(ours.statement_import) in page) is leads
