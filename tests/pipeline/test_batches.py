"""The person who uploaded a batch is notified once when all of it is done."""

from typing import Any

import pytest
from django.core import mail

from people.models import Membership, Preferences
from reconciliation.models import Notice, StatementImport
from reconciliation.uploads.batches import tell_when_done
from tests.addresses import inside, reverse
from tests.factories import MembershipFactory
from tests.web.stored import stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db
Status = StatementImport.Status
LOCKED: dict[str, Any] = {"status": Status.FAILED, "reconciliation": None, "error": {"code": "encrypted", "params": {}}}


@pytest.fixture
def ours() -> Membership:
    return MembershipFactory.create()


def test_a_batch_is_notified_when_its_last_file_is_done_and_only_then(ours: Membership) -> None:
    running = stored_import(ours, status=Status.PROCESSING, reconciliation=None)
    done = stored_import(ours)

    assert tell_when_done(done) is None
    running.status = Status.REVIEW
    running.save()
    told = tell_when_done(running)

    assert told is not None
    assert (told.proved, told.ties, told.waits) == (1, 0, 1)


def test_it_is_notified_once_and_the_next_batch_counts_its_own_files(ours: Membership) -> None:
    first = [stored_import(ours), stored_import(ours)]
    assert tell_when_done(first[0]) is not None
    assert tell_when_done(first[1]) is None

    second = [stored_import(ours, **LOCKED), stored_import(ours), stored_import(ours)]
    told = tell_when_done(second[0])

    assert told is not None
    assert told.count == 3


def test_a_single_file_is_shown_by_its_own_page(ours: Membership) -> None:
    assert tell_when_done(stored_import(ours)) is None


def test_files_that_were_not_uploaded_on_a_page_notify_no_person(ours: Membership) -> None:
    typed = [stored_import(ours, channel=StatementImport.Channel.COMMAND_LINE) for _ in range(3)]

    assert tell_when_done(typed[0]) is None


def test_the_notice_is_on_the_list_of_its_user_until_it_is_dismissed(ours: Membership) -> None:
    other = MembershipFactory.create(organization=ours.organization)
    tell_when_done([stored_import(ours), stored_import(ours, **LOCKED)][0])
    notice, sentence = Notice.objects.of(ours.organization).get(), "Your 2 uploads are done: 1 is proved, 1 needs attention."

    assert sentence in browser_of(ours).get(reverse("imports")).content.decode()
    assert sentence not in browser_of(other).get(reverse("imports")).content.decode()
    assert browser_of(other).post(reverse("notice_seen", args=[notice.pk])).status_code == 404

    browser_of(ours).post(reverse("notice_seen", args=[notice.pk]))
    assert sentence not in browser_of(ours).get(reverse("imports")).content.decode()


@pytest.mark.parametrize("wanted", [True, False])
def test_a_letter_is_sent_to_who_wants_one_in_their_language(
    ours: Membership, settings: Any, wanted: bool, django_capture_on_commit_callbacks: Any
) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    ours.user.email = "a@example.org"
    ours.user.save()
    Preferences.objects.create(user=ours.user, language="de", mail_when_done=wanted)

    with django_capture_on_commit_callbacks(execute=True):
        tell_when_done([stored_import(ours), stored_import(ours)][0])

    assert [(letter.to, letter.body) for letter in mail.outbox] == (
        [(["a@example.org"], "Ihre 2 hochgeladenen Dateien sind fertig: 2 sind belegt.")] if wanted else []
    )


def test_a_letter_links_to_the_imports_that_need_attention_where_a_public_address_is_set(
    ours: Membership, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.EMAIL_URL, settings.PUBLIC_URL = "smtp://mail.example.org", "https://books.example.org"
    ours.user.email = "a@example.org"
    ours.user.save()
    Preferences.objects.create(user=ours.user, mail_when_done=True)

    with django_capture_on_commit_callbacks(execute=True):
        tell_when_done([stored_import(ours), stored_import(ours, status=StatementImport.Status.REVIEW)][0])

    assert [letter.body.splitlines()[-1] for letter in mail.outbox] == [
        f"https://books.example.org{inside('/', ours.organization)}?show=person"
    ]
