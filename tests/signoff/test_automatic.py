"""Statements that code proved are prepared by themselves, where an organization wants that, and never reviewed."""

import pytest

from finance.models import Account
from people.roles import Role
from reconciliation.models import Conclusion, StatementImport
from reconciliation.reconcile.conclusions import Status, standing_of
from reconciliation.reconcile.persist import verify_again
from reconciliation.signoff.services import reopen, review
from tests.factories import MembershipFactory
from tests.read_statements import answer, only, paper, read_in, verdict
from tests.world import booked

pytestmark = pytest.mark.django_db
ROWS = [(5, "-250.00", "Rent")]


@pytest.fixture
def account(account: Account) -> Account:
    account.organization.prepares_matched = True
    account.organization.save()
    return account


def steps(statement_import: StatementImport) -> list[tuple[str, str]]:
    statement = only(statement_import)
    return [(step.kind, step.who) for step in standing_of(statement).steps]


def test_a_proved_statement_is_prepared_by_itself_and_its_history_says_so(account: Account) -> None:
    booked(account, 4, "-250.00", "Rent")
    january = read_in(account.organization, paper(ROWS, opening="1000.00"))

    assert (verdict(january), answer(january)["status"]) == ("matched", "prepared")
    assert steps(january) == [("prepared", "Automatically")]


def test_an_unproved_statement_waits_for_a_person(account: Account) -> None:
    january = read_in(account.organization, paper(ROWS, opening="1000.00"))

    assert verdict(january) == "mismatched"
    assert steps(january) == []


def test_it_is_prepared_once_the_books_prove_it(account: Account) -> None:
    january = read_in(account.organization, paper(ROWS, opening="1000.00"))
    booked(account, 4, "-250.00", "Rent")

    verify_again(january, "again")
    verify_again(january, "again")

    assert answer(january)["status"] == "prepared"
    assert steps(january) == [("prepared", "Automatically")]


def test_without_the_setting_nothing_is_prepared(account: Account) -> None:
    account.organization.prepares_matched = False
    account.organization.save()
    booked(account, 4, "-250.00", "Rent")

    january = read_in(account.organization, paper(ROWS, opening="1000.00"))

    assert answer(january)["status"] == "open"
    assert not Conclusion.objects.of(account.organization).exists()


def test_a_statement_prepared_automatically_is_reviewed_by_a_person_and_stays_reopened(account: Account) -> None:
    account.organization.two_persons = True
    account.organization.save()
    partner = MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user
    booked(account, 4, "-250.00", "Rent")
    january = read_in(account.organization, paper(ROWS, opening="1000.00"))

    review(statement=only(january), actor=partner)
    reopen(statement=only(january), actor=partner, reason="A look at the paper")
    verify_again(january, "again")

    assert standing_of(only(january)).status is Status.REOPENED
    assert steps(january) == [("prepared", "Automatically"), ("reviewed", str(partner)), ("reopened", str(partner))]
