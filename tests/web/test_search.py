"""The search over pages, accounts, clients and statements: what each role finds, and no more."""

import datetime as dt
import re

import pytest

from people.models import Membership
from people.roles import Role
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory, UserFactory
from tests.web.stored import printed_statement, stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db


def results(ours: Membership, query: str) -> dict[str, list[str]]:
    """Return the titles of the results by the heading of their kind."""
    shown = browser_of(ours).get(reverse("search", organization=ours.organization), {"q": query}).content.decode()
    sections = re.findall(r"<section>\s*<h2>([^<]*)</h2>(.*?)</section>", shown, re.DOTALL)
    return {title: re.findall(r"<a href=[^>]*>.*?<span>([^<]*)</span>", rows, re.DOTALL) for title, rows in sections}


@pytest.fixture
def owner() -> Membership:
    ours = MembershipFactory.create(role=Role.OWNER)
    account = AccountFactory.create(organization=ours.organization, name="Joint savings", institution="Northwind", number="12345678")
    printed_statement(stored_import(ours, filename="june.pdf"), account, (5, "-250.00", "RENT"))
    return ours


def test_each_kind_is_found_by_its_name(owner: Membership) -> None:
    other = OrganizationFactory.create(name="Harbour Bakery")
    MembershipFactory.create(user=owner.user, organization=other, role=Role.VIEWER)

    assert results(owner, "audit") == {"Pages": ["Audit trail"]}
    assert results(owner, "northwind joint") == {"Accounts": ["Joint savings"], "Statements": ["Joint savings"]}
    assert results(owner, "bakery") == {"Clients": ["Harbour Bakery"]}
    assert results(owner, "june") == {"Statements": ["Joint savings"]}


def test_an_account_is_found_by_the_end_of_its_number(owner: Membership) -> None:
    assert results(owner, "5678") == {"Accounts": ["Joint savings"]}
    assert results(owner, "2345") == {}


def test_every_word_of_the_query_counts(owner: Membership) -> None:
    assert results(owner, "joint elsewhere") == {}


def test_without_a_query_the_pages_and_accounts_are_listed(owner: Membership) -> None:
    shown = results(owner, "")

    assert shown["Pages"][:3] == ["Overview", "Statements", "Accounts"]
    assert shown["Accounts"] == ["Joint savings"]
    assert "Statements" not in shown


def test_a_page_whose_title_begins_with_the_query_comes_first(owner: Membership) -> None:
    assert results(owner, "a")["Pages"][:3] == ["Accounts", "API", "Audit trail"]


def test_a_viewer_finds_no_page_that_the_role_does_not_open(owner: Membership) -> None:
    viewer = MembershipFactory.create(organization=owner.organization, role=Role.VIEWER)

    assert results(viewer, "set") == {}
    assert results(viewer, "Members") == {}


def test_every_page_that_is_found_opens(owner: Membership) -> None:
    MembershipFactory.create(user=owner.user, role=Role.OWNER)
    for role in Role.values:
        member = MembershipFactory.create(organization=owner.organization, role=role, user=UserFactory.create())
        browser = browser_of(member)
        shown = browser.get(reverse("search", organization=owner.organization)).content.decode()
        for link in re.findall(r'<li><a href="([^"]*)">', shown):
            assert browser.get(link).status_code == 200, (role, link)


def test_a_client_finds_own_uploads_without_their_account_or_verdict(owner: Membership) -> None:
    client = MembershipFactory.create(organization=owner.organization, role=Role.CLIENT)
    stored_import(client, filename="sent-by-me.pdf", period_end=dt.date(2026, 6, 30))

    assert results(client, "june") == {}
    assert results(client, "joint") == {}
    assert results(client, "sent") == {"Statements": ["sent-by-me.pdf"]}


def test_an_account_of_another_organization_is_not_found(owner: Membership) -> None:
    AccountFactory.create(name="Joint savings of others")

    assert results(owner, "others") == {}


def test_a_query_is_escaped(owner: Membership) -> None:
    shown = browser_of(owner).get(reverse("search"), {"q": "<script>alert(1)</script>"}).content.decode()

    assert "<script>alert" not in shown
    assert "Nothing matches" in shown
