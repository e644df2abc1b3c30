"""Decisions of a person on balances, misread rows and open items."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from people.models import Organization
from people.roles import Role
from reconciliation.decisions.reading import adopt_opening, replace_statement
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import correct_line, pair
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Decision, StatementImport, StatementLine
from reconciliation.models.decisions import WAIVER_KINDS
from reconciliation.uploads import services
from tests.decisions.cases import answer, entries, standing, statement_of, weak
from tests.factories import MembershipFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


def test_the_printed_opening_is_adopted_and_the_next_month_relies_on_it(ours: Organization) -> None:
    load(ours, books_of(JANUARY, FEBRUARY) | {"opening_balance": None})
    january, february = processed(ours, JANUARY.pdf()), processed(ours, FEBRUARY.pdf())
    assert answer(january)["reasons"] == ["opening_unknown"]

    decision = adopt_opening(statement=statement_of(january), actor=None)

    assert decision.amount == Decimal("1000.00")
    assert [(answer(each)["verdict"], answer(each)["relied_on"]) for each in (january, february)] == [("matched", [str(decision.pk)])] * 2


def test_an_opening_that_the_books_know_is_not_adopted(ours: Organization) -> None:
    load(ours, books_of(JANUARY))
    done = processed(ours, JANUARY.pdf())

    with pytest.raises(DecisionRefused, match="opening_known"):
        adopt_opening(statement=statement_of(done), actor=None)


def test_a_misread_text_is_put_right_and_the_row_stays_as_it_was_read(ours: Organization) -> None:
    done, _ = weak(ours)

    decision = correct_line(statement=statement_of(done), line=1, description="Tesco Stores", actor=None)

    assert (decision.before, decision.after) == ({"description": "Aldi Sued"}, {"description": "Tesco Stores"})
    assert answer(done)["verdict"] == "matched"
    assert StatementLine.objects.of(ours).get(number=1).description == "Aldi Sued"


def test_a_correction_against_the_printed_balances_makes_the_reading_unproved(ours: Organization) -> None:
    done, _ = weak(ours)

    correct_line(statement=statement_of(done), line=1, amount=Decimal("-30.00"), actor=None)

    assert "integrity_failed" in answer(done)["reasons"]
    assert answer(done)["adds_up"]["holds"] is False


def test_a_row_corrected_twice_keeps_both_records(ours: Organization) -> None:
    done, _ = weak(ours)
    first = correct_line(statement=statement_of(done), line=1, description="Tescp", actor=None)
    second = correct_line(statement=statement_of(done), line=1, description="Tesco Stores", actor=None)

    first.refresh_from_db()
    assert (first.stands, standing(ours)) == (False, [second])
    assert second.before == {"description": "Tescp"}


def test_a_correction_that_changes_nothing_is_none(ours: Organization) -> None:
    done, _ = weak(ours)

    with pytest.raises(DecisionRefused, match="nothing_changed"):
        correct_line(statement=statement_of(done), line=1, amount=Decimal("-20.00"), actor=None)


def test_a_reissued_statement_takes_the_place_of_the_other(ours: Organization) -> None:
    load(ours, books_of(JANUARY))
    wrong = processed(ours, JANUARY.__class__(rows=[(5, "Rent Hillside Homes", "-251.00")]).pdf())
    anew = processed(ours, JANUARY.pdf())
    assert "overlaps" in answer(anew)["reasons"]

    replace_statement(statement=statement_of(anew), replaced=statement_of(wrong), actor=None)

    assert answer(anew)["verdict"] == "matched"
    assert "overlaps" in answer(wrong)["reasons"]


def test_an_excuse_has_a_reason_and_an_amount_and_changes_no_verdict(ours: Organization) -> None:
    load(ours, books_of(JANUARY) | {"transactions": books_of(JANUARY)["transactions"][:2]})
    done = processed(ours, JANUARY.pdf())

    error = excuse(statement=statement_of(done), kind="bank_error", lines=[2], actor=None, reason="Raised with the bank on 2 Feb")

    assert (answer(done)["verdict"], answer(done)["relied_on"]) == ("mismatched", [])
    assert error.amount == Decimal("600.00")
    assert list(Decision.objects.of(ours).standing().about(statement_of(done)).filter(kind__in=WAIVER_KINDS)) == [error]
    with pytest.raises(DecisionRefused, match="no_reason"):
        excuse(statement=statement_of(done), kind="ignored", lines=[2], actor=None, reason=" ")
    with pytest.raises(DecisionRefused, match="not_listed"):
        excuse(statement=statement_of(done), kind="ignored", lines=[0], actor=None, reason="No")


def test_no_excuse_is_stored_without_a_reason(ours: Organization) -> None:
    done, _ = weak(ours)

    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.create(organization=ours, statement_import=done, number=0, kind="ignored")


def test_an_outstanding_item_is_accepted_and_stays_unproved(ours: Organization) -> None:
    books = books_of(JANUARY)
    books["transactions"].append({"id": "c", "date": "2026-01-30", "amount": "-75.00", "description": "Cheque 101", "number": "101"})
    account = load(ours, books)
    done = processed(ours, JANUARY.pdf())

    accepted = excuse(statement=statement_of(done), kind="outstanding", entries=entries(account, "c"), actor=None, reason="Not cashed yet")

    assert accepted.amount == Decimal("-75.00")
    assert (answer(done)["verdict"], answer(done)["reasons"]) == ("partial", ["outstanding_unproved"])


def test_an_account_named_twice_keeps_both_records(ours: Organization) -> None:
    one = load(ours, books_of(JANUARY, name="One") | {"number": "", "institution": ""})
    two = load(ours, books_of(JANUARY, name="Two") | {"number": "", "institution": ""})
    done = processed(ours, JANUARY.pdf())

    services.choose_account(statement_import=done, account=one, actor=None)
    services.choose_account(statement_import=done, account=two, actor=MembershipFactory.create(organization=ours, role=Role.PREPARER).user)

    (last,) = standing(ours)
    assert (last.before, last.after, done.chosen_account) == ({"accounts": ["One"]}, {"account": "Two"}, two)
    assert Decision.objects.of(ours).count() == 2
    assert answer(done)["relied_on"] == [str(last.pk)]


def test_an_import_in_progress_accepts_no_decision(ours: Organization) -> None:
    done, account = weak(ours)
    StatementImport.objects.of(ours).filter(pk=done.pk).update(status="processing")

    with pytest.raises(DecisionRefused, match="not_finished"):
        pair(statement=statement_of(done), lines=[1], entries=entries(account, "t2"), actor=None)
