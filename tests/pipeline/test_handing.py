"""A run that needs a model releases its worker and resumes at the same step after the answer."""

import datetime as dt
import json
import zlib
from dataclasses import replace
from decimal import Decimal

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from assistant.contract import Message, Request, ToolCall, ToolResult, ToolSpec, Turn, Usage
from assistant.store import as_json, key_of, request_from
from assistant.strict_json import write
from people.encryption import seal
from reconciliation import tasks
from reconciliation.models import KeptReading, ModelRequest, PaidStep, StatementImport
from reconciliation.queue.claims import NothingToClaim, take
from reconciliation.queue.snapshot import load_snapshot
from reconciliation.reading.reader import read
from reconciliation.uploads.services import cancel, process_again
from tests.factories import OrganizationFactory
from tests.pipeline.local_model import Json
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import received, worked_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return the messages given to the broker: queue by task, and import."""
    sent: list[tuple[str, str]] = []
    for task in (tasks.process_pdf, tasks.ask_model):
        name = task.name.rpartition(".")[2]
        monkeypatch.setattr(task, "apply_async", lambda args, name=name, **_: sent.append((name, args[0])))
    return sent


@pytest.fixture
def waiting(asked: list[Json], rung: list[tuple[str, str]]) -> StatementImport:
    """January, against books that lack its second row, read and waiting for the model."""
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()
    statement_import = received(ours, JANUARY.pdf())
    tasks.process_pdf(str(statement_import.pk))
    statement_import.refresh_from_db()
    return statement_import


def test_it_is_rung_for_where_models_are_waited_for_and_no_other_worker_takes_it(
    waiting: StatementImport, rung: list[tuple[str, str]], asked: list[Json]
) -> None:
    assert (waiting.status, waiting.waits_for_model, waiting.claimed_until) == (StatementImport.Status.PROCESSING, True, None)
    assert rung[-1] == ("ask_model", str(waiting.pk))
    assert asked == []
    with pytest.raises(NothingToClaim):
        take(waiting.pk)
    assert take(waiting.pk, for_model=True)


def test_once_it_was_asked_the_run_goes_on_and_is_rung_for(waiting: StatementImport, rung: list[tuple[str, str]]) -> None:
    tasks.ask_model(str(waiting.pk))

    waiting.refresh_from_db()
    assert (waiting.status, waiting.waits_for_model) == (StatementImport.Status.PROCESSING, False)
    assert rung[-1] == ("process_pdf", str(waiting.pk))
    assert PaidStep.objects.of(waiting.organization).count() == 1


def test_a_second_delivery_asks_nothing(waiting: StatementImport, asked: list[Json]) -> None:
    tasks.ask_model(str(waiting.pk))
    tasks.ask_model(str(waiting.pk))

    assert len(asked) == 1


def test_a_ring_that_is_lost_is_made_again(waiting: StatementImport, rung: list[tuple[str, str]]) -> None:
    rung.clear()

    tasks.sweep(everything=True)

    assert rung == [("ask_model", str(waiting.pk))]


def test_the_document_is_opened_and_read_once_and_all_is_one_run(waiting: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.pipeline.processor.open_document", lambda *_, **__: pytest.fail("it was opened again"))

    worked_on(waiting)

    names = list(waiting.runs.get().steps.values_list("name", flat=True))
    turns = [name for name in names if name.startswith("turn")]
    assert turns == ["turn 1", "turn 2", "turn 3"]
    assert [names.count(stage) for stage in ("open", "read", "analyse", "reconcile", "verify")] == [1] * 5


def test_how_long_others_waited_counts_to_the_turn_and_to_its_stage(waiting: StatementImport) -> None:
    worked_on(waiting)
    paid = [step.seconds or 0 for step in PaidStep.objects.of(waiting.organization).order_by("pk")]

    steps = waiting.runs.get().steps
    turns = [step.seconds or 0 for step in steps.filter(name__startswith="turn")]
    assert all(turn >= waited > 0 for turn, waited in zip(turns, paid, strict=True))
    assert (steps.get(name="reconcile").seconds or 0) >= sum(paid)


def test_a_stored_reading_is_restored_unchanged(waiting: StatementImport) -> None:
    kept = load_snapshot(waiting)

    assert kept is not None
    assert read(kept.document).statements == tuple(replace(each, source="") for each in kept.reading.statements)
    assert JANUARY.pdf() not in bytes(KeptReading.objects.of(waiting.organization).get().sealed)


def nothing_is_kept(statement_import: StatementImport) -> bool:
    ours = statement_import.organization
    return not (KeptReading.objects.of(ours).exists() or ModelRequest.objects.of(ours).exists())


def test_the_stored_state_of_a_run_is_deleted_with_it(waiting: StatementImport) -> None:
    worked_on(waiting)

    assert nothing_is_kept(waiting)


def test_one_that_is_cancelled_meanwhile_asks_nothing_more(waiting: StatementImport, asked: list[Json]) -> None:
    cancel(statement_import=waiting, actor=None)

    tasks.ask_model(str(waiting.pk))

    assert asked == []
    assert nothing_is_kept(waiting)
    process_again(statement_import=waiting, actor=None)
    worked_on(waiting)
    waiting.refresh_from_db()
    assert waiting.verdict == "mismatched"


def test_if_the_model_may_no_longer_be_asked_the_verdict_holds(waiting: StatementImport, settings: Settings, asked: list[Json]) -> None:
    settings.PROVIDER_MODEL = ""

    worked_on(waiting)

    waiting.refresh_from_db()
    assert (waiting.verdict, asked) == ("mismatched", [])
    assert (waiting.reconciliation or {})["provider"]["failure"] == {"code": "not_configured"}


def test_a_model_that_is_not_there_is_asked_once_for_a_turn(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_BASE_URL, settings.PROVIDER_TRIES = "http://127.0.0.1:9/v1", 1

    worked_on(waiting)

    waiting.refresh_from_db()
    assert waiting.verdict == "mismatched"
    assert (waiting.reconciliation or {})["provider"]["failure"]["code"] == "overloaded"


def test_a_run_goes_on_without_a_model_after_asking_it_killed_each_worker(waiting: StatementImport, settings: Settings) -> None:
    ours = StatementImport.objects.of(waiting.organization)
    for _ in range(settings.CLAIM_ATTEMPTS):
        take(waiting.pk, for_model=True)
        ours.update(claimed_until=timezone.now() - dt.timedelta(seconds=1))

    tasks.ask_model(str(waiting.pk))
    worked_on(waiting)

    waiting.refresh_from_db()
    assert waiting.verdict == "mismatched"
    assert (waiting.reconciliation or {})["provider"]["failure"]["code"] == "other"


def test_a_request_that_was_written_down_is_the_same_request() -> None:
    call = ToolCall(id="1", name="get_accounts", arguments={"amount": 1.5}, replay={"a": [1]})
    turn = Turn(text="\x00 ü", tool_calls=(call,), usage=Usage(billed=Decimal("0.00010")), state={"z": 1, "a": None}, notes=("x",))
    results = (ToolResult(call_id="1", name="get_accounts", content="[]", filled={"b": 1}),)
    said = (Message(role="user", text="?"), Message(role="assistant", turn=turn), Message(role="tool", results=results))
    request = Request(
        messages=said, tools=(ToolSpec(name="t", description="", parameters={}),), options={"max": 1}, output_schema={"a": {}}
    )

    again = request_from(json.loads(write(as_json(request))))

    assert again == request
    assert key_of(again) == key_of(request)


def test_the_books_are_reconciled_once_for_the_prompt(waiting: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.pipeline.processor.trial", lambda *_: pytest.fail("it was weighed again"))

    worked_on(waiting)

    waiting.refresh_from_db()
    assert waiting.status == StatementImport.Status.REVIEW
    assert PaidStep.objects.of(waiting.organization).count() == 3


def test_a_change_of_the_books_during_a_run_counts_for_the_verdict_and_costs_no_second_answer(
    waiting: StatementImport, asked: list[Json]
) -> None:
    tasks.ask_model(str(waiting.pk))
    load(waiting.organization, books_of(JANUARY))

    worked_on(waiting)

    waiting.refresh_from_db()
    assert (waiting.status, waiting.verdict, len(asked)) == (StatementImport.Status.COMPLETE, "matched", 3)


@pytest.mark.parametrize("kept", [b"{}", b"null", b'{"document": 7, "reading": []}'])
def test_a_reading_stored_by_another_release_is_repeated_and_nothing_is_paid_again(
    waiting: StatementImport, asked: list[Json], kept: bytes
) -> None:
    tasks.ask_model(str(waiting.pk))
    sealed = seal(waiting.organization, zlib.compress(kept), purpose=f"reading {waiting.pk}")
    KeptReading.objects.of(waiting.organization).update(sealed=sealed)

    worked_on(waiting)

    waiting.refresh_from_db()
    assert waiting.status == StatementImport.Status.REVIEW
    assert len(asked) == 3
    assert nothing_is_kept(waiting)
