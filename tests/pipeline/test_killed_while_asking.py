"""A worker that is killed between two steps of a model's work: its successor goes on with the next missing thing."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.contract import Request, ToolResult, Turn, Usage
from assistant.store import key_of
from people.models import Organization
from reconciliation.models import Cause, PaidStep, StatementImport
from reconciliation.queue.claims import Claim, ClaimLost, take
from reconciliation.queue.notify import queue_again
from reconciliation.queue.paid_steps import PaidSteps
from tests.deployment.processes import PATIENCE, eventually
from tests.factories import WaitingImportFactory
from tests.installations import WORKER, Installation
from tests.pipeline.local_model import Json, serving_a_model
from tests.pipeline.papers import JANUARY
from tests.preparing import Books, prepare

KILLED = """
import os, signal
from config.celery import app
app.loader.import_default_modules()
from reconciliation.queue.paid_steps import PaidSteps
def and_die(keep):
    def kept(*arguments):
        keep(*arguments)
        os.kill(os.getpid(), signal.SIGKILL)
    return kept
PaidSteps.keep_turn, PaidSteps.keep_results = and_die(PaidSteps.keep_turn), and_die(PaidSteps.keep_results)
app.worker_main({arguments!r})
"""
STEPS = 5  # three turns, and the results of the calls of two of them


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[tuple[Installation, list[Json]]]:
    """Yield an installation whose model is on this machine, and the requests to that."""
    with serving_a_model() as (url, asked):
        model = {"PROVIDER": "compatible", "PROVIDER_MODEL": "small-model", "PROVIDER_BASE_URL": url, "PROVIDER_ALWAYS": "true"}
        prepare(tmp_path, Books.JANUARY)
        installation = Installation(tmp_path, CLAIM_ATTEMPTS="10", **model)
        yield installation, asked
        installation.end()


def test_killed_after_each_stored_step_in_turn_the_run_completes_and_nothing_is_asked_twice(asked: tuple[Installation, list[Json]]) -> None:
    installation, requests = asked
    paper = installation.folder / "january.pdf"
    paper.write_bytes(JANUARY.pdf())
    installation.upload(paper)
    for _ in range(STEPS):
        worker = installation.start("-c", KILLED.format(arguments=WORKER))
        assert worker.wait(timeout=PATIENCE) == -signal.SIGKILL
        assert [status for status, _verdict, _attempts in installation.imports()] == ["processing"]
        installation.end_leases()

    installation.worker()

    eventually(lambda: installation.imports() == [("complete", "matched", 1)], "the last worker finishes it")
    assert len(requests) == 3
    assert len({str(request["messages"]) for request in requests}) == 3


ASKED = key_of(Request(messages=(), instructions="the same"))
SAID = Turn(text="\x00 twelve", usage=Usage(input_tokens=5, output_tokens=None), state={"z": 1, "a": 1.0})


@pytest.fixture
def claimed(db: None) -> Claim:
    return take(WaitingImportFactory.create().pk)


def test_a_stored_turn_is_restored_unchanged(claimed: Claim) -> None:
    results = (ToolResult(call_id="1", name="look", content="a"), ToolResult(call_id="2", name="look", content="", is_error=True))
    steps = PaidSteps(claimed, "reconcile")
    steps.keep_turn(ASKED, SAID)
    assert (steps.turn(ASKED), steps.results(ASKED)) == (SAID, None)

    steps.keep_results(ASKED, results)

    assert PaidSteps(claimed, "reconcile").results(ASKED) == results


def test_equal_chunks_of_a_document_are_not_taken_for_one_another(claimed: Claim) -> None:
    PaidSteps(claimed, "extract chunk 1").keep_turn(ASKED, SAID)

    assert PaidSteps(claimed, "extract chunk 2").turn(ASKED) is None


def test_the_steps_of_another_import_are_not_ours(claimed: Claim) -> None:
    PaidSteps(claimed, "reconcile").keep_turn(ASKED, SAID)

    assert (
        PaidSteps(take(WaitingImportFactory.create(organization=claimed.statement_import.organization).pk), "reconcile").turn(ASKED) is None
    )


def test_a_run_that_a_person_requests_again_sends_new_requests(claimed: Claim) -> None:
    PaidSteps(claimed, "reconcile").keep_turn(ASKED, SAID)
    claimed.write(status=StatementImport.Status.FAILED)

    queue_again(claimed.statement_import, Cause.AGAIN)

    assert PaidSteps(take(claimed.statement_import.pk), "reconcile").turn(ASKED) is None


def test_a_worker_that_lost_its_claim_keeps_nothing(claimed: Claim) -> None:
    ours: Organization = claimed.statement_import.organization
    StatementImport.objects.of(ours).update(claim_token=claimed.token + 1)

    with pytest.raises(ClaimLost):
        PaidSteps(claimed, "reconcile").keep_turn(ASKED, SAID)

    assert not PaidStep.objects.of(ours).exists()
