"""Connections on their page: added by members who manage settings, with their results; secrets are never shown."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from connectors.models import Connection, secrets_of
from connectors.running import EVERY, KINDS, LONGEST_WAIT, run_due
from connectors.services import add_connection
from people.audit import Act
from people.encryption import seal
from people.models import AuditEntry
from people.roles import Role
from tests.addresses import reverse
from tests.connectors.adding import ACTUAL, MAILBOX, PAPERLESS, added, page_of, signed_in
from tests.factories import MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.path
def test_a_connection_is_added_and_its_secret_is_sealed() -> None:
    browser, member = signed_in()

    connection = added(browser, member)

    assert connection.settings == {"address": "https://paperless.example.org", "tag": "bank"}
    assert b"s3cret-token" not in bytes(connection.sealed)
    assert secrets_of(connection) == {"token": "s3cret-token"}
    page = browser.get(reverse("connections")).content.decode()
    assert "Archive" in page
    assert "not synchronized yet" in page
    assert "s3cret-token" not in page
    assert "s3cret-token" not in str(list(AuditEntry.objects.of(member.organization).values_list()))


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:1", "https://localhost", "http://example.org", "https://10.1.2.3", "paperless.example.org"]
)
def test_an_address_of_the_inside_is_refused(address: str) -> None:
    browser, member = signed_in()

    page = browser.post(reverse("connection_new", args=["paperless"]), PAPERLESS | {"address": address}).content.decode()

    assert "This address is not allowed. It must be public" in page
    assert not Connection.objects.of(member.organization).exists()


def test_a_mail_server_of_the_inside_is_refused() -> None:
    browser, member = signed_in()
    inside = MAILBOX | {"host": "localhost"}

    page = browser.post(reverse("connection_new", args=["mailbox"]), inside).content.decode()

    assert "This address is not allowed. It must be public" in page
    browser.post(reverse("connection_new", args=["mailbox"]), MAILBOX)
    assert Connection.objects.of(member.organization).get().settings["host"] == "mail.example.org"


def test_both_passwords_of_a_budget_are_sealed_and_a_person_chooses_the_writes() -> None:
    browser, member = signed_in()
    page = browser.get(reverse("connection_new", args=["actual"])).content.decode()
    assert (
        page.index('name="password"') < page.index('name="budget"') < page.index('name="encryption"') < page.index('name="add_published"')
    )

    connection = added(browser, member, "actual", ACTUAL)

    assert connection.settings == {
        "address": "https://actual.example.org", "budget": "Home", "mark_reconciled": False, "add_published": True,
    }  # fmt: skip
    assert secrets_of(connection) == {"password": "0pen the server", "encryption": "0pen the budget"}
    listed = browser.get(reverse("connections")).content.decode() + page_of(browser, connection)
    assert "Actual" in listed
    assert not any(secret in listed for secret in secrets_of(connection).values())


def test_the_settings_of_a_connection_are_changed_and_a_secret_that_is_left_empty_stays() -> None:
    browser, member = signed_in()
    connection = added(browser, member)
    Connection.objects.of(member.organization).update(failure="refused", failures=3)
    assert 'value="bank"' in page_of(browser, connection)

    browser.post(reverse("connection", args=[connection.pk]), PAPERLESS | {"name": "Papers", "tag": "giro", "token": ""})

    connection.refresh_from_db()
    assert (connection.name, connection.settings["tag"]) == ("Papers", "giro")
    assert secrets_of(connection) == {"token": "s3cret-token"}
    assert (connection.failure, connection.failures, connection.is_awaited(timezone.now())) == ("", 0, True)
    (entry,) = AuditEntry.objects.of(member.organization).filter(act=Act.CHANGED_CONNECTION)
    assert entry.details == {"changed": ["tag"], "secrets": []}


def test_one_secret_is_said_again_and_the_other_stays() -> None:
    browser, member = signed_in()
    connection = added(browser, member, "actual", ACTUAL)

    browser.post(reverse("connection", args=[connection.pk]), ACTUAL | {"password": "another", "encryption": ""})

    connection.refresh_from_db()
    assert secrets_of(connection) == {"password": "another", "encryption": "0pen the budget"}


@pytest.mark.parametrize(
    ("kind", "said", "elsewhere"),
    [
        ("paperless", PAPERLESS, {"address": "https://elsewhere.example.org"}),
        ("actual", ACTUAL, {"address": "https://elsewhere.example.org"}),
        ("mailbox", MAILBOX, {"host": "elsewhere.example.org"}),
        ("mailbox", MAILBOX, {"port": "1993"}),
        ("mailbox", MAILBOX, {"user": "another"}),
    ],
)
def test_a_kept_secret_goes_to_no_other_place(kind: str, said: dict[str, str], elsewhere: dict[str, str]) -> None:
    browser, member = signed_in()
    connection = added(browser, member, kind, said)
    secret = {"password": ""} if "password" in said else {"token": ""}

    page = browser.post(reverse("connection", args=[connection.pk]), said | elsewhere | secret).content.decode()

    assert "because the address has changed" in page
    before = connection.settings
    connection.refresh_from_db()
    assert connection.settings == before
    browser.post(reverse("connection", args=[connection.pk]), said | elsewhere)
    connection.refresh_from_db()
    assert connection.settings != before


def test_a_secret_that_can_no_longer_be_opened_is_entered_again() -> None:
    browser, member = signed_in()
    connection = added(browser, member)
    Connection.objects.of(member.organization).update(sealed=b"from another time")

    assert run_due() == 1

    assert "cannot be decrypted" in page_of(browser, connection)
    refused = browser.post(reverse("connection", args=[connection.pk]), PAPERLESS | {"token": ""}).content.decode()
    assert "This field is required" in refused
    browser.post(reverse("connection", args=[connection.pk]), PAPERLESS | {"token": "a new one"})
    connection.refresh_from_db()
    assert secrets_of(connection) == {"token": "a new one"}


def test_only_a_secret_that_can_be_opened_stays() -> None:
    browser, member = signed_in()
    connection = added(browser, member, "actual", ACTUAL)
    Connection.objects.of(member.organization).update(sealed=b"from another time", failure="")

    page = browser.post(reverse("connection", args=[connection.pk]), ACTUAL | {"password": ""}).content.decode()

    assert "This field is required" in page


def test_no_secret_of_another_place_is_kept_though_it_need_not_be_said() -> None:
    browser, member = signed_in()
    connection = added(browser, member, "actual", ACTUAL)

    moved = ACTUAL | {"address": "https://elsewhere.example.org", "password": "new", "encryption": ""}
    browser.post(reverse("connection", args=[connection.pk]), moved)

    connection.refresh_from_db()
    assert secrets_of(connection) == {"password": "new"}


@pytest.mark.parametrize("sealed", [b"a bare token", b"12345", b"[]"])
def test_a_secret_sealed_in_another_form_is_entered_again(sealed: bytes) -> None:
    browser, member = signed_in()
    connection = added(browser, member)
    Connection.objects.of(member.organization).update(sealed=seal(member.organization, sealed, purpose="connection"))

    assert run_due() == 1

    assert "cannot be decrypted" in page_of(browser, connection)
    browser.post(reverse("connection", args=[connection.pk]), PAPERLESS)
    connection.refresh_from_db()
    assert secrets_of(connection) == {"token": PAPERLESS["token"]}


def test_a_part_of_the_page_requested_by_a_stranger_loads_the_page_again() -> None:
    browser, member = signed_in()
    connection = added(browser, member)

    answer = Client().get(reverse("connection", args=[connection.pk]), headers={"HX-Request": "true"})

    assert (answer.headers["HX-Refresh"], answer.content) == ("true", b"")


def test_failures_are_shown_in_words_and_put_the_next_run_off(monkeypatch: pytest.MonkeyPatch) -> None:
    browser, member = signed_in()
    connection = added(browser, member)

    def broken(*_args: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setitem(KINDS, "paperless", broken)
    waits = []
    for _ in range(9):
        Connection.objects.of(member.organization).update(due_at=connection.made_at)
        run_due()
        connection.refresh_from_db()
        waits.append(connection.due_at - (connection.ran_at or connection.due_at))

    assert waits[0] == 2 * EVERY
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_WAIT
    assert "because of an internal error" in browser.get(reverse("connections")).content.decode()


def test_switched_off_nothing_is_asked_and_removed_nothing_is_left() -> None:
    browser, member = signed_in()
    connection = added(browser, member)
    browser.post(reverse("connection_switch", args=[connection.pk]))

    assert run_due() == 0
    assert "switched off" in browser.get(reverse("connections")).content.decode()
    browser.post(reverse("connection_remove", args=[connection.pk]))
    assert not Connection.objects.of(member.organization).exists()


def test_a_reviewer_sees_and_changes_no_connections() -> None:
    browser, member = signed_in(Role.REVIEWER)
    owner = MembershipFactory.create(organization=member.organization, user=UserFactory.create(username="owner"), role=Role.OWNER).user
    connection = add_connection(organization=member.organization, by=owner, kind="paperless", name="p", secrets={}, settings={})

    assert browser.get(reverse("connections")).status_code == 403
    for way in ("connection", "connection_accounts", "connection_run", "connection_switch", "connection_remove"):
        assert browser.post(reverse(way, args=[connection.pk])).status_code == 403
