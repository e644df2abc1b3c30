"""One user with two organizations, each in a tab: the address alone decides, with any content of the session.

Generated from the routes: a new one is tested by itself, or says in `OUTSIDE` why no organization is in its address.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from people.access import OrganizationRequest
from people.middleware import CHOSEN
from people.models import Organization
from people.roles import Role
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.tenants.conftest import World
from tests.tenants.routes import ROUTES, Route, called
from tests.tenants.tenant import rows_of

pytestmark = pytest.mark.django_db
METHODS = ("get", "put", "delete", "post")
OUTSIDE = {
    "answers": "its signed link names the questions, and who opens it needs no login",
    "ask_for_missing": "the accounts in it name their clients",
    "clients": "shows all clients of a user",
    "clients_report": "shows the reconciliations of a user's clients",
    "clients_together": "the statements in it name their clients, and each is acted on in its own",
    "find_client": "searches all clients of a user",
    "first_run": "the first visit, before there is an organization",
    "invitation": "its signed link names the organization, and who opens it is no member yet",
    "no_operation": "the API: the token names the organization",
    "old_accounts": "from before: leads to the account's organization",
    "old_connections": "from before: leads to the connection's organization",
    "old_enquiries": "from before: leads to the question's organization",
    "old_ledger_imports": "from before: leads to the ledger import's organization",
    "old_statements": "from before: leads to the statement's organization",
    "password_change": "a person's login",
    "password_forgotten": "a person's login",
    "password_new": "a person's login",
    "practice_clients": "all clients that a user manages",
    "practice_letter_withdraw": "its letter invites to several clients; those count that the user manages",
    "practice_letters": "all clients that a user manages",
    "practice_staff": "all clients that a user manages",
    "preferences": "a person's own, in all organizations",
    "recovery_codes": "a person's login",
    "review_queue": "shows what waits for a user in all clients",
    "second_factor": "a person's login",
    "second_factor_remove": "a person's login",
    "security": "a person's login",
    "sessions_end": "a person's login",
    "sign_in": "a person's login",
    "sign_in_code": "a person's login",
    "sign_out": "a person's login",
    "start": "leads to the organization whose page was opened last",
}
"""Reasons why an address has no organization in it."""
INSIDE = [route for route in ROUTES if route.in_organization]
NAMING = [route for route in INSIDE if route.names_a_row]
READ_AGAIN = {"add_to_books", "sign"}
"""For a missing statement they answer that it was read again, which gives it another id, and lead to its import."""
OF_OLD = ("accounts/", "connections/", "enquiries/", "ledger-imports/", "statements/")


@pytest.fixture
def both(world: World) -> User:
    """An owner of both organizations."""
    user = world.ours.owner
    MembershipFactory.create(organization=world.theirs.organization, user=user, role=Role.OWNER)
    return user


@dataclass(frozen=True, slots=True)
class Tabs:
    """A browser in which a page of theirs was opened last, before each request from another tab."""

    browser: Client
    last: Organization

    def asks(self, method: str, address: str, fields: Mapping[str, object] | None = None) -> HttpResponse:
        session = self.browser.session
        session[CHOSEN] = str(self.last.pk)
        session.save()
        content = {"data": fields or {}} if method in {"get", "post"} else {}
        return cast("HttpResponse", getattr(self.browser, method)(address, **content))


def of(user: User, last: Organization) -> Tabs:
    browser = Client(raise_request_exception=False)
    browser.force_login(user)
    return Tabs(browser, last)


@pytest.fixture
def tabs(world: World, both: User) -> Tabs:
    return of(both, world.theirs.organization)


def test_the_session_remembers_only_where_to_begin(world: World, both: User) -> None:
    browser = Client()
    browser.force_login(both)
    for tenant in (world.ours, world.theirs, world.ours):
        there = reverse("imports", organization=tenant.organization)
        assert browser.get(there).status_code == 200
        assert browser.get(reverse("start"), {"show": "person"})["Location"] == f"{there}?show=person"
        assert browser.get(reverse("security")).wsgi_request.organization == tenant.organization  # type: ignore[attr-defined]  # Django's client adds it
    assert browser.get(reverse("imports", organization=world.theirs.organization), headers={"HX-Request": "true"}).status_code == 200
    assert browser.post(reverse("upload", organization=world.theirs.organization)).status_code == 400
    assert browser.get(reverse("start"))["Location"] == reverse("imports", organization=world.ours.organization)


def test_every_address_without_an_organization_says_why() -> None:
    assert {route.name for route in ROUTES if not route.in_organization} == set(OUTSIDE)


def test_a_role_is_asked_for_in_every_organization_and_nowhere_else() -> None:
    assert {route.name for route in ROUTES if route.asks_a_role != route.in_organization} == set()


@pytest.mark.parametrize("route", INSIDE, ids=called)
def test_a_form_acts_in_the_organization_of_its_page(world: World, tabs: Tabs, route: Route) -> None:
    theirs = rows_of(world.theirs.organization)
    for method in METHODS:
        answer = tabs.asks(method, route.of(world.ours), world.ours.fields())

        request = cast("OrganizationRequest", answer.wsgi_request)  # type: ignore[attr-defined]  # Django's client adds it
        assert request.organization == world.ours.organization, f"{method} {route.name}"
        assert answer.status_code < 500, f"{method} {route.name}: {answer.status_code}"
    assert rows_of(world.theirs.organization) == theirs


@pytest.mark.parametrize("route", INSIDE, ids=called)
def test_a_page_leads_only_to_its_own_organization(world: World, tabs: Tabs, route: Route) -> None:
    """But for the menu, which leads to the list of each."""
    answer = tabs.asks("get", route.of(world.ours))
    if answer.get("Content-Type", "").startswith("text/html"):
        there = reverse("imports", organization=world.theirs.organization)
        shown = answer.content.decode().replace(f'href="{there}"', "")

        assert there not in shown + answer.get("Location", "")


@pytest.mark.parametrize("route", NAMING, ids=called)
def test_rows_of_one_organization_are_not_found_in_the_other(world: World, tabs: Tabs, route: Route) -> None:
    before = rows_of(world.ours.organization), rows_of(world.theirs.organization)
    for part in route.rows:
        address = route.within(world.ours.organization, world.ours, part, other=world.theirs)
        for method in METHODS:
            status = tabs.asks(method, address, world.ours.fields()).status_code
            is_gone = (route.name, part, method, status) in {(name, "statement_id", "post", 302) for name in READ_AGAIN}
            assert is_gone or status in {404, 405}, f"{method} {route.name}, {part}: {status}"
    assert (rows_of(world.ours.organization), rows_of(world.theirs.organization)) == before


@pytest.mark.parametrize("route", INSIDE, ids=called)
def test_an_organization_does_not_exist_for_who_is_no_member(world: World, route: Route) -> None:
    tabs = of(world.ours.owner, world.theirs.organization)
    for method in METHODS:
        assert tabs.asks(method, route.of(world.theirs), world.theirs.fields()).status_code == 404


@pytest.mark.parametrize("route", INSIDE, ids=called)
def test_an_address_of_before_leads_to_its_row_or_nowhere(world: World, tabs: Tabs, route: Route) -> None:
    address = route.of(world.ours)
    old = address.removeprefix(reverse("imports", organization=world.ours.organization).removesuffix("/"))
    if old == "/":
        return

    if old.removeprefix("/").startswith(OF_OLD) and route.names_a_row:
        assert tabs.asks("get", old, {"a": "b"})["Location"] == f"{address}?a=b"
        assert tabs.asks("head", old)["Location"] == address
    else:
        assert tabs.asks("get", old).status_code == 404
    assert tabs.asks("post", old, world.ours.fields()).status_code == 404


def test_an_address_of_an_earlier_release_does_not_lead_to_a_row_of_another_organization(world: World) -> None:
    browser = Client()
    browser.force_login(world.ours.owner)

    for route in ROUTES:
        if route.name in world.theirs.old_keys:
            assert browser.get(route.of(world.theirs)).status_code == 404
            assert Client().get(route.of(world.theirs))["Location"].startswith(reverse("sign_in"))
