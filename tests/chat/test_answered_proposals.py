"""A model's proposal is accepted, changed or rejected by a person; the model learns it with the next question, whenever that is."""

import datetime as dt
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from assistant.scripted import ScriptedProvider, says
from finance.models import Transaction
from people.models import AuditEntry, Membership
from people.roles import Role
from reconciliation.chat.proposals import answer_with, approve, proposed, refuse
from reconciliation.chat.services import answer as answered_by
from reconciliation.decisions import rows
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, ProposalAnswer, Question, StatementImport
from reconciliation.proposals.result import digest_of_shown
from tests.chat.asking import asked
from tests.decisions.cases import answer, deposit, standing, statement_of, weak
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory

pytestmark = pytest.mark.django_db
Outcome = ProposalAnswer.Outcome


@pytest.fixture
def ours() -> Membership:
    return MembershipFactory.create(organization=OrganizationFactory.create())


@pytest.fixture
def done(ours: Membership) -> StatementImport:
    return weak(ours.organization)[0]


def with_proposals(statement_import: StatementImport, *proposals: dict[str, Any]) -> Question:
    stored = {"finished_at": timezone.now(), "stop_reason": "answered", "answer": "I propose it."}
    return Question.objects.create(statement_import=statement_import, text="Why?", proposals=list(proposals), **stored)


def pair_of(statement_import: StatementImport) -> dict[str, Any]:
    """The doubtful row with the entry of another name, as a model proposes it."""
    doubtful = answer(statement_import)["ambiguous"][0]
    line = statement_of(statement_import).lines.get(number=doubtful["lines"][0])
    entry = Transaction.objects.of(statement_import.organization).named(doubtful["transactions"])[0]
    return {"kind": "pair", "line": str(line.pk), "transactions": [str(entry.pk)], "why": "Same day."}


def shown(question: Question, actor: Any, number: int = 0) -> str:
    return digest_of_shown(proposed(question, number, actor).shown)


def next_message(ours: Membership, statement_import: StatementImport, text: str = "And now?") -> list[str]:
    """Return the texts of the messages that the model gets with the next question."""
    provider = ScriptedProvider([says("Good.")])
    list(answered_by(question=asked(ours, statement_import, text), name="scripted", chosen=lambda *_: [provider]))
    return [message.text for message in provider.requests[0].messages]


def test_an_accepted_pair_is_a_decision_of_the_person(ours: Membership, done: StatementImport) -> None:
    question = with_proposals(done, pair_of(done))

    given = approve(question=question, number=0, shown=shown(question, ours.user), actor=ours.user)

    assert answer(done)["verdict"] == "matched"
    (decision,) = standing(ours.organization)
    assert (given.outcome, given.made_by, given.decision) == (Outcome.APPROVED, ours.user, decision)


def test_a_rejection_is_stored_with_its_reason_and_changes_nothing_else(ours: Membership, done: StatementImport) -> None:
    question, before = with_proposals(done, pair_of(done)), answer(done)

    given = refuse(question=question, number=0, shown=shown(question, ours.user), actor=ours.user, reason=" Another shop. ")

    assert (given.outcome, given.reason, given.made_by, given.decision) == (Outcome.REFUSED, "Another shop.", ours.user, None)
    assert given.shown["row"] == ["2026-01-06", "-20.00", "Aldi Sued"]
    assert (answer(done), standing(ours.organization)) == (before, [])
    assert AuditEntry.objects.of(ours.organization).filter(act="refused_proposal", by=ours.user.pk).count() == 1


def test_a_proposal_is_answered_once(ours: Membership, done: StatementImport) -> None:
    question = with_proposals(done, pair_of(done))
    said = shown(question, ours.user)
    refuse(question=question, number=0, shown=said, actor=ours.user)

    with pytest.raises(DecisionRefused, match="proposal_answered"):
        approve(question=question, number=0, shown=said, actor=ours.user)

    assert standing(ours.organization) == []


@pytest.mark.parametrize("act", [approve, refuse])
def test_an_answer_is_bound_to_what_the_page_showed(ours: Membership, done: StatementImport, act: Any) -> None:
    question = with_proposals(done, pair_of(done))
    said = shown(question, ours.user)
    Transaction.objects.of(ours.organization).filter(pk=question.proposals[0]["transactions"][0]).update(description="Another text")

    with pytest.raises(DecisionRefused, match="proposal_changed"):
        act(question=question, number=0, shown=said, actor=ours.user)

    assert not question.proposal_answers.exists()


def test_a_pair_that_the_verifier_refuses_leaves_the_proposal_open(ours: Membership, done: StatementImport) -> None:
    rent = Transaction.objects.of(ours.organization).get(description__startswith="Rent")
    question = with_proposals(done, pair_of(done) | {"transactions": [str(rent.pk)]})

    with pytest.raises(DecisionRefused):
        approve(question=question, number=0, shown=shown(question, ours.user), actor=ours.user)

    assert not question.proposal_answers.exists()


@pytest.mark.parametrize("number", [1, 99])
def test_a_proposal_that_was_not_made_has_no_answer(ours: Membership, done: StatementImport, number: int) -> None:
    question = with_proposals(done, pair_of(done))

    with pytest.raises(DecisionRefused, match="proposal_gone"):
        approve(question=question, number=number, shown="", actor=ours.user)


def test_a_viewer_answers_no_proposal(ours: Membership, done: StatementImport) -> None:
    question = with_proposals(done, pair_of(done))
    viewer = MembershipFactory.create(role=Role.VIEWER, organization=ours.organization).user

    for act in (approve, refuse):
        with pytest.raises(PermissionDenied):
            act(question=question, number=0, shown=shown(question, ours.user), actor=viewer)


def test_other_entries_than_the_proposed_ones_change_the_proposal(ours: Membership) -> None:
    done, _ = deposit(ours.organization)
    line = statement_of(done).lines.get(description="Deposit")
    receipts = list(Transaction.objects.of(ours.organization).filter(description__startswith="Receipt"))
    proposal = {"kind": "pair", "line": str(line.pk), "transactions": [str(receipts[0].pk)], "why": "The largest."}
    question = with_proposals(done, proposal)

    given = answer_with(
        question=question,
        number=0,
        shown=shown(question, ours.user),
        actor=ours.user,
        act=lambda: rows.pair(statement=statement_of(done), lines=[line.number], entries=receipts, actor=ours.user),
    )

    assert given.outcome == Outcome.CHANGED
    assert len(Decision.objects.of(ours.organization).get().entries) == 3
    assert '"entries_chosen"' in next_message(ours, done)[3]


def test_an_account_is_accepted_or_another_one_chosen(ours: Membership, done: StatementImport) -> None:
    statement = statement_of(done)
    other = AccountFactory.create(organization=ours.organization, name="Other", opening="1000.00")
    proposal = {"kind": "account", "statement": str(statement.pk), "account": str(other.pk), "why": "Its name."}
    question = with_proposals(done, proposal, proposal)
    third = AccountFactory.create(organization=ours.organization, name="Third", opening="1000.00")

    first = approve(question=question, number=0, shown=shown(question, ours.user), actor=ours.user)
    second = approve(question=question, number=1, shown=shown(question, ours.user, 1), actor=ours.user, account=third)

    assert [given.outcome for given in (first, second)] == [Outcome.APPROVED, Outcome.CHANGED]
    assert statement_of(done).account == third


def test_the_model_learns_each_answer_once_and_days_later(ours: Membership, done: StatementImport) -> None:
    question = with_proposals(done, pair_of(done))
    refuse(question=question, number=0, shown=shown(question, ours.user), actor=ours.user, reason="Another shop.")
    later = timezone.now() - dt.timedelta(days=9)
    Question.objects.of(ours.organization).filter(pk=question.pk).update(asked_at=later)
    ProposalAnswer.objects.of(ours.organization).update(made_at=later + dt.timedelta(days=3))

    texts = next_message(ours, done, "Go on.")
    again = next_message(ours, done, "And now?")

    assert [("Another shop." in text, text.endswith("Go on.")) for text in texts if text][-1] == (True, True)
    assert sum("Another shop." in text for text in again) == 1
    assert again[-1] == "And now?"


def test_the_model_learns_that_an_accepted_pair_was_undone(ours: Membership, done: StatementImport) -> None:
    question = with_proposals(done, pair_of(done))
    given = approve(question=question, number=0, shown=shown(question, ours.user), actor=ours.user)
    assert given.decision
    withdraw_decision(decision=given.decision, actor=ours.user)

    assert '"undone_since":true' in next_message(ours, done)[-1]


def test_a_deleted_question_takes_its_answers_along(ours: Membership, done: StatementImport) -> None:
    question = with_proposals(done, pair_of(done))
    refuse(question=question, number=0, shown=shown(question, ours.user), actor=ours.user)

    question.delete()

    assert not ProposalAnswer.objects.of(ours.organization).exists()
