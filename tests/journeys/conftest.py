"""A person with a browser, before the real application."""

import json
import os
from collections.abc import Iterator
from typing import Literal
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.db import connection
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from finance.loading import load_ledger
from people.models import Organization
from people.roles import Role
from scripts.chromium import chromium
from tests.deployment.processes import PATIENCE
from tests.factories import MembershipFactory
from tests.installations import Workers
from tests.journeys.person import PASSWORD, SAMPLES, Person

MOST_MILLISECONDS = PATIENCE * 1000
"""The time that a page, an action or an expectation may take. It is far more than any needs: a busy machine is no fault of the page."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Playwright runs an event loop in this thread; Django would refuse its database to it."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=MOST_MILLISECONDS)
    with chromium() as opened:
        yield opened
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def complaints() -> list[str]:
    return []


def new_page(
    browser: Browser,
    address: str,
    complaints: list[str],
    *,
    width: int = 1280,
    scheme: Literal["light", "dark"] = "light",
    motion: Literal["no-preference", "reduce"] = "no-preference",
    scripts: bool = True,
) -> Page:
    context = browser.new_context(
        base_url=address,
        locale="en",
        viewport={"width": width, "height": 844},
        color_scheme=scheme,
        reduced_motion=motion,
        java_script_enabled=scripts,
    )
    context.set_default_timeout(MOST_MILLISECONDS)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    return page


@pytest.fixture
def person(browser: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Person]:
    """Yield a person at a desk; a script that fails, or an error in the console, fails the test."""
    page = new_page(browser, live_server.url, complaints)
    yield Person(page)
    page.context.close()
    assert complaints == []


@pytest.fixture
def without_scripts(browser: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Person]:
    page = new_page(browser, live_server.url, complaints, scripts=False)
    yield Person(page)
    page.context.close()


@pytest.fixture
def workers(live_server: LiveServer) -> Iterator[Workers]:
    """Real worker processes on the database and the queue of the web server."""
    own = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": database_url()}
    found = Workers(os.environ | own)
    yield found
    found.end()


def database_url() -> str:
    """Return the address of the tests' database."""
    given = {name: quote(str(value or ""), safe="") for name, value in connection.settings_dict.items() if isinstance(value, str | int)}
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    return f"postgres://{given['USER']}:{given['PASSWORD']}@{given['HOST']}:{given['PORT']}/{given['NAME']}"


@pytest.fixture
def ours() -> Organization:
    """The sample books, and `okoro`, who owns them and may do everything."""
    load_ledger(books=json.loads((SAMPLES.parent / "books.json").read_text()))
    user = User.objects.create_superuser("okoro", password=PASSWORD)
    organization = Organization.objects.get(slug="marlow-street-pottery")
    MembershipFactory.create(organization=organization, user=user, role=Role.OWNER)
    return organization
