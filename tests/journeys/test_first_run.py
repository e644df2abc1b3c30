"""From an empty installation to a first verdict."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from finance.loading import load_ledger
from people.models import Organization
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import inside
from tests.factories import MembershipFactory, OrganizationFactory, UserFactory
from tests.journeys.person import PASSWORD, SAMPLES, Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BOOKS = json.loads((SAMPLES.parent / "books.json").read_text())


@pytest.fixture
def bookkeeper() -> str:
    """Return the name of a user whose organization has the sample books."""
    load_ledger(books=BOOKS)
    user = UserFactory.create(username="okoro", password=PASSWORD)
    MembershipFactory.create(organization=Organization.objects.get(slug="marlow-street-pottery"), user=user, role=Role.OWNER)
    return "okoro"


def test_the_first_visitor_founds_an_organization_and_starts_an_account_from_a_statement(person: Person) -> None:
    person.begins()
    person.sees("Upload a PDF statement from your bank.")

    person.uploads("savings-2026-q1.pdf")
    person.sees_heading("Waiting")
    assert work_off() == 1

    person.sees_heading("None of your accounts fits this statement.")
    person.page.get_by_role("link", name="Create this account from the statement").first.click()
    person.page.get_by_label("Name of the account").fill("Rainy days")
    person.page.get_by_role("button", name="Create account").click()

    person.sees("Rainy days was created from this statement.")
    person.sees_heading("Your books came from this statement, so it cannot check them.")


def test_the_first_visitor_looks_around_in_sample_books_and_throws_them_away(person: Person) -> None:
    person.page.goto("/")
    person.page.get_by_label("Organization").fill("Own books")
    person.page.get_by_label("User name").fill("rowe")
    person.page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    person.page.get_by_role("button", name="Look at sample books first").click()
    person.sees("These are sample books.")
    assert work_off() == 4

    expect(person.page.locator("#statements")).to_contain_text("Reconciled, proved")
    person.page.get_by_role("button", name="Delete sample books").click()

    person.sees("The sample books were deleted. Nothing else was changed.")
    person.sees("No statement yet")
    assert list(Organization.objects.values_list("name", flat=True)) == ["Own books"]


def test_a_bookkeeper_uploads_a_statement_and_sees_that_it_is_proved(person: Person, bookkeeper: str) -> None:
    person.signs_in(bookkeeper)

    person.uploads("checking-2026-01.pdf")
    work_off()

    person.sees_heading("Reconciled, and proved row by row.")
    person.page.get_by_role("heading", name="Calculation and checks").click()
    person.sees("Opening balance matches")
    person.sees("Statement adds up")


def test_a_bookkeeper_sees_which_rows_differ_on_both_sides(person: Person, bookkeeper: str) -> None:
    person.signs_in(bookkeeper)

    person.uploads("card-2026-01.pdf")
    work_off()

    person.sees_heading("Statement and books differ.")
    differing = person.list("Amounts that differ")
    expect(differing).to_contain_text("\N{MINUS SIGN}54.00")
    expect(differing).to_contain_text("\N{MINUS SIGN}45.00")
    expect(person.list("Missing from your books")).to_contain_text("LATE PAYMENT FEE")


def test_the_same_file_again_leads_to_the_first_and_says_so(person: Person, bookkeeper: str) -> None:
    person.signs_in(bookkeeper)
    person.uploads("checking-2026-01.pdf")
    work_off()
    person.sees_heading("Reconciled")
    first = person.page.url

    person.uploads("checking-2026-01.pdf")

    person.sees("The same file was uploaded before.")
    person.page.get_by_role("link", name="Open").click()
    person.sees_heading("Reconciled")
    assert person.page.url == first
    assert StatementImport.objects.across_organizations("a test counts them all").count() == 1


def test_one_bad_file_among_several_spoils_no_other(person: Person, bookkeeper: str, tmp_path: Path) -> None:
    (tmp_path / "photo.pdf").write_bytes(b"\xff\xd8\xff this is no PDF")
    person.signs_in(bookkeeper)
    person.page.goto(inside("/upload/"))

    person.page.locator("#files").set_input_files([SAMPLES / "checking-2026-01.pdf", tmp_path / "photo.pdf", SAMPLES / "card-2026-01.pdf"])
    person.page.get_by_role("button", name="Upload", exact=True).click()

    outcomes = person.page.locator(".outcomes li")
    expect(outcomes).to_have_count(3)
    person.sees_all_sent()
    expect(outcomes.nth(1)).to_contain_text("This file is not a PDF.")
    assert work_off() == 2


def test_the_list_refreshes_until_all_imports_are_processed(person: Person, bookkeeper: str) -> None:
    person.signs_in(bookkeeper)
    person.uploads("checking-2026-01.pdf", "checking-2026-02.pdf")
    person.page.get_by_role("link", name="Go to statements").click()
    expect(person.page.locator("#statements").get_by_text("Waiting")).to_have_count(2)

    work_off()

    listed = person.page.locator("#statements")
    expect(listed).to_contain_text("Reconciled, proved")
    expect(listed).to_contain_text("1 item outstanding.")
    expect(person.page.locator("#statements[hx-get]")).to_have_count(0)


def test_everything_works_without_scripts(without_scripts: Person, bookkeeper: str) -> None:
    person = without_scripts
    person.signs_in(bookkeeper)

    person.uploads("checking-2026-01.pdf")
    person.sees_heading("Waiting")
    work_off()
    person.page.reload()

    person.sees_heading("Reconciled, and proved row by row.")


def test_a_signed_out_user_is_sent_to_the_sign_in_page(person: Person, bookkeeper: str) -> None:
    person.signs_in(bookkeeper)
    person.uploads("checking-2026-01.pdf")
    person.sees_heading("Waiting")
    address = person.page.url

    person.signs_out()
    person.page.goto(address)

    person.sees_heading("Sign in")


def test_somebody_of_another_organization_finds_nothing(person: Person, bookkeeper: str, complaints: list[str]) -> None:
    person.signs_in(bookkeeper)
    person.uploads("checking-2026-01.pdf")
    address = person.page.url
    person.signs_out()
    stranger = UserFactory.create(username="stranger", password=PASSWORD)
    elsewhere = OrganizationFactory.create(name="Elsewhere", slug="elsewhere")
    MembershipFactory.create(organization=elsewhere, user=stranger, role=Role.OWNER)

    person.signs_in("stranger")
    response = person.page.goto(address)

    assert response is not None
    assert response.status == 404
    person.sees_heading("Not found")
    complaints.clear()  # the browser itself complains of a page that is not found
