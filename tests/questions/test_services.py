"""A question about a row, its answers, and its end."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from pytest_django import Settings

from finance.models import Account
from people.access import NotYours
from people.roles import Role
from reconciliation.models import Enquiry, StatementImport
from reconciliation.presentation.statement_page.history import history_of
from reconciliation.questions import LONGEST, AnswerFileRefused, Named, Shown, Unsayable, answer, ask_client, close, of_import
from reconciliation.storage import archive
from tests.factories import MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.world import booked

pytestmark = pytest.mark.django_db
FIRST = Named(line=0)
RECEIPT = b"%PDF-1.4 receipt"


@pytest.fixture
def account(account: Account) -> Account:
    booked(account, 9, "-45.00", "Kite & Co", external_id="kite")
    return account


@pytest.fixture
def january(account: Account) -> StatementImport:
    return read_in(account.organization, paper([(5, "-250.00", "CARD 4411")], opening="1000.00"))


def asked(january: StatementImport, text: str = "What was this for?", *, named: Named = FIRST) -> Enquiry:
    return ask_client(
        statement=only(january),
        named=named,
        text=text,
        actor=MembershipFactory.create(organization=january.organization, role=Role.PREPARER).user,
    )


def sent(content: bytes, name: str = "receipt.pdf") -> ContentFile[bytes]:
    return ContentFile(content, name=name)


def waits(enquiry: Enquiry) -> str:
    enquiry.refresh_from_db()
    return enquiry.waits


def closes(enquiry: Enquiry, actor: User) -> None:
    close(enquiry=enquiry, actor=actor, seen=str(enquiry.messages.latest("at").pk))


def shown(january: StatementImport) -> Shown:
    [found] = of_import(january)
    return found


def test_a_question_shows_the_row_as_it_was_when_asked(january: StatementImport, account: Account) -> None:
    asked(january)
    asked_too = asked(january, named=Named(entry="kite"))
    account.transactions.all().delete()

    first, second = of_import(january)
    assert (first.enquiry.row["description"], first.amount, first.first.text) == ("CARD 4411", Decimal("-250.00"), "What was this for?")
    assert (second.enquiry.row["description"], second.amount) == ("Kite & Co", Decimal("-45.00"))
    asked_too.refresh_from_db()
    assert asked_too.entry is None


def test_a_client_answers_and_it_waits_to_be_read(january: StatementImport, account: Account) -> None:
    enquiry = asked(january)
    client = MembershipFactory.create(organization=january.organization, role=Role.CLIENT, accounts=[account]).user

    answer(enquiry=enquiry, text="A kiln shelf.", actor=client, file=sent(RECEIPT, "../../kiln\0 \u202eshelf.pdf"))

    assert waits(enquiry) == "reading"
    question, said = shown(january).messages
    assert (question.text, said.text, said.by) == ("What was this for?", "A kiln shelf.", client)
    assert archive.fetch(january.organization, said.stored_as) == RECEIPT
    assert said.filename.endswith("kiln shelf.pdf")


def test_a_reply_of_the_person_who_asked_waits_for_an_answer(january: StatementImport) -> None:
    enquiry = asked(january)
    answer(enquiry=enquiry, text="I do not know.", actor=MembershipFactory.create(organization=january.organization, role=Role.CLIENT).user)

    answer(enquiry=enquiry, text="Please look again.", actor=enquiry.asked_by)

    assert waits(enquiry) == "answer"


def test_two_answers_at_once_are_two_answers(january: StatementImport) -> None:
    enquiry, again = asked(january), Enquiry.objects.of(january.organization).get()

    answer(enquiry=enquiry, text="Shelf.", actor=MembershipFactory.create(organization=january.organization, role=Role.CLIENT).user)
    answer(
        enquiry=again, text="A shelf, I think.", actor=MembershipFactory.create(organization=january.organization, role=Role.CLIENT).user
    )

    assert [message.text for message in shown(january).messages[1:]] == ["Shelf.", "A shelf, I think."]


def test_an_answer_to_a_closed_question_is_not_lost(january: StatementImport) -> None:
    enquiry = asked(january)
    closes(enquiry, enquiry.asked_by)
    assert waits(enquiry) == ""

    answer(
        enquiry=enquiry, text="Late, but here.", actor=MembershipFactory.create(organization=january.organization, role=Role.CLIENT).user
    )

    assert (waits(enquiry), enquiry.closed_by) == ("reading", None)


def test_an_answer_that_came_meanwhile_is_not_closed_away(january: StatementImport) -> None:
    enquiry = asked(january)
    seen = str(shown(january).last.pk)
    answer(enquiry=enquiry, text="A shelf.", actor=MembershipFactory.create(organization=january.organization, role=Role.CLIENT).user)

    with pytest.raises(Unsayable) as refused:
        close(enquiry=enquiry, actor=enquiry.asked_by, seen=seen)

    assert (refused.value.code, waits(enquiry)) == ("newer", "reading")


def test_closing_twice_keeps_who_closed_it_first(january: StatementImport) -> None:
    enquiry = asked(january)
    closes(enquiry, enquiry.asked_by)
    closes(enquiry, MembershipFactory.create(organization=january.organization, role=Role.REVIEWER).user)

    enquiry.refresh_from_db()
    assert enquiry.closed_by == enquiry.asked_by


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"MZ\x90\x00 a program", "wrong_kind"),
        (b"PK\x03\x04\x00\x01", "wrong_kind"),
        (b"%PDF-" + b" " * 2000, "too_large"),
    ],
)
def test_a_file_is_accepted_by_its_content_and_not_by_its_name(
    january: StatementImport, settings: Settings, content: bytes, code: str
) -> None:
    settings.DOCUMENT_MAX_BYTES = 1000
    enquiry = asked(january)

    with pytest.raises(AnswerFileRefused) as refused:
        answer(enquiry=enquiry, text="Here.", actor=enquiry.asked_by, file=sent(content))

    assert refused.value.code == code
    assert len(shown(january).messages) == 1


@pytest.mark.parametrize(
    "content",
    [
        RECEIPT,
        b"\x89PNG\r\n\x1a\n....",
        b"\xff\xd8\xff\xe0",
        b"RIFF\x01\x01\x01\x01WEBPVP8 ",
        b"\0\0\0\x18ftypheic",
        "Größe;1,50\r\n".encode(),
    ],
)
def test_receipts_in_common_formats_are_accepted(january: StatementImport, content: bytes) -> None:
    enquiry = asked(january)

    assert answer(enquiry=enquiry, text="", actor=enquiry.asked_by, file=sent(content)).size == len(content)


@pytest.mark.parametrize(("text", "code"), [("  ", "empty"), ("a" * (LONGEST + 1), "too_long")])
def test_an_empty_or_overlong_question_is_refused(january: StatementImport, text: str, code: str) -> None:
    with pytest.raises(Unsayable) as refused:
        asked(january, text)

    assert refused.value.code == code


@pytest.mark.parametrize("named", [Named(line=7), Named(entry="nothing"), Named()])
def test_only_a_row_that_is_there_is_asked_about(january: StatementImport, named: Named) -> None:
    with pytest.raises(Unsayable) as refused:
        asked(january, named=named)

    assert refused.value.code == "no_row"


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR, Role.CLIENT])
def test_a_role_that_may_not_decide_cannot_ask_or_close_a_question(january: StatementImport, role: Role) -> None:
    somebody, enquiry = MembershipFactory.create(organization=january.organization, role=role).user, asked(january)

    with pytest.raises(NotYours):
        ask_client(statement=only(january), named=Named(line=0), text="Why?", actor=somebody)
    with pytest.raises(NotYours):
        closes(enquiry, somebody)


def test_a_viewer_cannot_answer(january: StatementImport) -> None:
    with pytest.raises(NotYours):
        answer(enquiry=asked(january), text="Hm.", actor=MembershipFactory.create(organization=january.organization, role=Role.VIEWER).user)


def test_the_history_says_who_asked_and_who_answered(january: StatementImport) -> None:
    enquiry = asked(january)
    client = MembershipFactory.create(organization=january.organization, role=Role.CLIENT).user
    answer(enquiry=enquiry, text="A shelf.", actor=client, file=sent(RECEIPT))

    answered, question = history_of(january)[:2]
    assert (answered.says, answered.why, answered.by) == ("Answered about CARD 4411 -250.00", "A shelf. · receipt.pdf", client)
    assert (question.says, question.by) == ("Asked about CARD 4411 -250.00", enquiry.asked_by)
