"""Every address of the product, requested by every user without permission: a new one without a case here fails."""

from collections.abc import Mapping
from typing import cast

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client

from tests.addresses import reverse
from tests.tenants.conftest import World
from tests.tenants.routes import ROUTES, Route, called
from tests.tenants.tenant import CANARY, rows_of

pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "delete")
PUBLIC = {"sign_in", "sign_out", "password_forgotten"}
"""Open to strangers: they name no row, and show none."""
BY_LINK = {"answers", "invitation", "password_new"}
"""Addresses that are open to the holder of their signed link, which names the organization or the login."""
REFUSED = {403, 404, 405}
OF_A_STATE = {"start_account", "ask_client"}
"""Found only while nothing is known of the account, or with a row named."""


Answer = HttpResponse | StreamingHttpResponse


def browser_of(visitor: User | None) -> Client:
    client = Client()
    if visitor is not None:
        client.force_login(visitor)
    return client


def asked(client: Client, method: str, address: str, fields: Mapping[str, object] | None = None) -> Answer:
    content = {"data": fields or {}} if method in {"get", "post"} else {}
    return cast("Answer", getattr(client, method)(address, **content))


def text_of(answer: Answer) -> str:
    return (answer.getvalue() if isinstance(answer, StreamingHttpResponse) else answer.content).decode(errors="replace")


@pytest.mark.parametrize("route", ROUTES, ids=called)
def test_a_stranger_is_sent_to_sign_in(world: World, route: Route) -> None:
    if route.name in PUBLIC | BY_LINK:
        return
    for method in METHODS:
        answer = asked(browser_of(None), method, route.of(world.theirs))
        signs_in = answer.status_code == 302 and answer["Location"].startswith(reverse("sign_in"))
        assert signs_in or answer.status_code in REFUSED, f"{method} {route.name}: {answer.status_code}"
        assert CANARY not in text_of(answer)
    assert rows_of(world.theirs.organization) == world.their_rows


@pytest.mark.parametrize("route", [route for route in ROUTES if route.names_a_row and route.name not in BY_LINK], ids=called)
def test_rows_of_another_organization_are_not_found_by_anybody(world: World, route: Route) -> None:
    for visitor in ("viewer", "owner", "staff"):
        client = browser_of(world.visitors[visitor])
        for method in METHODS:
            answer = asked(client, method, route.of(world.theirs), world.ours.fields())
            assert answer.status_code in REFUSED, f"{visitor} {method} {route.name}: {answer.status_code}"
            assert CANARY not in text_of(answer)
    assert rows_of(world.ours.organization) == world.our_rows
    assert rows_of(world.theirs.organization) == world.their_rows


@pytest.mark.parametrize("route", ROUTES, ids=called)
def test_no_page_or_form_of_ours_reaches_theirs(world: World, route: Route) -> None:
    """Our own addresses with any of their values in a form: none of their rows is shown, changed, or referred to."""
    for method in METHODS:
        answer = asked(browser_of(world.ours.owner), method, route.of(world.ours), world.theirs.fields())
        assert answer.status_code < 500, f"{method} {route.name}: {answer.status_code}"
        assert CANARY not in text_of(answer), f"{method} {route.name}"
    assert rows_of(world.theirs.organization) == world.their_rows
    after = rows_of(world.ours.organization)
    for value in (world.theirs.account.pk, world.theirs.entry.pk, world.theirs.statement_import.pk, world.theirs.statement.pk):
        assert str(value) not in after, route.name


def test_the_other_organizations_own_owner_finds_it_all(world: World) -> None:
    """Or the tests above would pass for addresses that lead nowhere."""
    found = {
        route.name: asked(browser_of(world.theirs.owner), "get", route.of(world.theirs)).status_code
        for route in ROUTES
        if route.names_a_row and route.name not in OF_A_STATE
    }
    assert {name: status for name, status in found.items() if status not in {200, 302, 405}} == {}
