"""Reconciled with exceptions: differences that people accepted, from the decision to the sign-off."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from finance import entries
from finance.models import Account
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import cancel_each_other, pair
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Conclusion, Decision, StatementImport
from reconciliation.posting import LaterWork
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo
from reconciliation.signoff.services import NotNow, prepare, reopen, sign_off
from reconciliation.uploads.services import choose_account
from tests.factories import MembershipFactory
from tests.read_statements import answer, only, paper, read_in, verdict
from tests.world import booked

pytestmark = pytest.mark.django_db
Kind = Decision.Kind


@pytest.fixture
def partner(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user


def test_case_27_is_reconciled_with_an_exception_of_90(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper([(27, "-90.00", "DD NOT OURS")], opening="1000.00"))
    with pytest.raises(NotNow, match="differences"):
        sign_off(statement=only(january), actor=partner)
    excuse(statement=only(january), kind=Kind.BANK_ERROR, actor=partner, reason="raised with the bank 2 Feb", lines=[0])

    sign_off(statement=only(january), actor=partner)

    [prepared, _reviewed] = Conclusion.objects.of(account.organization)
    [exception] = prepared.exceptions
    assert (exception["amount"], exception["kind"], exception["reason"]) == ("-90.00", "bank_error", "raised with the bank 2 Feb")
    assert (prepared.verdict, verdict(january)) == ("mismatched", "mismatched")
    assert answer(january)["status"] == "reviewed"
    assert not account.transactions.exists()


def corrected_in_february(account: Account) -> tuple[StatementImport, StatementImport]:
    january = read_in(account.organization, paper([(27, "-90.00", "DD NOT OURS")], opening="1000.00"))
    return january, read_in(account.organization, paper([(3, "90.00", "CORRECTION")], month=2, opening="910.00"))


def undone(done: StatementImport) -> object:
    """Return the act that cancels its only new row."""
    done.refresh_from_db()
    return (done.reconciliation or {})["statements"][0]["new"][0]["undone_by"]


def cancel(one: StatementImport, other: StatementImport, actor: User, reason: str = "the bank wrote on 3 Feb") -> Decision:
    return cancel_each_other(statement=only(one), line=0, other=only(other), other_line=0, actor=actor, reason=reason)


def test_case_27_both_months_are_signed_off_by_the_one_decision_that_closes_them(account: Account, partner: User) -> None:
    january, february = corrected_in_february(account)

    decision = cancel(february, january, partner)
    sign_off(statement=only(january), actor=partner)
    sign_off(statement=only(february), actor=partner)

    assert (verdict(january), verdict(february)) == ("mismatched", "mismatched")
    assert answer(january)["relied_on"] == answer(february)["relied_on"] == [str(decision.pk)]
    prepared = Conclusion.objects.of(account.organization).filter(kind=Conclusion.Kind.PREPARED).order_by("at")
    assert [[each["amount"] for each in step.exceptions] for step in prepared] == [["-90.00"], ["-90.00", "90.00"]]
    assert {each["decision"] for step in prepared for each in step.exceptions} == {str(decision.pk)}


def test_an_error_put_right_is_never_added_to_the_books(account: Account, partner: User) -> None:
    january, february = corrected_in_february(account)
    cancel(february, january, partner)

    published = publish(statement=only(february), actor=partner)

    february.refresh_from_db()
    assert [left.code for left in published.left] == ["bank_error"]
    assert (february.extracted_data or {})["count"] == 0
    assert not account.transactions.exists()


def test_the_exception_of_a_month_that_is_signed_off_is_closed_by_the_next(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper([(27, "-90.00", "DD NOT OURS")], opening="1000.00"))
    excuse(statement=only(january), kind=Kind.BANK_ERROR, actor=partner, reason="raised with the bank", lines=[0])
    sign_off(statement=only(january), actor=partner)
    february = read_in(account.organization, paper([(3, "90.00", "CORRECTION")], month=2, opening="910.00"))

    decision = cancel(february, january, partner)

    assert undone(january) == {"import": str(february.pk), "statement": 0, "line": 0, "decision": str(decision.pk)}
    withdraw_decision(decision=decision, actor=partner)
    assert undone(january) is None


def test_a_decision_that_another_month_was_signed_off_with_is_not_withdrawn(account: Account, partner: User) -> None:
    january, february = corrected_in_february(account)
    decision = cancel(february, january, partner)
    sign_off(statement=only(january), actor=partner)

    with pytest.raises(DecisionRefused, match="signed_off"):
        withdraw_decision(decision=decision, actor=partner)

    assert decision in Decision.objects.of(account.organization).standing()


def test_an_error_of_the_bank_wants_a_reason_and_opposite_amounts(account: Account, partner: User) -> None:
    january, february = corrected_in_february(account)
    march = read_in(account.organization, paper([(3, "-89.00", "ELSE")], month=3, opening="1000.00"))

    with pytest.raises(DecisionRefused, match="no_reason"):
        cancel(february, january, partner, reason=" ")
    with pytest.raises(DecisionRefused, match="not_opposite"):
        cancel(march, february, partner)

    assert not Decision.objects.of(account.organization).exists()


def test_a_signed_off_statement_accepts_no_decision_before_it_is_reopened(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper([(27, "-90.00", "DD NOT OURS")], opening="1000.00"))
    accepted = excuse(statement=only(january), kind=Kind.BANK_ERROR, actor=partner, reason="raised with the bank", lines=[0])
    sign_off(statement=only(january), actor=partner)
    other = account.organization.accounts.create(name="Pounds", kind="savings", currency="GBP")

    for decided_anew in (
        lambda: excuse(statement=only(january), kind=Kind.IGNORED, actor=partner, reason="another one", lines=[0]),
        lambda: withdraw_decision(decision=accepted, actor=partner),
        lambda: choose_account(statement_import=january, account=other, actor=partner),
    ):
        with pytest.raises(DecisionRefused, match="signed_off"):
            decided_anew()
    reopen(statement=only(january), actor=partner, reason="the bank answered")
    withdraw_decision(decision=accepted, actor=partner)

    assert not Decision.objects.of(account.organization).standing().exists()


def test_an_accepted_outstanding_item_needs_no_second_confirmation(account: Account, partner: User) -> None:
    cheque = booked(account, 29, "-75.00", "Cheque 102")
    january = read_in(account.organization, paper([], opening="1000.00"))
    excuse(statement=only(january), kind=Kind.OUTSTANDING, actor=partner, reason="posted on the 29th", entries=[cheque])

    sign_off(statement=only(january), actor=partner)

    assert verdict(january) == "partial"


def test_an_accepted_row_that_changed_is_no_longer_accepted(account: Account, partner: User) -> None:
    wrong = booked(account, 4, "-80.00", "Office World")
    january = read_in(account.organization, paper([], opening="1000.00"))
    excuse(statement=only(january), kind=Kind.DIFFERENCE, actor=partner, reason="to be written back", entries=[wrong])
    entries.edit(entry=wrong, by=partner, amount=Decimal("-81.00"))

    with pytest.raises(NotNow, match="differences"):
        prepare(statement=only(january), actor=partner)


def test_a_posted_row_that_a_person_paired_on_another_statement_stays(account: Account, partner: User) -> None:
    january = read_in(account.organization, paper([(30, "-12.00", "FEE A")], opening="1000.00"))
    publish(statement=only(january), actor=partner)
    [entry] = account.transactions.all()
    february = read_in(account.organization, paper([(2, "-12.00", "CHARGE B")], month=2, opening="988.00"))
    pair(statement=only(february), lines=[0], entries=[entry], actor=partner)

    with pytest.raises(LaterWork) as later:
        undo(statement_import=january, actor=partner)

    assert [(obstacle.code, obstacle.by) for obstacle in later.value.obstacles] == [("decided", str(partner))]
