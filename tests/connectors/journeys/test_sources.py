"""From where a statement arrives to its answer, and back to where it came from."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from connectors.services import add_connection
from connectors.sources.folder import Watched
from finance.entries import void
from tests.connectors.asking import asked
from tests.connectors.journeys.telling import arrived, is_matched
from tests.connectors.mail_server import PASSWORD, USER, MailServer, mail, mail_server
from tests.connectors.paperless_server import Paperless
from tests.connectors.program import Program, reachable
from tests.deployment.processes import eventually
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load

pytestmark = pytest.mark.django_db


def test_from_a_watched_folder(tmp_path: Path) -> None:
    ours = OrganizationFactory.create(name="Ours")
    account = load(ours, books_of(JANUARY))
    watched = Watched(tmp_path, ours)
    (tmp_path / "january.pdf").write_bytes(JANUARY.pdf())

    eventually(lambda: any(outcome.received for outcome in watched.look()), "the file has stood still and is taken")

    assert is_matched(arrived(ours), account)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    assert (tmp_path / "taken/january.pdf").read_bytes() == JANUARY.pdf()


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with mail_server() as found:
        settings.CONNECTION_ADDRESSES = [found.address]
        yield found


@pytest.mark.mail
def test_from_a_mailbox(server: MailServer) -> None:
    member = MembershipFactory.create(organization__name="Ours")
    account = load(member.organization, books_of(JANUARY))
    server.make_folder("Done")
    server.put(mail("Your statement", ("january.pdf", JANUARY.pdf()), ("terms.txt", b"words")))
    said = {"host": "127.0.0.1", "port": server.port, "user": USER, "folder": "INBOX", "mark_seen": True, "move_to": "Done"}
    connection = add_connection(
        organization=member.organization, by=member.user, kind="mailbox", name="mail", secrets={"password": PASSWORD}, settings=said
    )

    assert asked(connection).told["taken"] == 1

    assert is_matched(arrived(member.organization), account)
    assert (server.count("INBOX"), server.count("Done"), server.count("Done", "SEEN")) == (0, 1, 1)
    assert asked(connection).told["taken"] == 0


@pytest.fixture
def paperless() -> Paperless:
    filed = Paperless()
    filed.files[7] = JANUARY.pdf()
    return filed


@pytest.fixture
def served(paperless: Paperless, settings: Any) -> Iterator[Program]:
    with reachable(paperless.answer, settings) as found:
        yield found


def test_from_paperless_ngx_and_the_verdict_back_as_often_as_it_changes(
    served: Program, paperless: Paperless, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    member = MembershipFactory.create(organization__name="Ours")
    account = load(member.organization, books_of(JANUARY))
    said = {"address": served.address, "tag": "statement", "field": "Tieout"}
    connection = add_connection(
        organization=member.organization, by=member.user, kind="paperless", name="papers", secrets={"token": "secret"}, settings=said
    )
    asked(connection)

    assert is_matched(arrived(member.organization), account)
    assert asked(connection).told["written"] == 1
    assert paperless.documents[7] == [{"field": 1, "value": "kept"}, {"field": 5, "value": "matched"}]

    with django_capture_on_commit_callbacks(execute=True):
        void(entry=entry(account, "t2"), by=member.user)
    assert asked(connection).told["written"] == 1
    assert paperless.documents[7] == [{"field": 1, "value": "kept"}, {"field": 5, "value": "mismatched"}]
