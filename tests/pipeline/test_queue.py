"""The import row is the queue of record; the broker is only a doorbell."""

import datetime as dt
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from reconciliation import tasks
from reconciliation.models import Doorbell, StatementImport
from reconciliation.uploads import services
from tests.factories import OrganizationFactory, WaitingImportFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import received

Status = StatementImport.Status
Commit = Callable[..., AbstractContextManager[object]]


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids that were sent to the broker."""
    sent: list[str] = []
    monkeypatch.setattr(tasks.process_pdf, "apply_async", lambda args, **_: sent.append(args[0]))
    return sent


def make_due(statement_import: StatementImport) -> None:
    Doorbell.objects.filter(statement_import=statement_import).update(due_at=timezone.now() - dt.timedelta(seconds=1))


@pytest.mark.django_db
def test_an_upload_rings_once_it_is_safely_stored(rings: list[str], django_capture_on_commit_callbacks: Commit) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        waiting = received(OrganizationFactory.create(), JANUARY.pdf())
        assert rings == []

    assert rings == [str(waiting.pk)]
    assert waiting.doorbell.rung_at is None
    assert Doorbell.objects.get(statement_import=waiting).rung_at is not None


@pytest.mark.django_db
def test_the_sweep_queues_an_import_that_was_never_queued(rings: list[str]) -> None:
    waiting = WaitingImportFactory.create()

    assert tasks.sweep() == 1

    assert rings == [str(waiting.pk)]


@pytest.mark.django_db
def test_the_sweep_does_not_ring_twice_in_a_row(rings: list[str]) -> None:
    WaitingImportFactory.create()
    tasks.sweep()

    assert tasks.sweep() == 0


@pytest.mark.django_db
def test_a_ring_that_was_lost_is_repeated_every_minute(rings: list[str]) -> None:
    waiting = WaitingImportFactory.create()
    waits = []
    for _ in range(3):
        make_due(waiting)
        tasks.sweep()
        waits.append((Doorbell.objects.get(statement_import=waiting).due_at - timezone.now()).total_seconds())

    assert len(rings) == 3
    assert [round(wait / 60) for wait in waits] == [1, 1, 1]


@pytest.mark.django_db
def test_however_many_wait_one_sweep_rings_for_the_oldest_and_the_next_for_those_after_them(
    rings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "MOST_RUNG", 2)
    ours = OrganizationFactory.create()
    waiting = [str(WaitingImportFactory.create(organization=ours).pk) for _ in range(3)]

    assert [tasks.sweep(), tasks.sweep(), tasks.sweep()] == [2, 1, 0]

    assert rings == waiting


@pytest.mark.django_db
def test_the_sweep_rings_for_imports_whose_lease_ran_out(rings: list[str]) -> None:
    left_behind = WaitingImportFactory.create(status=Status.PROCESSING, claimed_until=timezone.now() - dt.timedelta(seconds=1))
    WaitingImportFactory.create(status=Status.PROCESSING, claimed_until=timezone.now() + dt.timedelta(minutes=1))
    WaitingImportFactory.create(status=Status.COMPLETE)

    tasks.sweep()

    assert rings == [str(left_behind.pk)]


@pytest.mark.django_db
def test_a_worker_that_starts_asks_for_everything_that_waits(rings: list[str]) -> None:
    waiting = WaitingImportFactory.create()
    Doorbell.objects.filter(statement_import=waiting).update(due_at=timezone.now() + dt.timedelta(hours=1))

    assert tasks.sweep(everything=True) == 1


@pytest.mark.django_db
def test_a_second_delivery_changes_nothing() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    waiting = received(ours, JANUARY.pdf())

    tasks.process_pdf(str(waiting.pk))
    tasks.process_pdf(str(waiting.pk))

    assert waiting.runs.count() == 1


@pytest.mark.django_db
def test_an_import_that_is_gone_is_no_error_for_a_worker() -> None:
    waiting = WaitingImportFactory.create()
    import_id = str(waiting.pk)
    waiting.delete()

    tasks.process_pdf(import_id)


@pytest.mark.django_db
def test_a_broker_that_is_down_undoes_no_upload(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Commit) -> None:
    def refuse(**_: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(tasks.process_pdf, "apply_async", refuse)

    with django_capture_on_commit_callbacks(execute=True):
        waiting = received(OrganizationFactory.create(), JANUARY.pdf())

    assert StatementImport.queue.get(pk=waiting.pk).status == Status.PENDING
    assert Doorbell.objects.get(statement_import=waiting).rung_at is None


@pytest.mark.django_db
def test_asked_for_again_an_import_waits_with_all_its_attempts(rings: list[str], django_capture_on_commit_callbacks: Commit) -> None:
    failed = WaitingImportFactory.create(status=Status.FAILED, attempts=3, error={"code": "gave_up", "params": {"attempts": 3}})

    with django_capture_on_commit_callbacks(execute=True):
        services.process_again(statement_import=failed, actor=None)

    assert (failed.status, failed.attempts, failed.error) == (Status.PENDING, 0, None)
    assert rings == [str(failed.pk)]


@pytest.mark.django_db
@pytest.mark.parametrize("status", [Status.PENDING, Status.PROCESSING])
def test_a_waiting_or_running_import_is_not_queued_twice(status: str, rings: list[str], django_capture_on_commit_callbacks: Commit) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.process_again(statement_import=WaitingImportFactory.create(status=status), actor=None)

    assert rings == []
