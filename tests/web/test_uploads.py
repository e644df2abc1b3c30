"""Files that are sent one by one: each is answered with its own line, which follows the import to its verdict."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.web.stored import stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db
SAMPLE = (Path(__file__).parents[2] / "samples" / "statements" / "checking-2026-01.pdf").read_bytes()
ONE = {"HX-Request": "true"}


def sent(client: Client, content: bytes = SAMPLE) -> str:
    return client.post(reverse("upload"), {"files": [SimpleUploadedFile("a.pdf", content)]}, headers=ONE).content.decode()


@pytest.mark.path
def test_a_file_that_is_sent_by_itself_is_answered_with_one_line_that_follows_it() -> None:
    ours = MembershipFactory.create()

    line = sent(browser_of(ours))

    made = StatementImport.objects.of(ours.organization).get()
    assert line.strip().startswith("<li")
    assert "Waiting" in line
    assert f'hx-get="{reverse("import_outcome", args=[made.pk])}"' in line


def test_the_same_file_again_leads_to_the_one_that_is_here() -> None:
    ours = MembershipFactory.create()
    client = browser_of(ours)
    sent(client)

    line = sent(client)

    assert "Already here" in line
    assert reverse("import_detail", args=[StatementImport.objects.of(ours.organization).get().pk]) in line


def test_what_is_no_pdf_is_refused_in_its_line() -> None:
    assert "This file is not a PDF." in sent(browser_of(MembershipFactory.create()), b"\xff\xd8\xff a photo")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"status": "failed", "reconciliation": None, "error": {"code": "encrypted", "params": {}}}, "Needs its password"),
        ({}, "Reconciled, proved"),
    ],
)
def test_the_line_says_what_came_of_it_and_asks_no_more(changes: dict[str, object], said: str) -> None:
    ours = MembershipFactory.create()

    line = browser_of(ours).get(reverse("import_outcome", args=[stored_import(ours, **changes).pk])).content.decode()

    assert said in line
    assert "hx-get" not in line


def test_files_may_be_dropped_on_every_page_of_who_may_upload_and_on_no_other() -> None:
    assert b"data-uploads" in browser_of(MembershipFactory.create()).get(reverse("accounts")).content
    assert b"data-uploads" not in browser_of(MembershipFactory.create(role=Role.VIEWER)).get(reverse("accounts")).content
    assert b"data-uploads" not in Client().get(reverse("sign_in"), follow=True).content


def test_another_organizations_import_has_no_line() -> None:
    assert (
        browser_of(MembershipFactory.create())
        .get(reverse("import_outcome", args=[stored_import(MembershipFactory.create()).pk]))
        .status_code
        == 404
    )
