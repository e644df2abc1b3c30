"""A document on which nothing depends may be stopped, discarded, taken back or moved; one in use may not."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.core.files.storage import default_storage

from finance.models import Account
from people.access import NotYours
from people.models import AuditEntry, Organization
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Decision, Enquiry, StatementImport
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo
from reconciliation.questions import Named, ask_client, close
from reconciliation.signoff.services import note, reopen, sign_off
from reconciliation.storage import archive
from reconciliation.uploads.ending import DocumentInUse, obstacle_to
from reconciliation.uploads.services import (
    cancel,
    choose_account,
    discard,
    move_document,
    process_again,
    receive_statement,
    start_account_from_statement,
    take_back,
)
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, load
from tests.pipeline.uploads import processed, received, worked_on
from tests.read_statements import only

pytestmark = pytest.mark.django_db
Kind, Status = Decision.Kind, StatementImport.Status


@pytest.fixture
def account(ours: Organization) -> Account:
    """Books of January without its last row."""
    return load(ours, books_of(replace(JANUARY, rows=JANUARY.rows[:-1])))


@pytest.fixture
def owner(ours: Organization) -> User:
    return MembershipFactory.create(organization=ours, role=Role.OWNER).user


@pytest.fixture
def january(ours: Organization, account: Account) -> StatementImport:
    """Lacks one row in the books, so that it is for review."""
    return processed(ours, JANUARY.pdf())


def excused(january: StatementImport, owner: User) -> Decision:
    return excuse(statement=only(january), kind=Kind.BANK_ERROR, actor=owner, reason="raised", lines=[len(JANUARY.rows) - 1])


def refused(statement_import: StatementImport, actor: User) -> list[str]:
    """The codes of the refusals to stop and to discard it."""
    codes = []
    acts: list[Callable[[], object]] = [
        lambda: cancel(statement_import=statement_import, actor=actor),
        lambda: discard(statement_import=statement_import, reason="wrong file", actor=actor),
    ]
    for act in acts:
        with pytest.raises(DocumentInUse) as caught:
            act()
        codes.append(caught.value.code)
    statement_import.refresh_from_db()
    assert statement_import.statements.count() == 1
    return codes


def test_a_statement_signed_off_with_an_exception_keeps_its_evidence(january: StatementImport, owner: User) -> None:
    decision = excused(january, owner)
    sign_off(statement=only(january), actor=owner)
    january.refresh_from_db()
    assert january.status == Status.REVIEW

    assert refused(january, owner) == ["in_use_signed_off"] * 2
    reopen(statement=only(january), actor=owner, reason="look again")
    assert refused(january, owner) == ["in_use_decided"] * 2
    withdraw_decision(decision=decision, actor=owner)
    assert cancel(statement_import=january, actor=owner).status == Status.CANCELLED


def test_a_statement_closed_without_reconciling_is_in_use(january: StatementImport, owner: User) -> None:
    note(statement=only(january), actor=owner, reason="the bank does not answer")

    assert refused(january, owner) == ["in_use_signed_off"] * 2


def test_rows_in_the_books_are_undone_first(january: StatementImport, owner: User) -> None:
    publish(statement=only(january), actor=owner)
    StatementImport.queue.filter(pk=january.pk).update(status=Status.REVIEW)

    assert refused(january, owner) == ["in_use_posted"] * 2
    undo(statement_import=january, actor=owner)
    assert discard(statement_import=january, reason="wrong file", actor=owner).status == Status.DISCARDED


def test_books_that_were_started_from_it_are_in_use(ours: Organization, owner: User) -> None:
    january = processed(ours, JANUARY.pdf())
    start_account_from_statement(statement=only(january), name="Everyday", actor=owner)

    assert refused(january, owner) == ["in_use_started"] * 2


def test_a_question_to_the_client_is_closed_first(january: StatementImport, owner: User, ours: Organization) -> None:
    MembershipFactory.create(organization=ours, role=Role.CLIENT, accounts=[Account.objects.of(ours).get()])
    ask_client(statement=only(january), named=Named(line=len(JANUARY.rows) - 1), text="What is this?", actor=owner)

    assert refused(january, owner) == ["in_use_asked"] * 2
    enquiry = Enquiry.objects.of(ours).get()
    close(enquiry=enquiry, actor=owner, seen=str(enquiry.messages.get().pk))
    assert obstacle_to(january) == ""


def test_the_choice_of_an_account_does_not_prevent_it(january: StatementImport, account: Account, owner: User) -> None:
    choose_account(statement_import=january, account=account, actor=owner)

    assert discard(statement_import=january, reason="wrong file", actor=owner).status == Status.DISCARDED


def test_another_document_of_the_same_days_may_be_discarded(ours: Organization, account: Account, owner: User) -> None:
    january = processed(ours, JANUARY.pdf())
    excused(january, owner)
    sign_off(statement=only(january), actor=owner)
    copy = processed(ours, replace(JANUARY, note="Second print").pdf())

    assert discard(statement_import=copy, reason="a copy", actor=owner).status == Status.DISCARDED


def test_a_discarded_document_proves_nothing_and_its_reason_is_on_record(ours: Organization, owner: User) -> None:
    load(ours, books_of(JANUARY, FEBRUARY))
    february = processed(ours, FEBRUARY.pdf())

    discard(statement_import=february, reason="of another person", actor=owner)

    assert (february.statements.count(), february.urgency) == (0, 0)
    entry = AuditEntry.objects.of(ours).filter(act="discarded").get()
    assert (entry.by, entry.subject_id, entry.details["reason"]) == (owner.pk, str(february.pk), "of another person")
    assert not StatementImport.objects.of(ours).listed().filter(pk=february.pk).exists()


def test_a_discarded_document_is_taken_back_and_read_again(ours: Organization, owner: User) -> None:
    load(ours, books_of(JANUARY))
    january = processed(ours, JANUARY.pdf())
    before = (january.verdict, january.reconciliation)
    discard(statement_import=january, reason="wrong file", actor=owner)

    take_back(statement_import=january, actor=owner)
    worked_on(january)

    january.refresh_from_db()
    assert (january.verdict, january.reconciliation) == before
    assert not Decision.objects.of(ours).standing().exists()
    assert AuditEntry.objects.of(ours).filter(act="took_back").count() == 1


@pytest.mark.parametrize("again", [process_again, take_back])
def test_processing_again_takes_it_back_too(january: StatementImport, owner: User, again: object) -> None:
    discard(statement_import=january, reason="wrong file", actor=owner)

    again(statement_import=january, actor=owner)  # type: ignore[operator]

    assert january.status == Status.PENDING
    assert not january.decisions.standing().exists()


def test_withdrawing_the_decision_takes_it_back(january: StatementImport, owner: User) -> None:
    discard(statement_import=january, reason="wrong file", actor=owner)

    withdraw_decision(decision=january.decisions.get(), actor=owner)

    january.refresh_from_db()
    assert january.status == Status.PENDING


def test_a_person_who_uploads_it_again_takes_it_back_and_a_connection_does_not(
    ours: Organization, january: StatementImport, owner: User
) -> None:
    discard(statement_import=january, reason="wrong file", actor=owner)

    fetched = receive_statement(organization=ours, uploaded_by=None, channel="mailbox", filename="again.pdf", pdf=JANUARY.pdf())
    assert (fetched.statement_import.pk, fetched.statement_import.status) == (january.pk, Status.DISCARDED)
    assert received(ours, JANUARY.pdf(), owner).status == Status.PENDING


def test_a_reason_and_the_right_are_needed(january: StatementImport, ours: Organization, owner: User) -> None:
    viewer = MembershipFactory.create(organization=ours, role=Role.VIEWER).user

    with pytest.raises(DecisionRefused, match="no_reason"):
        discard(statement_import=january, reason=" ", actor=owner)
    with pytest.raises(NotYours):
        discard(statement_import=january, reason="wrong file", actor=viewer)
    discard(statement_import=january, reason="wrong file", actor=owner)
    with pytest.raises(NotYours):
        take_back(statement_import=january, actor=viewer)


def test_a_document_moves_to_another_client_and_leaves_its_bytes_there_alone(
    ours: Organization, january: StatementImport, owner: User, django_capture_on_commit_callbacks: object
) -> None:
    other = OrganizationFactory.create()
    MembershipFactory.create(organization=other, user=owner, role=Role.PREPARER)
    stored_as = january.stored_as

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        there = move_document(statement_import=january, to=other, actor=owner)

    assert (there.organization, there.uploaded_by, there.filename) == (other, owner, january.filename)
    assert archive.readable(there) == JANUARY.pdf()
    assert (january.status, january.has_document, default_storage.exists(stored_as)) == (Status.DISCARDED, False, False)
    with pytest.raises(DecisionRefused, match="document_deleted"):
        take_back(statement_import=january, actor=owner)
    assert [AuditEntry.objects.of(each).filter(act="moved").count() for each in (ours, other)] == [1, 1]


def test_a_moved_document_comes_back_by_moving_it_again(ours: Organization, january: StatementImport, owner: User) -> None:
    other = OrganizationFactory.create()
    MembershipFactory.create(organization=other, user=owner, role=Role.PREPARER)
    there = move_document(statement_import=january, to=other, actor=owner)

    back = move_document(statement_import=there, to=ours, actor=owner)

    assert (back.pk, back.status, archive.readable(back)) == (january.pk, Status.PENDING, JANUARY.pdf())


def test_moving_needs_the_right_in_both_clients(january: StatementImport, owner: User) -> None:
    other = OrganizationFactory.create()
    MembershipFactory.create(organization=other, user=owner, role=Role.VIEWER)
    stranger = MembershipFactory.create(organization=other, role=Role.OWNER).user

    for actor in (owner, stranger):
        with pytest.raises(NotYours):
            move_document(statement_import=january, to=other, actor=actor)
    assert not StatementImport.objects.of(other).exists()
    january.refresh_from_db()
    assert (january.status, archive.readable(january)) == (Status.REVIEW, JANUARY.pdf())


def test_a_document_in_use_does_not_move(january: StatementImport, owner: User) -> None:
    other = OrganizationFactory.create()
    MembershipFactory.create(organization=other, user=owner, role=Role.OWNER)
    excused(january, owner)

    with pytest.raises(DocumentInUse):
        move_document(statement_import=january, to=other, actor=owner)
    assert not StatementImport.objects.of(other).exists()
