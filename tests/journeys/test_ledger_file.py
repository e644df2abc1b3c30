"""A file of the bank comes into an account: looked at first, taken in, and taken out again whole."""

import pytest
from playwright.sync_api import expect

from finance.models import Account
from people.models import Organization
from tests.addresses import inside
from tests.journeys.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ROWS = b"Date,Text,Amount\n2026-04-03,Clay and glaze,-41.50\n2026-04-17,Gallery sale,260.00\n"


def test_a_csv_file_is_previewed_confirmed_and_undone(person: Person, ours: Organization) -> None:
    account = Account.objects.of(ours).get(name__startswith="Harbour")
    before = account.transactions.count()
    person.signs_in("okoro")
    person.page.goto(inside(f"/accounts/{account.pk}/"))

    person.page.locator("summary", has_text="Import").click()
    person.page.locator("input[type=file]").set_input_files({"name": "april.csv", "mimeType": "text/csv", "buffer": ROWS})
    person.page.get_by_role("button", name="Preview").click()
    person.sees_heading("Import preview")
    person.sees("2 new")
    expect(person.page.get_by_role("row").filter(has_text="Clay and glaze")).to_contain_text("41.50")
    assert account.transactions.count() == before

    person.page.get_by_role("button", name="Import", exact=True).first.click()
    person.sees("2 transactions added, 0 already there.")
    expect(person.page.get_by_role("row").filter(has_text="Gallery sale")).to_contain_text("260.00")
    assert account.transactions.count() == before + 2

    person.page.get_by_role("button", name="Undo april.csv").click()
    expect(person.page.get_by_text("Gallery sale")).to_have_count(0)
    assert account.transactions.count() == before
