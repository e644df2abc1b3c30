"""The cost limit of a run covers all its attempts; the successor of a dead worker has the remainder."""

from decimal import Decimal

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Message, Usage
from assistant.costs import BudgetSpent
from assistant.events import LoopResult, LoopStep
from assistant.limits import Limits
from assistant.scripted import Line, ScriptedProvider, calls, says
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.spending import UNLISTED, RunLedger, run_limit
from reconciliation.models import Cause, Spending, StatementImport
from reconciliation.queue.claims import Claim, ClaimLost, take
from reconciliation.queue.notify import queue_again
from tests.assistant.conversations import Counter
from tests.factories import WaitingImportFactory

pytestmark = pytest.mark.django_db
LOOKS = calls(("look_up", {"account": "a"}), usage=Usage(input_tokens=100, output_tokens=1000))
LOOKS_ON = calls(("look_up", {"account": "b"}), usage=Usage(input_tokens=100, output_tokens=1000))
SAYS = says("done", usage=Usage(input_tokens=100, output_tokens=1000))


@pytest.fixture
def waiting(settings: Settings) -> StatementImport:
    """An import whose model costs a dollar for each token that it writes."""
    settings.PROVIDER_PRICE = "0/0/1000000"
    return WaitingImportFactory.create()


def attempted(claimed: Claim, *script: Line, question: str = "How much?", scope: str = "reconcile") -> tuple[LoopResult[None], int]:
    """Return the result of an attempt at the run, and the number of its requests."""
    provider = ScriptedProvider(script)
    loop = Loops(claimed).loop([provider], Limits(), purpose="proposes", scope=scope, observe=lambda _: None, toolbox=Counter().toolbox)
    return loop.run([Message(role="user", text=question)]), len(provider.requests)


def killed(claimed: Claim) -> Claim:
    """The claim of the successor of a worker that died."""
    StatementImport.objects.of(claimed.statement_import.organization).update(status=StatementImport.Status.PENDING)
    return take(claimed.statement_import.pk)


def after_one_turn(claimed: Claim) -> Claim:
    """The claim of the successor of a worker that was killed when it had paid one turn."""

    def dies(_: LoopStep) -> None:
        raise KeyboardInterrupt

    loop = Loops(claimed).loop(
        [ScriptedProvider([LOOKS])], Limits(), purpose="proposes", scope="reconcile", observe=dies, toolbox=Counter().toolbox
    )
    with pytest.raises(KeyboardInterrupt):
        loop.run([Message(role="user", text="How much?")])
    return killed(claimed)


def test_a_successor_may_spend_the_rest_of_the_budget_and_pays_for_no_turn_twice(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_RUN_LIMIT = str(UNLISTED + 999)
    successor = after_one_turn(take(waiting.pk))

    result, requests = attempted(successor, SAYS)

    assert (result.stop_reason, len(result.steps), requests) == ("cost", 1, 0)


def test_with_enough_left_it_goes_on(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_RUN_LIMIT = str(UNLISTED + 1000)
    successor = after_one_turn(take(waiting.pk))

    result, requests = attempted(successor, SAYS)

    assert (result.stop_reason, len(result.steps), requests) == ("answered", 2, 1)
    waiting.refresh_from_db()
    assert waiting.nanodollars == 2000 * 10**9


def test_the_reservation_of_a_worker_that_died_stays_counted_in_the_run(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_RUN_LIMIT = "10"
    claimed = take(waiting.pk)
    RunLedger(claimed, run_limit()).reserve(Decimal(10))

    with pytest.raises(BudgetSpent):
        RunLedger(killed(claimed), run_limit()).reserve(Decimal(10))


def test_a_worker_that_lost_its_claim_spends_nothing_more(waiting: StatementImport) -> None:
    claimed = take(waiting.pk)
    killed(claimed)

    with pytest.raises(ClaimLost):
        attempted(claimed, SAYS)


def test_a_cost_refused_by_the_daily_limit_is_not_counted_on_the_run(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_DAILY_LIMIT = "1"
    settings.PROVIDER_RUN_LIMIT = "1000000"
    claimed = take(waiting.pk)
    Spending.objects.create(organization=waiting.organization, day="2026-01-01")

    result, requests = attempted(claimed, SAYS)

    assert (result.stop_reason, requests) == ("cost", 0)
    waiting.refresh_from_db()
    assert waiting.nanodollars == 0


def test_a_run_that_a_person_requests_has_a_new_budget(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_RUN_LIMIT = str(UNLISTED)
    claimed = take(waiting.pk)
    assert attempted(claimed, SAYS)[1] == 1
    claimed.write(status=StatementImport.Status.FAILED)

    queue_again(claimed.statement_import, Cause.AGAIN)

    assert attempted(take(waiting.pk), SAYS)[1] == 1


@pytest.mark.parametrize(("most", "tools"), [(350, [True, False]), (401, [True, True])])
def test_tokens_that_were_paid_for_in_vain_count_where_something_else_is_asked(
    waiting: StatementImport, settings: Settings, most: int, tools: list[bool]
) -> None:
    settings.PROVIDER_MAX_INPUT_TOKENS = most
    successor = after_one_turn(take(waiting.pk))
    provider = ScriptedProvider([LOOKS, SAYS])

    loop = Loops(successor).loop(
        [provider], Limits(), purpose="proposes", scope="reconcile", observe=lambda _: None, toolbox=Counter().toolbox
    )
    loop.run([Message(role="user", text="How much now?")])

    assert [bool(request.tools) for request in provider.requests] == tools


def test_nothing_else_is_asked_where_they_were_all_paid_for_in_vain(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_MAX_INPUT_TOKENS = 100
    successor = after_one_turn(take(waiting.pk))

    result, requests = attempted(successor, SAYS, question="How much now?")

    assert (result.stop_reason, result.steps, requests) == ("input_tokens", (), 0)


def test_the_same_question_is_answered_as_before_whatever_the_tokens(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_MAX_INPUT_TOKENS = 400
    claimed = take(waiting.pk)
    first, bought = attempted(claimed, LOOKS, LOOKS_ON, SAYS)

    again, bought_again = attempted(killed(claimed), SAYS)

    assert (bought, bought_again) == (3, 0)
    assert [step.turn for step in again.steps] == [step.turn for step in first.steps]


def test_the_tokens_of_one_conversation_are_taken_from_the_limit_of_the_next(waiting: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_MAX_INPUT_TOKENS = 100
    claimed = take(waiting.pk)
    loops, provider = Loops(claimed), ScriptedProvider([SAYS])
    for scope in ("extract chunk 1", "extract chunk 2"):
        loop = loops.loop([provider], Limits(), purpose="reads", scope=scope, observe=lambda _: None)
        result = loop.run([Message(role="user", text="Which rows?")])

    assert (result.stop_reason, len(provider.requests)) == ("input_tokens", 1)
