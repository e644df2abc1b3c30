"""The connections to a model are closed after every use of it: workers and web processes gather no open sockets."""

from collections.abc import Callable, Iterator

import httpx2
import pytest
from pytest_django.fixtures import Settings

from reconciliation.chat.services import answer
from reconciliation.model_access.connection_test import try_connection
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim
from tests.chat.asking import asked as question_of
from tests.connections import clients_made, sockets_left_open
from tests.extraction.papers import paper, unread
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.local_model import Json
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed, read_by, received
from tests.web.stored import stored_import

pytestmark = pytest.mark.django_db


@pytest.fixture
def clients() -> Iterator[list[httpx2.Client]]:
    with clients_made() as made:
        yield made


def a_statement_with_models_apart() -> None:
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()
    processed(ours, JANUARY.pdf())


def a_statement_in_one_worker() -> None:
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()
    with claim(received(ours, JANUARY.pdf()).pk) as claimed:
        PdfProcessor().process(claimed)


def an_extraction() -> None:
    with claim(received(OrganizationFactory.create(), paper().pdf()).pk) as claimed:
        PdfProcessor(pipeline=read_by(unread)).process(claimed)


def an_answer_to_a_question() -> None:
    ours = MembershipFactory.create()
    list(answer(question=question_of(ours, stored_import(ours)), name="compatible"))


def an_answer_that_is_broken_off() -> None:
    ours = MembershipFactory.create()
    listening = answer(question=question_of(ours, stored_import(ours)), name="compatible")
    next(iter(listening))
    listening.close()  # type: ignore[attr-defined] # a generator


def a_test_of_the_connection() -> None:
    ours = MembershipFactory.create()
    try_connection(organization=ours.organization, actor=ours.user)


every_use = pytest.mark.parametrize(
    "use",
    [
        a_statement_with_models_apart,
        a_statement_in_one_worker,
        an_extraction,
        an_answer_to_a_question,
        an_answer_that_is_broken_off,
        a_test_of_the_connection,
    ],
)


@every_use
def test_every_client_is_closed_after_an_answer(use: Callable[[], None], asked: list[Json], clients: list[httpx2.Client]) -> None:
    use()

    assert asked
    assert {client.is_closed for client in clients} == {True}


@every_use
def test_every_client_is_closed_after_a_failure(use: Callable[[], None], settings: Settings, clients: list[httpx2.Client]) -> None:
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small-model", "http://127.0.0.1:1/v1"
    settings.PROVIDER_TRIES = 1

    use()

    assert {client.is_closed for client in clients} == {True}


@every_use
def test_no_socket_is_left_open(use: Callable[[], None], asked: list[Json]) -> None:
    with sockets_left_open() as left:
        use()

    assert asked
    assert left == []
