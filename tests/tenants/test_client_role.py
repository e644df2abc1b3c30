"""The role of a client: own uploads, questions and answers, and nothing of the working paper. Generated from the routes."""

import pytest
from django.http import HttpResponse
from django.test import Client

from people.models import Membership
from people.roles import Role
from reconciliation.models import StatementImport
from tests.factories import MembershipFactory
from tests.tenants.conftest import World
from tests.tenants.routes import ROUTES, Route, called
from tests.world import browser_of

pytestmark = pytest.mark.django_db
INSIDE = [route for route in ROUTES if route.in_organization]
OPEN = {"convert", "enquiries", "enquiry_file", "imports", "search", "upload"}
"""Pages that a client opens for statements of any uploader."""
OPEN_OF_OWN = OPEN | {"import_detail", "import_document", "import_outcome", "page_image"}
"""Pages that a client opens of an own upload."""


@pytest.fixture
def guest(world: World) -> Membership:
    """A client who was given the account of our organization."""
    return MembershipFactory.create(organization=world.ours.organization, role=Role.CLIENT, accounts=[world.ours.account])


def opened(browser: Client, route: Route, world: World) -> HttpResponse | None:
    answer = browser.get(route.of(world.ours))
    return answer if answer.status_code < 400 else None  # type: ignore[return-value]  # Django's client adds to the type


@pytest.mark.parametrize("route", INSIDE, ids=called)
def test_a_client_opens_nothing_of_statements_that_others_uploaded(world: World, guest: Membership, route: Route) -> None:
    assert bool(opened(browser_of(guest), route, world)) == (route.name in OPEN)


@pytest.mark.parametrize("route", INSIDE, ids=called)
def test_pages_of_an_own_upload_show_nothing_of_the_working_paper(world: World, guest: Membership, route: Route) -> None:
    StatementImport.objects.of(world.ours.organization).update(uploaded_by=guest.user)

    answer = opened(browser_of(guest), route, world)

    assert bool(answer) == (route.name in OPEN_OF_OWN)
    if answer and answer.get("Content-Type", "").startswith("text/html"):
        shown = answer.content.decode()
        paper = [world.ours.account.name, world.ours.entry.description, "Difference", "Reconciled", "-250.00", "\N{MINUS SIGN}250.00"]
        assert [words for words in paper if words in shown] == []
