"""A person looks up how a statement was decided, and watches one while it is read."""

from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from people.models import Organization
from reconciliation.models import Run, StatementImport, Step
from tests.addresses import reverse
from tests.journeys.accessible import lacks
from tests.journeys.conftest import new_page
from tests.journeys.person import Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def uploaded(person: Person) -> str:
    """The address of a statement that waits."""
    person.signs_in("okoro")
    person.uploads("checking-2026-02.pdf")
    person.sees_heading("Waiting")
    return reverse("import_detail", args=[StatementImport.queue.get().pk])


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_each_step_is_unfolded_and_the_proof_checked_again(
    browser: Browser, live_server: LiveServer, ours: Organization, complaints: list[str], width: int, scheme: Literal["light", "dark"]
) -> None:
    page = new_page(browser, live_server.url, complaints, width=width, scheme=scheme)
    uploaded(Person(page))
    work_off()

    page.get_by_role("heading", name="How this was decided").click()
    page.get_by_role("link", name="Every step").click()
    step = page.locator(".step").filter(has_text="Looked up entries in the books").first
    step.get_by_text("Result").click()
    expect(step.locator("pre").last).to_contain_text('"book_balance"')
    assert lacks(page) == []

    page.get_by_role("button", name="Check the proof again").click()
    expect(page.get_by_role("status")).to_contain_text("all still check out")
    expect(page.locator(".events")).to_contain_text("Uploaded checking-2026-02.pdf")
    assert lacks(page) == []
    page.context.close()
    assert complaints == []


def test_the_page_of_a_run_shows_each_step_as_it_ends(person: Person, ours: Organization) -> None:
    person.page.goto(uploaded(person))
    person.sees_heading("Waiting")
    waiting = StatementImport.queue.get()

    StatementImport.queue.update(status=StatementImport.Status.PROCESSING, attempts=1)
    person.sees_heading("Being read")
    run = Run.objects.create(statement_import=waiting, number=1)
    Step.objects.create(run=run, number=1, stage="open", name="open", started_at=timezone.now(), seconds=0.4, detail={"pages": 2})
    person.sees("2 pages · 0.4 s")

    run.delete()
    StatementImport.queue.update(status=StatementImport.Status.PENDING, attempts=0)
    work_off()
    person.page.get_by_role("heading", name="How this was decided").click()
    person.sees("Every step")
    expect(person.page.locator("[hx-trigger*='every']")).to_have_count(0)


def test_a_failure_says_its_cause_and_what_to_do(person: Person, ours: Organization) -> None:
    person.page.goto(uploaded(person))
    StatementImport.queue.update(status=StatementImport.Status.FAILED, error={"code": "damaged", "params": {}})

    person.sees_heading("This PDF is damaged")
    person.sees("A fresh download usually helps")
    expect(person.page.get_by_role("link", name="Upload another file")).to_be_visible()
