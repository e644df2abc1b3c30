"""Every page that a link leads to can be read on a phone, in the dark, and by somebody who does not see it."""

from collections.abc import Iterator
from io import StringIO
from typing import Literal

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from finance.inviting.services import token_of
from finance.models import Invitation, Organization
from reconciliation.models import StatementImport
from scripts.picture_states import make_states
from scripts.pictures import SIGNED_OUT, found
from tests.journeys.accessible import lacks
from tests.journeys.conftest import new_page
from tests.journeys.person import PASSWORD, Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHAPES: dict[str, tuple[int, Literal["light", "dark"]]] = {
    "phone": (390, "light"),
    "phone in the dark": (390, "dark"),
    "desk": (1440, "light"),
    "desk in the dark": (1440, "dark"),
}


def the_demonstration() -> None:
    """With every state that it lacks; the demonstration's user gets a password that is known here."""
    call_command("load_demo", stdout=StringIO())
    user = User.objects.get()
    user.set_password(PASSWORD)
    user.save()
    make_states(user.username)


def unlinked() -> Iterator[str]:
    """Pages that are led to from elsewhere: by a letter, by a form, by a mistake."""
    ours = Organization.objects.get(slug="marlow-street-pottery")
    yield from (reverse("invitation", args=[token_of(each)]) for each in Invitation.objects.of(ours))
    yield from (f"{reverse('import_runs', args=[each.pk])}?check=1" for each in StatementImport.objects.of(ours).filter(verdict="matched"))
    yield "/not-there/"


def test_axe_finds_nothing_on_any_page(browser: Browser, live_server: LiveServer) -> None:
    the_demonstration()
    page = new_page(browser, live_server.url, [])
    Person(page).signs_in("demo")
    addresses = [*unlinked(), *found(page, live_server.url).values()]  # last those that choose another organization
    page.context.close()
    lacking: dict[tuple[str, str], list[str]] = {}
    for shape, (width, scheme) in SHAPES.items():
        page = new_page(browser, live_server.url, [], width=width, scheme=scheme)
        for address in SIGNED_OUT.values():
            page.goto(address)
            lacking[shape, address] = lacks(page)
        Person(page).signs_in("demo")
        for address in addresses:
            page.goto(address)
            lacking[shape, address] = lacks(page)
        page.context.close()

    assert {place: sentences for place, sentences in lacking.items() if sentences} == {}
    assert len(addresses) > 50
