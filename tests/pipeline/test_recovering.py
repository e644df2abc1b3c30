"""Recovery after interruptions: automatic repairs, and facts that are always checked again."""

import datetime as dt
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as product
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from people.roles import Role
from reconciliation import questions as enquiries
from reconciliation import tasks
from reconciliation.model_access.loop_factory import Loops
from reconciliation.models import Doorbell, Notice, StatementImport
from reconciliation.pipeline.retries import claim
from reconciliation.pipeline.trace import Trace
from reconciliation.queue import notify as rings_module
from reconciliation.queue.claims import ClaimLost, NothingToClaim, beating, take
from reconciliation.reconcile.persist import begin_claimed_run
from reconciliation.storage import archive
from reconciliation.storage import files as store
from reconciliation.uploads import services
from tests.addresses import reverse
from tests.deployment.processes import PATIENCE
from tests.factories import MembershipFactory, OrganizationFactory, WaitingImportFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, load
from tests.pipeline.uploads import processed, received

pytestmark = pytest.mark.django_db
Status = StatementImport.Status
A_LEASE = dt.timedelta(seconds=product.CLAIM_SECONDS)


def stored(statement_import: StatementImport) -> StatementImport:
    return StatementImport.queue.get(pk=statement_import.pk)


def left_by_its_worker(statement_import: StatementImport) -> None:
    StatementImport.queue.filter(pk=statement_import.pk).update(claimed_until=timezone.now() - dt.timedelta(seconds=1))


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sent: list[str] = []
    monkeypatch.setattr(tasks.process_pdf, "apply_async", lambda args, **_: sent.append(args[0]))
    return sent


def test_a_run_that_a_lost_worker_left_open_is_ended_by_the_next_and_says_so() -> None:
    waiting = WaitingImportFactory.create()
    first, _ = begin_claimed_run(take(waiting.pk))
    left_by_its_worker(waiting)

    second, _ = begin_claimed_run(take(waiting.pk))

    first.refresh_from_db()
    assert (first.error, first.verdict) == ({"code": "interrupted", "params": {}}, "")
    assert first.finished_at is not None
    assert second.finished_at is None


def test_a_failed_import_proves_nothing_and_its_neighbours_are_reconciled_without_it() -> None:
    ours = OrganizationFactory.create()
    books = books_of(JANUARY, FEBRUARY)
    books["transactions"][3]["date"] = "2026-01-30"  # the cheque, which February shows
    load(ours, books)
    january, february = processed(ours, JANUARY.pdf()), processed(ours, FEBRUARY.pdf())
    assert stored(january).verdict == "matched"
    StatementImport.queue.filter(pk=february.pk).update(status=Status.PROCESSING, attempts=product.CLAIM_ATTEMPTS)
    left_by_its_worker(february)

    with pytest.raises(NothingToClaim), claim(february.pk):
        pass

    given_up = stored(february)
    assert (given_up.status, given_up.verdict, given_up.reconciliation) == (Status.FAILED, "", None)
    assert not february.statements.exists()
    assert stored(january).verdict == "partial"


def test_an_import_fails_cleanly_although_settling_its_neighbours_raises(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.CLAIM_ATTEMPTS = 1
    waiting = WaitingImportFactory.create()

    def stumble(*_: object, **__: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("reconciliation.reconcile.persist.settle", stumble)
    with pytest.raises(ArithmeticError), claim(waiting.pk):
        raise ArithmeticError

    ended = stored(waiting)
    assert ended.status == Status.FAILED
    assert ended.error == {"code": "gave_up_on_error", "params": {"attempts": 1, "cause": "ArithmeticError"}}


def test_steps_of_a_worker_that_was_taken_over_do_not_count() -> None:
    waiting = WaitingImportFactory.create()
    slow = take(waiting.pk)
    trace = Trace(begin_claimed_run(slow)[0], slow, Loops(slow))
    left_by_its_worker(waiting)
    take(waiting.pk)

    with pytest.raises(ClaimLost):
        trace.record("read", "read")

    assert not trace.run.steps.exists()


def test_a_lease_longer_than_any_was_given_by_a_wrong_clock_and_is_over(rings: list[str]) -> None:
    waiting = WaitingImportFactory.create(status=Status.PROCESSING, claimed_until=timezone.now() + dt.timedelta(hours=5))
    Doorbell.objects.filter(statement_import=waiting).update(due_at=timezone.now() + dt.timedelta(hours=5))

    tasks.sweep()

    assert rings == [str(waiting.pk)]
    assert take(waiting.pk).token == 1


def test_a_clock_that_is_a_lease_ahead_takes_nothing_from_anybody() -> None:
    waiting = WaitingImportFactory.create(status=Status.PROCESSING, claimed_until=timezone.now() + 2 * A_LEASE - dt.timedelta(seconds=5))

    with pytest.raises(NothingToClaim):
        take(waiting.pk)


def test_an_import_without_a_bell_is_rung_for(rings: list[str]) -> None:
    waiting = WaitingImportFactory.create()
    Doorbell.objects.all().delete()

    tasks.sweep()

    assert rings == [str(waiting.pk)]


def test_a_beat_that_the_database_does_not_hear_is_not_the_last_one() -> None:
    heard = threading.Event()
    beats: list[int] = []

    def renew() -> None:
        beats.append(1)
        if len(beats) == 1:
            raise OperationalError("the server went away")
        heard.set()

    with beating(renew, every=0.01):
        assert heard.wait(timeout=PATIENCE)


def test_a_document_stays_if_it_is_unknown_whether_its_commit_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, owes, ends = OrganizationFactory.create(), rings_module.owe_a_ring, transaction.Atomic.__exit__
    written: list[StatementImport] = []

    def owe(statement_import: StatementImport, cause: str, *, ring: bool) -> None:
        owes(statement_import, cause, ring=ring)
        written.append(statement_import)

    def answer_lost(self: transaction.Atomic, *raised: Any) -> None:
        ends(self, *raised)
        if written:
            written.clear()
            raise OperationalError("the connection was closed before the answer came")

    monkeypatch.setattr(services, "owe_a_ring", owe)
    monkeypatch.setattr(transaction.Atomic, "__exit__", answer_lost)
    with pytest.raises(OperationalError):
        received(ours, JANUARY.pdf())

    accepted = StatementImport.objects.of(ours).get()
    assert archive.readable(accepted) == JANUARY.pdf()


def test_a_file_that_no_import_names_is_removed_after_a_week_and_no_other() -> None:
    ours = OrganizationFactory.create()
    accepted = received(ours, JANUARY.pdf())
    left, fresh = archive.keep(ours, b"left"), archive.keep(ours, b"fresh")
    past = (timezone.now() - dt.timedelta(seconds=product.LEFTOVER_SECONDS + 60)).timestamp()
    sent = a_sent_file(accepted)
    for name in (accepted.stored_as, left, sent):
        os.utime(Path(product.MEDIA_ROOT) / name, (past, past))

    tasks.discard_leftovers()

    assert archive.readable(accepted) == JANUARY.pdf()
    assert (archive.fetch(ours, fresh), archive.fetch(ours, sent)) == (b"fresh", b"receipt")
    with pytest.raises(FileNotFoundError):
        archive.fetch(ours, left)


def a_sent_file(statement_import: StatementImport) -> str:
    """Return the stored name of a file sent as the answer to a question about the statement."""
    owner = MembershipFactory.create(organization=statement_import.organization, role=Role.OWNER).user
    row = {"date": None, "description": "Rent", "amount": "-1.00", "currency": "EUR"}
    enquiry = statement_import.enquiries.create(number=0, line=0, row=row, asked_by=owner)
    return enquiries.answer(enquiry=enquiry, text="", actor=owner, file=ContentFile(b"receipt", name="receipt.txt")).stored_as


def a_batch() -> tuple[User, list[StatementImport]]:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY, FEBRUARY))
    member = MembershipFactory.create(organization=ours, role=Role.PREPARER).user
    return member, [received(ours, paper.pdf(), member) for paper in (JANUARY, FEBRUARY)]


def test_the_sweep_notifies_of_a_batch_whose_last_worker_was_killed_before_it_did(
    rings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    member, batch = a_batch()
    with monkeypatch.context() as killed:
        killed.setattr(tasks, "tell_if_done", lambda _: None)
        for each in batch:
            tasks.process_pdf(str(each.pk))
    Doorbell.objects.update(due_at=timezone.now())
    assert not Notice.objects.of(batch[0].organization).exists()

    tasks.sweep()

    assert Notice.objects.of(batch[0].organization).get(user=member).count == 2
    assert not Doorbell.objects.exists()
    assert rings == []


def test_a_batch_whose_last_file_fails_is_notified() -> None:
    member, (first, last) = a_batch()
    tasks.process_pdf(str(first.pk))
    StatementImport.queue.filter(pk=last.pk).update(attempts=product.CLAIM_ATTEMPTS)

    tasks.process_pdf(str(last.pk))

    assert Notice.objects.of(first.organization).get(user=member).count == 2
    assert stored(last).status == Status.FAILED


def test_a_disk_that_is_full_refuses_the_upload_in_words_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    client.force_login(MembershipFactory.create(role=Role.PREPARER).user)

    def full(_name: str, _content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "keep", full)

    answer = client.post(reverse("upload"), {"files": [SimpleUploadedFile("january.pdf", JANUARY.pdf())]})

    assert answer.status_code == 200
    assert "could not be stored" in answer.content.decode()
    assert not StatementImport.queue.exists()


def test_files_above_the_queue_limit_are_refused_and_the_others_are_accepted(client: Client, settings: Settings) -> None:
    settings.DOCUMENTS_MAX_WAITING = 1
    client.force_login(MembershipFactory.create(role=Role.PREPARER).user)
    files = [SimpleUploadedFile(name, paper.pdf()) for name, paper in (("january.pdf", JANUARY), ("february.pdf", FEBRUARY))]

    answer = client.post(reverse("upload"), {"files": files})

    assert "No more are accepted now" in answer.content.decode()
    assert [kept.filename for kept in StatementImport.queue.all()] == ["january.pdf"]
