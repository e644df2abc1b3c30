"""The review queue of a person: prepared statements of all their clients, the oldest first, and the next one after each review."""

from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from people.models import Membership
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.presentation.overview.worklist import waiting_for_review_by
from reconciliation.signoff.services import prepare, reopen, review
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory, UserFactory
from tests.read_statements import only, paper, read_in
from tests.world import MATCHED_ROWS, booked, browser_of

pytestmark = pytest.mark.django_db
numbers = count(1000)


@pytest.fixture
def reviewer(db: None) -> User:
    return UserFactory.create(username="reviewer")


def client_of(user: User, role: Role = Role.REVIEWER, **columns: Any) -> Membership:
    membership = MembershipFactory.create(user=user, role=role)
    for name, value in columns.items():
        setattr(membership.organization, name, value)
    membership.organization.save()
    return membership


def compared(membership: Membership) -> StatementImport:
    """A proved statement of a new account of this client."""
    number = f"{next(numbers)}"
    account = AccountFactory.create(organization=membership.organization, name=number, number=f"DE00 {number}", opening="1000.00")
    booked(account, 5, "-250.00", "Rent")
    booked(account, 20, "600.00", "Client A")
    return read_in(membership.organization, paper(MATCHED_ROWS, opening="1000.00", number=number))


def prepared(membership: Membership, by: User | None = None) -> StatementImport:
    statement_import = compared(membership)
    colleague = by or MembershipFactory.create(organization=membership.organization, role=Role.PREPARER).user
    prepare(statement=only(statement_import), actor=colleague)
    statement_import.refresh_from_db()
    return statement_import


def queue(user: User) -> list[StatementImport]:
    return list(waiting_for_review_by(user, list(Membership.objects.across_organizations("all of a test").filter(user=user))))


def page_of(statement_import: StatementImport) -> str:
    return reverse("import_detail", args=[statement_import.pk], organization=statement_import.organization)


def review_in_browser(browser: Client, statement_import: StatementImport, *, query: str = "", **headers: str) -> Any:
    there = reverse("sign", args=[statement_import.pk, only(statement_import).pk, "review"], organization=statement_import.organization)
    return browser.post(there, headers={"referer": f"http://testserver{page_of(statement_import)}{query}", **headers})


def test_prepared_statements_of_all_clients_wait_the_oldest_first(reviewer: User) -> None:
    bakery, smithy = client_of(reviewer), client_of(reviewer)
    first, second, third = prepared(smithy), prepared(bakery), prepared(smithy)
    compared(bakery)
    prepared(MembershipFactory.create())

    assert queue(reviewer) == [first, second, third]


def test_a_client_in_which_one_may_not_review_is_left_out(reviewer: User) -> None:
    for role in (Role.PREPARER, Role.VIEWER, Role.CLIENT):
        prepared(client_of(reviewer, role))

    assert queue(reviewer) == []


@pytest.mark.parametrize("two_persons", [True, False])
def test_a_preparer_is_offered_the_review_only_without_the_two_person_rule(reviewer: User, *, two_persons: bool) -> None:
    ours = client_of(reviewer, two_persons=two_persons)
    own = prepared(ours, by=reviewer)

    assert queue(reviewer) == ([] if two_persons else [own])


def test_a_statement_that_another_person_prepared_after_its_reopening_waits(reviewer: User) -> None:
    ours = client_of(reviewer, Role.OWNER, two_persons=True)
    statement_import = prepared(ours, by=reviewer)
    reopen(statement=only(statement_import), actor=reviewer, reason="a row was missing")
    colleague = MembershipFactory.create(organization=ours.organization, role=Role.PREPARER).user
    prepare(statement=only(statement_import), actor=colleague)

    assert queue(reviewer) == [statement_import]


def test_every_statement_in_the_queue_can_be_reviewed(reviewer: User) -> None:
    ours = client_of(reviewer, two_persons=True)
    prepared(ours)
    prepared(ours, by=reviewer)

    for statement_import in queue(reviewer):
        review(statement=only(statement_import), actor=reviewer)
    assert queue(reviewer) == []


def test_after_each_review_the_next_statement_opens_also_of_another_client(reviewer: User) -> None:
    bakery, smithy = client_of(reviewer), client_of(reviewer)
    skipped, second, third = prepared(bakery), prepared(bakery), prepared(smithy)
    browser = browser_of(bakery)
    opened = {each: f"{page_of(each)}?queue=review" for each in (skipped, second, third)}
    shown = browser.get(reverse("review_queue")).content.decode()

    answers = [review_in_browser(browser, each, query="?queue=review") for each in (second, third, skipped)]

    assert all(f'href="{each}"' in shown for each in opened.values())
    assert [answer.url for answer in answers] == [opened[third], opened[skipped], reverse("review_queue")]
    assert "No statement of your clients waits for your review." in browser.get(reverse("review_queue")).content.decode()


def test_a_page_that_sends_its_forms_itself_receives_the_next_address(reviewer: User) -> None:
    ours = client_of(reviewer)
    first, second = prepared(ours), prepared(ours)

    answer = review_in_browser(browser_of(ours), first, query="?queue=review", **{"x-in-place": "true"})

    assert (answer.status_code, answer["X-Go-To"]) == (200, f"{page_of(second)}?queue=review")


def test_a_review_outside_the_queue_stays_on_its_page(reviewer: User) -> None:
    ours = client_of(reviewer)
    first, _second = prepared(ours), prepared(ours)

    answer = review_in_browser(browser_of(ours), first)

    assert answer.url == page_of(first)


@pytest.mark.parametrize("page", ["clients", "overview"])
def test_the_queue_is_one_click_away(reviewer: User, page: str) -> None:
    bakery, smithy = client_of(reviewer), client_of(reviewer)
    browser = browser_of(bakery)
    here = reverse(page, organization=bakery.organization)
    before = browser.get(here).content.decode()
    prepared(smithy)

    after = browser.get(here).content.decode()

    link = f'href="{reverse("review_queue")}"'
    assert (link in before, link in after) == (False, True)


def test_more_statements_take_no_more_queries(reviewer: User, django_assert_num_queries: Any) -> None:
    ours = client_of(reviewer)
    browser = browser_of(ours)
    for _ in range(3):
        prepared(ours)
    browser.get(reverse("review_queue"))

    with django_assert_num_queries(6):
        browser.get(reverse("review_queue"))


def test_another_statement_of_the_same_document_comes_next(reviewer: User) -> None:
    ours = client_of(reviewer)
    prepared(ours)
    numbered = [f"{next(numbers)}" for _ in range(2)]
    for number in numbered:
        account = AccountFactory.create(organization=ours.organization, name=number, number=f"DE00 {number}", opening="1000.00")
        booked(account, 5, "-250.00", "Rent")
    document = read_in(ours.organization, *(paper(MATCHED_ROWS[:1], opening="1000.00", number=number) for number in numbered))
    first, _second = document.statements.all()
    for statement in document.statements.all():
        prepare(statement=statement, actor=MembershipFactory.create(organization=ours.organization, role=Role.PREPARER).user)

    there = reverse("sign", args=[document.pk, first.pk, "review"], organization=ours.organization)
    answer = browser_of(ours).post(there, headers={"referer": f"http://testserver{page_of(document)}?queue=review"})

    assert answer["Location"] == f"{page_of(document)}?queue=review"
