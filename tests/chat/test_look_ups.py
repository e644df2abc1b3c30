"""Look-ups of earlier answers go with the next question, so that none is paid for twice."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import timezone

from assistant.contract import Message, ProviderError, Turn
from assistant.scripted import Line, ScriptedProvider, calls, says
from finance.models import Account, Transaction
from people.models import Membership
from people.roles import Role
from reconciliation.chat import transcript
from reconciliation.chat.services import answer
from reconciliation.chat.transcript import BROKEN_OFF, CHANGED_SINCE, conversation
from reconciliation.models import Question, StatementImport
from reconciliation.models.actor import Actor
from reconciliation.proposals.tools import LedgerTools
from tests.chat.asking import WHY, asked
from tests.factories import AccountFactory, MembershipFactory
from tests.web.stored import printed_statement, stored_import
from tests.world import booked

pytestmark = pytest.mark.django_db
JANUARY = {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"}
LOOKS: tuple[Line, ...] = (calls(("get_accounts", {})), calls(("get_transactions", JANUARY)))
SEALED = {"dialect": "scripted", "content": [{"type": "thinking", "signature": "c2VhbGVk"}]}


@pytest.fixture
def ours() -> Membership:
    return MembershipFactory.create()


@pytest.fixture
def account(ours: Membership) -> Account:
    return AccountFactory.create(organization=ours.organization, opening="1000.00", name="Current")


@pytest.fixture
def rent(account: Account) -> Transaction:
    return booked(account, 4, "-700.00", "Rent")


@pytest.fixture
def done(ours: Membership, account: Account, rent: Transaction) -> StatementImport:
    stored = stored_import(ours)
    printed_statement(stored, account, (4, "-700.00", "RENT"))
    return stored


def answered(question: Question, *script: Line, **provider: Any) -> ScriptedProvider:
    scripted = ScriptedProvider(script, **provider)
    list(answer(question=question, name="scripted", chosen=lambda *_: [scripted]))
    question.refresh_from_db()
    return scripted


def before(provider: ScriptedProvider) -> Sequence[Message]:
    """The messages of the first request, without the import that the questions are about."""
    return provider.requests[0].messages[1:]


def results(messages: Sequence[Message]) -> list[str]:
    return [result.content for message in messages for result in message.results]


def texts(messages: Sequence[Message]) -> list[str]:
    return [message.turn.text if message.turn else message.text for message in messages]


def test_a_second_question_has_the_look_ups_of_the_first(ours: Membership, done: StatementImport) -> None:
    answered(asked(ours, done), *LOOKS, says("The rent is paired."))

    provider = answered(asked(ours, done, "And the rest?"), says("Nothing else."))

    roles = [message.role for message in before(provider)]
    assert roles == ["user", "assistant", "tool", "assistant", "tool", "assistant", "user"]
    assert '"Rent"' in results(before(provider))[1]
    assert len(provider.requests) == 1


def test_handles_of_an_earlier_answer_are_valid_in_the_next(ours: Membership, done: StatementImport, rent: Transaction) -> None:
    answered(asked(ours, done), *LOOKS, says("The rent is paired."))
    pair = {"statement": 0, "line": 0, "transactions": ["t1"], "why": "Same day."}

    answered(question := asked(ours, done, "Propose it."), calls(("propose_pair", pair)), says("I propose it."))

    assert [proposal["transactions"] for proposal in question.proposals] == [[str(rent.pk)]]


def test_a_new_row_never_takes_the_handle_of_an_earlier_answer(ours: Membership, done: StatementImport, account: Account) -> None:
    answered(asked(ours, done), *LOOKS, says("The rent is paired."))
    tea = booked(account, 2, "-1.00", "Tea")  # before the rent in the list
    pair = {"statement": 0, "line": 0, "transactions": ["t2"], "why": "x"}

    answered(question := asked(ours, done), calls(("propose_pair", pair)), says("I propose it."))

    assert [proposal["transactions"] for proposal in question.proposals] == [[str(tea.pk)]]


def test_changed_books_send_the_results_of_today_and_mark_the_answer(ours: Membership, done: StatementImport, account: Account) -> None:
    answered(asked(ours, done), *LOOKS, says("The rent is paired."))
    booked(account, 6, "-1.00", "Tea")

    provider = answered(asked(ours, done, "And now?"), says("There is tea."))

    assert '"Tea"' in results(before(provider))[1]
    final = before(provider)[-2].turn
    assert final is not None
    assert final.text == f"The rent is paired.\n\n{CHANGED_SINCE}"


def test_reasoning_goes_back_to_the_model_that_sealed_it(ours: Membership, done: StatementImport) -> None:
    sealed = Turn(text="The rent.", state=SEALED, response_id="r1")
    answered(asked(ours, done), *LOOKS, sealed)

    again = answered(asked(ours, done, "And now?"), says("The same."))
    elsewhere = answered(asked(ours, done, "And elsewhere?"), says("The same."), model="another")

    assert sealed in [message.turn for message in before(again)]
    assert Turn(text="The rent.") in [message.turn for message in before(elsewhere)]
    assert not any(message.turn.state for message in before(elsewhere) if message.turn)


def test_reasoning_is_left_out_once_the_books_have_changed(ours: Membership, done: StatementImport, account: Account) -> None:
    answered(asked(ours, done), *LOOKS, Turn(text="The rent.", state=SEALED))
    booked(account, 6, "-1.00", "Tea")

    provider = answered(asked(ours, done, "And now?"), says("There is tea."))

    assert not any(message.turn.state for message in before(provider) if message.turn)


def test_reasoning_is_left_out_once_the_import_reads_differently(ours: Membership, done: StatementImport) -> None:
    answered(asked(ours, done), *LOOKS, Turn(text="The rent.", state=SEALED))
    StatementImport.objects.of(ours.organization).update(reconciliation={"verdict": "matched"})

    provider = answered(asked(ours, StatementImport.objects.of(ours.organization).get(), "And now?"), says("Yes."))

    assert not any(message.turn.state for message in before(provider) if message.turn)
    assert len(results(before(provider))) == 2


def test_look_ups_survive_an_answer_that_failed(ours: Membership, done: StatementImport) -> None:
    answered(asked(ours, done), *LOOKS, ProviderError("authentication", "no"))

    provider = answered(asked(ours, done, "Again."), says("Now."))

    assert len(results(before(provider))) == 2
    final = before(provider)[-2].turn
    assert final is not None
    assert final.text == BROKEN_OFF


def test_results_of_accounts_that_the_asking_member_does_not_see_are_left_out(ours: Membership, done: StatementImport) -> None:
    answered(asked(ours, done), *LOOKS, says("The rent is paired."))
    client = MembershipFactory.create(role=Role.CLIENT, organization=ours.organization)
    actor = Actor(organization=ours.organization, user=client.user, channel="chat")
    question = Question(statement_import=done, text="And now?", asked_at=timezone.now(), asked_by=client.user)

    found = conversation(question, LedgerTools(actor))

    assert (results(found.messages), found.look_ups) == ([], 0)
    assert [message.turn for message in found.messages if message.turn] == [Turn(text="The rent is paired.")]


def test_two_answers_at_once_are_not_mixed_up(ours: Membership, done: StatementImport, account: Account) -> None:
    """Both begin with t1 and give t2 to different rows: the earlier one goes on in words."""
    first, second = asked(ours, done, "A"), asked(ours, done, "B")
    Question.objects.of(ours.organization).filter(pk=first.pk).update(asked_at=second.asked_at)
    booked(account, 9, "-1.00", "Tea")
    answered(second, *LOOKS, says("Tea."))
    early = JANUARY | {"first": "2026-01-09"}
    answered(first, calls(("get_accounts", {})), calls(("get_transactions", early)), says("Also tea."))
    Question.objects.of(ours.organization).filter(pk=second.pk).update(asked_at=timezone.now())

    provider = answered(asked(ours, done, "And now?"), says("Yes."))

    assert len(results(before(provider))) == 2
    assert Turn(text="Also tea.") in [message.turn for message in before(provider)]


def test_turns_too_long_to_store_go_on_in_words(ours: Membership, done: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "LARGEST", 10)
    answered(question := asked(ours, done), *LOOKS, says("The rent is paired."))

    provider = answered(asked(ours, done, "And now?"), says("Yes."))

    assert question.turns == ""
    assert texts(before(provider)) == [WHY, "The rent is paired.", "And now?"]


def test_a_model_for_which_the_look_ups_are_too_long_gets_the_words(ours: Membership, done: StatementImport) -> None:
    answered(asked(ours, done), *LOOKS, says("The rent is paired."))

    provider = answered(question := asked(ours, done, "And now?"), ProviderError("context_length", "too long"), says("Yes."))

    assert texts(provider.requests[1].messages[1:]) == [WHY, "The rent is paired.", "And now?"]
    assert (question.answer, question.course) == ("Yes.", {"texts": [], "look_ups": [], "earlier": 0})


def test_only_as_many_turns_go_along_as_there_is_room(ours: Membership, done: StatementImport) -> None:
    answered(first := asked(ours, done), *LOOKS, says("The rent is paired."))
    answered(second := asked(ours, done), calls(("get_accounts", {})), says("There is one."))
    question = asked(ours, done, "And now?")

    found = conversation(
        question, LedgerTools(Actor(organization=ours.organization, user=ours.user, channel="chat")), room=len(second.turns)
    )

    assert len(first.turns) > 0
    assert found.look_ups == 1


def test_reasoning_too_long_to_store_leaves_the_look_ups(ours: Membership, done: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "LARGEST", 5000)
    answered(question := asked(ours, done), *LOOKS, Turn(text="The rent.", state={"dialect": "scripted", "content": "x" * 5000}))

    assert '"Rent"' in question.turns.replace("\\", "")
    assert "xxx" not in question.turns


def test_hostile_turns_are_stored_whole(ours: Membership, done: StatementImport) -> None:
    said = "\0 \ud800 <script> \u202e"
    answered(asked(ours, done), calls(("get_accounts", {}), (said, {said: said}), text=said), says(said))

    provider = answered(asked(ours, done, "And now?"), says("Yes."))

    assert len(results(before(provider))) == 2
