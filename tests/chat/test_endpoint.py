"""The way in: a stream of server-sent events for who may decide, over a real model server."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from people.roles import Role
from reconciliation.models import Question
from tests.addresses import reverse
from tests.assistant.local_server import events, serving
from tests.chat.asking import PIECES
from tests.factories import MembershipFactory
from tests.web.stored import stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db


def read(stream: bytes) -> list[tuple[str, Any]]:
    blocks = [block.split("\n") for block in stream.decode().strip().split("\n\n")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


@pytest.mark.path
def test_a_question_is_answered_as_a_stream(settings: Settings) -> None:
    ours = MembershipFactory.create()
    statement_import = stored_import(ours)
    with serving(events(*PIECES)) as server:
        settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small", server.url
        answer = browser_of(ours).post(reverse("ask", args=[statement_import.pk]), {"question": "Why?"})
        told = read(answer.getvalue())

    assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (200, "text/event-stream", "no-store")
    assert told[:2] == [("content", {"text": "A row "}), ("content", {"text": "is missing."})]
    question = Question.objects.of(ours.organization).get()
    assert told[-1] == ("done", {"id": str(question.pk), "stop_reason": "answered", "proposals": 0})
    assert answer["X-Question"] == str(question.pk)
    assert question.answer == "A row is missing."


def test_an_empty_question_says_what_to_do() -> None:
    ours = MembershipFactory.create()

    refused = browser_of(ours).post(reverse("ask", args=[stored_import(ours).pk]), {"question": " "})

    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "empty")


def test_another_organizations_import_is_not_there() -> None:
    theirs, ours = stored_import(MembershipFactory.create()), MembershipFactory.create()

    assert browser_of(ours).post(reverse("ask", args=[theirs.pk]), {"question": "Why?"}).status_code == 404


def test_a_viewer_may_not_ask_and_a_stranger_signs_in() -> None:
    owner = MembershipFactory.create()
    statement_import = stored_import(owner)
    address = reverse("ask", args=[statement_import.pk])

    assert (
        browser_of(MembershipFactory.create(role=Role.VIEWER, organization=owner.organization))
        .post(address, {"question": "Why?"})
        .status_code
        == 403
    )
    assert Client().post(address, {"question": "Why?"}).status_code == 302


def test_an_answer_is_stopped_by_its_own_organization_only() -> None:
    ours, theirs = MembershipFactory.create(), MembershipFactory.create()
    statement_import = stored_import(ours)
    question = Question.objects.create(statement_import=statement_import, asked_by=ours.user, text="Why?")
    address = reverse("stop_answer", args=[statement_import.pk, question.pk], organization=ours.organization)

    assert browser_of(theirs).post(address).status_code == 404
    assert browser_of(theirs).post(reverse("stop_answer", args=[statement_import.pk, question.pk])).status_code == 404
    assert browser_of(ours).post(reverse("stop_answer", args=[statement_import.pk, uuid4()])).status_code == 404
    assert browser_of(ours).post(address).status_code == 204
    question.refresh_from_db()
    assert question.stopped_at is not None
