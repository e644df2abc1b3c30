"""Fourteen ways in which a provider fails: the verdict is that without a provider, and the failure is named and stored."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Provider
from assistant.registry import provider
from people.models import Organization
from reconciliation.model_access import providers
from reconciliation.models import StatementImport
from tests.assistant.local_server import Answer, completion, serving
from tests.faults.state import state
from tests.pipeline.papers import JANUARY
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
MANY = 40
HTML = {"content-type": "text/html"}
A_CALL = {"role": "assistant", "content": None}


def refused(status: int, code: str, **headers: str) -> Answer:
    return Answer(status=status, body=json.dumps({"error": {"message": code, "code": code}}), headers=headers)


def calling(name: str, arguments: str) -> Answer:
    call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}
    return completion({**A_CALL, "tool_calls": [call]}, finish="tool_calls")


FAILURES = {
    "it is overloaded": refused(503, "overloaded"),
    "it limits": refused(429, "rate_limited", **{"retry-after": "0"}),
    "it has an error of its own": refused(500, "internal"),
    "it refuses the key": refused(401, "invalid_api_key"),
    "it refuses the request": refused(400, "invalid_request"),
    "it is sent too much": refused(400, "context_length_exceeded"),
    "the connection breaks in its answer": Answer(body=json.dumps({"id": "r1", "choices": []}) * 9, cut=20),
    "it sends a page": Answer(body="<html>Please sign in</html>", headers=HTML),
    "it answers without a choice": Answer(body=json.dumps({"id": "r1", "model": "m", "choices": []})),
    "it says nothing": completion({"role": "assistant", "content": ""}),
    "it filters its answer": completion({"role": "assistant", "content": ""}, finish="content_filter"),
    "it calls what is not there, for ever": calling("delete_everything", "{}"),
}


@contextmanager
def nobody() -> Iterator[str]:
    """Yield an address of this machine without a listener."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


@pytest.fixture
def asked(settings: Settings) -> Settings:
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_ALWAYS = "compatible", "small-model", True
    settings.PROVIDER_API_KEY, settings.PROVIDER_TOOLS = "a-key", "native"
    return settings


@pytest.mark.parametrize("way", FAILURES)
def test_a_provider_that_fails(way: str, ours: Organization, asked: Settings) -> None:
    with serving(*[FAILURES[way]] * MANY) as server:
        asked.PROVIDER_BASE_URL = server.url
        done = processed(ours, JANUARY.pdf())

        assert server.requests
    loses_only_its_opinion(done)


def test_a_provider_without_a_server_at_its_address(ours: Organization, asked: Settings) -> None:
    with nobody() as asked.PROVIDER_BASE_URL:
        done = processed(ours, JANUARY.pdf())

    loses_only_its_opinion(done)


def test_a_provider_that_takes_the_question_and_never_answers(ours: Organization, asked: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(providers, "provider", partial(one_of, patience=0.1))
    asked.PROVIDER_TRIES = 1
    with socket.create_server(("127.0.0.1", 0)) as silent:
        asked.PROVIDER_BASE_URL = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        done = processed(ours, JANUARY.pdf())

    loses_only_its_opinion(done)


def one_of(name: str, *, patience: float, **chosen: Any) -> Provider:
    """The provider, which waits no longer for an answer than that, in seconds."""
    return provider(name, **chosen | {"seconds": patience})


def loses_only_its_opinion(done: StatementImport) -> None:
    answer: dict[str, Any] = done.reconciliation or {}
    assert (done.status, done.verdict, answer["proposal"]) == ("complete", "matched", None)
    assert answer["provider"]["failure"]["code"]
    assert state()["broken"] == []
