"""The pages of questions to clients: asked beside a row, answered on a page of their own; sent files are downloads only."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finance.models import Account
from people.models import Membership
from people.roles import Role
from reconciliation.models import Enquiry, EnquiryMessage, StatementImport
from reconciliation.presentation.overview.worklist import worklist_of
from reconciliation.questions import Named, answer, ask_client
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.read_statements import only, paper, read_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def january(account: Account) -> StatementImport:
    return read_in(account.organization, paper([(5, "-250.00", "CARD 4411 <b>")], opening="1000.00"))


def browser_of(january: StatementImport, role: Role) -> Client:
    client = Client()
    given = [only(january).account] if role == Role.CLIENT else []
    client.force_login(
        MembershipFactory.create(organization=january.organization, role=role, accounts=[account for account in given if account]).user
    )
    return client


def asked(january: StatementImport, text: str = "What was <i>this</i> for?") -> Enquiry:
    preparer = MembershipFactory.create(organization=january.organization, role=Role.PREPARER).user
    return ask_client(statement=only(january), named=Named(line=0), text=text, actor=preparer)


def address_to_ask(january: StatementImport, row: str) -> str:
    return reverse("ask_client", args=[january.pk, only(january).pk]) + f"?{row}"


def test_a_row_that_the_books_lack_can_be_asked_about_in_its_list(january: StatementImport) -> None:
    MembershipFactory.create(organization=january.organization, role=Role.CLIENT)
    bookkeeper = browser_of(january, Role.PREPARER)
    page = bookkeeper.get(reverse("import_detail", args=[january.pk]))
    assert address_to_ask(january, "line=0") in page.text

    shown = bookkeeper.get(address_to_ask(january, "line=0"))
    assert "CARD 4411 &lt;b&gt;" in shown.text
    sent = bookkeeper.post(address_to_ask(january, "line=0"), {"text": "What was this for?"}, follow=True)
    assert "What was this for?" in sent.text
    assert "Waiting for an answer" in sent.text


def test_an_empty_answer_is_reported_and_a_missing_row_is_not_found(january: StatementImport) -> None:
    bookkeeper = browser_of(january, Role.PREPARER)

    assert "Write something" in bookkeeper.post(address_to_ask(january, "line=0"), {"text": " "}).text
    for row in ("line=9", "line=99999999999", "entry=nothing", ""):
        assert bookkeeper.get(address_to_ask(january, row)).status_code == 404


@pytest.mark.path
def test_a_client_is_led_to_the_question_and_answers_with_a_file(january: StatementImport) -> None:
    enquiry, client = asked(january), browser_of(january, Role.CLIENT)
    assert "1 question needs your answer" in client.get(reverse("imports")).text
    page = client.get(reverse("enquiries"))
    assert "What was &lt;i&gt;this&lt;/i&gt; for?" in page.text

    receipt = SimpleUploadedFile("receipt.pdf", b"%PDF-1.4", "text/html")
    client.post(reverse("answer_enquiry", args=[enquiry.pk]), {"text": "A shelf.", "file": receipt})

    assert "needs your answer" not in client.get(reverse("imports")).text
    bookkeeper = browser_of(january, Role.PREPARER)
    assert "1 question was answered" in bookkeeper.get(reverse("overview")).text
    assert "A shelf." in bookkeeper.get(reverse("import_detail", args=[january.pk])).text


def test_an_answers_file_is_a_download_without_a_type(january: StatementImport) -> None:
    enquiry = asked(january)
    file = SimpleUploadedFile("page.txt", b"<script>alert(1)</script>")
    sent = answer(enquiry=enquiry, text="", actor=enquiry.asked_by, file=file)

    got = browser_of(january, Role.VIEWER).get(reverse("enquiry_file", args=[enquiry.pk, sent.pk]))

    assert got.content == b"<script>alert(1)</script>"
    assert got["Content-Type"] == "application/octet-stream"
    assert got["Content-Disposition"] == 'attachment; filename="page.txt"'
    assert got["X-Content-Type-Options"] == "nosniff"


def test_the_written_answer_stays_in_the_form_when_its_file_is_refused(january: StatementImport) -> None:
    enquiry, client = asked(january), browser_of(january, Role.CLIENT)

    program = SimpleUploadedFile("receipt.pdf", b"MZ\x00\x01")
    page = client.post(reverse("answer_enquiry", args=[enquiry.pk]), {"text": "It was a shelf.", "file": program})

    assert page.status_code == 400
    assert "Send a PDF, a picture" in page.text
    assert "It was a shelf.</textarea>" in page.text


def test_a_closed_question_waits_for_no_person(january: StatementImport) -> None:
    enquiry, bookkeeper = asked(january), browser_of(january, Role.REVIEWER)

    bookkeeper.post(reverse("close_enquiry", args=[enquiry.pk]), {"seen": str(enquiry.messages.get().pk)})

    assert "needs your answer" not in browser_of(january, Role.CLIENT).get(reverse("imports")).text
    assert "Closed" in bookkeeper.get(reverse("enquiries")).text


def test_a_client_sees_no_question_about_an_account_that_is_not_theirs(january: StatementImport) -> None:
    enquiry, stranger = asked(january), Client()
    stranger.force_login(MembershipFactory.create(organization=january.organization, role=Role.CLIENT).user)

    assert "CARD 4411" not in stranger.get(reverse("enquiries")).text
    assert stranger.post(reverse("answer_enquiry", args=[enquiry.pk]), {"text": "Me!"}).status_code == 404
    assert EnquiryMessage.objects.of(january.organization).count() == 1


def test_all_clients_says_where_answers_wait_to_be_read(january: StatementImport) -> None:
    enquiry = asked(january)
    membership = Membership.objects.of(january.organization).get(user=enquiry.asked_by)
    assert [(group.says, len(group.rows)) for group in worklist_of([membership]).asked] == [("Unanswered questions", 1)]

    answer(enquiry=enquiry, text="A shelf.", actor=MembershipFactory.create(organization=january.organization, role=Role.CLIENT).user)
    asked(january, "And this?")
    asked(january, "And that?")

    said = [(group.says, [row.import_id for row in group.rows]) for group in worklist_of([membership]).asked]
    assert said == [("Answered questions", [january.pk]), ("Unanswered questions", [january.pk])]


def test_questions_cost_no_query_each(january: StatementImport) -> None:
    bookkeeper = browser_of(january, Role.PREPARER)

    def queries(name: str, *of: object) -> int:
        with CaptureQueriesContext(connection) as captured:
            bookkeeper.get(reverse(name, args=of))
        return len(captured)

    for number in range(2):
        asked(january, f"Question {number}")
    queries("import_detail", january.pk)  # the first request of a day is written to the audit trail
    before = [queries("enquiries"), queries("import_detail", january.pk)]
    for number in range(6):
        asked(january, f"Question {number}")

    assert [queries("enquiries"), queries("import_detail", january.pk)] == before


def test_waiting_questions_are_first(january: StatementImport) -> None:
    closed, open_one = asked(january, "Closed one"), asked(january, "Open one")
    Enquiry.objects.of(january.organization).filter(pk=open_one.pk).update(asked_at=closed.asked_at - timedelta(days=1))
    reviewer = browser_of(january, Role.REVIEWER)
    reviewer.post(reverse("close_enquiry", args=[closed.pk]), {"seen": str(closed.messages.get().pk)})

    page = reviewer.get(reverse("enquiries")).text
    assert page.index("Open one") < page.index("Closed one")
