"""A mailbox on a real mail server: attached statements by rule, each once, and nothing deleted."""

import os
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest

from connectors.models import Arrival, Connection
from connectors.services import add_connection
from reconciliation.models import StatementImport
from tests.connectors.asking import asked
from tests.connectors.mail_server import PASSWORD, MailServer, mail, mail_server
from tests.connectors.papers import OTHER, PDF, packed
from tests.electronic.writing import camt_of
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY

pytestmark = [pytest.mark.mail, pytest.mark.django_db]


@pytest.fixture(scope="module")
def running() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@pytest.fixture
def server(settings: Any, running: MailServer) -> MailServer:
    """Return the server with a user of the test's own, whose mailbox is empty."""
    settings.CONNECTION_ADDRESSES = [running.address]
    return replace(running, user=f"keeper-{uuid4()}")


def connected(server: MailServer, secret: str = PASSWORD, **said: Any) -> Connection:
    member = MembershipFactory.create(organization__name="Ours")
    settings = {"host": "127.0.0.1", "port": server.port, "user": server.user, "folder": "INBOX", **said}
    return add_connection(
        organization=member.organization, by=member.user, kind="mailbox", name="mail", secrets={"password": secret}, settings=settings
    )


def names(connection: Connection) -> list[str]:
    return sorted(StatementImport.objects.of(connection.organization).values_list("filename", flat=True))


def test_attached_statements_are_taken_once(server: MailServer) -> None:
    server.put(mail("January", ("january.pdf", PDF), ("terms.txt", b"words")))
    server.put(mail("February", ("february.pdf", OTHER)))
    connection = connected(server)

    assert asked(connection).told == {"taken": 2, "known": 0, "refused": 0, "written": 0}
    assert names(connection) == ["february.pdf", "january.pdf"]
    assert asked(connection).told == {"taken": 0, "known": 0, "refused": 0, "written": 0}
    assert StatementImport.objects.of(connection.organization).first().channel == "mailbox"  # type: ignore[union-attr]
    assert server.count("INBOX") == 2
    assert server.count("INBOX", "SEEN") == 0


def test_electronic_statements_and_archives_are_taken_and_each_file_once(server: MailServer) -> None:
    archive = packed(a_pdf=PDF, b_pdf=OTHER, c_txt=b"Dear customer, thank you for being with us.")
    server.put(mail("January", ("january.xml", camt_of(JANUARY)), ("all.zip", archive), ("letter.csv", b"Dear customer.")))
    connection = connected(server)

    assert asked(connection).told == {"taken": 3, "known": 0, "refused": 2, "written": 0}
    assert names(connection) == ["a.pdf", "b.pdf", "january.xml"]
    assert set(Arrival.objects.of(connection.organization).exclude(failure="").values_list("failure", flat=True)) == {"not_a_pdf"}
    assert asked(connection).told == {"taken": 0, "known": 0, "refused": 0, "written": 0}


def test_an_archive_that_was_taken_in_part_goes_on_where_it_ended(server: MailServer, settings: Any) -> None:
    server.put(mail("January", ("all.zip", packed(a_pdf=PDF, b_pdf=OTHER))))
    settings.DOCUMENTS_MAX_WAITING = 1
    connection = asked(connected(server))
    assert (connection.failure, names(connection)) == ("too_many_waiting", ["a.pdf"])

    settings.DOCUMENTS_MAX_WAITING = 100
    assert asked(connection).told == {"taken": 1, "known": 0, "refused": 0, "written": 0}
    assert names(connection) == ["a.pdf", "b.pdf"]


def test_rules_say_which_mails_and_files(server: MailServer) -> None:
    server.put(mail("Your statement", ("statement-1.pdf", PDF)))
    server.put(mail("Your statement", ("advert.pdf", OTHER)))
    server.put(mail("Your statement", ("statement-2.pdf", OTHER), sender="stranger@example.com"))
    server.put(mail("Something else", ("statement-3.pdf", OTHER)))

    connection = asked(connected(server, from_="bank@example.org", subject="statement", filename="statement*.PDF"))

    assert names(connection) == ["statement-1.pdf"]


def test_a_taken_mail_is_marked_and_moved_where_the_connection_asks_for_it(server: MailServer) -> None:
    server.make_folder("Done")
    server.put(mail("January", ("january.pdf", PDF)))

    asked(connected(server, mark_seen=True, move_to="Done"))

    assert (server.count("INBOX"), server.count("Done"), server.count("Done", "SEEN")) == (0, 1, 1)


def test_a_wrong_password_is_said_and_tried_again_later(server: MailServer) -> None:
    connection = asked(connected(server, secret="wrong"))

    assert (connection.failure, connection.failures) == ("refused", 1)
    assert connection.due_at > (connection.ran_at or connection.made_at)


def test_a_file_that_is_no_pdf_spoils_no_other(server: MailServer) -> None:
    server.put(mail("Broken", ("broken.pdf", b"no pdf"), ("january.pdf", PDF)))

    connection = asked(connected(server))

    assert connection.told["refused"] == 1
    assert names(connection) == ["january.pdf"]
    assert Arrival.objects.of(connection.organization).filter(failure="not_a_pdf").count() == 1


def test_a_mail_that_is_too_large_is_not_fetched(server: MailServer, settings: Any) -> None:
    settings.DOCUMENT_MAX_BYTES = 100
    server.put(mail("Large", ("january.pdf", PDF)))

    connection = asked(connected(server))

    assert connection.told["refused"] == 1
    assert names(connection) == []


def test_a_mail_of_very_many_parts_is_bounded(server: MailServer) -> None:
    bomb = mail("Bomb", *((f"{number}.pdf", b"x") for number in range(200)))
    nested: Any = EmailMessage()
    nested.set_content("inside")
    for _ in range(30):
        outer = EmailMessage()
        outer["Subject"] = "nested"
        outer.add_attachment(nested)
        nested = outer
    server.put(bomb)
    server.put(nested)
    server.put(mail("January", ("january.pdf", PDF)))

    connection = asked(connected(server))

    assert connection.told["refused"] <= 51
    assert names(connection) == ["january.pdf"]


def test_a_name_cannot_lead_out_of_where_it_is_kept(server: MailServer) -> None:
    server.put(mail("January", ("../../etc/january.pdf", PDF)))

    assert "/" not in names(asked(connected(server)))[0]


def test_a_server_of_the_inside_that_the_settings_do_not_name_is_not_asked(server: MailServer, settings: Any) -> None:
    connection = connected(server)
    settings.CONNECTION_ADDRESSES = []

    assert asked(connection).failure == "address"


def nested(depth: int) -> bytes:
    """Parts within parts, and a statement at the bottom."""
    opened = "".join(f'Content-Type: multipart/mixed; boundary="b{number}"\r\n\r\n--b{number}\r\n' for number in range(depth))
    return f"From: a@b.example\r\nSubject: deep\r\n{opened}Content-Type: application/pdf; name=deep.pdf\r\n\r\nx\r\n".encode()


def many(count: int) -> bytes:
    parts = "".join("--b\r\nContent-Type: application/pdf; name=x.pdf\r\n\r\nx\r\n" for _number in range(count))
    return f'Subject: many\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n{parts}--b--\r\n'.encode()


@pytest.mark.parametrize("bomb", [nested(60), nested(1200), many(3000)], ids=["deep", "deeper than Python goes", "many"])
def test_a_bomb_is_refused_once_and_spoils_no_other(server: MailServer, bomb: bytes) -> None:
    server.put(bomb)
    server.put(mail("January", ("january.pdf", PDF)))

    connection = asked(connected(server))

    assert (connection.failure, names(connection)) == ("", ["january.pdf"])
    assert asked(connection).told == {"taken": 0, "known": 0, "refused": 0, "written": 0}


def test_endless_headers_do_not_block_the_run(server: MailServer) -> None:
    server.put(b"X-Many: " + b"y" * 900_000 + b"\r\n" + mail("January", ("january.pdf", PDF)).as_bytes())

    assert names(asked(connected(server))) == ["january.pdf"]


def test_a_rule_may_have_letters_of_any_language(server: MailServer) -> None:
    server.put(mail("Kontoauszug für März", ("auszug-märz.pdf", PDF)))
    server.put(mail("Rechnung", ("rechnung.pdf", OTHER)))

    assert names(asked(connected(server, subject="für März", filename="AUSZUG-MÄ*"))) == ["auszug-märz.pdf"]


@pytest.mark.parametrize(
    ("said", "secret", "failure"),
    [
        ({}, "wörd", "refused"),
        ({"folder": "Nowhere"}, PASSWORD, "not_found"),
        ({"folder": 'INBOX" (X) "'}, PASSWORD, "not_found"),
        ({"move_to": "Nowhere"}, PASSWORD, "not_found"),
    ],
)
def test_each_failure_of_a_mailbox_has_a_code(server: MailServer, said: dict[str, str], secret: str, failure: str) -> None:
    assert asked(connected(server, secret, **said)).failure == failure


def test_a_folder_may_be_called_anything(server: MailServer) -> None:
    server.make_folder("Ausz&APw-ge")
    server.put(mail("January", ("january.pdf", PDF)))

    assert asked(connected(server, move_to="Auszüge")).failure == ""
    assert server.count("Ausz&APw-ge") == 1


def test_a_mail_of_which_nothing_was_wanted_stays_as_it_is(server: MailServer) -> None:
    server.make_folder("Done")
    server.put(mail("Hello", ("words.txt", b"x")))

    asked(connected(server, mark_seen=True, move_to="Done"))

    assert (server.count("INBOX"), server.count("INBOX", "SEEN")) == (1, 0)


def test_a_statement_in_a_forwarded_mail_is_taken(server: MailServer) -> None:
    forwarded = EmailMessage()
    forwarded["Subject"] = "Fwd"
    forwarded.set_content("See below.")
    forwarded.add_attachment(mail("January", ("january.pdf", PDF)))
    alone = EmailMessage()
    alone["Subject"] = "February"
    alone.set_content(OTHER, maintype="application", subtype="pdf", filename="february.pdf")
    forwarded.add_attachment(alone)
    server.put(forwarded)

    assert names(asked(connected(server))) == ["february.pdf", "january.pdf"]


def test_no_password_is_sent_to_a_server_without_a_trusted_certificate(server: MailServer) -> None:
    with patch.dict(os.environ):
        del os.environ["SSL_CERT_FILE"]

        assert asked(connected(server)).failure == "connection"
