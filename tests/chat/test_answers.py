"""A reviewer asks why a statement does not agree, and is answered as it comes; nothing is decided by it."""

from collections.abc import Generator
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from assistant.contract import Provider, ProviderError, Request, TextDelta, Turn, TurnEvent
from assistant.scripted import Line, ScriptedProvider, calls, says
from people.roles import Role
from reconciliation.chat.services import LONGEST, NAMES, ChatEvent, UnaskableQuestion, answer, stop
from reconciliation.models import Match, Question
from tests.chat.asking import WHY, asked, names
from tests.decisions.cases import weak
from tests.factories import AccountFactory, MembershipFactory
from tests.web.stored import printed_statement, stored_import
from tests.world import booked

pytestmark = pytest.mark.django_db


def answered(question: Question, *script: Line) -> tuple[list[ChatEvent], ScriptedProvider]:
    provider = ScriptedProvider(script)
    return list(answer(question=question, name="scripted", chosen=lambda *_: [provider])), provider


def test_an_answer_arrives_as_known_events_and_is_stored() -> None:
    ours = MembershipFactory.create()
    question = asked(ours, stored_import(ours))

    events, _ = answered(question, calls(("get_accounts", {})), says("A row is missing."))

    assert names(events) == ["queued", "running", "completed", "content", "done"]
    assert set(names(events)) <= set(NAMES)
    question.refresh_from_db()
    assert (question.answer, question.stop_reason) == ("A row is missing.", "answered")
    assert question.finished_at is not None


def test_the_model_receives_the_result_the_rows_and_the_conversation() -> None:
    ours = MembershipFactory.create()
    statement_import = stored_import(ours)
    answered(asked(ours, statement_import), says("A row is missing."))

    _, provider = answered(asked(ours, statement_import, "Which one?"), says("The rent."))

    texts = [message.text or (message.turn.text if message.turn else "") for message in provider.requests[0].messages]
    assert "=== untrusted document" in texts[0]
    assert '"result"' in texts[0]
    assert texts[1:] == [WHY, "A row is missing.", "Which one?"]


def test_the_model_receives_no_keys_of_the_database() -> None:
    ours = MembershipFactory.create()
    done, account = weak(ours.organization)
    assert str(account.pk) in str(done.reconciliation)

    _, provider = answered(asked(ours, done), says("A row is missing."))

    text = provider.requests[0].messages[0].text
    assert '"verdict"' in text
    assert str(account.pk) not in text
    assert '"sha256"' not in text


def test_a_pair_is_proposed_to_a_person_and_changes_nothing() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    rent = booked(account, 4, "-700.00", "Rent", external_id="t1")
    statement_import = stored_import(ours)
    printed_statement(statement_import, account, (4, "-700.00", "RENT"))
    before = list(Match.objects.of(ours.organization).values())
    window = {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"}
    pair = {"statement": 0, "line": 0, "transactions": ["t1"], "why": "Same day."}

    events, _ = answered(
        question := asked(ours, statement_import),
        *(calls(("get_accounts", {})), calls(("get_transactions", window)), calls(("propose_pair", pair)), says("I propose a pair.")),
    )

    question.refresh_from_db()
    (proposal,) = question.proposals
    assert (proposal["kind"], proposal["transactions"], proposal["why"]) == ("pair", [str(rent.pk)], "Same day.")
    assert events[-1].data["proposals"] == 1
    assert list(Match.objects.of(ours.organization).values()) == before


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("propose_pair", {"statement": 0, "line": 99, "transactions": ["t1"], "why": "x"}),
        ("propose_pair", {"statement": 0, "line": 0, "transactions": ["t99"], "why": "x"}),
        ("propose_pair", {"statement": 0, "line": 0, "transactions": [], "why": "x"}),
        ("propose_account", {"statement": 0, "account": "a99", "why": "x"}),
        ("propose_account", {"statement": 7, "account": "a1", "why": "x"}),
    ],
)
def test_a_model_cannot_propose_items_that_it_was_not_shown(tool: str, arguments: dict[str, Any]) -> None:
    ours = MembershipFactory.create()
    statement_import = stored_import(ours)
    printed_statement(statement_import, AccountFactory.create(organization=ours.organization, opening="1000.00"), (4, "-700.00", "RENT"))
    question = asked(ours, statement_import)

    events, _ = answered(question, calls(("get_accounts", {})), calls((tool, arguments)), says("No."))

    question.refresh_from_db()
    assert (names(events).count("failed"), question.proposals) == (1, [])


def test_the_books_of_another_organization_are_invisible() -> None:
    theirs = MembershipFactory.create()
    AccountFactory.create(organization=theirs.organization, name="Secret account", opening="1000.00")
    ours = MembershipFactory.create()

    _, provider = answered(asked(ours, stored_import(ours)), calls(("get_accounts", {})), says("There are none."))

    (result,) = provider.requests[1].messages[-1].results
    assert "Secret account" not in result.content


def test_a_provider_that_fails_is_a_warning_and_the_question_can_be_asked_again() -> None:
    ours = MembershipFactory.create()
    statement_import = stored_import(ours)
    question = asked(ours, statement_import)

    events, _ = answered(question, ProviderError("authentication", "no"))

    assert [event.data for event in events if event.name == "warning"] == [{"code": "authentication"}]
    assert names(events)[-1] == "done"
    again, _ = answered(asked(ours, statement_import), says("Now."))
    assert names(again) == ["content", "done"]


def test_the_built_in_provider_answers_no_questions() -> None:
    ours = MembershipFactory.create()

    events = list(answer(question=asked(ours, stored_import(ours)), name="builtin"))

    assert [event.data.get("code") for event in events] == ["not_configured", None]


def test_a_closed_connection_stops_the_answer_and_stores_its_text() -> None:
    ours = MembershipFactory.create()
    question = asked(ours, stored_import(ours))

    class Slow(ScriptedProvider):
        def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
            yield TextDelta("A row ")
            raise AssertionError("asked for more")

    provider: Provider = Slow([])
    listening = answer(question=question, name="slow", chosen=lambda *_: [provider])
    assert next(iter(listening)).data == {"text": "A row "}
    listening.close()  # type: ignore[attr-defined] # a generator

    question.refresh_from_db()
    assert (question.answer, question.stop_reason) == ("A row ", "interrupted")


def test_a_person_stops_an_answer_that_still_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.chat.services.LOOK_EVERY", 0.0)
    ours = MembershipFactory.create()
    question = asked(ours, stored_import(ours))

    def stopped_meanwhile(_: Request) -> Turn:
        stop(question=question, actor=ours.user)
        return calls(("get_accounts", {}))

    events, provider = answered(question, stopped_meanwhile, says("never"))

    question.refresh_from_db()
    assert (question.stop_reason, len(provider.requests)) == ("stopped", 1)
    assert names(events)[-1] == "done"


@pytest.mark.parametrize(("text", "code"), [("  ", "empty"), ("x" * (LONGEST + 1), "too_long")])
def test_an_invalid_question_is_refused_before_it_is_stored(text: str, code: str) -> None:
    ours = MembershipFactory.create()

    with pytest.raises(UnaskableQuestion) as refused:
        asked(ours, stored_import(ours), text)

    assert refused.value.code == code
    assert not Question.objects.of(ours.organization).exists()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR, Role.CLIENT])
def test_a_role_that_may_not_decide_may_not_ask_the_assistant(role: Role) -> None:
    owner = MembershipFactory.create()
    other = MembershipFactory.create(role=role, organization=owner.organization)

    with pytest.raises(PermissionDenied):
        asked(other, stored_import(owner))
