"""Changes by a member: uploading, checking again, choosing an account, creating one."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from finance.models import Account
from people.models import Membership
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.presentation.verdicts import file, statement
from tests.web.stored import printed_statement, stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db
SAMPLE = (Path(__file__).parents[2] / "samples" / "statements" / "checking-2026-01.pdf").read_bytes()
UNKNOWN = {"statement": "1000.00", "ledger": None, "books": None}
NO_ACCOUNT = statement(
    verdict="unverifiable", reasons=["no_account"], account=None, matched=[], bridge=None, opening_balance=UNKNOWN, closing_balance=UNKNOWN
)


def pdf(name: str = "january.pdf", content: bytes = SAMPLE) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="application/pdf")


def imports_of(membership: Membership) -> list[StatementImport]:
    return list(StatementImport.objects.of(membership.organization))


def unknown_statement(membership: Membership) -> StatementImport:
    """Return an import that fits none of the accounts."""
    verdict = file(NO_ACCOUNT, verdict="unverifiable", reasons=("no_account",))
    statement_import = stored_import(membership, status=StatementImport.Status.REVIEW, reconciliation=verdict)
    printed_statement(statement_import, None, (5, "-250.00", "RENT"))
    return statement_import


def test_one_file_leads_straight_to_its_import() -> None:
    ours = MembershipFactory.create()

    response = browser_of(ours).post(reverse("upload"), {"files": [pdf()]})

    [made] = imports_of(ours)
    assert response["Location"] == reverse("import_detail", args=[made.pk])
    assert made.status == StatementImport.Status.PENDING


def test_a_refused_file_says_why_and_loses_no_other() -> None:
    ours = MembershipFactory.create()

    response = browser_of(ours).post(reverse("upload"), {"files": [pdf("photo.pdf", b"\x89PNG"), pdf(), pdf("empty.pdf", b"")]})

    assert len(imports_of(ours)) == 1
    assert b"This file is not a PDF." in response.content
    assert b"Waiting" in response.content


def test_the_same_file_is_one_import_and_the_page_says_so() -> None:
    ours = MembershipFactory.create()
    client = browser_of(ours)
    client.post(reverse("upload"), {"files": [pdf()]})

    response = client.post(reverse("upload"), {"files": [pdf("another-name.pdf")]}, follow=True)

    assert len(imports_of(ours)) == 1
    assert b"This file was uploaded before." in response.content


def test_a_client_who_uploads_the_same_bytes_is_not_shown_anothers_import() -> None:
    owner = MembershipFactory.create()
    client = MembershipFactory.create(role=Role.CLIENT, organization=owner.organization)
    browser_of(owner).post(reverse("upload"), {"files": [pdf()]})

    response = browser_of(client).post(reverse("upload"), {"files": [pdf()]})

    assert response.status_code == 200
    assert b"Already here" in response.content
    assert str(imports_of(owner)[0].pk).encode() not in response.content


def test_the_page_shows_the_limits_before_an_upload() -> None:
    assert b"At most 25 MB and 500 pages per file" in browser_of(MembershipFactory.create()).get(reverse("upload")).content


def test_the_source_document_is_served_as_it_came_and_as_nothing_else() -> None:
    ours = MembershipFactory.create()
    client = browser_of(ours)
    client.post(reverse("upload"), {"files": [pdf('so "called".pdf')]})

    response = client.get(reverse("import_document", args=[imports_of(ours)[0].pk]))

    assert response.content == SAMPLE
    assert response["Content-Type"] == "application/pdf"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Disposition"].startswith("attachment;")
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert response["Cache-Control"] == "private, no-store"


def test_a_finished_import_is_processed_again_on_demand() -> None:
    ours = MembershipFactory.create()
    statement_import = stored_import(ours)

    browser_of(ours).post(reverse("process_again", args=[statement_import.pk]))

    statement_import.refresh_from_db()
    assert statement_import.status == StatementImport.Status.PENDING


def test_a_change_needs_the_forms_token() -> None:
    ours = MembershipFactory.create()
    client = Client(enforce_csrf_checks=True)
    client.force_login(ours.user)

    assert client.post(reverse("process_again", args=[stored_import(ours).pk])).status_code == 403


def test_an_account_of_another_organization_cannot_be_chosen() -> None:
    ours = MembershipFactory.create()
    theirs = AccountFactory.create(organization=MembershipFactory.create().organization, opening="1000.00")
    statement_import = unknown_statement(ours)

    response = browser_of(ours).post(reverse("choose_account", args=[statement_import.pk]), {"account": str(theirs.pk)})

    statement_import.refresh_from_db()
    assert response.status_code == 404
    assert statement_import.chosen_account is None


def test_a_chosen_account_is_compared_at_once() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    statement_import = unknown_statement(ours)

    response = browser_of(ours).post(reverse("choose_account", args=[statement_import.pk]), {"account": str(account.pk)}, follow=True)

    statement_import.refresh_from_db()
    assert statement_import.chosen_account == account
    assert b"Now compared with Checking." in response.content


def test_a_new_account_is_offered_the_bank_and_given_the_currency_of_the_statement() -> None:
    ours = MembershipFactory.create()
    statement_import = unknown_statement(ours)
    address = reverse("start_account", args=[statement_import.pk, 1])
    offered = browser_of(ours).get(address).content

    browser_of(ours).post(address, {"name": "Northwind"})

    started = Account.objects.of(ours.organization).get()
    assert "Northwind Bank ··1234".encode() in offered
    assert (started.name, started.currency) == ("Northwind", "EUR")


def test_an_account_of_a_statement_with_only_a_currency_sign_needs_a_chosen_currency() -> None:
    ours = MembershipFactory.create()
    statement_import = unknown_statement(ours)
    statement_import.statements.update(currency="", currency_sign="$")
    address = reverse("start_account", args=[statement_import.pk, 1])

    form = browser_of(ours).get(address).context["form"]
    silent = browser_of(ours).post(address, {"name": "Northwind"})
    refused = browser_of(ours).post(address, {"name": "Northwind", "currency": "EUR"})
    browser_of(ours).post(address, {"name": "Northwind", "currency": "NZD"})

    assert (form["currency"].value(), form.fields["currency"].disabled) == ("", False)
    assert "currency" in silent.context["form"].errors
    assert b"$ is not a sign of EUR." in refused.content
    assert Account.objects.of(ours.organization).get().currency == "NZD"


def test_a_statement_without_an_account_shows_the_sign_of_its_currency() -> None:
    ours = MembershipFactory.create()
    statement_import = unknown_statement(ours)
    statement_import.statements.update(currency="", currency_sign="kr")

    page = browser_of(ours).get(reverse("import_detail", args=[statement_import.pk])).content

    assert b'<span class="muted small">kr</span>' in page


def test_an_account_name_that_is_taken_is_refused_with_words() -> None:
    ours = MembershipFactory.create()
    AccountFactory.create(organization=ours.organization, name="Taken", opening="1000.00")
    statement_import = unknown_statement(ours)

    response = browser_of(ours).post(reverse("start_account", args=[statement_import.pk, 1]), {"name": "Taken"})

    assert b"An account with this name exists." in response.content


@pytest.mark.parametrize("position", [0, 2])
def test_a_statement_that_is_not_in_the_file_starts_nothing(position: int) -> None:
    ours = MembershipFactory.create()

    assert browser_of(ours).get(reverse("start_account", args=[unknown_statement(ours).pk, position])).status_code == 404


def test_a_preparer_does_not_start_accounts() -> None:
    preparer = MembershipFactory.create(role=Role.PREPARER)

    assert browser_of(preparer).get(reverse("start_account", args=[unknown_statement(preparer).pk, 1])).status_code == 403
