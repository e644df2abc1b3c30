"""The whole job with a model behind the real wire format: a server of this machine that speaks Chat Completions."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Message, ProviderError, Request
from reconciliation.models import StatementImport
from reconciliation.proposing.asking import provider_named
from tests.assistant.local_server import Answer, serving
from tests.pipeline.making import an_organization, processed
from tests.pipeline.papers import JANUARY, books_of, entry, load

Json = dict[str, Any]
pytestmark = pytest.mark.django_db
PROPOSAL = {
    "statements": [
        {
            "statement": 0,
            "account": "a1",
            "matched": [{"line": 0, "transactions": ["t1"]}, {"line": 2, "transactions": ["t2"]}],
            "new": [1],
            "missing": [],
        }
    ],
    "summary": "A statement of January; look at the grocer first.",
}
CALLS = [("get_accounts", {}), ("get_transactions", {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"})]


class Model(BaseHTTPRequestHandler):
    """Looks up what it may, one call a turn, then proposes."""

    asked: list[Json]

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(request)
        answered = sum(message["role"] == "tool" for message in request["messages"])
        message = self._calling(answered) if answered < len(CALLS) else {"role": "assistant", "content": json.dumps(PROPOSAL)}
        self._send(
            {
                "id": f"chatcmpl-{answered}",
                "object": "chat.completion",
                "created": 1_767_225_600,
                "model": "small-model",
                "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}],
                "usage": {"prompt_tokens": 100 + answered, "completion_tokens": 7, "total_tokens": 107 + answered},
            }
        )

    def _calling(self, number: int) -> Json:
        name, arguments = CALLS[number]
        function = {"name": name, "arguments": json.dumps(arguments)}
        return {"role": "assistant", "content": None, "tool_calls": [{"id": f"call_{number}", "type": "function", "function": function}]}

    def _send(self, answer: Json) -> None:
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def asked(settings: Settings) -> Iterator[list[Json]]:
    """What the model of this machine was asked, while it is the configured one."""
    Model.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    settings.PROVIDER, settings.PROVIDER_MODEL = "compatible", "small-model"
    settings.PROVIDER_BASE_URL, settings.PROVIDER_API_KEY = f"http://127.0.0.1:{server.server_port}/v1", "a-key"
    yield Model.asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def done(asked: list[Json]) -> StatementImport:
    """January, against books that lack its second row."""
    ours = an_organization()
    entry(load(ours, books_of(JANUARY)), "t2").delete()
    return processed(ours, JANUARY.pdf())


def test_the_whole_job_runs_through_the_real_wire_format(done: StatementImport, asked: list[Json]) -> None:
    reconciliation = done.reconciliation or {}

    assert (done.status, done.verdict) == (StatementImport.Status.REVIEW, "mismatched")
    assert (len(asked), asked[0]["model"]) == (3, "small-model")
    assert {tool["function"]["name"] for tool in asked[0]["tools"]} == {"get_accounts", "get_transactions"}
    assert reconciliation["provider"]["name"] == "compatible"
    assert reconciliation["proposal"]["summary"] == PROPOSAL["summary"]
    assert reconciliation["disagreements"] == []


def test_its_trace_is_stored_with_tokens(done: StatementImport) -> None:
    steps = done.runs.get().steps.filter(name__startswith="turn")

    assert [(step.input_tokens, step.output_tokens) for step in steps] == [(100, 7), (101, 7), (102, 7)]
    assert (done.reconciliation or {})["provider"]["input_tokens"] == 303


def test_a_clean_statement_never_reaches_the_server(asked: list[Json]) -> None:
    ours = an_organization()
    load(ours, books_of(JANUARY))

    assert processed(ours, JANUARY.pdf()).verdict == "matched"
    assert asked == []


def test_a_server_that_is_not_there_loses_nothing(settings: Settings) -> None:
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small-model", "http://127.0.0.1:1/v1"
    ours = an_organization()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    assert done.verdict == "mismatched"
    assert (done.reconciliation or {})["provider"]["failure"]["code"] == "overloaded"


def test_a_provider_that_is_not_configured_loses_nothing(settings: Settings) -> None:
    settings.PROVIDER, settings.PROVIDER_MODEL = "compatible", ""
    ours = an_organization()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    assert (done.reconciliation or {})["provider"]["failure"] == {"code": "not_configured"}


@pytest.mark.parametrize(("api", "path"), [("", "/v1/chat/completions"), ("responses", "/v1/responses")])
def test_a_server_is_asked_in_the_protocol_that_the_settings_say(settings: Settings, api: str, path: str) -> None:
    settings.PROVIDER_MODEL, settings.PROVIDER_API = "small-model", api
    with serving(Answer(status=429, body="{}")) as server:
        settings.PROVIDER_BASE_URL = server.url
        with pytest.raises(ProviderError):
            provider_named("compatible").generate(Request(messages=[Message(role="user", text="How much?")]))

    assert [asked for asked, _, _ in server.requests] == [path]
