"""The admin at a desk and on a phone: lists that are whole, and a reviewer who looks and approves."""

from typing import Literal

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from people.models import Organization
from people.roles import Role
from reconciliation.models import ProviderConsent
from tests.addresses import reverse
from tests.factories import MembershipFactory, OrganizationFactory, UserFactory
from tests.journeys.accessible import lacks
from tests.journeys.conftest import new_page
from tests.journeys.person import PASSWORD, Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LISTS = sorted(
    f"{model._meta.app_label}_{model._meta.model_name}"
    for model in admin.site._registry
    if model._meta.app_label in {"finance", "reconciliation"}
)
OVERHANG = "(() => { const list = document.querySelector('.results'); return list ? list.scrollWidth - list.clientWidth : 0 })()"


def test_no_list_of_evidence_hides_a_column(browser: Browser, live_server: LiveServer, ours: Organization) -> None:
    page = new_page(browser, live_server.url, [], width=1440)
    person = Person(page)
    person.signs_in("okoro")
    person.uploads("checking-2026-02.pdf", "card-2026-01.pdf")
    person.sees("Results of your upload")
    work_off()
    ProviderConsent.objects.create(organization=ours, provider="anthropic", allowed_by=User.objects.get(username="okoro"))

    for model in LISTS:
        page.goto(reverse(f"admin:{model}_changelist"))
        assert (model, page.evaluate(OVERHANG)) == (model, 0)
    for model in ("statementimport", "statement", "run"):
        page.goto(reverse(f"admin:reconciliation_{model}_changelist"))
        assert "verdict" in page.locator("#result_list thead th").nth(1 if model != "statementimport" else 2).inner_text().casefold()
    page.context.close()


def test_a_reviewer_reads_the_proof_and_approves_it(browser: Browser, live_server: LiveServer, ours: Organization) -> None:
    complaints: list[str] = []
    page = new_page(browser, live_server.url, complaints, width=1440)
    person = Person(page)
    person.signs_in("okoro")
    person.uploads("checking-2026-01.pdf", "card-2026-01.pdf")
    person.sees("Results of your upload")
    work_off()
    person.signs_out()
    reviewer = UserFactory.create(username="adeyemi", password=PASSWORD, is_staff=True)
    MembershipFactory.create(organization=ours, user=reviewer, role=Role.REVIEWER)
    OrganizationFactory.create(name="Somebody else", slug="somebody-else")

    person.signs_in("adeyemi")
    page.goto(reverse("admin:reconciliation_statementimport_changelist"))
    expect(page.get_by_text("Somebody else")).to_have_count(0)
    page.get_by_role("link", name="checking-2026-01.pdf").click()
    for words in ("Reconciled, and proved row by row.", "Calculation", "Cleared"):
        person.sees(words)
    page.get_by_role("link", name="Open in the app").click()
    page.get_by_role("heading", name="Source document").click()
    page.get_by_role("link", name="Review it in the administration").click()
    person.sees("Calculation")
    assert lacks(page) == []
    page.get_by_role("button", name="Approve").click()
    person.sees("Signed off. (1: checking-2026-01.pdf")

    page.get_by_role("row").filter(has_text="card-2026-01.pdf").get_by_role("checkbox").check()
    page.get_by_label("Action:").select_option(label="Approve: sign off where allowed")
    page.get_by_role("button", name="Go", exact=True).click()
    person.sees("Resolve each difference")
    page.context.close()
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_scrolls_no_page_sideways(
    browser: Browser, live_server: LiveServer, ours: Organization, scheme: Literal["light", "dark"]
) -> None:
    page = new_page(browser, live_server.url, [], width=390, scheme=scheme)
    person = Person(page)
    person.signs_in("okoro")
    person.uploads("checking-2026-02.pdf", "card-2026-01.pdf")
    person.sees("Results of your upload")
    work_off()

    page.goto(reverse("admin:reconciliation_statementimport_changelist"))
    assert page.evaluate(OVERHANG) == 0
    page.get_by_role("link", name="card-2026-01.pdf").click()
    person.sees("Calculation")
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") == 0
    assert lacks(page) == []
    page.context.close()
