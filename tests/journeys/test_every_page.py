"""Every page can be read on a phone, in the dark, and by somebody who does not see it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from finance.loading import load_ledger
from finance.models import Account, Membership, Organization
from finance.roles import Role
from reconciliation.models import StatementImport
from tests.journeys.conftest import new_page
from tests.journeys.person import PASSWORD, SAMPLES, Person
from tests.journeys.work import work_off
from tests.web.stored import printed_statement, stored_import
from tests.words.verdicts import file

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LACKS = (Path(__file__).parent / "accessible.js").read_text()
SHAPES: dict[str, tuple[int, Literal["light", "dark"]]] = {
    "phone": (390, "light"),
    "phone in the dark": (390, "dark"),
    "desk": (1440, "light"),
}


def addresses(membership: Membership) -> Iterator[str]:
    yield from ("/", "/?show=person", "/upload/", "/accounts/", "/accounts/new/", "/models/", "/not-there/")
    for account in Account.objects.of(membership.organization):
        yield from (f"/accounts/{account.pk}/", f"/accounts/{account.pk}/edit/")
    for statement_import in StatementImport.objects.of(membership.organization):
        yield f"/statements/{statement_import.pk}/"
        if statement_import.filename.startswith("savings"):
            yield f"/statements/{statement_import.pk}/1/start-account/"


def everything(person: Person) -> Membership:
    """The sample books and statements, and an import in each other state."""
    load_ledger(books=json.loads((SAMPLES.parent / "books.json").read_text()))
    user = User.objects.create_user("okoro", password=PASSWORD)
    membership = Membership.objects.create(organization=Organization.objects.get(slug="marlow-street-pottery"), user=user, role=Role.OWNER)
    person.signs_in("okoro")
    person.uploads(*(path.name for path in sorted(SAMPLES.glob("*.pdf"))))
    person.sees("What became of your files")
    work_off()
    states = StatementImport.Status
    stored_import(membership, filename=f"a-very-long-{'name-' * 20}.pdf", status=states.PROCESSING, reconciliation=None)
    stored_import(membership, status=states.FAILED, reconciliation=None, error={"code": "encrypted", "params": {}})
    stored_import(membership, document_type="invoice", reconciliation=file(verdict="unverifiable", reasons=("not_a_statement",)))
    doubtful = stored_import(membership, hidden_text=True, unseen=[{"page": 1, "box": [0, 0, 1, 1], "text": "a white line " * 20}])
    missing = {"kind": "missing_row", "line": 1, "until": 1, "amount": "-9.90", "read": None, "page": 1, "alone": True}
    printed = printed_statement(doubtful, None, (5, "-250.00", "RENT"))
    printed.repairs = [missing | {"amount": f"-{number}.90"} for number in range(5)]
    printed.save(update_fields=["repairs"])
    return membership


@pytest.mark.parametrize("shape", SHAPES)
def test_every_page_is_whole_and_readable(browser: Browser, live_server: LiveServer, shape: str) -> None:
    width, scheme = SHAPES[shape]
    page = new_page(browser, live_server.url, [], width=width, scheme=scheme)
    person = Person(page)
    lacks: dict[str, list[str]] = {}
    for address in ("/welcome/", "/sign-in/"):
        page.goto(address)
        lacks[address] = page.evaluate(LACKS)
    for address in addresses(everything(person)):
        page.goto(address)
        lacks[address] = page.evaluate(LACKS)
    page.context.close()

    assert {address: found for address, found in lacks.items() if found} == {}
    assert len(lacks) > 15
