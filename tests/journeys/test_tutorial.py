"""The tutorial's way in the browser, step by step, with the files that it offers."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from samples.checking import FIRST
from tests.journeys.person import Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BOOKS = Path(__file__).parents[2] / "docs" / "tutorial" / "books.csv"


def test_from_nothing_to_a_verdict_on_a_statement_against_a_csv(person: Person) -> None:
    person.begins()
    page = person.page

    page.get_by_role("link", name="Accounts", exact=True).click()
    page.get_by_role("link", name="New account").first.click()
    page.get_by_label("Name").fill("Current account")
    page.get_by_label("Currency").fill("EUR")
    page.get_by_label("Number").fill("7316")
    page.get_by_label("Opening balance").fill(str(FIRST.opening))
    page.get_by_label("Opening date").fill(FIRST.first.isoformat())
    page.get_by_role("button", name="Save").click()

    page.locator("summary", has_text="Import").click()
    page.locator("input[type=file]").set_input_files(BOOKS)
    page.get_by_role("button", name="Preview").click()
    person.sees("22 new entries")
    page.get_by_role("button", name="Import", exact=True).first.click()
    person.sees("22 transactions added, 0 already there.")

    person.uploads("checking-2026-01.pdf")
    work_off()

    person.sees_heading("Statement and books differ.")
    expect(person.list("Missing from your books")).to_contain_text("MONTHLY ACCOUNT FEE")
    page.get_by_role("button", name="Add to books").click()
    person.sees_heading("Reconciled, and proved row by row.")
