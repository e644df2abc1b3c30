"""Following a document: the stream of its changes, and the places that it takes."""

import gc
from contextlib import ExitStack

import pytest
from django.core.cache import cache

from api.v1.imports import FOLLOWERS, MAX_FOLLOWERS
from people.models import Membership
from reconciliation.models import StatementImport
from tests.api.programs import Program
from tests.factories import MembershipFactory, WaitingImportFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def member() -> Membership:
    cache.clear()
    return MembershipFactory.create()


@pytest.fixture
def waiting(member: Membership) -> StatementImport:
    return WaitingImportFactory.create(organization=member.organization)


def free_places() -> int:
    with ExitStack() as taken:
        count = 0
        while FOLLOWERS.acquire(blocking=False):
            taken.callback(FOLLOWERS.release)
            count += 1
        return count


def test_an_unread_stream_frees_its_place(member: Membership, waiting: StatementImport) -> None:
    answer = Program(member).get(f"/imports/{waiting.pk}/events")

    assert answer.status_code == 200
    assert free_places() == MAX_FOLLOWERS - 1
    answer.close()
    del answer
    gc.collect()
    assert free_places() == MAX_FOLLOWERS


def test_a_finished_document_is_one_event(member: Membership, waiting: StatementImport) -> None:
    StatementImport.objects.of(member.organization).filter(pk=waiting.pk).update(status="cancelled")

    answer = Program(member).get(f"/imports/{waiting.pk}/events")

    assert answer["Content-Type"] == "text/event-stream"
    (event,) = answer.streaming_content
    assert event.startswith(b"data: {")
    assert free_places() == MAX_FOLLOWERS


def test_without_a_free_place_the_answer_is_a_problem(member: Membership, waiting: StatementImport) -> None:
    with ExitStack() as taken:
        for _place in range(MAX_FOLLOWERS):
            FOLLOWERS.acquire(blocking=False)
            taken.callback(FOLLOWERS.release)

        answer = Program(member).get(f"/imports/{waiting.pk}/events")

    assert (answer.status_code, answer.json()["code"]) == (503, "too_many_follow")
    assert free_places() == MAX_FOLLOWERS
