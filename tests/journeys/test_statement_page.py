"""The page of a statement at a desk: its height, its header, its checklist, and where the focus goes after an act."""

import io
import json
from dataclasses import replace

import pypdf
import pytest
from playwright.sync_api import expect

from finance.loading import load_ledger
from people.models import Organization
from reconciliation.models import StatementImport
from tests.decisions.cases import weak
from tests.factories import OrganizationFactory
from tests.journeys.accessible import lacks
from tests.journeys.bookkeeper import member, opens
from tests.journeys.papers import MONTH
from tests.journeys.person import SAMPLES, Person
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HEIGHT = "() => document.documentElement.scrollHeight"
LOWEST = (
    "() => Math.max(...[...document.querySelectorAll('.items:not(.settled) > .item')].map(item => item.getBoundingClientRect().bottom))"
)


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create()


@pytest.fixture
def sample_books() -> Organization:
    load_ledger(books=json.loads((SAMPLES.parent / "books.json").read_text()))
    return Organization.objects.get(slug="marlow-street-pottery")


def differing(ours: Organization) -> StatementImport:
    """Load the books of a month with another amount, a turned sign, and without the last three rows; return the read statement."""
    books = books_of(MONTH)
    books["transactions"][6] |= {"amount": "-45.15"}
    books["transactions"][7] |= {"amount": "-28.00"}
    load(ours, books | {"transactions": books["transactions"][:11]})
    return processed(ours, MONTH.pdf())


def test_a_short_statement_fits_on_one_screen(person: Person, ours: Organization) -> None:
    person.page.set_viewport_size({"width": 1440, "height": 900})
    opens(person, member(ours, "okoro"), differing(ours))
    person.page.wait_for_load_state()

    assert person.page.evaluate(HEIGHT) <= 1400
    assert person.page.evaluate(LOWEST) <= 900
    assert person.page.locator(".sheet-head").evaluate("head => head.offsetHeight") <= 110
    assert lacks(person.page) == []


BEFORE_THE_ROWS = """() => {
    const top = selector => document.querySelector(selector).getBoundingClientRect().top;
    return top('.work') - top('.head-top');
}"""


def test_on_a_phone_the_header_leaves_three_quarters_of_the_screen_to_the_rows(person: Person, ours: Organization) -> None:
    person.page.set_viewport_size({"width": 390, "height": 844})
    opens(person, member(ours, "okoro"), differing(ours))
    person.page.wait_for_load_state()

    assert person.page.evaluate(BEFORE_THE_ROWS) <= 844 / 4
    assert person.page.locator(".work").evaluate("work => work.getBoundingClientRect().top") <= 844 * 0.3
    assert person.page.locator(".head-top").evaluate("head => head.offsetHeight") <= 844 / 10
    assert lacks(person.page) == []


def test_an_entry_is_searched_and_matched_in_the_menu_of_a_row(person: Person, ours: Organization) -> None:
    books = books_of(MONTH)
    books["transactions"][10] |= {"description": "Tailor", "date": "2026-01-02"}
    books["transactions"].append({"id": "stray", "date": "2026-01-08", "amount": "-9.00", "description": "Interest charged"})
    load(ours, books)
    opens(person, member(ours, "okoro"), processed(ours, MONTH.pdf()))
    row = person.list("Missing from your books").locator(".item").first
    row.locator(".more > summary").click()
    found = row.locator(".candidates").get_by_role("checkbox")
    expect(found).to_have_count(2)
    row.get_by_role("searchbox").fill("tail")
    expect(found).to_have_count(1)

    row.get_by_role("checkbox", name="Tailor").check()
    expect(row.locator(".chosen-sums dd")).to_have_text(["\N{MINUS SIGN}33.60", "\N{MINUS SIGN}33.60", "0.00"])
    row.locator(".candidates").get_by_role("button", name="Match").click()

    person.sees("Saved and re-checked.")
    expect(person.list("Missing from your books")).to_have_count(0)


def test_the_checklist_counts_down_and_the_next_open_row_has_the_focus(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))
    checklist = person.page.locator(".checklist a")
    expect(checklist).to_have_text(["1 amount differs", "1 wrong sign", "3 rows missing from your books"])
    rows = person.page.locator(".items:not(.settled) > .item")
    expect(rows).to_have_count(5)
    following = rows.nth(1).get_attribute("data-row")

    rows.first.locator("[data-do=accept]").click()

    expect(checklist).to_have_text(["1 wrong sign", "3 rows missing from your books"])
    expect(person.page.locator(f'[data-row="{following}"]')).to_be_focused()


def test_a_statement_that_differs_says_why_it_cannot_be_signed_off(person: Person, ours: Organization) -> None:
    opens(person, member(ours, "okoro"), differing(ours))

    button = person.page.get_by_role("button", name="Sign off", exact=True)

    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description("Statement and books differ. Resolve each difference, or accept it with a reason.")


def test_once_nothing_is_left_enter_signs_off(person: Person, ours: Organization) -> None:
    done, _ = weak(ours)
    opens(person, member(ours, "okoro"), done)
    person.page.keyboard.press("j")
    person.page.keyboard.press("a")
    person.sees("Nothing left.")
    expect(person.page.get_by_role("button", name="Sign off")).to_be_focused()

    person.page.keyboard.press("Enter")

    person.sees_heading("Closed by okoro")


def test_signing_off_opens_the_next_statement(person: Person, ours: Organization) -> None:
    load(ours, books_of(JANUARY))
    first = processed(ours, JANUARY.pdf())
    member_name = member(ours, "okoro")
    second = processed(ours, replace(JANUARY, number="99990000").pdf())
    opens(person, member_name, first)

    person.page.get_by_role("button", name="Sign off and open the next").click()

    person.page.wait_for_url(f"**/statements/{second.pk}/")
    person.sees("Signed off.")


def test_the_page_of_the_sample_card_prints_as_a_report(person: Person, sample_books: Organization) -> None:
    done = processed(sample_books, (SAMPLES / "card-2026-01.pdf").read_bytes())
    opens(person, member(sample_books, "okoro"), done)
    person.page.wait_for_load_state()

    printed = pypdf.PdfReader(io.BytesIO(person.page.pdf(format="A4"))).pages

    text = "".join("".join(page.extract_text() for page in printed).split())
    assert len(printed) <= 2
    for shown in ("MarlowStreetPottery", "Statementandbooksdiffer.", "Lefttoresolve", "LATEPAYMENTFEE", "SADDLERROWSHOES"):
        assert shown in text
    for act in ("Addtobooks", "Edittheentry", "Signoffand", "Page1of1", "Matchmanually", "Keyboard"):
        assert act not in text
