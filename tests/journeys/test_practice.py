"""A bookkeeper with three clients: one list of all of them, and the acts of each role there."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from finance.loading import load_ledger
from people.models import Membership, Organization
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.signoff.services import prepare
from tests.addresses import inside
from tests.factories import AccountFactory, MembershipFactory, UserFactory
from tests.journeys.conftest import new_page
from tests.journeys.counting import count_on, spent
from tests.journeys.person import PASSWORD, SAMPLES, Person
from tests.read_statements import only, paper, read_in
from tests.web.stored import printed_statement, stored_import
from tests.world import booked

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
    person.sees("3 statements need attention.")

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
    person.sees("Results of your upload")

    sent = {"checking-2026-01.pdf", "card-2026-01.pdf"}
    assert sent <= set(StatementImport.objects.of(bakery).values_list("filename", flat=True))
    assert not StatementImport.objects.of(pottery).filter(filename__in=sent).exists()


PEOPLE = ("amara", "bjarne", "chiyo")
CLIENTS = [f"Client {number:02}" for number in range(2, 13)]


def test_a_practice_of_twelve_clients_and_four_people_is_set_up_with_at_most_forty_clicks(
    person: Person, browser: Browser, live_server: LiveServer
) -> None:
    count_on(person.page)
    person.begins(organization="Client 01")
    person.page.locator("details.menu summary").click()
    person.page.get_by_role("link", name="Organization", exact=True).click()
    person.page.get_by_role("link", name="Clients and staff").click()
    person.page.get_by_label("Names of the new clients").fill("\n".join(CLIENTS))
    person.page.get_by_role("button", name="Create clients").click()
    person.sees("11 clients were created.")

    person.page.get_by_role("link", name="Invitations", exact=True).click()
    person.page.get_by_label("E-mail addresses").fill("\n".join(f"{name}@example.org" for name in PEOPLE))
    person.page.get_by_role("button", name="Invite", exact=True).click()
    links = [field.input_value() for field in person.page.get_by_label("Invitation link").all()]
    owners_clicks = spent(person.page).clicks
    guests = [joins(new_page(browser, live_server.url, []), link, name) for name, link in zip(PEOPLE, links, strict=True)]

    person.page.get_by_role("link", name="Staff", exact=True).click()
    row = person.page.get_by_role("row", name="amara")
    row.get_by_label("In all of these clients").select_option("reviewer")
    person.page.get_by_role("button", name="Save").click()
    person.sees("12 roles were changed.")

    clicks = spent(person.page).clicks + sum(guests)
    assert owners_clicks <= clicks <= 40
    clients = Organization.objects.filter(name__startswith="Client ")
    assert clients.count() == 12
    for client in clients:
        roles = {each.user.username: each.role for each in Membership.objects.of(client).select_related("user")}
        assert roles == {"rowe": Role.OWNER, "amara": Role.REVIEWER, "bjarne": Role.PREPARER, "chiyo": Role.PREPARER}


def joins(page: Page, link: str, name: str) -> int:
    """Open the link of a letter, join with a new login, and return the clicks that it took."""
    guest = Person(page)
    count_on(page)
    page.goto(link)
    guest.sees_heading("Invitation to 12 clients")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    page.get_by_role("button", name="Create an account and join").click()
    guest.sees_heading("Statements")
    clicks = spent(page).clicks
    page.context.close()
    return clicks


@pytest.fixture
def many(db: None) -> None:
    """`rowe` owns three hundred clients."""
    user = UserFactory.create(username="rowe", password=PASSWORD)
    for number in range(300):
        MembershipFactory.create(organization__name=f"Client {number:03}", user=user)


def test_one_of_three_hundred_clients_is_opened_by_keyboard(person: Person, many: None) -> None:
    person.signs_in("rowe")
    person.page.locator("details.menu summary").focus()
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("Tab")
    person.page.keyboard.type("client 27")
    expect(person.page.locator("#clients-to-open a")).to_have_count(13)
    person.page.keyboard.type("4")
    expect(person.page.locator("#clients-to-open a")).to_have_text(["Client 274"])
    person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")

    expect(person.page.locator(".menu-name")).to_have_text("Client 274")


def test_the_search_needs_no_scripts(without_scripts: Person, many: None) -> None:
    person = without_scripts
    person.signs_in("rowe")
    person.page.goto("/clients/find/")
    person.page.get_by_label("Clients whose name contains").fill("client 27")
    person.page.keyboard.press("Enter")
    expect(person.page.locator("main .client-links a")).to_have_count(13)

    person.page.get_by_label("Clients whose name contains").fill("274")
    person.page.keyboard.press("Enter")

    expect(person.page.locator(".menu-name")).to_have_text("Client 274")


def test_a_reviewer_goes_from_one_prepared_statement_to_the_next_of_all_clients(person: Person, db: None) -> None:
    reviewer = UserFactory.create(username="rowe", password=PASSWORD)
    for name in ("Bakery", "Smithy"):
        ours = MembershipFactory.create(organization__name=name, user=reviewer, role=Role.REVIEWER).organization
        booked(AccountFactory.create(organization=ours, name=f"{name} account", opening="1000.00"), 5, "-250.00", "Rent")
        statement_import = read_in(ours, paper([(5, "-250.00", "Rent")], opening="1000.00"))
        prepare(statement=only(statement_import), actor=MembershipFactory.create(organization=ours, role=Role.PREPARER).user)
    person.signs_in("rowe")
    person.page.get_by_role("link", name="Overview", exact=True).click()

    person.page.get_by_role("link", name="2 statements need your review").click()
    person.page.get_by_role("link", name="Open the oldest").click()
    expect(person.page.locator(".menu-name")).to_have_text("Bakery")
    person.page.get_by_role("button", name="Reviewed: sign off").click()

    person.sees("Reviewed and signed off.")
    expect(person.page.locator(".menu-name")).to_have_text("Smithy")
    person.page.get_by_role("button", name="Reviewed: sign off").click()
    person.sees_heading("Waiting for your review")
    person.sees("Reviewed and signed off.")
    person.sees("No statement of your clients waits for your review.")
