"""The admin's lists at a desk."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from finance.models import Organization
from tests.journeys.conftest import new_page
from tests.journeys.person import Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OVERHANG = "(() => { const list = document.querySelector('.results'); return list.scrollWidth - list.clientWidth })()"


def test_no_list_of_evidence_hides_a_column(browser: Browser, live_server: LiveServer, ours: Organization) -> None:
    page = new_page(browser, live_server.url, [], width=1440)
    person = Person(page)
    person.signs_in("okoro")
    person.uploads("checking-2026-02.pdf", "card-2026-01.pdf")
    person.sees("What became of your files")
    work_off()

    for model in ("statementimport", "statement", "run"):
        page.goto(reverse(f"admin:reconciliation_{model}_changelist"))
        assert (model, page.evaluate(OVERHANG)) == (model, 0)
        assert "verdict" in page.locator("#result_list thead th").nth(1 if model != "statementimport" else 2).inner_text().casefold()
    page.context.close()
