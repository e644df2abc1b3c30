"""Every page that a link leads to can be read on a phone, in the dark, and by somebody who does not see it."""

from collections.abc import Iterator
from io import StringIO
from typing import Literal

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from finance.inviting.services import token_of
from finance.models import Invitation, Organization
from reconciliation.models import StatementImport
from scripts.picture_states import make_states
from scripts.pictures import SIGNED_OUT, walk
from tests.journeys.accessible import lacks
from tests.journeys.conftest import new_page
from tests.journeys.person import PASSWORD, Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK, PHONE = 1440, 390
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


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


def lacking(page: Page) -> list[str]:
    """What the open page lacks, in the light and in the dark. Style sheets alone tell these apart, so the page is loaded once."""
    lacks_of: list[str] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        lacks_of += [f"{page.viewport_size}, {scheme}, {page.url}: {sentence}" for sentence in lacks(page)]
    return lacks_of


def test_axe_finds_nothing_on_any_page(browser: Browser, live_server: LiveServer) -> None:
    the_demonstration()
    addresses: list[str] = []
    sentences: list[str] = []
    for width in (DESK, PHONE):
        page = new_page(browser, live_server.url, [], width=width, motion="reduce")
        for address in SIGNED_OUT.values():
            page.goto(address)
            sentences += lacking(page)
        Person(page).signs_in("demo")
        for address in [*unlinked(), *addresses]:
            page.goto(address)
            sentences += lacking(page)
        if not addresses:  # those that choose another organization come last
            for _name, address in walk(page, live_server.url):
                addresses.append(address)
                sentences += lacking(page)
        page.context.close()

    assert sentences == []
    assert len(addresses) > 50
