"""The page of a statement by keyboard alone: no pointer moves, and each fault is settled where it is shown."""

import pytest
from playwright.sync_api import Locator, expect

from finance.models import Transaction
from people.models import Organization
from reconciliation.models import StatementImport
from tests.factories import OrganizationFactory
from tests.journeys.accessible import lacks
from tests.journeys.bookkeeper import member, opens
from tests.journeys.counting import count_on, spent, start_counting
from tests.journeys.papers import MONTH, faulty
from tests.journeys.person import Person
from tests.pipeline.papers import books_of, load
from tests.pipeline.uploads import processed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OPEN = ".items:not(.settled) > .item"
MOST_TABS = 80
FOCUSED = "element => element === document.activeElement"


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create()


def differing(ours: Organization) -> StatementImport:
    """Load the books of a month with another amount and without the last three rows, but with two further entries; return the statement."""
    books = books_of(MONTH)
    books["transactions"][6] |= {"amount": "-45.15"}
    further = [
        {"id": "joiner", "date": "2026-01-29", "amount": "-7.80", "description": "Joiner Elmwood"},
        {"id": "baker", "date": "2026-01-02", "amount": "-2.50", "description": "Charges of January"},
    ]
    load(ours, books | {"transactions": [*books["transactions"][:11], *further]})
    return processed(ours, MONTH.pdf())


def tabs_to(person: Person, wanted: Locator) -> None:
    for _ in range(MOST_TABS):
        if wanted.evaluate(FOCUSED):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"not reached by Tab: {wanted}")


def row(person: Person, text: str) -> Locator:
    return person.page.locator(OPEN).filter(has=person.page.locator(".row-text", has_text=text))


def goes_to(person: Person, wanted: Locator) -> None:
    for _ in range(person.page.locator(OPEN).count() + 1):
        if wanted.evaluate(FOCUSED):
            return
        person.page.keyboard.press("j")
    raise AssertionError(f"not reached by j: {wanted}")


def opens_menu(person: Person, item: Locator) -> Locator:
    goes_to(person, item)
    summary = item.locator(".more > summary")
    tabs_to(person, summary)
    person.page.keyboard.press("Enter")
    panel = item.locator(".more-panel")
    expect(panel).to_be_visible()
    return panel


def test_an_entry_is_edited_on_its_row(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))
    keyboard, item = person.page.keyboard, row(person, "Insurance Oakleaf")
    goes_to(person, item)

    tabs_to(person, item.locator(".edit-row > summary"))
    keyboard.press("Enter")
    expect(item.get_by_label("Amount")).to_be_focused()
    keyboard.type("-54.15")
    keyboard.press("Enter")

    expect(item).to_have_count(0)
    expect(person.page.locator(f"{OPEN}:focus")).to_have_count(1)


def test_escape_closes_the_menu_and_returns_the_focus_to_its_button(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))
    item = row(person, "Insurance Oakleaf")
    panel = opens_menu(person, item)
    person.page.keyboard.press("Tab")

    person.page.keyboard.press("Escape")

    expect(panel).to_be_hidden()
    expect(item.locator(".more > summary")).to_be_focused()


def test_a_menu_that_the_focus_leaves_closes(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))
    panel = opens_menu(person, row(person, "Insurance Oakleaf"))

    tabs_to(person, row(person, "Card fee").locator(".more > summary"))

    expect(panel).to_be_hidden()


def test_an_entry_is_matched_with_a_row_in_its_menu(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))
    keyboard, item = person.page.keyboard, row(person, "Charges of January")
    panel = opens_menu(person, item)

    tabs_to(person, panel.get_by_role("searchbox"))
    keyboard.type("Card fee")
    matching = panel.locator(".candidates").get_by_role("checkbox")
    expect(matching).to_have_count(1)
    tabs_to(person, matching)
    keyboard.press("Space")
    tabs_to(person, panel.locator(".candidates").get_by_role("button", name="Match", exact=True))
    keyboard.press("Enter")

    expect(item).to_have_count(0)
    expect(person.page.locator(f"{OPEN}:focus")).to_have_count(1)


def test_a_row_is_added_and_an_entry_marked_as_a_duplicate_in_its_menu(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))
    keyboard, fee = person.page.keyboard, row(person, "Card fee")
    goes_to(person, fee)
    keyboard.press("a")
    expect(fee).to_have_count(0)
    expect(person.page.locator(f"{OPEN}:focus")).to_have_count(1)
    joiner = row(person, "Joiner Elmwood")
    panel = opens_menu(person, joiner)

    tabs_to(person, panel.get_by_role("button", name="Mark as duplicate"))
    keyboard.press("Enter")

    expect(joiner).to_have_count(0)
    expect(person.page.locator(f"{OPEN}:focus")).to_have_count(1)


def test_eight_faults_of_a_month_are_settled_by_twelve_keys(person: Person, ours: Organization) -> None:
    load(ours, faulty(books_of(MONTH)))
    count_on(person.page)
    opens(person, member(ours, "okoro"), processed(ours, MONTH.pdf()))
    person.sees_heading("Equal rows and entries cannot be told apart.")
    start_counting(person.page)
    keyboard, rows = person.page.keyboard, person.page.locator(OPEN)

    keyboard.press("j")
    keyboard.press("a")
    person.sees("was added")
    keyboard.press("a")
    keyboard.press("Space")
    keyboard.press("Enter")
    expect(person.page.locator(".twins")).to_have_count(0)
    while (count := rows.count()) > 5:
        expect(person.page.locator(f"{OPEN}:focus")).to_have_count(1)
        keyboard.press("a")
        expect(rows).to_have_count(count - 1)
    keyboard.press("Shift+A")
    expect(row(person, "Phone Harebell")).to_be_focused()
    keyboard.press("a")
    person.sees("Nothing left.")
    expect(person.page.get_by_role("button", name="Sign off")).to_be_focused()
    keyboard.press("Enter")
    person.sees_heading("Closed by okoro")

    assert spent(person.page).keys <= 12
    assert spent(person.page).clicks <= 12
    assert spent(person.page).loads == 0


def test_a_row_is_added_with_its_category_and_description_on_its_line(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))
    keyboard, item = person.page.keyboard, row(person, "Card fee")
    goes_to(person, item)

    keyboard.press("e")
    expect(item.get_by_label("Category")).to_be_focused()
    keyboard.type("Charges")
    tabs_to(person, item.get_by_label("Description"))
    keyboard.press("ControlOrMeta+a")
    keyboard.type("Fee of January")
    keyboard.press("Enter")

    expect(item).to_have_count(0)
    added = Transaction.objects.of(ours).get(description="Fee of January")
    assert added.coding.nominal == "Charges"


def test_a_click_on_a_cell_edits_it_and_escape_leaves_it(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))
    item = row(person, "Insurance Oakleaf")

    item.locator(".edit-row .row-text").click()
    expect(item.get_by_label("Description")).to_be_focused()
    assert lacks(person.page) == []
    person.page.keyboard.press("Escape")

    expect(item.get_by_label("Description")).to_be_hidden()
    expect(item.locator(".edit-row > summary")).to_be_focused()
