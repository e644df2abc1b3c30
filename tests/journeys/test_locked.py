"""A statement that the bank has locked: its password is asked for, passwords are distinguished, and none is stored."""

import json

import pytest
from playwright.sync_api import expect

from finance.loading import load_ledger
from people.models import Organization
from people.roles import Role
from tests.addresses import inside
from tests.documents.making import locked
from tests.factories import MembershipFactory, UserFactory
from tests.journeys.person import PASSWORD, SAMPLES, Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BOOKS = json.loads((SAMPLES.parent / "books.json").read_text())
SECRET = "12 03 1971"


def uploads_locked(person: Person) -> None:
    pdf = locked((SAMPLES / "checking-2026-01.pdf").read_bytes(), SECRET)
    person.page.goto(inside("/upload/"))
    person.page.locator("#files").set_input_files({"name": "locked.pdf", "mimeType": "application/pdf", "buffer": pdf})
    person.page.get_by_role("button", name="Upload", exact=True).click()
    person.sees_heading("Waiting")


def gives(person: Person, password: str) -> None:
    person.page.get_by_label("Password of the PDF").fill(password)
    person.page.get_by_role("button", name="Unlock").click()


def test_a_locked_statement_is_read_once_its_password_is_given(person: Person) -> None:
    load_ledger(books=BOOKS)
    user = UserFactory.create(username="okoro", password=PASSWORD)
    MembershipFactory.create(organization=Organization.objects.get(slug="marlow-street-pottery"), user=user, role=Role.PREPARER)
    person.signs_in("okoro")
    uploads_locked(person)
    work_off()

    person.sees_heading("This PDF is locked with a password.")
    gives(person, "12031971")
    person.sees_heading("The password does not open this PDF.")
    expect(person.page.get_by_label("Password of the PDF")).to_have_value("")

    gives(person, SECRET)
    person.sees_heading("Waiting")
    work_off()
    person.sees_heading("Reconciled, and proved row by row.")
