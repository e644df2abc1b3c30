"""The pipeline as a value: stages that return results, a suspension among them, and the trace that is made of the same values."""

from collections.abc import Iterator, Sequence
from functools import partial

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Provider
from assistant.scripted import ScriptedProvider
from people.models import Organization
from reconciliation.conversation.builtin import BuiltinProvider
from reconciliation.documents.limits import DocumentClock, DocumentLimits
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.park import Suspended
from reconciliation.models import ModelRequest, Run, StatementImport
from reconciliation.pipeline.processor import PIPELINE, Context, ModelAccess, Pipeline, analyse, extract_rows, propose_matches, run_stages
from reconciliation.pipeline.results import DocumentOpened, ImportVerified, Results, StageMissing
from reconciliation.pipeline.retries import claim
from reconciliation.pipeline.trace import Trace
from reconciliation.reconcile.persist import begin_claimed_run
from tests.extraction.papers import paper, unread
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import read_by, received

pytestmark = pytest.mark.django_db
Suspends = tuple[Context, Results, ScriptedProvider]


@pytest.fixture(autouse=True)
def a_model(settings: Settings) -> None:
    settings.PROVIDER = "compatible"


def context_of(waiting: StatementImport, model: Provider) -> Iterator[Context]:
    """The context of a run whose models are asked by other workers."""

    def choose(name: str, *_: object) -> Sequence[Provider]:
        return [BuiltinProvider() if name == "builtin" else model]

    with claim(waiting.pk) as claimed:
        run, _resumed = begin_claimed_run(claimed)
        loops = Loops(claimed, apart=True)
        models = ModelAccess(choose=choose, loops=loops)
        yield Context(
            claim=claimed, run=run, limits=DocumentLimits(), clock=DocumentClock(30), models=models, trace=Trace(run, claimed, loops)
        )


@pytest.fixture
def model() -> ScriptedProvider:
    return ScriptedProvider([])


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create()


@pytest.fixture
def asked_to_read(ours: Organization, model: ScriptedProvider) -> Iterator[Context]:
    """A statement in which a blind reader finds no rows."""
    yield from context_of(received(ours, paper().pdf()), model)


@pytest.fixture
def asked_to_propose(ours: Organization, model: ScriptedProvider) -> Iterator[Context]:
    """January, against books that lack its second row."""
    entry(load(ours, books_of(JANUARY)), "t2").delete()
    yield from context_of(received(ours, JANUARY.pdf()), model)


@pytest.fixture
def matched(ours: Organization, model: ScriptedProvider) -> Iterator[Context]:
    """January, against books that agree with it."""
    load(ours, books_of(JANUARY))
    yield from context_of(received(ours, JANUARY.pdf()), model)


def until(name: str, pipeline: Pipeline = PIPELINE) -> Pipeline:
    """The stages before that one."""
    return pipeline[: [stage for stage, _ in pipeline].index(name)]


def rows_of(run: Run) -> list[str]:
    return list(run.steps.values_list("stage", flat=True))


def test_a_run_that_waits_for_a_model_to_read_has_a_row_for_read(asked_to_read: Context) -> None:
    results = run_stages(read_by(unread), asked_to_read, Results())

    assert results.stages == ("open", "read")
    assert rows_of(asked_to_read.run) == ["open", "read"]
    assert asked_to_read.statement_import.waits_for_model


def test_the_stage_that_asks_a_model_to_read_returns_its_suspension(asked_to_read: Context, model: ScriptedProvider) -> None:
    results = run_stages(until("extract", read_by(unread)), asked_to_read, Results())

    suspended = extract_rows(asked_to_read, results)

    assert isinstance(suspended, Suspended)
    assert (suspended.scope, suspended.purpose, suspended.provider) == ("extract chunk 1", "reads", model.name)
    assert (suspended.prompt, model.requests) == (None, [])
    assert not ModelRequest.objects.of(asked_to_read.statement_import.organization).exists(), "only the runner stores it"


def test_the_stage_that_asks_for_a_proposal_returns_its_suspension_with_the_prompt(asked_to_propose: Context) -> None:
    results = run_stages(until("reconcile"), asked_to_propose, Results())

    suspended = propose_matches(asked_to_propose, results)

    assert isinstance(suspended, Suspended)
    assert (suspended.scope, suspended.purpose) == ("reconcile", "proposes")
    assert suspended.prompt is not None
    assert suspended.request.messages[0].text == suspended.prompt.message


def test_the_results_contain_the_names_and_the_outcomes_of_the_stages(matched: Context) -> None:
    results = run_stages(PIPELINE, matched, Results())

    assert results.stages == tuple(name for name, _ in PIPELINE)
    assert isinstance(results.open, DocumentOpened)
    assert isinstance(results.verify, ImportVerified)
    assert results.verify.written["verdict"] == "matched"


def test_a_stage_whose_result_is_there_does_not_run_again(matched: Context) -> None:
    read = run_stages(until("extract"), matched, Results())
    fails = [(name, partial(pytest.fail, name)) for name, _ in until("extract")]

    results = run_stages([*fails, ("extract", extract_rows)], matched, read)

    assert results.stages == ("open", "read", "extract")


def test_the_row_of_a_stage_is_written_before_the_next_begins_and_has_its_findings(matched: Context) -> None:
    written: list[list[str]] = []

    def watched(context: Context, results: Results, *, stage: str) -> object:
        written.append(rows_of(context.run))
        return dict(PIPELINE)[stage](context, results)

    pipeline = [(name, partial(watched, stage=name)) for name, _ in until("reconcile")]
    results = run_stages(pipeline, matched, Results())  # type: ignore[arg-type]  # partials of one function for all stages

    assert written == [[], ["open"], ["open", "read"], ["open", "read"]]
    assert results.extract is not None
    assert results.extract.findings is None
    for row in matched.run.steps.all():
        assert row.detail == getattr(results, row.stage).findings


def test_a_stage_that_runs_before_those_that_it_needs_is_refused(matched: Context) -> None:
    with pytest.raises(StageMissing):
        analyse(matched, Results())
