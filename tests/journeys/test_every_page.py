"""Every page that a link leads to can be read on a phone, in the dark scheme, and by people with impaired sight."""

from collections.abc import Iterator
from io import StringIO
from itertools import cycle

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from people.members import token_of
from people.models import Invitation, Organization
from reconciliation import questions
from reconciliation.models import QuestionList, StatementImport
from scripts.picture_states import make_states
from scripts.pictures import SIGNED_OUT, route_of, walk
from tests.addresses import reverse
from tests.journeys.accessible import COLOURS, CUT, OVERHANG, lacks
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
    yield from (reverse("answers", args=[questions.token_of(each)]) for each in QuestionList.objects.of(ours))
    yield from (reverse("invitation", args=[token_of(each)]) for each in Invitation.objects.of(ours))
    yield from (f"{reverse('import_runs', args=[each.pk])}?check=1" for each in StatementImport.objects.of(ours).filter(verdict="matched"))
    yield "/not-there/"


def lacking(page: Page) -> list[str]:
    """Return the faults of the open page at a desk and on a phone, in the light scheme, and colours that fail in the dark one: only style
    sheets differ between these."""
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


def test_no_page_scrolls_sideways_or_is_cut_on_a_phone_in_other_languages(browser: Browser, live_server: LiveServer) -> None:
    """Each page is opened in German, whose words are the longest, and in one of the other languages in turn."""
    the_demonstration()
    page = new_page(browser, live_server.url, [], width=WIDTHS["phone"], motion="reduce")
    Person(page).signs_in("demo")
    addresses = {route_of(path): path for path in (*unlinked(), *(path for _name, path in walk(page, live_server.url)))}
    others = cycle(language for language, _title in settings.LANGUAGES if language not in {"de", "en"})

    wider: list[str] = []
    for address, other in zip(addresses.values(), others, strict=False):
        for language in ("de", other):
            page.context.set_extra_http_headers({"Accept-Language": language})
            page.goto(address)
            overhang, cut = page.evaluate(OVERHANG), page.evaluate(CUT)
            if overhang > 0 or cut:
                wider.append(f"{language}: {page.url}: {overhang} px, {cut}")
    page.context.close()

    assert wider == []
    assert len(addresses) > 40


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
