"""Stored documents, unlocked copies, pages and attachments are sealed; the proof covers the original."""

import hashlib
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from pytest_django.fixtures import Settings

from people.roles import Role
from reconciliation.questions import Named, answer, ask_client
from reconciliation.storage import archive
from reconciliation.tasks import process_pdf
from reconciliation.uploads import services
from tests.addresses import reverse
from tests.documents.making import locked
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import received

pytestmark = pytest.mark.django_db
LOCKED = locked(JANUARY.pdf(), "Born 1971")
RECEIPT = b"a receipt that nobody else may read"


def test_stored_files_are_encrypted_and_the_checksum_is_that_of_the_original(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    owner = MembershipFactory.create(organization=ours, role=Role.OWNER).user
    january = received(ours, LOCKED, owner)
    process_pdf(str(january.pk))
    january.refresh_from_db()
    services.unlock(statement_import=january, password="Born 1971", actor=owner)
    process_pdf(str(january.pk))
    enquiry = ask_client(statement=january.statements.get(), named=Named(line=0), text="What for?", actor=owner)
    answer(enquiry=enquiry, text="", actor=owner, file=ContentFile(RECEIPT, name="receipt.txt"))
    browser = Client()
    browser.force_login(owner)
    picture = browser.get(reverse("page_image", args=[january.pk, 1]))

    stored = [path for path in tmp_path.rglob("*") if path.is_file()]

    assert picture.content.startswith(b"\x89PNG")
    assert len(stored) == 3, "the original, its unlocked copy and the answer's file: pictures are drawn anew, and kept nowhere"
    for path in stored:
        assert not any(shown in path.read_bytes() for shown in (b"%PDF", b"PNG", RECEIPT))
    january.refresh_from_db()
    assert archive.fetch(ours, january.stored_as) == LOCKED
    assert january.sha256 == hashlib.sha256(LOCKED).hexdigest()
    assert archive.readable(january) != LOCKED
