"""Statements that used to be dead ends are finished on their page, in few clicks."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from pytest_django.live_server_helper import LiveServer

from people.models import Organization
from tests.factories import OrganizationFactory
from tests.journeys import papers
from tests.journeys.accessible import lacks
from tests.journeys.bookkeeper import member
from tests.journeys.conftest import new_page
from tests.journeys.counting import Spent, count_on, spent, start_counting
from tests.journeys.person import Person
from tests.journeys.work import work_off
from tests.pipeline.papers import Paper, books_of, load

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create()


@pytest.fixture
def clerk(person: Person, ours: Organization) -> Person:
    count_on(person.page)
    person.signs_in(member(ours, "okoro"))
    return person


def uploads(person: Person, pdf: bytes, name: str = "january.pdf") -> None:
    """Upload the document and wait on its page until it was read; the clicks count from there."""
    person.page.get_by_role("link", name="Upload").first.click()
    person.page.locator("#files").set_input_files({"name": name, "mimeType": "application/pdf", "buffer": pdf})
    person.page.get_by_role("button", name="Upload", exact=True).click()
    person.sees_heading("Waiting")
    work_off()
    expect(person.page.locator("h1.verdict-title")).to_be_visible()
    person.page.wait_for_load_state()
    start_counting(person.page)


def checklist(person: Person) -> list[str]:
    """Return the open points in the header."""
    return person.page.locator(".checklist a").all_inner_texts()


def button(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=name).first


def signs_off(person: Person) -> Spent:
    button(person, "Sign off").click()
    person.sees_heading("Closed by okoro")
    return spent(person.page)


def test_printers_marks_stop_no_proof(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.PRINTERS_MARKS))
    uploads(clerk, papers.PRINTERS_MARKS.pdf())
    clerk.sees_heading("Reconciled, and proved row by row.")

    assert signs_off(clerk).clicks <= 1


def test_rows_without_balances_are_compared_and_signed_off(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.WITHOUT_BALANCES))
    uploads(clerk, papers.WITHOUT_BALANCES.pdf())

    button(clerk, "I compared these 12 rows with the document: complete and right").click()
    clerk.sees_heading("Reading confirmed by okoro")

    assert signs_off(clerk).clicks <= 3


def test_rows_that_follow_are_signed_off_after_one_look_at_their_ends(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.UNNAMED_END))
    uploads(clerk, papers.UNNAMED_END.pdf())

    clerk.page.get_by_role("checkbox", name="I checked the document").first.check()

    assert signs_off(clerk).clicks <= 2


def test_a_doubtful_digit_is_corrected_by_one_answer(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.MISREAD_DIGIT))
    uploads(clerk, papers.MISREAD_DIGIT.pdf())

    suggestion = clerk.page.get_by_role("listitem").filter(
        has_text="If row 2 were \N{MINUS SIGN}73.03 instead of \N{MINUS SIGN}78.03, every balance would agree"
    )
    suggestion.get_by_role("button").click()
    clerk.sees_heading("Reconciled, and proved row by row.")
    expect(clerk.page.get_by_text("would follow")).to_have_count(0)

    assert signs_off(clerk).clicks <= 2


def test_a_misread_opening_balance_is_one_click(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.MISREAD_OPENING))
    uploads(clerk, papers.MISREAD_OPENING.pdf())

    suggestion = clerk.page.get_by_role("listitem").filter(has_text="If the opening balance were 3,003.88 instead of 3,008.88")
    suggestion.get_by_role("button").click()
    expect(clerk.page.get_by_text("would follow")).to_have_count(0)
    assert spent(clerk.page).clicks <= 1

    clerk.page.get_by_role("checkbox", name="I checked the document").first.check()
    assert signs_off(clerk).clicks <= 3


def test_four_unread_rows_are_added_from_their_words(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.OUT_OF_COLUMN))
    uploads(clerk, papers.OUT_OF_COLUMN.pdf())

    marks = clerk.page.locator(".mark-asked")
    for left in (3, 2, 1, 0):
        marks.first.get_by_role("button", name="Add row").click()
        expect(marks).to_have_count(left)
    clerk.sees_heading("Reconciled, and proved row by row.")
    assert spent(clerk.page).clicks <= 4

    signs_off(clerk)


def test_a_footnote_beside_a_row_that_was_read_is_no_further_row(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.FOOTNOTES))
    uploads(clerk, papers.FOOTNOTES.pdf())
    clerk.sees("If that is all, the rest is a note.")

    marks = clerk.page.locator(".mark-asked")
    for left in (3, 2, 1, 0):
        marks.first.get_by_role("button", name="A note").click()
        expect(marks).to_have_count(left)
    clerk.sees_heading("Reconciled, and proved row by row.")
    assert spent(clerk.page).clicks <= 4


def test_a_dollar_sign_is_consistent_with_an_account_in_nzd(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.DOLLARS))
    uploads(clerk, papers.DOLLARS.pdf())

    clerk.sees_heading("Reconciled, and proved row by row.")


def test_a_statement_that_was_taken_for_an_invoice_is_read_after_one_click(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.CALLED_AN_INVOICE))
    uploads(clerk, papers.CALLED_AN_INVOICE.pdf())
    clerk.sees_heading("not a bank statement")

    button(clerk, "This is a statement").click()
    clerk.sees_heading("Waiting")
    work_off()
    clerk.sees_heading("Reconciled, and proved row by row.")
    assert spent(clerk.page).clicks <= 1


def test_the_same_month_downloaded_again_needs_no_person(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.PRINTERS_MARKS))
    uploads(clerk, papers.PRINTERS_MARKS.pdf())
    uploads(clerk, papers.PRINTERS_MARKS.pdf() + b"\n%% downloaded again\n", "january (1).pdf")

    clerk.sees_heading("This statement is here already.")
    expect(clerk.page.locator(".button.primary")).to_have_count(0)
    expect(clerk.page.get_by_text("not known")).to_have_count(0)
    clerk.page.get_by_role("link", name="january.pdf").first.click()
    clerk.sees_heading("Reconciled, and proved row by row.")


def test_eighteen_pairs_of_other_names_are_two_clicks(clerk: Person, ours: Organization) -> None:
    books: dict[str, Any] = books_of(papers.WITH_SHOPS)
    load(ours, books | {"transactions": [entry | {"description": "Groceries"} for entry in books["transactions"]]})
    uploads(clerk, papers.WITH_SHOPS.pdf())

    button(clerk, "Match those ticked").click()
    clerk.sees_heading("Reconciled, and proved row by row.")

    assert signs_off(clerk).clicks <= 2


def test_eight_faults_of_a_month_are_settled_on_one_page(clerk: Person, ours: Organization) -> None:
    load(ours, papers.faulty(books_of(papers.MONTH)))
    uploads(clerk, papers.MONTH.pdf())
    clerk.sees_heading("Equal rows and entries cannot be told apart.")
    assert checklist(clerk) == ["3 choices to make", "1 amount differs", "1 wrong sign", "3 rows missing from your books"]
    clerk.sees("1 item outstanding")

    button(clerk, "Add the missing row").click()
    clerk.sees("was added")
    clerk.page.locator(".twins").get_by_role("radio").first.check()
    clerk.page.locator(".twins").get_by_role("button", name="Confirm").click()
    expect(clerk.page.locator(".twins")).to_have_count(0)
    clerk.page.get_by_role("button", name="Match", exact=True).first.click()
    button(clerk, "Change entry to \N{MINUS SIGN}54.15").click()
    button(clerk, "Change entry to 28.00").click()
    button(clerk, "Mark as duplicate: Phone Harebell").click()
    clerk.sees("The entry is marked as a duplicate.")
    button(clerk, "Add to books").click()
    clerk.sees("3 rows were added to the books.")

    assert signs_off(clerk).clicks <= 12
    assert spent(clerk.page).loads == 0


def test_a_forged_document_of_a_closed_month_shows_nothing_of_its_sign_off(clerk: Person, ours: Organization) -> None:
    load(ours, books_of(papers.PRINTERS_MARKS))
    uploads(clerk, papers.PRINTERS_MARKS.pdf())
    signs_off(clerk)

    uploads(clerk, papers.FORGED.pdf(), "january-corrected.pdf")

    clerk.sees_heading("This document contradicts another one of the same period.")
    for text in ("Closed by", "Prepared", "Reviewed"):
        expect(clerk.page.get_by_text(text, exact=False)).to_have_count(0)
    clerk.page.get_by_role("heading", name="Reports").click()
    clerk.page.get_by_role("link", name="Proof", exact=True).click()
    with clerk.page.expect_download() as download:
        clerk.page.get_by_role("link", name="JSON").click()
    proof = json.loads(download.value.path().read_text())
    assert proof["conclusions"] == {"status": "open", "changed_since": False, "steps": []}
    assert [each["counts"] for each in proof["contradicts"]] == [False]


@pytest.mark.parametrize(
    "paper",
    [papers.WITHOUT_BALANCES, papers.OUT_OF_COLUMN, papers.UNNAMED_END, papers.MISREAD_DIGIT, papers.MONTH],
    ids=["confirmed", "unread", "ends", "suggested", "faults"],
)
def test_every_question_is_readable_and_reachable_on_a_phone(
    paper: Paper, browser: Browser, live_server: LiveServer, complaints: list[str], ours: Organization
) -> None:
    load(ours, papers.faulty(books_of(papers.MONTH)) if paper is papers.MONTH else books_of(paper))
    phone = Person(new_page(browser, live_server.url, complaints, width=390))
    phone.signs_in(member(ours, "okoro"))
    uploads(phone, paper.pdf())

    assert lacks(phone.page) == []
    assert complaints == []
    phone.page.context.close()
