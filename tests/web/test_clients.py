"""All clients of a user on one page: theirs and nobody else's, what needs a person, what is covered."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from people.models import Membership
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.presentation.overview.matrix import AccountRow, matrix_of
from reconciliation.presentation.overview.worklist import worklist_of
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory, UserFactory
from tests.presentation.verdicts import file, new, statement
from tests.web.stored import printed_statement, stored_import

pytestmark = pytest.mark.django_db
Status = StatementImport.Status
LOCKED: dict[str, Any] = {"status": Status.FAILED, "reconciliation": None, "error": {"code": "encrypted", "params": {}}}
TODAY = dt.date(2026, 3, 15)


def differing() -> dict[str, Any]:
    verdict = statement(verdict="mismatched", reasons=["new_rows"], new=[new("-12.00")])
    return {"status": Status.REVIEW, "reconciliation": file(verdict, verdict="mismatched", reasons=("new_rows",))}


@pytest.fixture
def bookkeeper(db: None) -> User:
    return UserFactory.create(username="bookkeeper")


def client_of(bookkeeper: User, name: str, role: Role = Role.REVIEWER) -> Membership:
    ours = OrganizationFactory.create(name=name, slug=name.lower())
    return MembershipFactory.create(organization=ours, user=bookkeeper, role=role)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def cells(row: AccountRow) -> dict[str, str]:
    return {f"{month:%Y-%m}": cell.sign for month, cell in zip(matrix_months(), row.cells, strict=True)}


def matrix_months() -> list[dt.date]:
    return matrix_of([], today=TODAY).months


def test_what_waits_is_grouped_by_what_is_the_matter_the_oldest_first(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy")
    oldest = stored_import(bakery, **differing())
    stored_import(smithy, **LOCKED)
    newest = stored_import(smithy, **differing())
    stored_import(smithy)

    found = worklist_of([bakery, smithy])

    assert (found.groups[0].says, [row.import_id for row in found.groups[0].rows]) == (
        "Some rows of the statement are not in the books.",
        [oldest.pk, newest.pk],
    )
    assert len(found.groups) == 2
    assert [(name, waiting) for _key, name, waiting, _running in found.clients] == [("Smithy", 2), ("Bakery", 1)]
    assert (found.count, found.not_shown) == (3, 0)


def test_nothing_of_an_organization_that_one_does_not_belong_to_is_shown(bookkeeper: User) -> None:
    ours = client_of(bookkeeper, "Bakery")
    theirs = MembershipFactory.create()
    stored_import(theirs, filename="theirs.pdf", **LOCKED)
    printed_statement(
        stored_import(theirs), AccountFactory.create(organization=theirs.organization, name="Their account", opening="1000.00")
    )
    stored_import(ours, filename="ours.pdf", **LOCKED)

    shown = signed_in(bookkeeper).get(reverse("clients")).content.decode()

    assert "ours.pdf" in shown
    assert "theirs.pdf" not in shown
    assert "Their account" not in shown


def test_a_membership_that_ended_shows_nothing(bookkeeper: User) -> None:
    client_of(bookkeeper, "Bakery")
    ended = client_of(bookkeeper, "Smithy")
    stored_import(ended, filename="ended.pdf", **LOCKED)
    ended.expires_at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    ended.save()

    assert "ended.pdf" not in signed_in(bookkeeper).get(reverse("clients")).content.decode()


def test_where_one_is_a_client_nothing_of_the_working_paper_counts(bookkeeper: User) -> None:
    practice, own = client_of(bookkeeper, "Practice"), client_of(bookkeeper, "Household", Role.CLIENT)
    owner = MembershipFactory.create(role=Role.OWNER, organization=own.organization)
    given, kept = (
        AccountFactory.create(organization=own.organization, name="Given", opening="1000.00"),
        AccountFactory.create(organization=own.organization, name="Kept", opening="1000.00"),
    )
    own.accounts.add(given)
    printed_statement(stored_import(owner, filename="given.pdf", **differing()), given)
    printed_statement(stored_import(owner, filename="kept.pdf", **differing()), kept)
    stored_import(own, filename="own.pdf", **LOCKED)

    found = worklist_of([practice, own])
    matrix = matrix_of([practice, own], today=TODAY)

    assert (found.groups, found.asked, found.count) == ([], [], 0)
    assert [row.account.name for _key, _name, rows in matrix.clients for row in rows] == []


def test_the_matrix_says_of_each_month_what_covers_it(bookkeeper: User) -> None:
    ours = client_of(bookkeeper, "Bakery")
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    printed_statement(stored_import(ours), account)

    ((_key, _name, [row]),) = matrix_of([ours], today=TODAY).clients

    assert [cell for cell in cells(row).items() if cell[0] >= "2025-12"] == [("2025-12", ""), ("2026-01", "✓"), ("2026-02", "–")]  # noqa: RUF001


def test_an_account_without_any_statement_lacks_every_month_since_its_books_begin(bookkeeper: User) -> None:
    ours = client_of(bookkeeper, "Bakery")
    AccountFactory.create(organization=ours.organization, opening="1000.00")

    ((_key, _name, [row]),) = matrix_of([ours], today=TODAY).clients

    assert list(cells(row).values())[-3:] == ["", "–", "–"]  # noqa: RUF001


def test_a_link_opens_the_other_client_and_nobody_elses(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy")
    theirs = stored_import(smithy, filename="smithy.pdf", **differing())
    browser = signed_in(bookkeeper)
    there = reverse("import_detail", args=[theirs.pk], organization=smithy.organization)

    assert f'href="{there}"' in browser.get(reverse("clients")).content.decode()
    assert "smithy.pdf" in browser.get(there).content.decode()
    assert browser.get(reverse("import_detail", args=[theirs.pk], organization=bakery.organization)).status_code == 404
    assert browser.get(reverse("imports", organization=MembershipFactory.create().organization)).status_code == 404


def test_more_clients_and_statements_take_no_more_queries(bookkeeper: User, django_assert_num_queries: Any) -> None:
    for name in ("Bakery", "Smithy", "Pottery", "Tannery"):
        ours = client_of(bookkeeper, name)
        account = AccountFactory.create(organization=ours.organization, opening="1000.00")
        for _ in range(3):
            printed_statement(stored_import(ours, **differing()), account)
    browser = signed_in(bookkeeper)
    browser.get(reverse("clients"))

    with django_assert_num_queries(11):
        browser.get(reverse("clients"))


def test_many_accounts_are_shown_in_parts(bookkeeper: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.presentation.overview.matrix.MOST", 2)
    for name in ("Bakery", "Pottery", "Smithy"):
        AccountFactory.create(organization=client_of(bookkeeper, name).organization, name=f"{name} account", opening="1000.00")
    browser = signed_in(bookkeeper)

    pages = [browser.get(reverse("clients"), {"accounts": said}).content.decode() for said in ("", "2", "0", "many")]

    assert [[name for name in ("Bakery", "Pottery", "Smithy") if f"{name} account" in page] for page in pages] == [
        ["Bakery", "Pottery"],
        ["Smithy"],
        ["Bakery", "Pottery"],
        ["Bakery", "Pottery"],
    ]
    assert 'href="?accounts=2" rel="next"' in pages[0]
