"""Every page that a link leads to can be read on a phone, in the dark, and by somebody who does not see it."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from people.members import token_of
from people.models import Invitation, Organization
from reconciliation.models import QuestionList, StatementImport
from reconciliation.questions import lists
from scripts.picture_states import make_states
from scripts.pictures import SIGNED_OUT, walk
from tests.addresses import reverse
from tests.journeys.accessible import COLOURS, lacks
from tests.journeys.conftest import new_page
from tests.journeys.person import PASSWORD, Person

WIDTHS, HEIGHT = {"desk": 1440, "phone": 390}, 844  # pixels

LOADED = "async () => { await document.fonts.ready; return [...document.fonts].some(font => font.status === 'loaded') }"
WIDTH = """text => {
    const span = document.body.appendChild(Object.assign(document.createElement("span"), { textContent: text }));
    return [span.getBoundingClientRect().width, span.remove()][0];
}"""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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
    yield from (reverse("answers", args=[lists.token_of(each)]) for each in QuestionList.objects.of(ours))
    yield from (reverse("invitation", args=[token_of(each)]) for each in Invitation.objects.of(ours))
    yield from (f"{reverse('import_runs', args=[each.pk])}?check=1" for each in StatementImport.objects.of(ours).filter(verdict="matched"))
    yield "/not-there/"


def lacking(page: Page) -> list[str]:
    """Return what the open page lacks at a desk and on a phone, in the light, and which colours fail in the dark: style sheets alone tell
    these apart."""
    found: list[str] = []
    for device, width in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(color_scheme="light")
        found += [f"{device}, light: {sentence}" for sentence in lacks(page)]
        page.emulate_media(color_scheme="dark")
        found += [f"{device}, dark: {sentence}" for sentence in lacks(page, rules=COLOURS)]
    page.set_viewport_size({"width": WIDTHS["desk"], "height": HEIGHT})
    return [f"{page.url}, {sentence}" for sentence in found]


def test_axe_finds_nothing_on_any_page(browser: Browser, live_server: LiveServer) -> None:
    the_demonstration()
    page = new_page(browser, live_server.url, [], width=WIDTHS["desk"], motion="reduce")
    sentences: list[str] = []
    for address in SIGNED_OUT.values():
        page.goto(address)
        sentences += lacking(page)
    Person(page).signs_in("demo")
    for address in unlinked():
        page.goto(address)
        sentences += lacking(page)
    linked: list[str] = []
    for _name, address in walk(page, live_server.url):
        linked.append(address)
        sentences += lacking(page)
    page.context.close()

    assert sentences == []
    assert len(linked) > 50


@pytest.mark.parametrize("address", ["/sign-in/", "/admin/login/"])
def test_text_is_set_in_the_typeface_that_is_shipped(browser: Browser, live_server: LiveServer, address: str) -> None:
    page = new_page(browser, live_server.url, [], width=WIDTHS["desk"])
    page.goto(address)

    assert page.evaluate(LOADED)
    page.context.close()


def test_digits_are_of_one_width(browser: Browser, live_server: LiveServer) -> None:
    page = new_page(browser, live_server.url, [], width=WIDTHS["desk"])
    page.goto("/sign-in/")
    page.evaluate(LOADED)

    assert len({page.evaluate(WIDTH, digit * 4) for digit in "0123456789"}) == 1
    page.context.close()
