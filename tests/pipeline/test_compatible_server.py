"""The whole job with a model behind the real wire format: a server of this machine that speaks Chat Completions."""

from decimal import Decimal

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Message, ProviderError, Request
from reconciliation.model_access.providers import choose
from reconciliation.models import Spending, StatementImport
from reconciliation.presentation.labels.model_proposals import silence
from tests.assistant.local_server import Answer, serving
from tests.factories import OrganizationFactory
from tests.pipeline.local_model import PROPOSAL, Json
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


@pytest.fixture
def done(asked: list[Json]) -> StatementImport:
    """January, against books that lack its second row."""
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()
    return processed(ours, JANUARY.pdf())


def tools_of(request: Json) -> set[str]:
    return {tool["function"]["name"] for tool in request["tools"]}


def test_the_whole_job_runs_through_the_real_wire_format(done: StatementImport, asked: list[Json]) -> None:
    reconciliation = done.reconciliation or {}

    assert (done.status, done.verdict) == (StatementImport.Status.REVIEW, "mismatched")
    assert (len(asked), asked[0]["model"]) == (3, "small-model")
    assert [tools_of(request) for request in asked[:2]] == [{"get_accounts", "get_transactions"}] * 2
    assert reconciliation["provider"]["name"] == "compatible"
    assert reconciliation["proposal"]["summary"] == PROPOSAL["summary"]
    assert reconciliation["disagreements"] == []


def test_the_cost_is_stored_for_each_step_for_the_run_and_for_the_day(asked: list[Json], settings: Settings) -> None:
    settings.PROVIDER_PRICE, settings.PROVIDER_DAILY_LIMIT = "1/1/2", "10"
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    steps = done.runs.get().steps.filter(name__startswith="turn")
    assert [step.cost for step in steps] == [Decimal("0.000114"), Decimal("0.000115"), Decimal("0.000116")]
    assert (done.reconciliation or {})["provider"]["cost"] == "0.000345"
    assert Spending.objects.of(ours).get().dollars == Decimal("0.000345")


@pytest.mark.parametrize("limit", ["PROVIDER_DAILY_LIMIT", "PROVIDER_RUN_LIMIT"])
def test_a_request_that_may_cost_too_much_is_not_sent_and_reported(asked: list[Json], settings: Settings, limit: str) -> None:
    settings.PROVIDER_PRICE = "1/1/2"
    setattr(settings, limit, "0.02")
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    assert (done.verdict, asked) == ("mismatched", [])
    assert (done.reconciliation or {})["provider"]["failure"] == {"code": "cost"}
    said = silence(done.reconciliation)
    assert said is not None
    assert "have exceeded the cost limit" in said.what


def test_the_output_limit_of_an_answer_is_that_of_the_settings(asked: list[Json], settings: Settings) -> None:
    settings.PROVIDER_MAX_OUTPUT_TOKENS = 1000
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    processed(ours, JANUARY.pdf())

    assert [request["max_tokens"] for request in asked] == [1000] * 3


def test_its_tokens_may_be_limited_for_all_that_is_asked_of_a_document(asked: list[Json], settings: Settings) -> None:
    settings.PROVIDER_MAX_INPUT_TOKENS = 150
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    processed(ours, JANUARY.pdf())

    assert ["tools" in request for request in asked] == [True, False]


def test_no_price_is_no_cost_and_not_nothing(done: StatementImport) -> None:
    assert [step.cost for step in done.runs.get().steps.filter(name__startswith="turn")] == [None, None, None]
    assert (done.reconciliation or {})["provider"]["cost"] is None


def test_its_trace_is_stored_with_tokens(done: StatementImport) -> None:
    steps = done.runs.get().steps.filter(name__startswith="turn")

    assert [(step.input_tokens, step.output_tokens) for step in steps] == [(100, 7), (101, 7), (102, 7)]
    assert (done.reconciliation or {})["provider"]["input_tokens"] == 303


def test_a_clean_statement_never_reaches_the_server(asked: list[Json]) -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))

    assert processed(ours, JANUARY.pdf()).verdict == "matched"
    assert asked == []


def test_a_server_that_is_not_there_loses_nothing(settings: Settings) -> None:
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small-model", "http://127.0.0.1:1/v1"
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    assert done.verdict == "mismatched"
    assert (done.reconciliation or {})["provider"]["failure"] == {"code": "overloaded", "status": None, "cause": "unreachable"}


def test_a_provider_that_is_not_configured_loses_nothing(settings: Settings) -> None:
    settings.PROVIDER, settings.PROVIDER_MODEL = "compatible", ""
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    assert (done.reconciliation or {})["provider"]["failure"] == {"code": "not_configured"}


@pytest.mark.parametrize(("api", "path"), [("", "/v1/chat/completions"), ("responses", "/v1/responses")])
def test_a_server_is_asked_in_the_protocol_that_the_settings_say(settings: Settings, api: str, path: str) -> None:
    settings.PROVIDER_MODEL, settings.PROVIDER_API = "small-model", api
    with serving(Answer(status=429, body="{}")) as server:
        settings.PROVIDER_BASE_URL = server.url
        with pytest.raises(ProviderError):
            choose("compatible", OrganizationFactory.create(), "proposes")[0].generate(
                Request(messages=[Message(role="user", text="How much?")])
            )

    assert [asked for asked, _, _ in server.requests] == [path]
