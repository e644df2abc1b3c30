"""Rights to view a report and to download it as a file."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finance.models import Account
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.reports.catalogue import OF_A_STATEMENT, TYPES
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.reports.making import a_household, january_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def account() -> Account:
    return a_household()


@pytest.fixture
def january(account: Account) -> StatementImport:
    return january_of(account)


def browser(account: Account, role: Role) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(role=role, organization=account.organization).user)
    return client


def address(january: StatementImport, report: str) -> str:
    return reverse("statement_report", args=[january.pk, only(january).pk, report])


@pytest.mark.path
@pytest.mark.parametrize("key", OF_A_STATEMENT)
def test_a_viewer_reads_every_report_and_takes_none_away(account: Account, january: StatementImport, key: str) -> None:
    client = browser(account, Role.VIEWER)

    page = client.get(address(january, key))
    assert page.status_code == 200
    assert f"{key}.pdf" not in page.content.decode()
    assert {client.get(address(january, f"{key}.{form}")).status_code for form in TYPES} == {403}


@pytest.mark.parametrize("form", TYPES)
def test_an_auditor_takes_them_as_files(account: Account, january: StatementImport, form: str) -> None:
    answer = browser(account, Role.AUDITOR).get(address(january, f"outstanding.{form}"))

    assert answer["Content-Type"] == TYPES[form]
    assert answer["Content-Disposition"] == f'attachment; filename="outstanding.{form}"'
    assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("report", ["nothing", "outstanding.exe", "outstanding.pdf.exe", ".pdf"])
def test_an_unknown_report_is_not_found(account: Account, january: StatementImport, report: str) -> None:
    assert browser(account, Role.OWNER).get(address(january, report)).status_code == 404


def test_reports_of_another_organization_are_not_found(account: Account, january: StatementImport) -> None:
    stranger = Client()
    stranger.force_login(MembershipFactory.create(role=Role.OWNER).user)
    places = [
        address(january, "outstanding"),
        reverse("evidence_pack", args=[january.pk, only(january).pk]),
        reverse("roll_forward", args=[account.pk, 2026]),
        reverse("year_report", args=[2026], organization=account.organization),
        reverse("year_pack", args=[2026], organization=account.organization),
    ]
    assert [stranger.get(place).status_code for place in places] == [404] * 5


def test_a_viewer_reads_the_summary_of_a_year_and_takes_no_pack_away(account: Account, january: StatementImport) -> None:
    client = browser(account, Role.VIEWER)

    page = client.get(reverse("year_report", args=[2026]))
    assert "January 2026" in page.content.decode()
    assert client.get(reverse("year_pack", args=[2026])).status_code == 403


@pytest.mark.parametrize("year", [0, 10_000, 10**30])
def test_a_year_that_no_calendar_has_is_not_found(account: Account, year: int) -> None:
    assert browser(account, Role.VIEWER).get(reverse("roll_forward", args=[account.pk, year])).status_code == 404


def test_the_text_of_a_row_is_never_markup(account: Account, january: StatementImport) -> None:
    page = browser(account, Role.VIEWER).get(address(january, "unrecorded")).content.decode()

    assert "Account fee &lt;b&gt;January&lt;/b&gt;" in page


def test_more_statements_cost_a_year_no_more_queries(account: Account, january: StatementImport) -> None:
    client = browser(account, Role.VIEWER)
    place = reverse("roll_forward", args=[account.pk, 2026])
    with CaptureQueriesContext(connection) as one:
        assert client.get(place).status_code == 200
    for month in (2, 3, 4, 5):
        read_in(account.organization, paper([(5, "-1.00", "Tea")], month=month))
    with CaptureQueriesContext(connection) as five:
        assert client.get(place).status_code == 200

    assert len(five) == len(one)
