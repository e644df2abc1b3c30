"""Connections that a person adds on their page."""

from django.test import Client

from connectors.models import Connection
from people.models import Membership
from people.roles import Role
from tests.addresses import reverse
from tests.factories import MembershipFactory, UserFactory

PAPERLESS = {"name": "Archive", "address": "https://paperless.example.org/", "token": "s3cret-token", "tag": "bank", "field": ""}

MAILBOX = {"name": "Mail", "host": "mail.example.org", "port": "993", "user": "me", "password": "x", "folder": "INBOX"}
ACTUAL = {
    "name": "Home",
    "address": "https://actual.example.org",
    "password": "0pen the server",
    "encryption": "0pen the budget",
    "budget": "Home",
    "add_published": "on",
}


def signed_in(role: Role = Role.ADMIN) -> tuple[Client, Membership]:
    user = UserFactory.create(username=f"user-{role}")
    member = MembershipFactory.create(organization__name="Ours", user=user, role=role)
    browser = Client()
    browser.force_login(user)
    return browser, member


def added(browser: Client, member: Membership, kind: str = "paperless", said: dict[str, str] = PAPERLESS) -> Connection:
    browser.post(reverse("connection_new", args=[kind]), said)
    return Connection.objects.of(member.organization).get()


def page_of(browser: Client, connection: Connection) -> str:
    return browser.get(reverse("connection", args=[connection.pk])).content.decode()
