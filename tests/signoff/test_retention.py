"""Documents of completed statements are deleted so many days later, where the organization wants it; all else stays."""

import datetime as dt
import io
import zipfile
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finance import entries
from finance.models import Account
from people.access import NotYours
from people.models import AuditEntry, Organization
from people.roles import Role
from reconciliation.models import Conclusion, EnquiryMessage, Recheck, StatementImport
from reconciliation.questions import Named, answer, ask_client
from reconciliation.reconcile.recheck_proof import faults_of
from reconciliation.retention.periods import delete_due_documents, due_documents, keep_documents
from reconciliation.signoff.services import lock, note, prepare, reopen, sign_off
from reconciliation.storage import archive
from reconciliation.uploads.services import process_again
from tests.addresses import inside
from tests.documents.making import pdf_of
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.world import MATCHED_ROWS, booked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("matched_books")]
COMPLETED = dt.date(2026, 3, 10)
DAYS = 30
DUE = dt.date(2026, 4, 9)


@pytest.fixture
def ours(ours: Organization) -> Organization:
    ours.keeps_documents_days = DAYS
    ours.save()
    return ours


@pytest.fixture
def owner(ours: Organization) -> User:
    return MembershipFactory.create(organization=ours, role=Role.OWNER).user


@pytest.fixture
def january(ours: Organization, january: StatementImport) -> StatementImport:
    """With its document, locked, and an unlocked copy of it."""
    names = [archive.keep(ours, pdf_of(lambda canvas: canvas.drawString(50, 700, "January"))) for _ in range(2)]
    sizes = {"pages": 1, "page_sizes": [[595, 842]]}
    StatementImport.objects.of(ours).filter(pk=january.pk).update(stored_as=names[0], unlocked_as=names[1], **sizes)
    january.refresh_from_db()
    return january


def completed(statement_import: StatementImport, owner: User, day: dt.date = COMPLETED) -> None:
    sign_off(statement=only(statement_import), actor=owner)
    at(statement_import, day)


def at(statement_import: StatementImport, day: dt.date) -> None:
    moment = dt.datetime.combine(day, dt.time(12), tzinfo=dt.UTC)
    Conclusion.objects.of(statement_import.organization).filter(statement_import=statement_import).update(at=moment)


def is_there(statement_import: StatementImport) -> bool:
    names = [statement_import.stored_as, statement_import.unlocked_as]
    statement_import.refresh_from_db()
    stored = {default_storage.exists(name) for name in names}
    assert stored == {statement_import.has_document}
    return statement_import.has_document


def test_it_is_deleted_on_the_day_and_not_before(january: StatementImport, owner: User) -> None:
    completed(january, owner)

    assert delete_due_documents(DUE - dt.timedelta(days=1)) == 0
    assert is_there(january)

    assert delete_due_documents(DUE) == 1
    assert not is_there(january)
    assert (january.stored_as, january.unlocked_as, january.document_kept_days) == ("", "", DAYS)
    assert delete_due_documents(DUE) == 0


def sent_along(statement_import: StatementImport, owner: User, day: dt.date) -> EnquiryMessage:
    """An answer with a file, of that day."""
    enquiry = ask_client(statement=only(statement_import), named=Named(line=0), text="What for?", actor=owner)
    message = answer(enquiry=enquiry, text="See there", actor=owner, file=ContentFile(b"a receipt", name="receipt.txt"))
    moment = dt.datetime.combine(day, dt.time(12), tzinfo=dt.UTC)
    EnquiryMessage.objects.of(statement_import.organization).filter(pk=message.pk).update(at=moment)
    return message


def test_files_of_answers_go_with_the_document(january: StatementImport, owner: User) -> None:
    message = sent_along(january, owner, COMPLETED)
    completed(january, owner)

    assert delete_due_documents(DUE - dt.timedelta(days=1)) == 0
    assert default_storage.exists(message.stored_as)
    assert delete_due_documents(DUE) == 1

    assert not default_storage.exists(message.stored_as)
    after = EnquiryMessage.objects.of(january.organization).get(pk=message.pk)
    assert (after.stored_as, after.text, after.filename) == ("", "See there", "receipt.txt")
    told = AuditEntry.objects.of(january.organization).filter(act="deleted_file").get()
    assert told.details == {"days": DAYS, "message": str(message.pk)}


def test_a_file_that_was_sent_later_is_deleted_later(january: StatementImport, owner: User) -> None:
    late = sent_along(january, owner, COMPLETED + dt.timedelta(days=5))
    completed(january, owner)

    assert delete_due_documents(DUE) == 1
    assert default_storage.exists(late.stored_as)
    assert delete_due_documents(DUE + dt.timedelta(days=4)) == 0
    assert delete_due_documents(DUE + dt.timedelta(days=5)) == 1
    assert not default_storage.exists(late.stored_as)
    assert delete_due_documents(DUE + dt.timedelta(days=6)) == 0


def test_a_file_of_an_answer_about_a_typed_statement_is_deleted_too(january: StatementImport, owner: User) -> None:
    message = sent_along(january, owner, COMPLETED)
    completed(january, owner)
    StatementImport.objects.of(january.organization).filter(pk=january.pk).update(channel="typed", stored_as="", unlocked_as="")

    assert delete_due_documents(DUE) == 1
    assert not default_storage.exists(message.stored_as)
    january.refresh_from_db()
    assert january.document_deleted_at is None


def test_readings_and_decisions_are_not_deleted(january: StatementImport, owner: User) -> None:
    completed(january, owner)
    january.refresh_from_db()
    before = (january.sha256, january.verdict, january.reconciliation, only(january).lines.count(), only(january).matches.count())

    delete_due_documents(DUE)

    january.refresh_from_db()
    after = (january.sha256, january.verdict, january.reconciliation, only(january).lines.count(), only(january).matches.count())
    assert after == before
    assert january.conclusions.count() == 2


def test_documents_are_not_deleted_without_the_setting(january: StatementImport, owner: User, ours: Organization) -> None:
    completed(january, owner)
    keep_documents(organization=ours, days=None, actor=owner)

    assert delete_due_documents(dt.date(2126, 1, 1)) == 0
    assert is_there(january)


def test_a_lock_counts_from_its_own_day(january: StatementImport, owner: User) -> None:
    completed(january, owner)
    lock(statement=only(january), actor=owner)
    at(january, COMPLETED + dt.timedelta(days=5))

    assert delete_due_documents(DUE) == 0
    assert delete_due_documents(DUE + dt.timedelta(days=5)) == 1


def test_prepared_noted_and_reopened_documents_are_not_deleted(january: StatementImport, owner: User) -> None:
    assert delete_due_documents(DUE) == 0
    prepare(statement=only(january), actor=owner)
    at(january, COMPLETED)
    assert delete_due_documents(DUE) == 0
    reopen(statement=only(january), actor=owner, reason="A doubt")
    at(january, COMPLETED)
    assert delete_due_documents(DUE) == 0
    note(statement=only(january), actor=owner, reason="Never mind")
    at(january, COMPLETED)
    assert delete_due_documents(DUE) == 0
    assert is_there(january)


def test_documents_in_progress_are_not_deleted(january: StatementImport, owner: User, account: Account) -> None:
    completed(january, owner)
    ours = StatementImport.objects.of(january.organization).filter(pk=january.pk)
    for status in ("pending", "processing", "failed", "cancelled"):
        ours.update(status=status)
        assert delete_due_documents(DUE) == 0
    ours.update(status="complete")
    Recheck.objects.create(account=account)

    assert delete_due_documents(DUE) == 0
    Recheck.objects.of(january.organization).delete()
    assert delete_due_documents(DUE) == 1


def test_documents_of_changed_books_are_not_deleted(january: StatementImport, owner: User, account: Account) -> None:
    completed(january, owner)
    row = account.transactions.get(amount_minor=600_00)
    entries.edit(entry=row, by=owner, amount=Decimal("700.00"))

    assert delete_due_documents(DUE) == 0
    assert is_there(january)


def test_a_file_of_two_statements_waits_for_both(ours: Organization, owner: User) -> None:
    other = AccountFactory.create(organization=ours, opening="0.00", name="Savings")
    other.number = "DE00 9876"
    other.save()
    both = read_in(ours, paper(MATCHED_ROWS, opening="1000.00"), paper([], opening="0.00", number="9876"))
    StatementImport.objects.of(ours).filter(pk=both.pk).update(stored_as=archive.keep(ours, b"%PDF-"))
    first, second = both.statements.order_by("number")
    sign_off(statement=first, actor=owner)
    at(both, COMPLETED)
    assert delete_due_documents(DUE) == 0

    sign_off(statement=second, actor=owner)
    at(both, COMPLETED)
    assert delete_due_documents(DUE) == 1


def test_each_organization_has_its_own_days(january: StatementImport, owner: User) -> None:
    theirs = AccountFactory.create(opening="1000.00")
    for day, amount, text in MATCHED_ROWS:
        booked(theirs, day, amount, text)
    their_import = read_in(theirs.organization, paper(MATCHED_ROWS, opening="1000.00"))
    completed(january, owner)
    completed(their_import, MembershipFactory.create(organization=theirs.organization, role=Role.OWNER).user)

    assert delete_due_documents(DUE) == 1
    their_import.refresh_from_db()
    assert their_import.has_document


def test_a_file_that_is_gone_already_is_no_hindrance(january: StatementImport, owner: User) -> None:
    completed(january, owner)
    archive.discard(january.stored_as)

    assert delete_due_documents(DUE) == 1


# Acts after the deletion ----------------------------------------------------------------------


@pytest.fixture
def deleted(january: StatementImport, owner: User) -> StatementImport:
    completed(january, owner)
    delete_due_documents(DUE)
    january.refresh_from_db()
    return january


def test_it_is_checked_again_without_its_document(deleted: StatementImport, owner: User) -> None:
    process_again(statement_import=deleted, actor=owner)

    deleted.refresh_from_db()
    assert (deleted.status, deleted.verdict, deleted.error) == ("complete", "matched", None)


def test_the_proof_is_still_checked_but_for_the_file(deleted: StatementImport) -> None:
    StatementImport.objects.of(deleted.organization).filter(pk=deleted.pk).update(sha256="0" * 64)
    assert "file_changed" not in faults_of(deleted)

    deleted.refresh_from_db()
    assert "file_changed" in faults_of(deleted)


def test_pages_say_when_and_why_and_downloads_are_gone(deleted: StatementImport, owner: User, client: Client) -> None:
    client.force_login(owner)
    place = inside(f"/statements/{deleted.pk}")
    page = client.get(f"{place}/").content.decode()

    assert "as this organization keeps documents for 30 days." in page
    assert f"{place}/document/" not in page
    assert f"{place}/pages/" not in page
    gone = client.get(f"{place}/document/")
    assert (gone.status_code, client.get(f"{place}/pages/1/").status_code) == (410, 410)
    assert "This document was deleted" in gone.content.decode()
    assert "keeps documents for 30 days" in client.get(f"{place}/runs/?check=1").content.decode()


def test_the_evidence_pack_says_so(deleted: StatementImport, owner: User, client: Client) -> None:
    client.force_login(owner)
    answer = client.get(inside(f"/statements/{deleted.pk}/{only(deleted).pk}/evidence.zip"))

    with zipfile.ZipFile(io.BytesIO(answer.content)) as pack:
        said = pack.read("document-deleted.txt").decode()
        assert "document.pdf" not in pack.namelist()
    assert deleted.sha256 in said
    assert "keeps documents for 30 days" in said


# The setting ----------------------------------------------------------------------------------


def test_the_page_shows_the_documents_to_delete_before_the_setting_is_saved(
    january: StatementImport, owner: User, client: Client, ours: Organization
) -> None:
    keep_documents(organization=ours, days=None, actor=owner)
    completed(january, owner)
    client.force_login(owner)

    first = client.get(inside("/settings/documents/")).content.decode()
    shown = client.get(inside("/settings/documents/?days=30")).content.decode()
    ours.refresh_from_db()

    assert "Documents are kept indefinitely." in first
    assert "Keep documents for" not in first
    assert "With this, 1 document would be deleted" in shown
    assert (ours.keeps_documents_days, is_there(january)) == (None, True)


def test_an_owner_sets_it_and_takes_it_back(owner: User, client: Client, ours: Organization) -> None:
    client.force_login(owner)
    for said, stored in (("90", 90), ("", None)):
        client.post(inside("/settings/documents/"), {"days": said})
        ours.refresh_from_db()
        assert ours.keeps_documents_days == stored


@pytest.mark.parametrize("said", ["0", "-1", "many", "40000"])
def test_nonsense_changes_nothing(owner: User, client: Client, ours: Organization, said: str) -> None:
    client.force_login(owner)

    assert "Keep documents for" not in client.post(inside("/settings/documents/"), {"days": said}).content.decode()
    ours.refresh_from_db()
    assert ours.keeps_documents_days == DAYS


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
def test_other_roles_cannot_set_the_retention(ours: Organization, client: Client, role: Role) -> None:
    member = MembershipFactory.create(organization=ours, role=role).user
    client.force_login(member)

    assert client.post(inside("/settings/documents/"), {"days": "1"}).status_code == 403
    with pytest.raises(NotYours):
        keep_documents(organization=ours, days=1, actor=member)


def test_how_many_are_due_takes_as_many_queries_however_many_there_are(ours: Organization, owner: User) -> None:
    asked = []
    for month in (1, 2, 3):
        opening = "1000.00" if month == 1 else "1350.00"
        completed(read_in(ours, paper(MATCHED_ROWS if month == 1 else [], month=month, opening=opening)), owner)
        with CaptureQueriesContext(connection) as queries:
            assert len(due_documents(ours, 30, DUE)) == month
        asked.append(len(queries))
    assert len(set(asked)) == 1
