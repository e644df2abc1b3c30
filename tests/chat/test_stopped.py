"""An answer stopped by a person is stored with its cost and never counts as complete."""

from collections.abc import Generator
from decimal import Decimal

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import ReasoningDelta, Request, TextDelta, Turn, TurnEnd, TurnEvent, Usage
from assistant.scripted import ScriptedProvider, says
from reconciliation.chat.services import ChatEvent, answer, stop
from reconciliation.chat.transcript import BROKEN_OFF
from reconciliation.models import Question, Spending
from tests.chat.asking import asked, names
from tests.factories import MembershipFactory
from tests.web.stored import stored_import

pytestmark = pytest.mark.django_db
WRITTEN = 8192
"""Assumed tokens of an answer without a count, at a dollar each."""


@pytest.fixture(autouse=True)
def a_dollar_a_token(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PROVIDER_PRICE = "0/0/1000000"
    monkeypatch.setattr("reconciliation.chat.services.LOOK_EVERY", 0.0)


class Speaking(ScriptedProvider):
    """Thinks, and says its answer word by word. After the first one the person stops it."""

    question: Question

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        turn = self.generate(request)
        yield ReasoningDelta("Which row?")
        for word in turn.text.split():
            yield TextDelta(f"{word} ")
            stop(question=self.question, actor=self.question.asked_by)  # type: ignore[arg-type] # a person asked this one
        yield TurnEnd(turn)


def stopped(question: Question) -> list[ChatEvent]:
    provider = Speaking([says("A row is missing.", usage=Usage(input_tokens=1, output_tokens=1))])
    provider.question = question
    return list(answer(question=question, name="speaking", chosen=lambda *_: [provider]))


def test_a_stopped_answer_is_stored_and_costs_the_reserved_amount() -> None:
    ours = MembershipFactory.create()
    question = asked(ours, stored_import(ours))

    events = stopped(question)

    question.refresh_from_db()
    assert names(events) == ["reasoning", "content", "content", "done"]
    assert (question.answer, question.stop_reason, question.is_answered) == ("A row ", "stopped", False)
    assert (question.output_tokens, question.cost) == (None, Decimal(WRITTEN))
    assert Spending.objects.of(ours.organization).get().dollars == WRITTEN


def test_an_interrupted_answer_costs_its_reservation() -> None:
    ours = MembershipFactory.create()
    question = asked(ours, stored_import(ours))
    provider = Speaking([says("A row is missing.")])
    provider.question = question

    listening = answer(question=question, name="speaking", chosen=lambda *_: [provider])
    next(iter(listening))
    listening.close()  # type: ignore[attr-defined] # a generator

    question.refresh_from_db()
    assert (question.stop_reason, question.is_answered, question.cost) == ("interrupted", False, Decimal(WRITTEN))


def test_a_complete_answer_costs_the_price_of_its_tokens() -> None:
    ours = MembershipFactory.create()
    question = asked(ours, stored_import(ours))
    provider = ScriptedProvider([says("A row is missing.", usage=Usage(input_tokens=1, output_tokens=3))])

    list(answer(question=question, name="scripted", chosen=lambda *_: [provider]))

    question.refresh_from_db()
    assert (question.is_answered, question.cost) == (True, Decimal(3))


def test_a_model_without_a_price_leaves_the_cost_unknown(settings: Settings) -> None:
    settings.PROVIDER_PRICE = ""
    ours = MembershipFactory.create()
    question = asked(ours, stored_import(ours))

    list(answer(question=question, name="scripted", chosen=lambda *_: [ScriptedProvider([says("A row is missing.")])]))

    question.refresh_from_db()
    assert question.cost is None


def test_the_next_question_says_that_the_answer_before_it_broke_off() -> None:
    ours = MembershipFactory.create()
    statement_import = stored_import(ours)
    stopped(asked(ours, statement_import))
    provider = ScriptedProvider([says("The rent.")])

    list(answer(question=asked(ours, statement_import, "Go on."), name="scripted", chosen=lambda *_: [provider]))

    turns = [message.turn for message in provider.requests[0].messages if message.turn]
    assert turns == [Turn(text=f"A row \n\n{BROKEN_OFF}")]
