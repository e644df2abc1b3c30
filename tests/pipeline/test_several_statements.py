"""One PDF with the statements of several accounts, through the whole flow."""

from dataclasses import replace

import pytest

from people.models import Organization
from reconciliation.models import StatementImport
from tests.pipeline.papers import JANUARY, books_of, bound, entry, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
Status = StatementImport.Status
SAVINGS = replace(
    JANUARY,
    number="40029876",
    opening="500.00",
    rows=[(7, "Transfer Reserve", "100.00"), (15, "Withdrawal Counter", "-30.00"), (31, "Interest", "0.85")],
)
DOLLARS = replace(SAVINGS, currency="USD")


def of_each(done: StatementImport) -> list[tuple[str | None, str, str]]:
    """Account, currency and verdict of each statement."""
    return [(each["account"], each["currency"], each["verdict"]) for each in (done.reconciliation or {})["statements"]]


def test_a_file_of_two_accounts_is_matched_if_both_are(ours: Organization) -> None:
    load(ours, books_of(JANUARY), books_of(SAVINGS, name="Reserve"))

    done = processed(ours, bound(JANUARY, SAVINGS))

    assert of_each(done) == [("Household", "EUR", "matched"), ("Reserve", "EUR", "matched")]
    assert (done.status, done.verdict, done.extracted_data) == (Status.COMPLETE, "matched", None)
    assert done.reconciliation_matched
    assert (done.reconciliation or {})["disagreements"] == []
    assert done.reconciliation_account is None


def test_one_account_that_differs_keeps_the_file_from_being_matched(ours: Organization) -> None:
    reserve = load(ours, books_of(SAVINGS, name="Reserve"), books_of(JANUARY))
    entry(reserve, "t2").delete()

    done = processed(ours, bound(JANUARY, SAVINGS))

    assert of_each(done) == [("Household", "EUR", "matched"), ("Reserve", "EUR", "mismatched")]
    assert (done.status, done.verdict) == (Status.REVIEW, "mismatched")
    assert [(row["statement"], row["line"], row["account"]) for row in (done.extracted_data or {})["entries"]] == [(1, 1, "Reserve")]


def test_two_accounts_in_two_currencies_are_each_compared_in_their_own(ours: Organization) -> None:
    load(ours, books_of(JANUARY), books_of(DOLLARS, name="Dollars"))

    done = processed(ours, bound(JANUARY, DOLLARS))

    assert of_each(done) == [("Household", "EUR", "matched"), ("Dollars", "USD", "matched")]
    assert done.reconciliation_matched
    assert [statement.currency for statement in done.statements.all()] == ["EUR", "USD"]


def test_a_second_currency_without_an_account_leaves_the_file_partial(ours: Organization) -> None:
    load(ours, books_of(JANUARY))

    done = processed(ours, bound(JANUARY, DOLLARS))

    assert of_each(done) == [("Household", "EUR", "matched"), (None, "USD", "unverifiable")]
    assert (done.status, done.verdict, (done.reconciliation or {})["reasons"]) == (Status.REVIEW, "partial", ["no_account"])
    assert not done.reconciliation_matched
    assert (done.reconciliation or {})["disagreements"] == []


def test_an_account_in_another_currency_is_never_compared(ours: Organization) -> None:
    load(ours, books_of(JANUARY), books_of(SAVINGS, name="Reserve"))

    done = processed(ours, bound(JANUARY, DOLLARS))

    assert of_each(done) == [("Household", "EUR", "matched"), (None, "USD", "unverifiable")]
    assert (done.verdict, (done.reconciliation or {})["reasons"]) == ("partial", ["currency_conflict"])


def test_each_account_of_a_file_is_read_in_its_own_currency(ours: Organization) -> None:
    done = processed(ours, bound(JANUARY, DOLLARS))

    assert [statement.currency for statement in done.statements.all()] == ["EUR", "USD"]
