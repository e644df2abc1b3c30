"""Services of the pipeline: permitted requests, rights and results."""

import io

import pytest
from django.core.files.base import File
from pytest_django.fixtures import Settings

from finance.accounts import CurrencyNotKnown
from finance.models import Account
from people.roles import Role
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.models import Cause, StatementImport
from reconciliation.storage import archive
from reconciliation.tasks import process_pdf
from reconciliation.uploads import services
from tests.factories import MembershipFactory, OrganizationFactory, WaitingImportFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed, received

Status = StatementImport.Status
pytestmark = pytest.mark.django_db


def test_an_upload_stores_file_row_and_ring() -> None:
    ours = OrganizationFactory.create()
    preparer = MembershipFactory.create(organization=ours, role=Role.PREPARER).user

    waiting = received(ours, JANUARY.pdf(), preparer)

    assert (waiting.status, waiting.uploaded_by, waiting.size) == (Status.PENDING, preparer, len(JANUARY.pdf()))
    assert archive.fetch(waiting.organization, waiting.stored_as) == JANUARY.pdf()
    assert waiting.doorbell.cause == Cause.UPLOAD


def test_the_same_bytes_are_one_import_in_an_organization() -> None:
    ours = OrganizationFactory.create()
    first = received(ours, JANUARY.pdf())

    again = services.receive_statement(
        organization=ours, uploaded_by=None, channel="command_line", filename="copy.pdf", pdf=File(io.BytesIO(JANUARY.pdf()))
    )

    assert (again.statement_import, again.already_there) == (first, True)


def test_the_same_bytes_are_another_import_in_another_organization() -> None:
    assert received(OrganizationFactory.create(), JANUARY.pdf()) != received(OrganizationFactory.create(), JANUARY.pdf())


def test_a_failed_import_is_queued_again_by_the_same_bytes() -> None:
    ours = OrganizationFactory.create()
    failed = received(ours, JANUARY.pdf())
    StatementImport.queue.filter(pk=failed.pk).update(status=Status.FAILED, attempts=3, error={"code": "gave_up", "params": {}})

    again = received(ours, JANUARY.pdf())

    assert (again.pk, again.status, again.attempts, again.error) == (failed.pk, Status.PENDING, 0, None)


def test_a_lost_file_is_stored_again_by_an_upload_of_the_same_bytes() -> None:
    ours = OrganizationFactory.create()
    done = processed(ours, JANUARY.pdf())
    archive.discard(done.stored_as)
    services.process_again(statement_import=done, actor=None)
    process_pdf(str(done.pk))

    again = processed(ours, JANUARY.pdf())

    assert (again.pk, again.status, again.error) == (done.pk, Status.REVIEW, None)
    assert archive.fetch(again.organization, again.stored_as) == JANUARY.pdf()


@pytest.mark.parametrize(("pdf", "code"), [(b"", "empty"), (b"GIF89a", "not_a_pdf"), (b"%PDF-1.7" + b" " * 2000, "too_large")])
def test_an_impossible_statement_is_refused_before_anything_is_stored(pdf: bytes, code: str, settings: Settings) -> None:
    settings.DOCUMENT_MAX_BYTES = 1000
    ours = OrganizationFactory.create()

    with pytest.raises(DocumentUnreadable) as refused:
        received(ours, pdf)

    assert refused.value.code == code
    assert not StatementImport.objects.of(ours).exists()


def test_a_full_queue_refuses_uploads_and_does_not_block_other_organizations(settings: Settings) -> None:
    settings.DOCUMENTS_MAX_WAITING = 1
    ours, theirs = OrganizationFactory.create(), OrganizationFactory.create(name="theirs")
    first = received(ours, JANUARY.pdf())

    with pytest.raises(services.TooManyWaiting):
        received(ours, FEBRUARY.pdf())

    assert received(ours, JANUARY.pdf()) == first, "what is there already is shown"
    assert received(theirs, FEBRUARY.pdf()).organization == theirs
    process_pdf(str(first.pk))
    assert received(ours, FEBRUARY.pdf()).status == Status.PENDING


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR])
def test_a_role_that_may_only_read_cannot_upload(role: Role) -> None:
    ours = OrganizationFactory.create()

    with pytest.raises(services.NotYours):
        received(ours, JANUARY.pdf(), MembershipFactory.create(organization=ours, role=role).user)


def test_a_stranger_can_do_nothing_to_an_import() -> None:
    ours = OrganizationFactory.create()
    done, stranger = (
        processed(ours, JANUARY.pdf()),
        MembershipFactory.create(role=Role.OWNER).user,
    )

    with pytest.raises(services.NotYours):
        received(ours, FEBRUARY.pdf(), stranger)
    with pytest.raises(services.NotYours):
        services.process_again(statement_import=done, actor=stranger)
    with pytest.raises(services.NotYours):
        services.cancel(statement_import=done, actor=stranger)
    with pytest.raises(services.NotYours):
        services.start_account_from_statement(statement=done.statements.get(), name="Mine", actor=stranger)


def test_an_account_of_another_organization_cannot_be_chosen() -> None:
    done, foreign = processed(OrganizationFactory.create(), JANUARY.pdf()), load(OrganizationFactory.create(), books_of(JANUARY))

    with pytest.raises(services.NotYours):
        services.choose_account(statement_import=done, account=foreign, actor=None)


def test_a_chosen_account_is_verified_at_once_by_code() -> None:
    ours = OrganizationFactory.create()
    wanted = load(ours, books_of(JANUARY, name="One") | {"number": "", "institution": ""})
    load(ours, books_of(JANUARY, name="Two") | {"number": "", "institution": ""})
    done = processed(ours, JANUARY.pdf())
    assert (done.reconciliation or {})["reasons"] == ["account_unconfirmed"]

    services.choose_account(
        statement_import=done, account=wanted, actor=MembershipFactory.create(organization=ours, role=Role.PREPARER).user
    )

    assert (done.status, done.verdict, done.reconciliation_account) == (Status.COMPLETE, "matched", wanted)
    assert [run.cause for run in done.runs.order_by("number")] == [Cause.UPLOAD, Cause.ACCOUNT_CHOSEN]


def test_a_chosen_account_is_used_though_another_number_is_printed() -> None:
    ours = OrganizationFactory.create()
    other = load(ours, books_of(JANUARY) | {"number": "9999"})
    done = processed(ours, JANUARY.pdf())
    assert done.verdict == "unverifiable"

    services.choose_account(statement_import=done, account=other, actor=None)

    assert (done.verdict, done.reconciliation_account) == ("matched", other)


def test_a_choice_is_asked_once_more_where_number_and_currency_speak_against_it() -> None:
    ours = OrganizationFactory.create()
    other = load(ours, books_of(JANUARY) | {"number": "9999", "currency": "USD"})
    done = processed(ours, JANUARY.pdf())

    services.choose_account(statement_import=done, account=other, actor=None)

    assert (done.verdict, (done.reconciliation or {})["reasons"]) == ("unverifiable", ["account_unconfirmed"])


def test_an_account_started_from_a_statement_proves_nothing_about_it() -> None:
    ours = OrganizationFactory.create()
    done = processed(ours, JANUARY.pdf())

    account = services.start_account_from_statement(
        statement=done.statements.get(), name="Household", actor=MembershipFactory.create(organization=ours, role=Role.OWNER).user
    )
    done.refresh_from_db()

    assert [row.amount for row in account.transactions.all()] == [line.amount for line in done.statements.get().lines.all()]
    assert not done.reconciliation_matched
    assert done.verdict == "partial"
    assert "ledger_from_this_statement" in (done.reconciliation or {})["reasons"]
    assert done.reconciliation_account == account


def test_an_account_is_not_started_without_a_named_currency() -> None:
    ours = OrganizationFactory.create()
    statement = processed(ours, JANUARY.pdf()).statements.get()
    statement.currency = ""

    with pytest.raises(CurrencyNotKnown):
        services.start_account_from_statement(statement=statement, name="Household", actor=None)

    assert not Account.objects.of(ours).exists()


def test_processed_again_an_import_answers_for_todays_ledger_and_keeps_its_history() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))
    row = entry(account, "t2")
    row.delete()
    done = processed(ours, JANUARY.pdf())
    row.save()

    services.process_again(statement_import=done, actor=None)
    assert not done.reconciliation_matched
    again = processed(ours, JANUARY.pdf())

    assert (again.verdict, again.extracted_data, again.statements.count()) == ("matched", None, 1)
    assert [run.verdict for run in again.runs.order_by("number")] == ["mismatched", "matched"]


def test_a_cancelled_import_is_not_processed() -> None:
    waiting = WaitingImportFactory.create()

    services.cancel(statement_import=waiting, actor=None)

    process_pdf(str(waiting.pk))
    waiting.refresh_from_db()
    assert waiting.status == Status.CANCELLED
    assert not waiting.runs.exists()


def test_a_clients_statement_is_compared_with_the_accounts_given_to_them_alone() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY, name="Kept back"))
    given = load(ours, books_of(JANUARY, name="Given") | {"number": "7777"})

    done = processed(ours, JANUARY.pdf(), MembershipFactory.create(organization=ours, role=Role.CLIENT, accounts=[given]).user)

    assert (done.verdict, (done.reconciliation or {})["reasons"]) == ("unverifiable", ["no_account"])
    assert "Kept back" not in str(done.reconciliation)
