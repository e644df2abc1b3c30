"""A person cancels, deletes or uploads again, or another worker comes, at each step: deterministic, without threads."""

import datetime as dt
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import Error, OperationalError, connection, transaction
from django.utils import timezone

from people.models import Organization
from reconciliation import tasks
from reconciliation.models import StatementImport
from reconciliation.storage import files
from reconciliation.uploads import services
from tests.deployment.processes import PATIENCE
from tests.faults.moments import at
from tests.faults.state import state
from tests.pipeline.papers import JANUARY
from tests.pipeline.uploads import received

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = ("claim.taken", "run.begun", "document.opened", "document.read")
IN_THE_LAST_TRANSACTION = ("verdict.weighed", "verdict.written")
WORKERS = 8


@pytest.fixture
def expected(ours: Organization, rings: list[str]) -> dict[str, Any]:
    """Return the result for the paper without faults, and delete all of its rows."""
    waiting = received(ours, JANUARY.pdf())
    tasks.process_pdf(str(waiting.pk))
    found = state()
    assert found["broken"] == []
    waiting.refresh_from_db()
    waiting.delete()
    files.discard(waiting.stored_as)
    return found


@pytest.fixture
def waiting(expected: dict[str, Any], ours: Organization) -> StatementImport:
    return received(ours, JANUARY.pdf())


def work(statement_import: StatementImport) -> None:
    tasks.process_pdf(str(statement_import.pk))


def let_the_lease_run_out(statement_import: StatementImport) -> None:
    past = timezone.now() - dt.timedelta(seconds=1)
    StatementImport.queue.filter(pk=statement_import.pk, status="processing").update(claimed_until=past)


def stored(statement_import: StatementImport) -> StatementImport:
    return StatementImport.queue.get(pk=statement_import.pk)


def test_the_outcome_is_unchanged(expected: dict[str, Any], waiting: StatementImport) -> None:
    work(waiting)

    assert state() == expected


@pytest.mark.parametrize("step", STEPS)
def test_cancelled(step: str, expected: dict[str, Any], waiting: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, step, lambda: services.cancel(statement_import=waiting, actor=None))

    work(waiting)

    assert (stored(waiting).status, stored(waiting).verdict) == ("cancelled", "")
    assert not waiting.statements.exists()
    services.process_again(statement_import=waiting, actor=None)
    work(waiting)
    assert [broken for broken in state()["broken"] if "left open" not in broken] == []
    assert stored(waiting).verdict == "matched"


@pytest.mark.parametrize("step", STEPS)
def test_deleted(
    step: str, expected: dict[str, Any], ours: Organization, waiting: StatementImport, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, step, lambda: StatementImport.queue.filter(pk=waiting.pk).delete())

    work(waiting)

    assert not StatementImport.queue.exists()
    files.discard(waiting.stored_as)
    work(received(ours, JANUARY.pdf()))
    assert state() == expected


@pytest.mark.parametrize("step", STEPS)
def test_uploaded_again(
    step: str, expected: dict[str, Any], ours: Organization, waiting: StatementImport, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, step, lambda: received(ours, JANUARY.pdf()))

    work(waiting)

    assert state() == expected


@pytest.mark.parametrize("step", STEPS)
def test_delivered_again(step: str, expected: dict[str, Any], waiting: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, step, lambda: work(waiting))

    work(waiting)

    assert (state(), stored(waiting).attempts) == (expected, 1)


@pytest.mark.parametrize("step", STEPS)
def test_taken_over_and_finished_by_another_worker(
    step: str, expected: dict[str, Any], waiting: StatementImport, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken_over() -> None:
        let_the_lease_run_out(waiting)
        work(waiting)

    at(monkeypatch, step, taken_over)

    work(waiting)

    assert (state(), stored(waiting).attempts) == (expected, 2)


@pytest.mark.parametrize("hours", [5, -5])
@pytest.mark.parametrize("step", [*STEPS, *IN_THE_LAST_TRANSACTION])
def test_the_clock_is_moved(
    step: str, hours: int, expected: dict[str, Any], waiting: StatementImport, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now
    at(monkeypatch, step, lambda: monkeypatch.setattr(timezone, "now", lambda: now() + dt.timedelta(hours=hours)))

    work(waiting)

    assert state() == expected


@pytest.mark.parametrize("step", [*STEPS, *IN_THE_LAST_TRANSACTION])
def test_a_clock_set_back_after_a_kill_holds_nothing_up(
    step: str, expected: dict[str, Any], waiting: StatementImport, rings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at(monkeypatch, step, waiting)
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() - dt.timedelta(hours=5))
    rings.clear()

    tasks.sweep()

    assert rings == [str(waiting.pk)]
    work(waiting)
    assert state() == expected


class Killed(BaseException):
    """Nothing is tidied up after it."""


def killed_at(monkeypatch: pytest.MonkeyPatch, step: str, statement_import: StatementImport) -> None:
    def kill() -> None:
        raise Killed

    at(monkeypatch, step, kill)
    with monkeypatch.context() as gone:
        gone.setattr("reconciliation.pipeline.retries._leave", lambda *_: None)
        with pytest.raises(Killed):
            work(statement_import)


@pytest.mark.parametrize("step", [*STEPS, *IN_THE_LAST_TRANSACTION])
def test_a_commit_whose_answer_is_lost(
    step: str, expected: dict[str, Any], waiting: StatementImport, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next transaction after the step is committed, and its connection breaks before the answer."""
    ends, lost = transaction.Atomic.__exit__, [False]

    def answer_lost(self: transaction.Atomic, *raised: Any) -> None:
        ends(self, *raised)
        if lost[0] and not connection.in_atomic_block:
            lost[0] = False
            raise OperationalError("the connection was closed before the answer came")

    monkeypatch.setattr(transaction.Atomic, "__exit__", answer_lost)
    at(monkeypatch, step, lambda: lost.__setitem__(0, True))
    with pytest.raises(OperationalError):
        work(waiting)

    work(waiting)

    assert state() == expected


@pytest.mark.parametrize("step", [*STEPS, *IN_THE_LAST_TRANSACTION])
def test_the_disk_is_full(step: str, expected: dict[str, Any], waiting: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite (the disk of another database is filled with its server)")

    def pages(most: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {most}")

    def write_much() -> None:
        """More than the pages that earlier tests left free in the file."""
        pages(1)
        with connection.cursor() as cursor:
            [[free]] = cursor.execute("PRAGMA freelist_count").fetchall()
            [[size]] = cursor.execute("PRAGMA page_size").fetchall()
        StatementImport.queue.filter(pk=waiting.pk).update(summary="x" * (free * size + 1_000_000))

    at(monkeypatch, step, write_much)
    with pytest.raises(Error):
        work(waiting)
    pages(1_000_000)
    let_the_lease_run_out(waiting)

    work(waiting)

    assert state() == expected


@pytest.mark.parametrize("step", ["upload.file_saved", "upload.committed", "upload.rung"])
def test_the_same_file_uploaded_at_the_same_instant(
    step: str, expected: dict[str, Any], ours: Organization, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, step, lambda: received(ours, JANUARY.pdf()))

    first = received(ours, JANUARY.pdf())

    assert StatementImport.objects.of(ours).count() == 1
    work(first)
    assert state() == expected


def test_the_same_file_uploaded_by_eight_at_once(expected: dict[str, Any], ours: Organization) -> None:
    at_once(lambda: received(ours, JANUARY.pdf()))

    work(StatementImport.objects.of(ours).get())
    assert state() == expected


def test_the_same_import_delivered_to_eight_workers_at_once(expected: dict[str, Any], waiting: StatementImport) -> None:
    at_once(lambda: work(waiting))

    assert (state(), stored(waiting).attempts) == (expected, 1)


def test_the_disk_is_full_when_a_file_is_uploaded(
    expected: dict[str, Any], ours: Organization, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr("django.core.files.locks.lock", _no_space)
        with pytest.raises(OSError, match="No space"):
            received(ours, JANUARY.pdf())
    assert list(folder.rglob("*.pdf")) == []

    work(received(ours, JANUARY.pdf()))

    assert state() == expected


def _no_space(*_: object) -> bool:
    raise OSError(28, "No space left on device")


def at_once(act: Callable[[], object]) -> None:
    """By eight threads, each with its own connection."""
    gate, failed = threading.Barrier(WORKERS), []

    def run() -> None:
        try:
            gate.wait(timeout=PATIENCE)
            act()
        except Exception as error:  # noqa: BLE001  reported below
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    assert failed == []
