"""A request that failed and was sent again is a step of the trace, with its reason, also if another worker asks the model."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from assistant.asking import RetryPolicy
from reconciliation.models import Step
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim
from reconciliation.presentation.statement_page.history import ShownStep
from tests.assistant.local_server import Answer, serving
from tests.extraction.papers import paper, unread
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed, read_by, received

pytestmark = pytest.mark.django_db
BUSY = Answer(status=503, body='{"error": {"message": "busy"}}')
LIMITED = Answer(status=429, body='{"error": {"message": "slow down"}}', headers={"retry-after": "0"})


@pytest.fixture(autouse=True)
def a_busy_server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Answer two requests with errors that pass, and every later one with an error that does not. No retry waits."""
    monkeypatch.setattr(RetryPolicy, "wait", lambda self, failed, tried: 0.0 if failed.passes and tried < self.tries else None)
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_TRIES = "compatible", "small-model", 3
    refusal = Answer(status=400, body='{"error": {"message": "no"}}')
    with serving(BUSY, LIMITED, *[refusal] * 10) as server:
        settings.PROVIDER_BASE_URL = server.url
        yield


def repeats(steps: Iterator[Step]) -> list[tuple[str, str, bool]]:
    return [(step.stage, step.detail["repeated"], step.detail["elsewhere"]) for step in steps if step.name == "repeated"]


def test_a_worker_of_models_records_each_repeated_request_in_the_run() -> None:
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    steps = list(done.runs.get().steps.order_by("number"))
    assert repeats(iter(steps)) == [("reconcile", "overloaded", False), ("reconcile", "rate_limited", False)]
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))


def test_a_run_that_asks_by_itself_records_each_repeated_request_before_its_stage_ends() -> None:
    waiting = received(OrganizationFactory.create(), paper().pdf())

    with claim(waiting.pk) as claimed:
        PdfProcessor(pipeline=read_by(unread)).process(claimed)

    steps = list(waiting.runs.get().steps.order_by("number"))
    assert repeats(iter(steps)) == [("extract", "overloaded", False), ("extract", "rate_limited", False)]
    names = [step.name for step in steps]
    assert names.index("repeated") < names.index("extract")


def test_a_repeated_request_says_its_reason_on_the_page() -> None:
    step = Step(stage="reconcile", name="repeated", detail={"repeated": "rate_limited", "elsewhere": True})

    shown = ShownStep.of(step)

    assert (shown.title, shown.is_inner) == ("Sent a request to a model again", True)
    assert dict(shown.facts) == {"To another provider": "yes", "Failure": "The model's provider was asked too often."}
