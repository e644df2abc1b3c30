"""Statements as files of other programs, from the pages."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finance.models import Account
from people.audit import Act
from people.models import AuditEntry
from people.roles import Role
from reconciliation.converting.forms import FORMS, OF_PROGRAMS
from reconciliation.models import StatementImport
from reconciliation.views import converting
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.project import PROJECT
from tests.read_statements import only, paper, paper_of_unnamed_ends, read_in
from tests.reports.making import a_household, january_of

pytestmark = pytest.mark.django_db
SAMPLE = (PROJECT / "samples" / "statements" / "checking-2026-01.pdf").read_bytes()


@pytest.fixture
def account() -> Account:
    return a_household()


@pytest.fixture
def january(account: Account) -> StatementImport:
    return january_of(account)


def browser(account: Account, role: Role = Role.OWNER) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(role=role, organization=account.organization).user)
    return client


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


@pytest.mark.path
@pytest.mark.parametrize("form", sorted({*FORMS, *OF_PROGRAMS} - {"datev"}))
def test_a_statement_is_downloaded_in_every_form(account: Account, january: StatementImport, form: str) -> None:
    answer = browser(account).get(reverse("import_convert", args=[january.pk, form]))

    assert answer.status_code == 200
    assert answer["Tieout-Proved"] == "true"
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Content-Disposition"].startswith("attachment")


def test_datev_is_written_for_a_german_iban_alone(account: Account, january: StatementImport) -> None:
    place, client = reverse("import_convert", args=[january.pk, "datev"]), browser(account)
    assert "no German IBAN is printed" in client.get(place, follow=True).content.decode()

    january.statements.update(account_hint="DE89370400440532013000")
    assert client.get(place).content.startswith(b'"37040044";"0532013000";')


def test_the_page_of_a_statement_leads_to_the_forms(account: Account, january: StatementImport) -> None:
    page = browser(account).get(reverse("import_detail", args=[january.pk])).content.decode()

    assert [form for form in FORMS if reverse("import_convert", args=[january.pk, form]) not in page] == []


def test_a_viewer_takes_no_statement_away(account: Account, january: StatementImport) -> None:
    client = browser(account, Role.VIEWER)

    assert client.get(reverse("import_convert", args=[january.pk, "csv"])).status_code == 403
    assert (
        reverse("import_convert", args=[january.pk, "csv"]) not in client.get(reverse("import_detail", args=[january.pk])).content.decode()
    )
    assert client.get(reverse("account_convert", args=[account.pk]), {"form": "csv"}).status_code == 403


def test_one_of_several_statements_is_named_by_its_number(account: Account) -> None:
    both = read_in(account.organization, paper([(5, "-1.00", "Tea")]), paper([(6, "-2.00", "Milk")], number="9876"))
    place = reverse("import_convert", args=[both.pk, "csv"])
    client = browser(account)

    assert [row["description"] for row in rows(client.get(place).content)] == ["Tea", "Milk"]
    assert [row["description"] for row in rows(client.get(place, {"number": "1"}).content)] == ["Milk"]
    assert [client.get(place, {"number": number}).status_code for number in ("2", "x", "-1", "²")] == [404] * 4


def test_a_file_that_is_not_proved_says_so_in_its_name(account: Account) -> None:
    doubtful = read_in(account.organization, paper_of_unnamed_ends([(5, "-1.00", "Tea")]))
    answer = browser(account).get(reverse("import_convert", args=[doubtful.pk, "csv"]))

    assert answer["Tieout-Proved"] == "false"
    assert "-not-proved.csv" in answer["Content-Disposition"]
    assert "Nothing confirms the first row" in rows(answer.content)[0]["not_proved"]


def test_a_format_that_needs_a_date_names_the_missing_date(account: Account) -> None:
    undated = read_in(account.organization, paper([(5, "-1.00", "Tea")]))
    only(undated).lines.update(date=None)
    client = browser(account)

    page = client.get(reverse("import_convert", args=[undated.pk, "ofx"]), follow=True)
    assert "has no complete date" in page.content.decode()


def test_statements_of_a_period_are_one_file_in_the_order_of_their_days(account: Account, january: StatementImport) -> None:
    read_in(account.organization, paper([(5, "-2.00", "March")], month=3))
    read_in(account.organization, paper([(5, "-1.00", "February")], month=2))
    place, client = reverse("account_convert", args=[account.pk]), browser(account)

    whole = rows(client.get(place, {"form": "csv"}).content)
    assert [row["description"] for row in whole][-2:] == ["February", "March"]
    period = {"form": "csv", "first": "2026-02-10", "last": "2026-02-20"}
    assert [row["description"] for row in rows(client.get(place, period).content)] == ["February"]


def test_a_copy_of_a_statement_is_not_in_the_file_twice(account: Account, january: StatementImport) -> None:
    january_of(account)
    found = rows(browser(account).get(reverse("account_convert", args=[account.pk]), {"form": "csv"}).content)

    assert [row["description"] for row in found].count("Rent") == 1


def test_more_statements_cost_no_more_queries(account: Account, january: StatementImport) -> None:
    client, place = browser(account), reverse("account_convert", args=[account.pk])
    client.get(place, {"form": "csv"})
    with CaptureQueriesContext(connection) as one:
        client.get(place, {"form": "csv"})
    for month in (2, 3, 4, 5):
        read_in(account.organization, paper([(5, "-1.00", "Tea")], month=month))
    with CaptureQueriesContext(connection) as five:
        client.get(place, {"form": "csv"})

    assert len(five) == len(one)


def test_a_download_is_in_the_audit_log(account: Account, january: StatementImport) -> None:
    browser(account).get(reverse("import_convert", args=[january.pk, "csv"]))

    [entry] = AuditEntry.objects.of(account.organization).filter(act=Act.DOWNLOADED)
    assert entry.subject_id == str(january.pk)


@pytest.mark.parametrize("role", [Role.CLIENT, Role.VIEWER, Role.OWNER])
def test_a_pdf_comes_back_as_a_file_and_nothing_is_stored(account: Account, role: Role) -> None:
    sent = {"file": SimpleUploadedFile("june.pdf", SAMPLE), "form": "csv"}
    answer = browser(account, role).post(reverse("convert", organization=account.organization), sent)

    assert answer.status_code == 200
    assert (len(rows(answer.content)), answer["Tieout-Proved"]) == (23, "true")
    assert not StatementImport.objects.of(account.organization).exists()


def test_a_file_that_is_no_statement_is_refused_with_the_reason(account: Account) -> None:
    sent = {"file": SimpleUploadedFile("june.pdf", b"hello"), "form": "csv", "currency": "eur"}
    answer = browser(account).post(reverse("convert", organization=account.organization), sent)

    assert answer.status_code == 400
    assert "not a PDF" in answer.content.decode()


def test_as_many_pdfs_are_read_at_once_as_leave_threads_for_others(account: Account) -> None:
    sent = {"file": SimpleUploadedFile("june.pdf", SAMPLE), "form": "csv"}
    with converting.AT_WORK, converting.AT_WORK:
        answer = browser(account).post(reverse("convert", organization=account.organization), sent)

    assert "Try again in a moment" in answer.content.decode()
