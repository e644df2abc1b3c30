"""Connections on their page: added by whoever manages settings, with what came of them; secrets are shown to nobody."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from connectors.models import Connection
from connectors.running import EVERY, LONGEST_WAIT, run_due
from finance.models import AuditEntry, Membership
from finance.roles import Role
from finance.vault.services import opened
from tests.api.programs import an_organization

pytestmark = pytest.mark.django_db
PAPERLESS = {"name": "Archive", "address": "https://paperless.example.org/", "secret": "s3cret-token", "tag": "bank", "field": ""}


def signed_in(role: Role = Role.ADMIN) -> tuple[Client, Membership]:
    user = User.objects.create_user(f"user-{role}")
    member = Membership.objects.create(organization=an_organization(), user=user, role=role)
    browser = Client()
    browser.force_login(user)
    return browser, member


def added(browser: Client, member: Membership) -> Connection:
    browser.post(reverse("connection_new", args=["paperless"]), PAPERLESS)
    return Connection.objects.of(member.organization).get()


def test_a_connection_is_added_and_its_secret_is_sealed() -> None:
    browser, member = signed_in()

    connection = added(browser, member)

    assert connection.settings == {"address": "https://paperless.example.org", "tag": "bank"}
    assert opened(member.organization, bytes(connection.sealed), purpose="connection") == b"s3cret-token"
    page = browser.get(reverse("connections")).content.decode()
    assert "Archive" in page
    assert "not asked yet" in page
    assert "s3cret-token" not in page
    assert "s3cret-token" not in str(list(AuditEntry.objects.of(member.organization).values_list()))


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:1", "https://localhost", "http://example.org", "https://10.1.2.3", "paperless.example.org"]
)
def test_an_address_of_the_inside_is_refused(address: str) -> None:
    browser, member = signed_in()

    page = browser.post(reverse("connection_new", args=["paperless"]), PAPERLESS | {"address": address}).content.decode()

    assert "not one that organizations may name" in page
    assert not Connection.objects.of(member.organization).exists()


def test_a_mail_server_of_the_inside_is_refused() -> None:
    browser, member = signed_in()
    said = {"name": "Mail", "host": "localhost", "port": "993", "user": "me", "secret": "x", "folder": "INBOX"}

    assert "not one that organizations may name" in browser.post(reverse("connection_new", args=["mailbox"]), said).content.decode()
    browser.post(reverse("connection_new", args=["mailbox"]), said | {"host": "mail.example.org"})
    assert Connection.objects.of(member.organization).get().settings["host"] == "mail.example.org"


@pytest.mark.parametrize("accounts", ["[1]", '{"a": 1}', "{"])
def test_a_map_of_accounts_is_names_to_names(accounts: str) -> None:
    browser, member = signed_in()
    said = {"name": "FF", "address": "https://ff.example.org", "secret": "x", "accounts": accounts}

    assert browser.post(reverse("connection_new", args=["firefly"]), said).status_code == 200
    assert not Connection.objects.of(member.organization).exists()


def test_both_passwords_of_a_budget_are_sealed_and_what_is_written_there_is_chosen() -> None:
    browser, member = signed_in()
    said = {"name": "Home", "address": "https://actual.example.org", "secret": "of the server", "encryption": "of the budget"}
    page = browser.get(reverse("connection_new", args=["actual"])).content.decode()
    assert page.index('name="secret"') < page.index('name="budget"') < page.index('name="encryption"') < page.index('name="add_published"')

    browser.post(reverse("connection_new", args=["actual"]), said | {"budget": "Home", "add_published": "on"})

    connection = Connection.objects.of(member.organization).get()
    assert connection.settings == {
        "address": "https://actual.example.org", "budget": "Home", "accounts": {}, "mark_reconciled": False, "add_published": True,
    }  # fmt: skip
    sealed = opened(member.organization, bytes(connection.sealed), purpose="connection")
    assert json.loads(sealed) == {"password": "of the server", "encryption": "of the budget"}
    listed = browser.get(reverse("connections")).content.decode()
    assert "Actual" in listed
    assert not any(secret in listed for secret in json.loads(sealed).values())


def test_failures_are_shown_in_words_and_put_the_next_run_off(monkeypatch: pytest.MonkeyPatch) -> None:
    browser, member = signed_in()
    connection = added(browser, member)

    def broken(*_args: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setitem(__import__("connectors.kinds").kinds.KINDS, "paperless", broken)
    waits = []
    for _ in range(9):
        Connection.objects.of(member.organization).update(due_at=connection.made_at)
        run_due()
        connection.refresh_from_db()
        waits.append(connection.due_at - (connection.ran_at or connection.due_at))

    assert waits[0] == 2 * EVERY
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_WAIT
    assert "a reason of our own" in browser.get(reverse("connections")).content.decode()


def test_switched_off_nothing_is_asked_and_removed_nothing_is_left() -> None:
    browser, member = signed_in()
    connection = added(browser, member)
    browser.post(reverse("connection_switch", args=[connection.pk]))

    assert run_due() == 0
    assert "switched off" in browser.get(reverse("connections")).content.decode()
    browser.post(reverse("connection_remove", args=[connection.pk]))
    assert not Connection.objects.of(member.organization).exists()


def test_who_does_not_manage_settings_sees_none() -> None:
    browser, _member = signed_in(Role.REVIEWER)

    assert browser.get(reverse("connections")).status_code == 403
