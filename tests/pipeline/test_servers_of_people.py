"""A connection test, a statement, a document that code cannot read and a question end in a result or in a sentence of their own."""

import socket
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Cause, ErrorCode, Message, Request, ToolSpec, Turn, closed_at_end
from assistant.conversation import repair
from people.models import Organization
from people.roles import Role
from reconciliation.chat.services import answer
from reconciliation.model_access.connection_test import try_connection
from reconciliation.model_access.provider_selection import choose_provider
from reconciliation.model_access.providers import choose
from reconciliation.models import Question, StatementImport
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim
from reconciliation.presentation.labels.model_proposals import silence, why_it_ended
from reconciliation.presentation.labels.processing import outcome
from tests.chat.asking import asked as question_of
from tests.extraction.papers import paper, unread
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.local_model import PROPOSAL, Json
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.servers_of_people import DEFAULT, SAID, SCALE, SERVERS, serving_as
from tests.pipeline.uploads import processed, read_by, received
from tests.web.stored import stored_import

pytestmark = pytest.mark.django_db
WORK = [
    "LM Studio",
    "Ollama with tools",
    "Ollama without tools",
    "Perplexity",
    "gateway without schemas",
    "gateway without streams",
    "llama.cpp",
    "slow",
    "slow writer",
    "vLLM",
]
FAIL = {
    "Azure with a filter": ("content_filter", "withheld the answer"),
    "Ollama without the model": ("unknown_model", "no model of this name"),
    "OpenRouter without credit": ("no_credit", "has no credit"),
    "too slow": ("too_slow", "took too long"),
}
"""The reason and a part of its sentence."""


@pytest.fixture
def requests(request: pytest.FixtureRequest, settings: Settings) -> Iterator[list[Json]]:
    """Yield the requests that reach the server of the test's parameter."""
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_TRIES = "compatible", "small-model", 3
    if request.param == "too slow":
        settings.PROVIDER_SECONDS = DEFAULT / SCALE
    with serving_as(request.param) as (url, sent):
        settings.PROVIDER_BASE_URL = url
        yield sent


def statement() -> StatementImport:
    """January, against books that lack its second row."""
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()
    return processed(ours, JANUARY.pdf())


def failure_of(done: StatementImport) -> dict[str, Any]:
    return dict((done.reconciliation or {})["provider"]["failure"] or {})


def test_every_server_works_or_fails() -> None:
    assert sorted([*WORK, *FAIL]) == sorted(SERVERS)


@pytest.mark.parametrize("requests", WORK, indirect=True)
def test_a_statement_has_a_proposal_at_servers_with_and_without_tools(requests: list[Json]) -> None:
    done = statement()

    assert (done.verdict, failure_of(done)) == ("mismatched", {})
    assert (done.reconciliation or {})["proposal"]["summary"] == PROPOSAL["summary"]


@pytest.mark.parametrize("requests", WORK, indirect=True)
def test_every_request_is_a_step_of_the_trace_also_one_that_the_server_refused(requests: list[Json]) -> None:
    steps = list(statement().runs.get().steps.all())

    refused = [step.detail["repeated"] for step in steps if step.name == "repeated"]
    assert len(requests) == len(refused) + len([step for step in steps if step.name.startswith("turn ")])
    assert set(refused) <= {"no_tools", "no_schema", "no_stream"}


@pytest.mark.parametrize("requests", sorted(FAIL), indirect=True)
def test_a_statement_without_a_proposal_says_why_and_what_to_do(requests: list[Json], request: pytest.FixtureRequest) -> None:
    reason, sentence = FAIL[request.node.callspec.params["requests"]]
    done = statement()

    failure, said = failure_of(done), silence(done.reconciliation)
    assert (done.verdict, failure.get("cause") or failure["code"], len(requests)) == ("mismatched", reason, 1)
    assert said is not None
    assert sentence in said.what
    assert said.advice


@pytest.mark.parametrize("requests", WORK, indirect=True)
def test_a_question_is_answered_at_servers_with_and_without_tools(requests: list[Json]) -> None:
    ours = MembershipFactory.create()
    question = question_of(ours, stored_import(ours))

    list(answer(question=question, name="compatible"))

    assert (question.answer, question.stop_reason, why_it_ended(question)) == (SAID, "answered", "")


@pytest.mark.parametrize("requests", sorted(FAIL), indirect=True)
def test_a_question_without_an_answer_says_why_and_what_to_do(requests: list[Json], request: pytest.FixtureRequest) -> None:
    reason, sentence = FAIL[request.node.callspec.params["requests"]]
    ours = MembershipFactory.create()
    question = question_of(ours, stored_import(ours))

    list(answer(question=question, name="compatible"))

    assert (question.stop_reason, len(requests)) == (reason, 1)
    assert sentence in why_it_ended(question)
    assert why_it_ended(question).count(".") == 2


@pytest.mark.parametrize("requests", WORK, indirect=True)
def test_a_document_that_code_does_not_read_is_read_at_servers_with_and_without_tools(requests: list[Json]) -> None:
    waiting = received(OrganizationFactory.create(), paper().pdf())

    with claim(waiting.pk) as claimed:
        PdfProcessor(pipeline=read_by(unread)).process(claimed)

    lines = waiting.statements.get().lines.all()
    assert [(str(line.date), str(line.amount)) for line in lines] == [
        ("2026-01-05", "200.00"),
        ("2026-01-20", "-50.00"),
        ("2026-01-22", "-75.10"),
    ]
    assert "small-model" in str(waiting.runs.get().steps.get(stage="extract", name="extract").detail)


@pytest.mark.parametrize("requests", sorted(FAIL), indirect=True)
def test_the_run_of_a_document_that_a_model_does_not_read_names_the_reason(requests: list[Json], request: pytest.FixtureRequest) -> None:
    reason, _sentence = FAIL[request.node.callspec.params["requests"]]
    waiting = received(OrganizationFactory.create(), paper().pdf())

    with claim(waiting.pk) as claimed:
        PdfProcessor(pipeline=read_by(unread)).process(claimed)

    found = waiting.runs.get().steps.get(stage="extract", name="extract").detail
    failed = [part["code"] for way in ("columns", "rows") for part in found.get(way, {}).get("failed", [])]
    assert failed
    assert set(failed) == {reason}


@pytest.mark.parametrize(
    ("requests", "code", "tools", "has_form"),
    [
        ("Azure with a filter", "content_filter", "", False),
        ("LM Studio", "works", "native", True),
        ("Ollama with tools", "works", "native", True),
        ("Ollama without the model", "unknown_model", "", False),
        ("Ollama without tools", "works", "actions", True),
        ("OpenRouter without credit", "no_credit", "", False),
        ("Perplexity", "works", "native", True),
        ("gateway without schemas", "works", "native", True),
        ("gateway without streams", "works", "native", True),
        ("slow", "works", "native", True),
        ("slow writer", "works", "native", True),
        ("too slow", "too_slow", "", False),
        ("llama.cpp", "works", "actions", True),
        ("vLLM", "works", "actions", True),
    ],
    indirect=["requests"],
)
def test_a_connection_test_asks_for_a_call_and_a_form_and_reports_the_abilities_of_the_server(
    requests: list[Json], code: str, tools: str, has_form: bool
) -> None:
    ours = MembershipFactory.create(role=Role.OWNER)

    tested = try_connection(organization=ours.organization, actor=ours.user)

    assert (tested.code, tested.tools, tested.has_form) == (code, tools, has_form)
    said = outcome(tested.code, provider=tested.provider, model=tested.model, tools=tested.tools, has_form=tested.has_form)
    assert ("It answers in the required format." in said) is has_form


ASKED = Request(
    messages=[Message(role="user", text="Read this.")], output_schema={"type": "object", "properties": {}, "additionalProperties": False}
)
CALLED = replace(ASKED, tools=[ToolSpec(name="look_up", description="Look it up.", parameters={"type": "object", "properties": {}})])


def ask(organization: Organization, request: Request) -> None:
    """Ask as another process would: with providers of its own."""
    with closed_at_end(choose("compatible", organization, "reads")) as providers:
        list(providers[0].stream(request))


def form(sent: Json) -> str:
    return str(sent.get("response_format", {}).get("type", "words"))


@pytest.mark.parametrize(
    ("requests", "forms"),
    [
        ("LM Studio", ["json_schema"]),
        ("Ollama with tools", ["json_schema"]),
        ("llama.cpp", ["json_schema"]),
        ("vLLM", ["json_schema"]),
        ("gateway without schemas", ["json_schema", "json_object", "words"]),
    ],
    indirect=["requests"],
)
def test_a_schema_is_enforced_if_the_server_can_and_a_refusal_is_remembered_for_other_processes(
    requests: list[Json], forms: list[str]
) -> None:
    ours = OrganizationFactory.create()

    for _process in range(2):
        ask(ours, ASKED)

    assert [form(sent) for sent in requests] == [*forms, forms[-1]]
    assert all("JSON schema" in sent["messages"][0]["content"] for sent in requests)


@pytest.mark.parametrize("requests", ["Ollama without tools", "llama.cpp", "vLLM"], indirect=True)
def test_tools_that_a_server_refused_are_not_offered_to_it_by_another_process(requests: list[Json]) -> None:
    ours = OrganizationFactory.create()

    for _process in range(2):
        ask(ours, CALLED)

    assert ["tools" in sent for sent in requests] == [True, False, False]


@pytest.mark.parametrize("requests", ["gateway without streams"], indirect=True)
def test_a_server_that_refused_a_stream_is_asked_for_whole_answers_by_another_process(requests: list[Json]) -> None:
    ours = OrganizationFactory.create()

    for _process in range(2):
        ask(ours, ASKED)

    assert ["stream" in sent for sent in requests] == [True, False, False]


@pytest.mark.parametrize("requests", ["vLLM"], indirect=True)
def test_a_connection_test_and_a_changed_choice_find_out_again_what_a_server_takes(requests: list[Json]) -> None:
    ours = MembershipFactory.create(role=Role.OWNER)
    ask(ours.organization, CALLED)

    try_connection(organization=ours.organization, actor=ours.user)
    assert ["tools" in sent for sent in requests[:3]] == [True, False, True]

    choose_provider(organization=ours.organization, actor=ours.user, provider="", model="", base_url="", key="")
    asked = len(requests)
    ask(ours.organization, CALLED)
    assert "tools" in requests[asked]


@pytest.mark.parametrize("requests", ["LM Studio", "vLLM", "llama.cpp", "Ollama with tools"], indirect=True)
def test_the_repair_of_an_answer_is_held_to_its_schema(requests: list[Json]) -> None:
    answer = Message(role="assistant", turn=Turn(text="no object"))

    ask(OrganizationFactory.create(), replace(ASKED, messages=[*ASKED.messages, answer, repair("it was no object")]))

    assert form(requests[-1]) == "json_schema"


CODES = {*get_args(ErrorCode), *get_args(Cause), "truncated"} - {"", "other"}


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_failure_has_its_own_sentence_and_advice_on_the_statement_and_in_the_chat(code: str) -> None:
    said = silence({"provider": {"failure": {"code": code}}})
    others = [silence({"provider": {"failure": {"code": other}}}) for other in sorted(CODES - {code})]
    in_chat = why_it_ended(Question(stop_reason=code))

    assert said is not None
    assert said.what not in {other.what for other in others if other}
    assert said.advice
    assert in_chat.startswith(said.what)
    assert len(in_chat) > len(said.what) + 1


def test_a_server_that_is_too_slow_is_asked_once_and_named(settings: Settings) -> None:
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_TRIES, settings.PROVIDER_SECONDS = "compatible", "small-model", 3, 1
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.PROVIDER_BASE_URL = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        done = statement()

    said = silence(done.reconciliation)
    assert failure_of(done) == {"code": "overloaded", "status": None, "cause": "too_slow"}
    assert said is not None
    assert "Allow more seconds per request" in said.advice


def test_an_organization_without_a_model_has_no_connection_to_test(settings: Settings) -> None:
    settings.PROVIDER = "builtin"
    ours = MembershipFactory.create(role=Role.OWNER)

    assert try_connection(organization=Organization.objects.get(pk=ours.organization.pk), actor=ours.user).code == "builtin"
