"""Questions that are sent to a client as one list, and answered through a link without a login."""

import datetime as dt
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from finance.models import Account
from people.access import NotYours
from people.audit import Act
from people.models import AuditEntry
from people.roles import Role
from reconciliation.models import Enquiry, EnquiryMessage, QuestionList, StatementImport
from reconciliation.questions import MOST_ANSWERS, Named, Unsayable, ask_client, close, make_list, token_of, withdraw_list
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.read_statements import only, paper, read_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def january(account: Account) -> StatementImport:
    rows = [(5, "-250.00", "CARD 4411 <b>"), (6, "-12.00", "SECRET SHOP"), (7, "-3.00", "KIOSK")]
    return read_in(account.organization, paper(rows, opening="1000.00"))


@pytest.fixture
def preparer(january: StatementImport) -> Any:
    return MembershipFactory.create(organization=january.organization, role=Role.PREPARER).user


def asked(january: StatementImport, preparer: Any, line: int, text: str) -> Enquiry:
    return ask_client(statement=only(january), named=Named(line=line), text=text, actor=preparer)


def a_list(january: StatementImport, preparer: Any, *enquiries: Enquiry) -> QuestionList:
    return make_list(
        organization=january.organization,
        enquiries=[enquiry.pk for enquiry in enquiries],
        email="baker@example.org",
        text="Hello",
        due_on=dt.date(2026, 3, 10),
        actor=preparer,
    )


def page_of(question_list: QuestionList) -> str:
    return reverse("answers", args=[token_of(question_list)])


def test_the_open_questions_go_out_in_one_letter_with_a_link(
    january: StatementImport, preparer: Any, settings: Any, mailoutbox: Any
) -> None:
    settings.EMAIL_URL, settings.PUBLIC_URL = "smtp://mail.example.org", "https://books.example.org"
    first, second = asked(january, preparer, 0, "Whose card?"), asked(january, preparer, 2, "Which kiosk?")
    browser = Client()
    browser.force_login(preparer)
    form = browser.get(reverse("send_questions")).text
    assert "Whose card?" in form
    assert "Which kiosk?" in form

    browser.post(
        reverse("send_questions"),
        {"enquiries": [str(first.pk), str(second.pk)], "email": "baker@example.org", "text": "Hello", "due_on": "2026-03-10"},
    )

    [letter], [made] = mailoutbox, QuestionList.objects.of(january.organization)
    assert letter.to == ["baker@example.org"]
    assert f"https://books.example.org{page_of(made)}" in letter.body
    assert "10 Mar 2026" in letter.body
    assert "CARD 4411" not in letter.body
    assert AuditEntry.objects.of(january.organization).get(act=Act.SENT_QUESTIONS).details["questions"] == 2


def test_a_link_shows_only_its_questions(january: StatementImport, preparer: Any) -> None:
    ours = asked(january, preparer, 0, "Whose card?")
    asked(january, preparer, 1, "Not in this list")
    question_list = a_list(january, preparer, ours)

    page = Client().get(page_of(question_list))

    assert page.status_code == 200
    assert "CARD 4411 &lt;b&gt;" in page.text
    assert "Whose card?" in page.text
    assert not {word for word in ("Not in this list", "SECRET SHOP", "KIOSK") if word in page.text}
    assert "no-store" in page.headers["Cache-Control"]


def test_an_answer_through_the_link_waits_to_be_read_with_the_address_as_its_sender(january: StatementImport, preparer: Any) -> None:
    enquiry = asked(january, preparer, 0, "Whose card?")
    question_list = a_list(january, preparer, enquiry)

    answer = Client().post(
        page_of(question_list), {"question": str(enquiry.pk), "text": "Mine", "file": SimpleUploadedFile("r.pdf", b"%PDF-1.4 receipt")}
    )

    assert answer.status_code == 302
    enquiry.refresh_from_db()
    message = EnquiryMessage.objects.of(january.organization).get(text="Mine")
    assert enquiry.waits == Enquiry.Waits.TO_BE_READ
    assert (message.by, message.sender, message.filename) == (None, "baker@example.org", "r.pdf")
    browser = Client()
    browser.force_login(preparer)
    shown = browser.get(reverse("enquiries")).text
    assert "baker@example.org" in shown
    assert "Mine" in shown
    assert "baker@example.org" in browser.get(reverse("import_runs", args=[january.pk])).text


def test_a_link_that_was_withdrawn_has_expired_or_was_changed_shows_nothing(january: StatementImport, preparer: Any) -> None:
    enquiry = asked(january, preparer, 0, "Whose card?")
    withdrawn, expired = a_list(january, preparer, enquiry), a_list(january, preparer, enquiry)
    withdraw_list(question_list=withdrawn, actor=preparer)
    QuestionList.objects.of(january.organization).filter(pk=expired.pk).update(expires_at=timezone.now())
    good = page_of(a_list(january, preparer, enquiry))

    for address in (page_of(withdrawn), page_of(expired), good.replace(":", "x:", 1), reverse("answers", args=[str(enquiry.pk)])):
        for answer in (Client().get(address), Client().post(address, {"question": str(enquiry.pk), "text": "Mine"})):
            assert answer.status_code == 404
            assert "Whose card?" not in answer.text
    assert not EnquiryMessage.objects.of(january.organization).filter(text="Mine").exists()


def test_the_link_of_a_closed_client_shows_nothing(january: StatementImport, preparer: Any) -> None:
    link = page_of(a_list(january, preparer, asked(january, preparer, 0, "Whose card?")))
    january.organization.closed_at = timezone.now()
    january.organization.save()

    assert Client().get(link).status_code == 404


def test_a_question_of_another_list_or_a_closed_one_takes_no_answer(january: StatementImport, preparer: Any) -> None:
    ours, other, closed = (asked(january, preparer, line, f"Question {line}") for line in range(3))
    question_list = a_list(january, preparer, ours, closed)
    close(enquiry=closed, actor=preparer, seen=str(closed.messages.get().pk))

    for enquiry in (other, closed):
        answer = Client().post(page_of(question_list), {"question": str(enquiry.pk), "text": "Mine"})
        assert answer.status_code == 400
    assert Client().post(page_of(question_list), {"question": "no id", "text": "Mine"}).status_code == 404
    assert not EnquiryMessage.objects.of(january.organization).filter(text="Mine").exists()


def test_a_link_takes_a_bounded_number_of_answers(january: StatementImport, preparer: Any) -> None:
    enquiry = asked(january, preparer, 0, "Whose card?")
    question_list = a_list(january, preparer, enquiry)
    EnquiryMessage.objects.bulk_create(EnquiryMessage(enquiry=enquiry, through=question_list, text="x") for _ in range(MOST_ANSWERS))

    answer = Client().post(page_of(question_list), {"question": str(enquiry.pk), "text": "Mine"})

    assert answer.status_code == 400
    assert "Ask for a new one" in answer.text


def test_only_who_decides_sends_and_withdraws_lists(january: StatementImport, preparer: Any) -> None:
    enquiry = asked(january, preparer, 0, "Whose card?")
    viewer = MembershipFactory.create(organization=january.organization, role=Role.VIEWER).user
    with pytest.raises(NotYours):
        a_list(january, viewer, enquiry)
    with pytest.raises(NotYours):
        withdraw_list(question_list=a_list(january, preparer, enquiry), actor=viewer)


def test_a_question_of_another_organization_is_not_sent(january: StatementImport, preparer: Any) -> None:
    elsewhere = MembershipFactory.create(role=Role.PREPARER)
    enquiry = asked(january, preparer, 0, "Whose card?")
    with pytest.raises(Unsayable, match="empty"):
        make_list(
            organization=elsewhere.organization, enquiries=[enquiry.pk], email="x@example.org", text="x", due_on=None, actor=elsewhere.user
        )
