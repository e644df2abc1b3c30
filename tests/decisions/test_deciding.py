"""A decision is recorded, verified at once, and refused without a trace where it cannot be applied."""

import pytest

from finance.models import Transaction
from people.access import NotYours
from people.models import Organization
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.questions import AmbiguousGroup, confirm, confirm_all, deny
from reconciliation.decisions.reading import replace_statement
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import pair, undo_each_other, unpair
from reconciliation.models import Cause, DecisionsStay, Match, StatementImport, StatementLine
from reconciliation.tasks import process_pdf
from reconciliation.uploads import services
from tests.decisions.cases import answer, deposit, entries, question, standing, statement_of, weak
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


def test_one_payment_under_two_names_is_matched_once_a_person_says_so(ours: Organization) -> None:
    done, account = weak(ours)
    preparer = MembershipFactory.create(organization=ours, role=Role.PREPARER).user
    assert done.verdict == "partial"

    decision = pair(statement=statement_of(done), lines=[1], entries=entries(account, "t2"), actor=preparer, reason="Card of the shop")

    assert (answer(done)["verdict"], answer(done)["relied_on"]) == ("matched", [str(decision.pk)])
    assert done.reconciliation_matched
    assert [run.cause for run in done.runs.order_by("number")] == [Cause.UPLOAD, Cause.DECIDED]
    assert (decision.made_by, decision.reason, decision.line_numbers) == (preparer, "Card of the shop", (1,))
    assert decision.transaction_ids == (entry(account, "t2").pk,)
    assert Match.objects.of(ours).get(lines__number=1).decided_by == Match.DecidedBy.PERSON


def test_withdrawing_a_decision_restores_the_previous_verdict(ours: Organization) -> None:
    done, account = weak(ours)
    before = dict(answer(done))
    decision = pair(statement=statement_of(done), lines=[1], entries=entries(account, "t2"), actor=None)

    withdraw_decision(decision=decision, actor=MembershipFactory.create(organization=ours, role=Role.PREPARER).user, reason="Wrong shop")

    assert answer(done) == before
    assert (done.status, done.verdict) == (StatementImport.Status.REVIEW, "partial")
    assert standing(ours) == []
    assert decision.withdrawn_because == "Wrong shop"
    with pytest.raises(DecisionRefused, match="withdrawn_already"):
        withdraw_decision(decision=decision, actor=None)


def test_unequal_sums_are_refused_and_nothing_is_stored(ours: Organization) -> None:
    done, account = weak(ours)
    before = dict(answer(done))

    with pytest.raises(DecisionRefused, match="sums_differ"):
        pair(statement=statement_of(done), lines=[1], entries=entries(account, "t1"), actor=None)

    assert (answer(done), standing(ours), done.runs.count()) == (before, [], 1)


def test_the_second_of_two_people_learns_that_the_row_is_settled(ours: Organization) -> None:
    done, account = weak(ours)
    pair(
        statement=statement_of(done),
        lines=[1],
        entries=entries(account, "t2"),
        actor=MembershipFactory.create(organization=ours, role=Role.PREPARER).user,
    )

    with pytest.raises(DecisionRefused, match="contradicts"):
        unpair(
            statement=statement_of(done),
            lines=[1],
            entries=entries(account, "t2"),
            actor=MembershipFactory.create(organization=ours, role=Role.PREPARER).user,
        )

    assert [each.kind for each in standing(ours)] == ["pair"]


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR, Role.CLIENT])
def test_a_role_that_may_not_decide_cannot_match_rows(role: Role, ours: Organization) -> None:
    done, account = weak(ours)

    with pytest.raises(NotYours):
        pair(
            statement=statement_of(done),
            lines=[1],
            entries=entries(account, "t2"),
            actor=MembershipFactory.create(organization=ours, role=role).user,
        )


def test_two_organizations_never_mix(ours: Organization) -> None:
    done, _ = weak(ours)
    theirs, their_account = weak(OrganizationFactory.create())

    with pytest.raises(DecisionRefused, match="no_entry"):
        pair(statement=statement_of(done), lines=[1], entries=entries(their_account, "t2"), actor=None)
    with pytest.raises(NotYours):
        pair(
            statement=statement_of(theirs),
            lines=[1],
            entries=entries(their_account, "t2"),
            actor=MembershipFactory.create(organization=ours, role=Role.OWNER).user,
        )
    with pytest.raises(NotYours):
        replace_statement(statement=statement_of(done), replaced=statement_of(theirs), actor=None)
    assert standing(ours) == []


def test_a_decision_is_never_changed_or_removed(ours: Organization) -> None:
    done, account = weak(ours)
    decision = pair(statement=statement_of(done), lines=[1], entries=entries(account, "t2"), actor=None)

    decision.reason = "Something else"
    with pytest.raises(DecisionsStay):
        decision.save()
    with pytest.raises(DecisionsStay):
        decision.delete()


def test_a_decision_outlives_a_new_reading_of_the_same_rows(ours: Organization) -> None:
    done, account = weak(ours)
    pair(statement=statement_of(done), lines=[1], entries=entries(account, "t2"), actor=None)

    services.process_again(statement_import=done, actor=None)
    process_pdf(str(done.pk))

    assert answer(done)["verdict"] == "matched"


def test_a_decision_is_set_aside_after_a_change_of_its_row(ours: Organization) -> None:
    done, account = weak(ours)
    decision = pair(statement=statement_of(done), lines=[1], entries=entries(account, "t2"), actor=None)
    StatementLine.objects.of(ours).filter(number=1).update(description="Aldi Nord")

    services.choose_account(statement_import=done, account=account, actor=None)

    taken = {each["decision"]: each["why_not"] for each in answer(done)["decisions"]}
    assert taken[str(decision.pk)] == "line_changed"
    assert answer(done)["verdict"] == "partial"
    assert decision in standing(ours)


def test_a_decision_on_an_entry_that_was_changed_is_set_aside(ours: Organization) -> None:
    done, account = weak(ours)
    pair(statement=statement_of(done), lines=[1], entries=entries(account, "t2"), actor=None)
    Transaction.objects.of(ours).filter(external_id="t2").update(amount_minor=-2100)

    services.choose_account(statement_import=done, account=account, actor=None)

    assert answer(done)["verdict"] == "mismatched"


def test_a_proposed_pair_is_confirmed(ours: Organization) -> None:
    done, _ = deposit(ours)
    assert answer(done)["reasons"] == ["group_to_confirm"]

    (decision,) = confirm(statement=statement_of(done), question=question(done), actor=None)

    assert (decision.kind, decision.line_numbers, len(decision.entries)) == ("pair", (1,), 3)
    assert answer(done)["verdict"] == "matched"


def test_a_proposed_pair_is_denied(ours: Organization) -> None:
    done, _ = deposit(ours)

    deny(statement=statement_of(done), question=question(done), actor=None)

    assert (answer(done)["verdict"], answer(done)["ambiguous"]) == ("mismatched", [])


def test_a_question_that_was_settled_meanwhile_is_not_answered_again(ours: Organization) -> None:
    done, _ = deposit(ours)
    asked = question(done)
    confirm(statement=statement_of(done), question=asked, actor=None)

    with pytest.raises(DecisionRefused, match="asked_no_more"):
        deny(statement=statement_of(done), question=asked, actor=None)


def test_all_that_is_sure_enough_is_confirmed_at_once_each_on_record(ours: Organization) -> None:
    done, _ = deposit(ours)

    decisions = confirm_all(statement=statement_of(done), actor=MembershipFactory.create(organization=ours, role=Role.PREPARER).user)

    assert [each.kind for each in decisions] == ["pair"]
    assert answer(done)["verdict"] == "matched"
    assert confirm_all(statement=statement_of(done), actor=None) == []


def test_twins_stay_asked_when_all_that_is_sure_is_confirmed(ours: Organization) -> None:
    books = books_of(JANUARY)
    books["transactions"].append(books["transactions"][0] | {"id": "twin"})
    load(ours, books)
    done = processed(ours, JANUARY.pdf())

    assert confirm_all(statement=statement_of(done), actor=None) == []

    assert answer(done)["reasons"] == ["ambiguous_rows"]
    with pytest.raises(DecisionRefused, match="asked_no_more"):
        confirm(statement=statement_of(done), question=AmbiguousGroup((0,), ("t1",)), actor=None)


def test_two_entries_undo_each_other_if_a_person_says_so(ours: Organization) -> None:
    books = books_of(JANUARY)
    books["transactions"] += [
        {"id": "v1", "date": "2026-01-06", "amount": "-300.00", "description": "Cheque 110"},
        {"id": "v2", "date": "2026-01-12", "amount": "300.00", "description": "Void cheque 110"},
    ]
    account = load(ours, books)
    done = processed(ours, JANUARY.pdf())
    assert answer(done)["reasons"] == ["contra_to_confirm"]

    undo_each_other(statement=statement_of(done), entries=entries(account, "v1", "v2"), actor=None)

    assert answer(done)["verdict"] == "matched"
