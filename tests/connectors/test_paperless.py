"""paperless-ngx, as its documentation has it (API version 9): documents with a tag are taken, and the verdict is written back."""

from collections.abc import Iterator
from typing import Any

import pytest

from connectors.models import Connection
from connectors.services import add_connection
from reconciliation.models import StatementImport
from reconciliation.posting.publishing import publish
from tests.connectors.asking import asked
from tests.connectors.paperless_server import Paperless
from tests.connectors.papers import OTHER, PDF
from tests.connectors.program import Program, reachable
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_anew

pytestmark = pytest.mark.django_db


@pytest.fixture
def paperless() -> Paperless:
    return Paperless()


@pytest.fixture
def served(paperless: Paperless, settings: Any) -> Iterator[Program]:
    with reachable(paperless.answer, settings) as found:
        yield found


def connected(served: Program, **said: Any) -> Connection:
    member = MembershipFactory.create(organization__name="Ours")
    settings = {"address": served.address, "tag": "statement", "field": "Tieout", **said}
    return add_connection(
        organization=member.organization, by=member.user, kind="paperless", name="p", secrets={"token": "secret"}, settings=settings
    )


def test_documents_are_taken_and_the_verdict_is_written_back_whenever_it_changes(served: Program, paperless: Paperless) -> None:
    connection = asked(connected(served))
    assert (connection.failure, connection.told["taken"], connection.told["refused"]) == ("", 1, 1)
    found = StatementImport.objects.of(connection.organization).get()
    assert (found.channel, found.filename) == ("connector", "Document 7.pdf")
    assert served.headers[0]["Authorization"] == "Token secret"
    assert served.headers[0]["Accept"] == "application/json; version=9"
    assert paperless.documents[7] == [{"field": 1, "value": "kept"}], "nothing is written of what is not finished"

    AccountFactory.create(organization=connection.organization)
    found.status = StatementImport.Status.REVIEW
    found.save()
    read_anew(found, paper([(5, "-1.00", "tea")]))
    assert asked(connection).told["written"] == 1
    assert paperless.documents[7] == [{"field": 1, "value": "kept"}, {"field": 5, "value": found.verdict}]
    assert asked(connection).told["written"] == 0, "it is written once"

    before = found.verdict
    publish(statement=only(found), actor=None, lines=[0])
    found.refresh_from_db()
    assert found.verdict != before
    asked(connection)
    assert paperless.documents[7][-1] == {"field": 5, "value": found.verdict}


def test_a_taken_document_is_not_fetched_again(served: Program) -> None:
    connection = asked(connected(served, field=""))
    before = len([path for path, _body in served.of("GET") if path.endswith("/download/")])
    asked(connection)

    assert len([path for path, _body in served.of("GET") if path.endswith("/download/")]) == before == 2
    assert served.of("PATCH") == served.of("POST") == []


@pytest.mark.parametrize(("status", "code"), [(401, "refused"), (403, "refused"), (404, "not_found"), (500, "answer"), (302, "answer")])
def test_a_failed_answer_is_shown_and_the_next_run_takes_the_document(
    served: Program, paperless: Paperless, status: int, code: str
) -> None:
    paperless.status = status
    connection = asked(connected(served))
    assert (connection.failure, connection.failures) == (code, 1)

    paperless.status = 200
    assert asked(connection).told["taken"] == 1
    assert connection.failures == 0


def test_a_tag_that_is_not_there_is_said(served: Program) -> None:
    assert asked(connected(served, tag="nowhere")).failure == "not_found"


def test_an_answer_of_another_form_is_said(settings: Any) -> None:
    with reachable(lambda *_asked: (200, ["?"]), settings) as found:
        assert asked(connected(found)).failure == "answer"


def test_a_document_that_cannot_be_had_spoils_no_other(served: Program, paperless: Paperless) -> None:
    paperless.gone, paperless.files[9] = {7}, PDF

    connection = asked(connected(served))

    assert (connection.failure, connection.told["taken"], connection.told["refused"]) == ("", 1, 1)
    assert connection.arrivals.get(key="7").failure == "gone"


def test_a_document_that_is_gone_keeps_no_verdict_waiting(served: Program, paperless: Paperless) -> None:
    paperless.files[9] = OTHER
    connection = asked(connected(served))
    StatementImport.objects.of(connection.organization).update(status=StatementImport.Status.COMPLETE, verdict="matched")
    paperless.gone = {9}

    assert (asked(connection).failure, connection.told["written"]) == ("", 1)
    assert paperless.documents[7][-1] == {"field": 5, "value": "matched"}
    assert asked(connection).told["written"] == 0


def test_a_document_filed_as_a_picture_is_fetched_as_its_pdf(served: Program, paperless: Paperless) -> None:
    paperless.kinds[7] = "image/png"
    asked(connected(served))

    questions = {path: question for how, path, question, _body in served.asked if how == "GET" and path.endswith("/download/")}
    assert questions == {"/api/documents/7/download/": {}, "/api/documents/9/download/": {"original": "true"}}
