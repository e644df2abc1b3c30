"""A forgotten password is reset by e-mail, without revealing whether an account exists."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from people import tasks
from people.audit import Act
from people.models import AuditEntry
from people.tasks import write_to
from tests.addresses import reverse
from tests.sign_in.people import is_in, tries, with_telephone

pytestmark = pytest.mark.django_db
NEW = "quite another phrase"


@pytest.fixture(autouse=True)
def with_letters(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    settings.EMAIL_URL, settings.PUBLIC_URL = "smtp://localhost", "https://books.example.com"
    rung: list[list[int]] = []
    monkeypatch.setattr(tasks.write_letters, "apply_async", lambda args, **_more: rung.append(args[0]))
    return rung


def link_of(letter: mail.EmailMessage) -> str:
    found = re.search(r"https://books\.example\.com(/\S+)", str(letter.body))
    assert found
    return found[1]


def test_the_letter_leads_to_a_new_password_once(ada: User, client: Client) -> None:
    assert write_to(ada.pk)
    (letter,) = mail.outbox
    assert letter.to == ["ada@example.org"]

    page = client.get(link_of(letter), follow=True)
    there = page.request["PATH_INFO"]
    assert link_of(letter) not in page.content.decode()
    assert client.post(there, {"new_password1": NEW, "new_password2": NEW})["Location"] == reverse("sign_in")

    assert not is_in(client)
    assert tries(client, password=NEW).status_code == 302
    assert "already used" in Client().get(link_of(letter), follow=True).content.decode()


def test_it_ends_every_session_and_asks_for_the_second_factor_as_before(ada: User, client: Client) -> None:
    with_telephone(ada)
    elsewhere = Client()
    elsewhere.force_login(ada)
    write_to(ada.pk)

    there = client.get(link_of(mail.outbox[0]), follow=True).request["PATH_INFO"]
    client.post(there, {"new_password1": NEW, "new_password2": NEW})

    assert not is_in(elsewhere)
    assert tries(client, password=NEW)["Location"] == reverse("sign_in_code")


def test_a_password_reset_lifts_the_lockout_caused_by_strangers(ada: User, client: Client) -> None:
    for _ in range(5):
        tries(Client(), password="wrong")
    write_to(ada.pk)

    there = client.get(link_of(mail.outbox[0]), follow=True).request["PATH_INFO"]
    client.post(there, {"new_password1": NEW, "new_password2": NEW})

    assert tries(client, password=NEW).status_code == 302


def test_a_weak_one_is_refused(ada: User, client: Client) -> None:
    write_to(ada.pk)
    there = client.get(link_of(mail.outbox[0]), follow=True).request["PATH_INFO"]

    assert client.post(there, {"new_password1": "12345678", "new_password2": "12345678"}).status_code == 200
    assert tries(client).status_code == 302


@pytest.mark.parametrize("address", ["ada@example.org", "ADA@example.org", "nobody@example.org"])
def test_the_page_says_the_same_to_everybody(address: str, ada: User, client: Client, with_letters: list[list[int]]) -> None:
    page = client.post(reverse("password_forgotten"), {"email": address}, follow=True)

    assert "If an account has this address" in page.content.decode()
    assert with_letters == [[] if "nobody" in address else [ada.pk]]
    assert not mail.outbox


def test_a_letter_is_not_sent_again_at_once(ada: User) -> None:
    assert write_to(ada.pk)
    assert not write_to(ada.pk)
    assert len(mail.outbox) == 1
    assert AuditEntry.objects.across_organizations("a test").filter(act=Act.ASKED_FOR_PASSWORD, by=ada.pk).count() == 1


def test_a_user_who_may_not_sign_in_gets_no_letter(ada: User) -> None:
    User.objects.update(is_active=False)
    assert not write_to(ada.pk)

    ada.is_active = True
    ada.set_unusable_password()
    ada.save()
    assert not write_to(ada.pk)
    assert not mail.outbox


@pytest.mark.parametrize("missing", ["EMAIL_URL", "PUBLIC_URL"])
def test_the_page_says_what_to_do_where_no_letter_can_be_sent(
    missing: str, ada: User, client: Client, settings: Settings, with_letters: list[list[int]]
) -> None:
    setattr(settings, missing, "")

    assert "Forgotten your password?" not in client.get(reverse("sign_in")).content.decode()
    assert "changepassword" in client.get(reverse("password_forgotten")).content.decode()
    assert "changepassword" in client.post(reverse("password_forgotten"), {"email": "ada@example.org"}).content.decode()
    assert (with_letters, write_to(ada.pk)) == ([], False)


def test_the_letter_takes_no_strangers_word_for_where_the_pages_are(ada: User, client: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client.post(reverse("password_forgotten"), {"email": "ada@example.org"}, HTTP_HOST="evil.example")

    tasks.write_letters([ada.pk])

    assert "evil" not in str(mail.outbox[0].body)
