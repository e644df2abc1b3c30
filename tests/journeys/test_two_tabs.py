"""A form of one organization, sent after another tab of the same browser opened another organization."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from people.audit import Act
from people.models import AuditEntry, Organization
from tests.addresses import inside
from tests.factories import MembershipFactory, UserFactory
from tests.journeys.person import PASSWORD, Person
from tests.tenants.tenant import rows_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True, slots=True)
class Form:
    """A form's page, its fields by label, the button that sends it, and the acts that sending it records."""

    path: str
    fields: dict[str, str]
    button: str
    acts: set[Act]
    chosen: tuple[str, str] | None = None
    """Label and value of a field that offers choices."""
    shown_by: str = ""
    """A button that must be pressed before that which sends the form."""

    def fill_in(self, page: Page) -> Locator:
        """Fill in the form and return the button that sends it."""
        if self.chosen:
            page.get_by_label(self.chosen[0], exact=True).select_option(self.chosen[1])
        for label, value in self.fields.items():
            page.locator("form").get_by_label(label, exact=True).fill(value)
        if self.shown_by:
            page.get_by_role("button", name=self.shown_by).click()
        return page.get_by_role("button", name=self.button, exact=True)


FORMS = {
    "settings": Form("/settings/", {"Name": "Bakery and mill"}, "Save", {Act.SET}),
    "invitation": Form("/members/", {"E-mail": "guest@example.org"}, "Invite", {Act.INVITED}),
    "account": Form("/accounts/new/", {"Name": "Petty cash", "Currency": "EUR"}, "Save", {Act.ADDED_ACCOUNT}),
    "retention": Form(
        "/settings/documents/",
        {"Days until a document is deleted, counted from the completion of its statements": "400"},
        "Keep documents for 400 days",
        {Act.SET},
        shown_by="Show what this would delete",
    ),
    "model key": Form(
        "/models/",
        {"Model": "gpt-5-mini", "Key": "sk-of-the-bakery"},
        "Save",
        {Act.CHOSE_PROVIDER, Act.SET_KEY},
        chosen=("Provider", "openai"),
    ),
    "connection": Form(
        "/connections/new/firefly/",
        {"Name": "Firefly", "Address": "https://firefly.example.org", "Token": "secret"},
        "Connect",
        {Act.ADDED_CONNECTION},
    ),
    "token": Form("/programs/", {"Name": "Script", "Your password": PASSWORD}, "Create token", {Act.MADE_TOKEN}),
}


@pytest.fixture
def clients(db: None) -> tuple[Organization, Organization]:
    """Two organizations of one owner, `rowe`."""
    user = UserFactory.create(username="rowe", password=PASSWORD)
    bakery, smithy = (MembershipFactory.create(user=user, organization__name=name).organization for name in ("Bakery", "Smithy"))
    return bakery, smithy


def acts_in(organization: Organization) -> set[Act]:
    """The acts in its audit log, except signing in."""
    return {Act(entry.act) for entry in AuditEntry.objects.of(organization).exclude(act=Act.SIGNED_IN)}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_form_lands_in_the_client_of_its_tab(form: Form, person: Person, clients: tuple[Organization, Organization]) -> None:
    bakery, smithy = clients
    person.signs_in("rowe")
    person.page.goto(inside(form.path, bakery))
    send = form.fill_in(person.page)
    expect(send).to_be_enabled()
    before = rows_of(smithy)
    other = person.page.context.new_page()
    other.goto(inside("/", smithy))
    expect(other.locator(".menu-name")).to_have_text("Smithy")

    with person.page.expect_navigation():
        send.click()

    assert acts_in(bakery) == form.acts
    assert rows_of(smithy) == before
    expect(person.page.locator(".menu-name")).to_contain_text("Bakery")
