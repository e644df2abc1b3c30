"""Claims on an import: one worker at a time, for a limited time, and never twice."""

import datetime as dt
import threading
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from reconciliation.models import StatementImport
from reconciliation.pipeline.retries import claim
from reconciliation.queue.claims import ClaimLost, NothingToClaim, take
from tests.deployment.processes import PATIENCE
from tests.factories import WaitingImportFactory

Status = StatementImport.Status
RACERS = 6


def stored(statement_import: StatementImport) -> StatementImport:
    return StatementImport.queue.get(pk=statement_import.pk)


def let_the_lease_run_out(statement_import: StatementImport) -> None:
    StatementImport.queue.filter(pk=statement_import.pk).update(claimed_until=timezone.now() - dt.timedelta(seconds=1))


@pytest.mark.django_db
def test_a_claimed_import_is_being_processed_for_a_while() -> None:
    waiting = WaitingImportFactory.create()

    claimed = take(waiting.pk)

    now = stored(waiting)
    assert (now.status, now.claim_token, now.attempts) == (Status.PROCESSING, claimed.token, 1)
    assert now.claimed_until is not None
    assert now.claimed_until > timezone.now()


@pytest.mark.django_db
def test_a_second_delivery_finds_nothing_to_claim() -> None:
    waiting = WaitingImportFactory.create()
    take(waiting.pk)

    with pytest.raises(NothingToClaim):
        take(waiting.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("status", [Status.REVIEW, Status.COMPLETE, Status.FAILED, Status.CANCELLED])
def test_a_finished_import_cannot_be_claimed(status: str) -> None:
    with pytest.raises(NothingToClaim):
        take(WaitingImportFactory.create(status=status).pk)


@pytest.mark.django_db(transaction=True)
def test_exactly_one_of_many_racing_workers_claims_the_import() -> None:
    waiting, gate = WaitingImportFactory.create(), threading.Barrier(RACERS)
    outcomes: list[str] = []

    def race() -> None:
        try:
            gate.wait(timeout=PATIENCE)
            take(waiting.pk)
            outcomes.append("claimed")
        except NothingToClaim:
            outcomes.append("nothing")
        finally:
            connection.close()

    threads = [threading.Thread(target=race) for _ in range(RACERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)

    assert sorted(outcomes) == ["claimed", *["nothing"] * (RACERS - 1)]
    assert stored(waiting).attempts == 1


@pytest.mark.django_db
def test_an_import_whose_worker_died_is_claimed_by_the_next() -> None:
    waiting = WaitingImportFactory.create()
    first = take(waiting.pk)
    let_the_lease_run_out(waiting)

    second = take(waiting.pk)

    assert second.token == first.token + 1


@pytest.mark.django_db
def test_a_worker_that_lost_its_claim_cannot_write() -> None:
    waiting = WaitingImportFactory.create()
    slow = take(waiting.pk)
    let_the_lease_run_out(waiting)
    take(waiting.pk)

    with pytest.raises(ClaimLost):
        slow.write(status=Status.COMPLETE, verdict="matched")

    assert stored(waiting).verdict == ""


@pytest.mark.django_db
def test_a_lost_claim_undoes_everything_of_its_transaction() -> None:
    waiting = WaitingImportFactory.create()
    slow = take(waiting.pk)
    let_the_lease_run_out(waiting)
    take(waiting.pk)

    def write_evidence() -> None:
        with transaction.atomic():
            waiting.statements.create(number=0)
            slow.renew()

    with pytest.raises(ClaimLost):
        write_evidence()

    assert not stored(waiting).statements.exists()


@pytest.mark.django_db
def test_a_cancelled_import_refuses_its_workers_writes() -> None:
    waiting = WaitingImportFactory.create()
    claimed = take(waiting.pk)
    StatementImport.queue.filter(pk=waiting.pk).update(status=Status.CANCELLED)

    with pytest.raises(ClaimLost):
        claimed.renew()


@pytest.mark.django_db
def test_an_unexpected_error_gives_the_import_back_and_is_not_swallowed() -> None:
    waiting = WaitingImportFactory.create()

    with pytest.raises(RuntimeError), claim(waiting.pk):
        raise RuntimeError("a fault of ours")

    now = stored(waiting)
    assert (now.status, now.attempts, now.claimed_until) == (Status.PENDING, 1, None)
    assert now.doorbell.due_at > timezone.now()


@pytest.mark.django_db
def test_a_poison_document_fails_with_a_code_and_never_loops(settings: Settings) -> None:
    settings.CLAIM_ATTEMPTS = 3
    waiting = WaitingImportFactory.create()
    for _ in range(3):
        with pytest.raises(RuntimeError), claim(waiting.pk):
            raise RuntimeError("again")

    now = stored(waiting)
    assert (now.status, now.error) == (Status.FAILED, {"code": "gave_up_on_error", "params": {"attempts": 3, "cause": "RuntimeError"}})
    with pytest.raises(NothingToClaim):
        take(waiting.pk)


@pytest.mark.django_db
def test_a_document_that_kills_its_worker_each_time_fails_too(settings: Settings) -> None:
    settings.CLAIM_ATTEMPTS = 2
    waiting = WaitingImportFactory.create()
    for _ in range(2):
        take(waiting.pk)
        let_the_lease_run_out(waiting)

    with pytest.raises(NothingToClaim), claim(waiting.pk):
        pass

    now = stored(waiting)
    assert (now.status, now.error) == (Status.FAILED, {"code": "gave_up", "params": {"attempts": 2}})


@pytest.mark.django_db(transaction=True)
def test_the_lease_is_renewed_while_the_work_lasts(settings: Settings) -> None:
    settings.CLAIM_SECONDS = 0.3
    waiting = WaitingImportFactory.create()

    with claim(waiting.pk) as claimed:
        first = claimed.statement_import.claimed_until
        assert any(stored(waiting).claimed_until != first for _ in looks())


def looks(seconds: float = PATIENCE) -> Iterator[None]:
    """Many looks in quick succession, until the deadline."""
    deadline = timezone.now() + dt.timedelta(seconds=seconds)
    pause = threading.Event()
    while timezone.now() < deadline:
        yield
        pause.wait(0.02)
