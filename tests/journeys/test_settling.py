"""A bookkeeper settles the open points of a statement, on its page."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from people.models import Organization
from people.roles import Role
from reconciliation.models import StatementImport
from tests.decisions.cases import deposit, weak
from tests.factories import OrganizationFactory
from tests.journeys.bookkeeper import member, opens
from tests.journeys.conftest import new_page
from tests.journeys.person import Person
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create()


@pytest.fixture
def colleague(browser: Browser, live_server: LiveServer) -> Iterator[Person]:
    """Yield another person, at another desk."""
    page = new_page(browser, live_server.url, [])
    yield Person(page)
    page.context.close()


def twins(ours: Organization) -> StatementImport:
    books = books_of(JANUARY)
    books["transactions"].append(books["transactions"][0] | {"id": "twin"})
    load(ours, books)
    return processed(ours, JANUARY.pdf())


def lacking(ours: Organization) -> StatementImport:
    """A statement of which the books lack the last row."""
    books = books_of(JANUARY)
    load(ours, books | {"transactions": books["transactions"][:-1]})
    return processed(ours, JANUARY.pdf())


def test_a_mismatch_is_found_settled_published_and_undone(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), lacking(ours))
    person.sees_heading("Statement and books differ.")

    person.page.get_by_role("button", name="Add to books").click()
    person.sees("1 row was added to the books.")
    person.page.get_by_role("button", name="Undo", exact=True).click()

    person.sees("1 row was removed from the books.")
    person.sees_heading("Statement and books differ.")


def test_twins_are_distinguished_and_that_is_undone(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), twins(ours))

    person.page.locator(".twins input[type=radio]").first.check()
    person.page.locator(".twins").get_by_role("button", name="Confirm").click()
    expect(person.page.locator(".last-decision")).to_be_visible()
    expect(person.page.locator(".twins")).to_have_count(0)
    person.page.get_by_role("button", name="Undo", exact=True).click()

    expect(person.page.locator(".twins")).to_have_count(1)


def test_one_row_is_paired_with_three_entries_and_their_sums_are_shown(person: Person, ours: Organization) -> None:
    done, _ = deposit(ours)
    opens(person, member(ours, "okoro"), done)
    person.page.get_by_role("heading", name="Match manually").click()
    hand = person.page.locator(".by-hand")

    for box in hand.get_by_role("checkbox").all():
        box.check()

    expect(hand.locator(".chosen-sums")).to_contain_text("455.00")
    expect(hand.locator(".chosen-sums")).to_contain_text("0.00")
    hand.get_by_role("button", name="Match", exact=True).click()
    person.sees_heading("Reconciled")


def test_unequal_sums_are_refused_without_scripts(without_scripts: Person, ours: Organization) -> None:
    person, (done, _) = without_scripts, deposit(ours)
    opens(person, member(ours, "okoro"), done)
    person.page.get_by_role("heading", name="Match manually").click()
    hand = person.page.locator(".by-hand")

    for box in hand.get_by_role("checkbox").all()[:3]:
        box.check()
    hand.get_by_role("button", name="Match", exact=True).click()

    person.sees(" apart.")


def test_a_statement_is_worked_off_with_the_keyboard_alone(person: Person, ours: Organization) -> None:
    done, _ = weak(ours)
    opens(person, member(ours, "okoro"), done)
    keyboard = person.page.keyboard

    keyboard.press("?")
    expect(person.page.get_by_role("heading", name="Keyboard")).to_be_visible()
    keyboard.press("Escape")
    keyboard.press("j")
    expect(person.page.locator(".item").first).to_be_focused()
    keyboard.press("a")
    person.sees_heading("Reconciled")
    keyboard.press("u")

    person.sees_heading("An amount matches but the names differ.")


def test_no_shortcut_fires_while_a_person_types(person: Person, ours: Organization) -> None:
    done, _ = weak(ours)
    opens(person, member(ours, "okoro"), done)
    person.page.get_by_role("heading", name="Match manually").click()
    person.page.get_by_text("Accept as it is, with a reason").click()
    reason = person.page.locator(".by-hand input[name=reason]")

    reason.press_sequentially("jar?")

    expect(reason).to_have_value("jar?")
    expect(person.page.locator("#keys-help")).to_be_hidden()


def test_a_question_that_a_colleague_answered_first_is_said_to_be_settled(person: Person, colleague: Person, ours: Organization) -> None:
    done, _ = weak(ours)
    opens(person, member(ours, "okoro"), done)
    opens(colleague, member(ours, "rowe"), done)

    colleague.page.get_by_role("button", name="Match", exact=True).first.click()
    colleague.sees_heading("Reconciled")
    person.page.get_by_role("button", name="Not a match").click()

    person.sees("This question is resolved or has changed.")
    person.sees_heading("Reconciled")


def test_a_viewer_reads_and_decides_nothing(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "guest", Role.VIEWER), twins(ours))

    person.sees_heading("Equal rows and entries cannot be told apart.")

    expect(person.page.locator("main form")).to_have_count(0)


def test_a_reviewer_signs_off_a_statement_settled_by_a_preparer(person: Person, colleague: Person, ours: Organization) -> None:
    done, _ = weak(ours)
    opens(person, member(ours, "okoro", Role.PREPARER), done)
    person.page.get_by_role("button", name="Match", exact=True).first.click()
    person.sees_heading("Reconciled")

    opens(colleague, member(ours, "rowe", Role.REVIEWER), done)
    colleague.page.get_by_role("button", name="Sign off").click()

    colleague.sees("Signed off.")
    expect(colleague.page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)


def test_the_next_statement_that_needs_a_person_is_one_step_away(person: Person, ours: Organization) -> None:
    first = twins(ours)
    processed(ours, replace(JANUARY, number="99990000").pdf())
    opens(person, member(ours, "okoro"), first)

    person.page.keyboard.press("n")

    person.sees_heading("None of your accounts fits this statement.")
