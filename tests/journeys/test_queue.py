"""Working off the list: watching while a worker is lost, many at once, and on a phone."""

import datetime as dt
import re
import signal
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from people.models import Organization
from reconciliation.models import StatementImport
from tests.deployment.processes import PATIENCE, eventually
from tests.installations import Workers
from tests.journeys.conftest import new_page
from tests.journeys.person import Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_worker_that_is_killed_while_a_person_watches_is_followed_by_another(
    person: Person, ours: Organization, workers: Workers, tmp_path: Path
) -> None:
    lost = workers.stuck(tmp_path / "reading")
    person.signs_in("okoro")
    person.uploads("checking-2026-01.pdf")
    eventually((tmp_path / "reading").exists, "the first worker is in the middle of it")
    person.sees_heading("Being read")
    lost.send_signal(signal.SIGKILL)
    lost.wait(timeout=PATIENCE)
    left_behind = StatementImport.objects.of(ours).filter(status="processing", attempts=1)
    assert left_behind.count() == 1
    left_behind.update(claimed_until=timezone.now() - dt.timedelta(seconds=1))

    workers.worker()

    person.sees_heading("Reconciled, and proved row by row.")
    assert StatementImport.objects.of(ours).get().attempts == 2


def test_selected_rows_stay_selected_while_the_list_refreshes(person: Person, ours: Organization) -> None:
    person.signs_in("okoro")
    person.uploads("checking-2026-01.pdf", "card-2026-01.pdf")
    person.page.goto("/")
    person.page.get_by_label("Choose card-2026-01.pdf").check()

    work_off()

    listed = person.page.locator("#statements")
    expect(listed).to_contain_text("Differs")
    expect(person.page.locator("#statements[hx-get]")).to_have_count(0)
    expect(person.page.get_by_label("Choose card-2026-01.pdf")).to_be_checked()
    person.page.get_by_role("button", name="Read again").click()
    expect(person.page.locator(".outcomes li")).to_contain_text("Queued.")


def test_the_list_is_searched_filtered_and_worked_off_on_a_phone(browser: Browser, live_server: LiveServer, ours: Organization) -> None:
    complaints: list[str] = []
    person = Person(new_page(browser, live_server.url, complaints, width=390))
    person.signs_in("okoro")
    person.uploads("checking-2026-01.pdf", "card-2026-01.pdf", "savings-2026-q1.pdf")
    work_off()
    person.page.goto("/")

    person.page.get_by_label("Search").fill("lantern")
    person.page.get_by_role("button", name="Search", exact=True).click()
    names = person.page.locator("#statements .statement-name a")
    expect(names).to_have_text(["Lantern card"])
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    person.page.get_by_role("link", name="Without filters").click()
    expect(names).to_have_count(3)
    person.page.get_by_label("Order").select_option("Statement ↓")
    person.page.get_by_role("button", name="Sort", exact=True).click()
    expect(person.page).to_have_url(re.compile("sort="))
    expect(names.last).to_have_text("Lantern card")
    person.page.locator("summary", has_text="Filter").click()
    person.page.get_by_label("Result", exact=True).select_option("matched")
    person.page.get_by_role("button", name="Search", exact=True).click()
    expect(names).to_have_text(["Harbour & Vale current account"])
    names.first.click()

    person.sees_heading("Reconciled")
    person.page.context.close()
    assert complaints == []
