"""Reconciling without a document, on its page."""

import re

import pytest
from django.test import Client

from finance.models import Account
from finance.templatetags.money import MINUS
from people.roles import Role
from reconciliation.decisions import manual_statement
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import answer, paper, read_in
from tests.world import booked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("matched_books")]
JANUARY = {"first": "2026-01-01", "last": "2026-01-31", "opening": "1000.00", "closing": "1350.00"}


@pytest.fixture(autouse=True)
def cheque(account: Account) -> None:
    booked(account, 30, "-75.00", "Cheque 101", external_id="t3")


def browser(account: Account, role: Role = Role.PREPARER) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(role=role, organization=account.organization).user)
    return client


def place(account: Account) -> str:
    return reverse("type_statement", args=[account.pk])


def keys(account: Account, *names: str) -> list[str]:
    return [str(account.transactions.get(external_id=name).pk) for name in names]


def shown(page: bytes) -> list[str]:
    """The sums on the page: ticked, reached, difference."""
    return re.findall(r'<dd class="num">([^<]*)</dd>', page.decode().replace(MINUS, "-"))


def test_it_begins_where_the_books_do(account: Account) -> None:
    page = browser(account).get(place(account)).content.decode()

    assert 'value="2026-01-01"' in page
    assert 'value="2026-01-31"' in page
    assert 'value="1000.00"' in page
    assert page.count('name="entries"') == 3


def test_a_typed_statement_starts_after_the_last_one_with_its_balance_and_open_entries(account: Account) -> None:
    read_in(account.organization, paper([(5, "-250.00", "Rent"), (20, "600.00", "Client A")], opening="1000.00"))

    page = browser(account).get(place(account)).content.decode()

    assert 'value="2026-02-01"' in page
    assert 'value="1350.00"' in page
    assert re.findall(r"Rent|Client A|Cheque 101", page) == ["Cheque 101"]


@pytest.mark.path
def test_the_difference_is_computed_before_anything_is_stored(account: Account) -> None:
    page = browser(account).post(place(account), JANUARY | {"entries": keys(account, "t1"), "act": "show"}).content

    assert shown(page) == ["-250.00", "750.00", "600.00"]
    assert not StatementImport.objects.of(account.organization).exists()


def test_a_finished_manual_statement_is_compared_like_a_read_one(account: Account) -> None:
    told = browser(account).post(place(account), JANUARY | {"entries": keys(account, "t1", "t2"), "act": "finish"})

    done = StatementImport.objects.of(account.organization).get()
    assert told["Location"] == reverse("import_detail", args=[done.pk])
    found = answer(done)
    assert found["reasons"] == ["integrity_unproved", "outstanding_unproved"]


def test_a_typed_statement_is_withdrawn_and_may_be_typed_again(account: Account) -> None:
    client = browser(account)
    client.post(place(account), JANUARY | {"entries": keys(account, "t1", "t2"), "act": "finish"})
    done = StatementImport.objects.of(account.organization).get()
    assert "Withdraw what was entered" in client.get(reverse("import_detail", args=[done.pk])).content.decode()

    client.post(reverse("take_typed_back", args=[done.pk]))

    done.refresh_from_db()
    assert (done.status, done.statements.count()) == (StatementImport.Status.CANCELLED, 0)
    assert client.get(place(account)).content.decode().count('name="entries"') == 3
    client.post(place(account), JANUARY | {"entries": keys(account, "t1", "t2"), "act": "finish"})
    done.refresh_from_db()
    assert (done.status, done.statements.count()) == (StatementImport.Status.REVIEW, 1)


def test_a_period_that_ends_before_it_begins_is_reported(account: Account) -> None:
    page = browser(account).post(place(account), JANUARY | {"last": "2025-12-31", "act": "finish"}).content.decode()

    assert "The last day is before the first." in page


def test_an_entry_of_another_account_is_not_ticked(account: Account) -> None:
    other = AccountFactory.create(organization=account.organization, name="Savings")
    entry = booked(other, 5, "-1.00", "Fee")

    page = browser(account).post(place(account), JANUARY | {"entries": [str(entry.pk)], "act": "show"}).content

    assert shown(page)[0] == "0.00"


def test_the_latest_of_many_entries_are_offered_with_a_note(account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manual_statement, "MOST", 2)
    monkeypatch.setattr("reconciliation.views.deciding.MOST", 2)

    page = browser(account).get(place(account)).content.decode()

    assert re.findall(r"Rent|Client A|Cheque 101", page) == ["Client A", "Cheque 101"]
    assert "There are more" in page


def test_a_document_is_not_taken_back_as_if_it_were_typed(account: Account) -> None:
    january = read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00"))

    browser(account).post(reverse("take_typed_back", args=[january.pk]))

    january.refresh_from_db()
    assert january.status != StatementImport.Status.CANCELLED


def test_a_viewer_types_nothing(account: Account) -> None:
    assert browser(account, Role.VIEWER).get(place(account)).status_code == 403
    assert browser(account, Role.VIEWER).post(place(account), JANUARY | {"act": "finish"}).status_code == 403
