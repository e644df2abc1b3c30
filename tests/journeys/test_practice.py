"""A bookkeeper with three clients: one list over all of them, and what each role may do there."""

import json

import pytest
from playwright.sync_api import expect

from finance.loading import load_ledger
from people.models import Membership, Organization
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import inside
from tests.factories import AccountFactory, MembershipFactory, UserFactory
from tests.journeys.person import PASSWORD, SAMPLES, Person
from tests.web.stored import printed_statement, stored_import

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Status = StatementImport.Status


@pytest.fixture
def practice(db: None) -> dict[str, Membership]:
    """The pottery as owner, the bakery as reviewer, the smithy as viewer; in each one statement wants its password."""
    load_ledger(books=json.loads((SAMPLES.parent / "books.json").read_text()))
    user = UserFactory.create(username="rowe", password=PASSWORD)
    roles = {"Marlow Street Pottery": Role.OWNER, "Bakery": Role.REVIEWER, "Smithy": Role.VIEWER}
    made = {}
    for name, role in roles.items():
        ours, _ = Organization.objects.get_or_create(name=name, defaults={"slug": name.lower()})
        made[name] = MembershipFactory.create(organization=ours, user=user, role=role)
        locked = {"status": Status.FAILED, "reconciliation": None, "error": {"code": "encrypted", "params": {}}}
        stored_import(made[name], filename=f"{name}.pdf", **locked)
    printed_statement(
        stored_import(made["Smithy"]),
        AccountFactory.create(organization=made["Smithy"].organization, name="Forge account", opening="1000.00"),
    )
    return made


def test_a_bookkeeper_goes_from_one_list_into_each_client_with_the_rights_held_there(
    person: Person, practice: dict[str, Membership]
) -> None:
    person.signs_in("rowe")
    person.page.get_by_role("link", name="Clients", exact=True).click()
    person.sees_heading("All clients")
    person.sees("3 statements need a person.")

    person.page.get_by_role("link", name="Bakery.pdf").click()
    expect(person.page.locator(".menu-name")).to_have_text("Bakery")
    expect(person.page.get_by_label("Password of the PDF")).to_be_visible()
    assert person.page.request.get(inside("/settings/", practice["Bakery"].organization)).status == 403

    person.page.goto("/clients/")
    person.page.get_by_role("link", name="Smithy.pdf").click()
    expect(person.page.locator(".menu-name")).to_have_text("Smithy")
    expect(person.page.get_by_label("Password of the PDF")).to_have_count(0)
    assert person.page.request.get(inside("/upload/", practice["Smithy"].organization)).status == 403

    person.page.goto("/clients/")
    person.page.get_by_role("link", name="Marlow Street Pottery", exact=True).click()
    expect(person.page.locator(".menu-name")).to_have_text("Marlow Street Pottery")
    assert person.page.request.get(inside("/settings/", practice["Marlow Street Pottery"].organization)).status == 200


def test_an_upload_lands_in_the_client_of_its_tab(person: Person, practice: dict[str, Membership]) -> None:
    pottery, bakery = practice["Marlow Street Pottery"].organization, practice["Bakery"].organization
    person.signs_in("rowe")
    person.page.goto(inside("/upload/", bakery))
    other = Person(person.page.context.new_page())
    other.page.goto(inside("/", pottery))
    expect(other.page.locator(".menu-name")).to_have_text("Marlow Street Pottery")

    person.page.locator("#files").set_input_files([SAMPLES / "checking-2026-01.pdf", SAMPLES / "card-2026-01.pdf"])
    person.page.get_by_role("button", name="Upload", exact=True).click()
    person.sees_all_sent()
    person.sees("What became of your files")

    sent = {"checking-2026-01.pdf", "card-2026-01.pdf"}
    assert sent <= set(StatementImport.objects.of(bakery).values_list("filename", flat=True))
    assert not StatementImport.objects.of(pottery).filter(filename__in=sent).exists()
