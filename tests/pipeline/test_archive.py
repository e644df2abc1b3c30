"""Documents lie encrypted where they are stored, and open for their organization and their import alone."""

import hashlib
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from people.models import DataKey, Organization
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.reconcile.recheck_proof import faults_of
from reconciliation.storage import archive, files
from reconciliation.storage.archive import DocumentSealed
from reconciliation.tasks import process_pdf
from reconciliation.uploads.services import process_again
from tests.addresses import inside
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
PDF = JANUARY.pdf()


@pytest.fixture
def media(settings: Settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return Path(settings.MEDIA_ROOT)


@pytest.fixture
def ours(media: Path) -> Organization:
    return OrganizationFactory.create()


@pytest.fixture
def owner(ours: Organization) -> User:
    return MembershipFactory.create(organization=ours, role=Role.OWNER).user


@pytest.fixture
def january(ours: Organization) -> StatementImport:
    load(ours, books_of(JANUARY))
    return processed(ours, PDF)


@pytest.fixture
def plain(january: StatementImport) -> StatementImport:
    """As it was stored before documents were encrypted."""
    archive.discard(january.stored_as)
    name = default_storage.save(f"documents/ab/{'ab' * 16}.pdf", ContentFile(PDF))
    StatementImport.objects.of(january.organization).filter(pk=january.pk).update(stored_as=name)
    january.refresh_from_db()
    return january


def on_disk(media: Path) -> bytes:
    return b"".join(path.read_bytes() for path in media.rglob("*") if path.is_file())


def test_nothing_of_a_document_can_be_read_where_it_is_stored(january: StatementImport, media: Path) -> None:
    stored = on_disk(media)

    assert len(stored) > len(PDF)
    assert b"%PDF" not in stored
    assert archive.readable(january) == PDF
    assert january.verdict == "matched"


def test_the_checksum_is_that_of_the_document_and_not_of_its_stored_form(january: StatementImport) -> None:
    assert january.sha256 == hashlib.sha256(PDF).hexdigest()
    assert faults_of(january) == []


def test_it_is_shown_as_it_came(january: StatementImport, owner: User, client: Client) -> None:
    client.force_login(owner)

    assert client.get(inside(f"/statements/{january.pk}/document/")).content == PDF
    assert client.get(inside(f"/statements/{january.pk}/pages/1/")).content.startswith(b"\x89PNG")


def test_another_organization_or_another_place_does_not_open_it(january: StatementImport) -> None:
    elsewhere = files.new_name()
    files.keep(elsewhere, files.fetch(january.stored_as))

    with pytest.raises(DocumentSealed):
        archive.fetch(OrganizationFactory.create(), january.stored_as)
    with pytest.raises(DocumentSealed):
        archive.fetch(january.organization, elsewhere)


def test_a_stored_file_that_was_altered_is_a_fault_of_the_proof(january: StatementImport, media: Path) -> None:
    path = media / january.stored_as
    stored = path.read_bytes()
    path.write_bytes(stored[:-1] + bytes([stored[-1] ^ 1]))

    assert "file_changed" in faults_of(january)


def test_a_document_without_its_key_is_not_read_and_the_error_says_what_to_do(
    january: StatementImport, owner: User, client: Client
) -> None:
    DataKey.objects.of(january.organization).delete()
    client.force_login(owner)

    assert client.get(inside(f"/statements/{january.pk}/document/")).status_code == 404
    assert client.get(inside(f"/statements/{january.pk}/pages/1/")).status_code == 404
    process_again(statement_import=january, actor=owner)
    process_pdf(str(january.pk))
    assert "restore the master key" in client.get(inside(f"/statements/{january.pk}/")).content.decode()


def test_unencrypted_documents_stay_readable(plain: StatementImport, owner: User, client: Client) -> None:
    client.force_login(owner)

    assert archive.readable(plain) == PDF
    assert faults_of(plain) == []
    assert client.get(inside(f"/statements/{plain.pk}/document/")).content == PDF


def test_a_command_encrypts_unencrypted_documents(plain: StatementImport, media: Path) -> None:
    said = StringIO()

    call_command("seal_documents", stdout=said)
    call_command("seal_documents", stdout=said)

    plain.refresh_from_db()
    assert b"%PDF" not in on_disk(media)
    assert archive.readable(plain) == PDF
    assert [line.split()[0] for line in said.getvalue().splitlines()] == ["1", "0"]


def test_the_command_skips_documents_in_progress(plain: StatementImport, media: Path) -> None:
    StatementImport.objects.of(plain.organization).filter(pk=plain.pk).update(status="processing")
    before = on_disk(media)

    call_command("seal_documents", stdout=StringIO())

    plain.refresh_from_db()
    assert (archive.readable(plain), on_disk(media)) == (PDF, before)
