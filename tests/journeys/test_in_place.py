"""An answer on the page of a statement leaves everything else on the page as it was."""

import pytest
from playwright.sync_api import expect

from people.models import Organization
from tests.decisions.cases import weak
from tests.factories import OrganizationFactory
from tests.journeys.bookkeeper import member, opens
from tests.journeys.counting import count_on, spent, start_counting
from tests.journeys.papers import MONTH
from tests.journeys.person import Person
from tests.pipeline.papers import books_of, load
from tests.pipeline.uploads import processed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create()


def test_ticks_texts_and_folds_stay(person: Person, ours: Organization) -> None:
    books = books_of(MONTH)
    books["transactions"][5] |= {"description": "Grocer Wheatsheaf"}
    books["transactions"][6] |= {"amount": "-45.15"}
    load(ours, books | {"transactions": books["transactions"][:11]})
    count_on(person.page)
    opens(person, member(ours, "okoro"), processed(ours, MONTH.pdf()))
    new, cleared = person.list("Missing from your books"), person.list("Cleared")
    fee, booked_to = (
        new.locator(".item").filter(has_text="Card fee").get_by_role("checkbox"),
        person.page.get_by_label("Book the difference"),
    )
    fee.uncheck()
    person.list("Amounts that differ").locator(".more summary").click()
    booked_to.first.fill("Bank charges")
    cleared.get_by_role("heading").click()
    start_counting(person.page)

    person.page.get_by_role("button", name="Match", exact=True).first.click()
    person.sees("Saved and re-checked.")

    expect(fee).not_to_be_checked()
    expect(new.get_by_role("checkbox", checked=True)).to_have_count(2)
    expect(booked_to.first).to_have_value("Bank charges")
    expect(cleared).to_have_attribute("open", "")
    assert spent(person.page).loads == 0


def test_a_list_that_was_opened_on_demand_stays_open(person: Person, ours: Organization, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.presentation.statement_page.rows.MOST_SHOWN", 3)
    books = books_of(MONTH)
    books["transactions"][6] |= {"amount": "-45.15"}
    load(ours, books)
    opens(person, member(ours, "okoro"), processed(ours, MONTH.pdf()))
    person.page.get_by_role("link", name="Cleared").click()
    cleared = person.list("Cleared")
    expect(cleared.locator(".item")).to_have_count(3)

    person.page.get_by_role("button", name="Change entry").click()
    person.sees_heading("Reconciled")

    expect(cleared).to_have_attribute("open", "")
    expect(cleared.locator(".item")).to_have_count(3)


def test_a_long_reason_is_one_line_and_opens(person: Person, ours: Organization) -> None:
    books = books_of(MONTH)
    books["transactions"][6] |= {"amount": "-45.15"}
    load(ours, books)
    person.page.set_viewport_size({"width": 1440, "height": 900})
    opens(person, member(ours, "okoro"), processed(ours, MONTH.pdf()))
    row = person.page.locator(".items:not(.settled) > .item").first
    height = "row => row.offsetHeight"
    before = row.evaluate(height)

    row.locator(".why summary").press("Enter")

    assert before <= 50
    expect(row.locator(".why details")).to_have_attribute("open", "")
    assert row.evaluate(height) > before


def test_the_pages_of_the_document_stay_where_they_are(person: Person, ours: Organization) -> None:
    """The row that is answered is in sight already, so that nothing brings it there."""
    done, _ = weak(ours)
    opens(person, member(ours, "okoro"), done)
    pages = person.page.get_by_role("region", name="Pages of the document")
    person.page.set_viewport_size({"width": 1280, "height": 640})
    pages.evaluate("pages => pages.scrollTo({ top: 30, behavior: 'instant' })")

    person.page.get_by_role("button", name="Match", exact=True).first.click()
    person.sees_heading("Reconciled")

    assert pages.evaluate("pages => pages.scrollTop") == 30


def test_the_pages_of_the_document_stay_as_large_as_they_are(person: Person, ours: Organization) -> None:
    done, _ = weak(ours)
    opens(person, member(ours, "okoro"), done)
    person.page.get_by_role("button", name="Larger").click()

    person.page.get_by_role("button", name="Match", exact=True).first.click()
    person.sees_heading("Reconciled")

    expect(person.page.get_by_role("region", name="Pages of the document")).to_have_attribute("data-zoom", "2")


def test_an_act_after_the_end_of_the_session_leads_to_the_sign_in_page(person: Person, ours: Organization) -> None:
    done, _ = weak(ours)
    opens(person, member(ours, "okoro"), done)
    session = [cookie for cookie in person.page.context.cookies() if "session" in cookie["name"]]
    assert session
    person.page.context.clear_cookies(name=session[0]["name"])

    person.page.get_by_role("button", name="Match", exact=True).first.click()

    person.sees_heading("Sign in")
