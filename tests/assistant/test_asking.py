"""A turn is paid once: requested with patience, from the next provider if the first stays busy, and stored so that it can be found
again."""

from collections.abc import Generator
from decimal import Decimal

import pytest

from assistant.asking import RetryPolicy
from assistant.contract import Cause, ErrorCode, ProviderError, Request, TextDelta, Turn, TurnEnd, TurnEvent, Usage
from assistant.costs import BudgetSpent, CostMeter, Price
from assistant.events import WHOLE, RunEvent
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.protocols import Reply
from assistant.protocols.replies import failure
from assistant.scripted import Line, ScriptedProvider, calls, says
from assistant.store import MemoryStore
from tests.assistant.conversations import QUESTION, Counter, whole

HALF = RetryPolicy(chance=lambda: 0.5)
PRICES = {"script": Price(input=Decimal(1), cached_input=Decimal("0.1"), output=Decimal(10), longest_output=1000)}


def test_a_busy_provider_is_asked_again_after_longer_and_longer_waits() -> None:
    waited: list[float] = []
    script: list[Line] = [ProviderError("overloaded", "busy"), ProviderError("rate_limited", "slow"), says("12.30")]

    result = ToolLoop(ScriptedProvider(script), patience=HALF, pause=waited.append).run(QUESTION)

    assert result.text == "12.30"
    assert sum(waited) == pytest.approx(0.75 + 1.5)


def test_it_waits_as_long_as_the_provider_asks_and_no_shorter() -> None:
    waited: list[float] = []
    script: list[Line] = [ProviderError("rate_limited", "slow", retry_after=7.0), says("12.30")]

    ToolLoop(ScriptedProvider(script), patience=HALF, pause=waited.append).run(QUESTION)

    assert 7.0 <= sum(waited) <= 7.7


@pytest.mark.parametrize("code", ["authentication", "invalid_request", "context_length", "content_filter", "malformed", "other"])
def test_a_request_with_a_permanent_error_is_not_repeated(code: ErrorCode) -> None:
    provider = ScriptedProvider([ProviderError(code, "no"), says("never")])

    with pytest.raises(ProviderError, match="no"):
        ToolLoop(provider, patience=HALF, pause=lambda _: None).run(QUESTION)

    assert len(provider.requests) == 1


@pytest.mark.parametrize(("code", "cause"), [("overloaded", "too_slow"), ("rate_limited", "no_credit"), ("overloaded", "no_tools")])
def test_nothing_is_sent_again_that_waiting_does_not_help(code: ErrorCode, cause: Cause) -> None:
    provider = ScriptedProvider([ProviderError(code, "no", cause=cause), says("never")])

    with pytest.raises(ProviderError, match="no"):
        ToolLoop(provider, patience=HALF, pause=lambda _: None).run(QUESTION)

    assert len(provider.requests) == 1


@pytest.mark.parametrize(("code", "cause"), [("overloaded", "too_slow"), ("rate_limited", "no_credit"), ("other", "no_credit")])
def test_the_next_provider_is_asked_if_the_first_is_too_slow_or_has_no_credit(code: ErrorCode, cause: Cause) -> None:
    first, second = ScriptedProvider([ProviderError(code, "no", cause=cause)]), ScriptedProvider([says("12.30")])

    result = ToolLoop(first, fallbacks=[second], pause=lambda _: None).run(QUESTION)

    assert (result.text, len(first.requests)) == ("12.30", 1)


def test_a_wait_that_is_too_long_for_a_worker_is_not_waited() -> None:
    provider = ScriptedProvider([ProviderError("rate_limited", "slow", retry_after=3600.0), says("never")])

    with pytest.raises(ProviderError):
        ToolLoop(provider, pause=lambda _: None).run(QUESTION)


def test_a_stop_ends_a_wait() -> None:
    waited: list[float] = []
    provider = ScriptedProvider([ProviderError("rate_limited", "slow", retry_after=30.0), says("never")])

    result = ToolLoop(provider, pause=waited.append, stop=lambda: len(waited) > 3).run(QUESTION)

    assert (result.stop_reason, len(provider.requests)) == ("stopped", 1)
    assert sum(waited) < 2


def test_a_stop_while_a_provider_is_busy_asks_no_other_one() -> None:
    waited: list[float] = []
    other = ScriptedProvider([says("never")])
    busy = ScriptedProvider([calls(("look_up", {"account": "a"})), ProviderError("overloaded", "busy", retry_after=30.0)])

    result = ToolLoop(busy, Counter().toolbox, fallbacks=[other], pause=waited.append, stop=lambda: bool(waited)).run(QUESTION)

    assert (result.stop_reason, len(result.steps), other.requests) == ("stopped", 1, [])


class Speaking(ScriptedProvider):
    """Says its turns word by word."""

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        turn = self.generate(request)
        yield from (TextDelta(word) for word in turn.text.split())
        yield TurnEnd(turn)


def test_a_stopped_stream_leaves_its_text_as_a_turn_without_an_answer_and_costs_its_reservation() -> None:
    told: list[RunEvent] = []
    store, meter = MemoryStore(), CostMeter(PRICES)
    loop = ToolLoop(Speaking([says("12 30")]), store=store, meter=meter, observer=told.append, stop=lambda: TextDelta("12") in told)

    result = whole(loop, QUESTION, streamed=True)

    (step,) = result.steps
    assert (result.stop_reason, result.text, result.output) == ("stopped", "12", None)
    assert (step.turn.finish_reason, step.turn.usage, step.results) == ("stopped", Usage(), ())
    assert "stopped" not in WHOLE
    assert meter.spent == PRICES["script"].worst(Request(messages=QUESTION))
    assert store.turns == {}


def test_the_next_provider_is_asked_where_the_first_stays_busy_and_is_kept() -> None:
    busy = ScriptedProvider([ProviderError("overloaded", "busy")] * 3)
    other = ScriptedProvider([calls(("look_up", {"account": "a"})), says("12.30")], name="other")

    result = ToolLoop(busy, Counter().toolbox, fallbacks=[other], pause=lambda _: None).run(QUESTION)

    assert (result.text, len(busy.requests), len(other.requests)) == ("12.30", 3, 2)


def test_a_stream_that_breaks_off_in_the_middle_is_not_repeated() -> None:
    class Breaking(ScriptedProvider):
        def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
            yield TextDelta("12")
            raise ProviderError("overloaded", "gone")

    told = []
    with pytest.raises(ProviderError, match="gone"):
        told += [event for event in ToolLoop(Breaking([]), pause=lambda _: None).stream(QUESTION) if isinstance(event, TextDelta)]
    assert len(told) <= 1


def test_a_successor_continues_a_run_without_buying_a_paid_turn_again() -> None:
    store, counter = MemoryStore(), Counter()
    died = ScriptedProvider([calls(("look_up", {"account": "a"})), ProviderError("authentication", "killed here")])
    with pytest.raises(ProviderError):
        ToolLoop(died, counter.toolbox, store=store).run(QUESTION)

    successor = ScriptedProvider([says("12.30")])
    result = ToolLoop(successor, counter.toolbox, store=store).run(QUESTION)

    assert (result.text, len(result.steps), len(successor.requests), counter.asked) == ("12.30", 2, 1, ["a"])
    assert result.steps[0].results[0].content == '{"account":"a","balance":"12.30"}'


def test_a_turn_whose_results_are_not_there_yet_has_its_tools_run() -> None:
    store, counter = MemoryStore(), Counter()
    ToolLoop(ScriptedProvider([calls(("look_up", {"account": "a"})), says("12.30")]), counter.toolbox, store=store).run(QUESTION)
    store.answers.clear()

    result = ToolLoop(ScriptedProvider([]), counter.toolbox, store=store).run(QUESTION)

    assert (result.text, counter.asked) == ("12.30", ["a", "a"])


def test_another_question_is_another_purchase() -> None:
    store = MemoryStore()
    ToolLoop(ScriptedProvider([says("12.30")]), store=store).run(QUESTION)

    assert ToolLoop(ScriptedProvider([says("other")]), store=store).run(QUESTION, instructions="Be exact.").text == "other"


def test_a_turn_costs_the_price_of_its_tokens_and_cached_tokens_cost_less() -> None:
    meter = CostMeter(PRICES)
    usage = Usage(input_tokens=1000, cached_input_tokens=400, output_tokens=20)

    ToolLoop(ScriptedProvider([says("12.30", usage=usage)]), meter=meter).run(QUESTION)

    assert meter.spent == (600 * Decimal(1) + 400 * Decimal("0.1") + 20 * Decimal(10)) / 1_000_000


def test_a_token_that_is_written_to_a_cache_costs_a_quarter_more() -> None:
    price = PRICES["script"]

    assert price.cost(Usage(input_tokens=1000, cache_written_tokens=400, output_tokens=0)) == (1000 + 400 * Decimal("0.25")) / 1_000_000


def test_an_amount_billed_by_the_server_counts_before_the_price_list() -> None:
    listed, unlisted = CostMeter(PRICES), CostMeter({})
    turn = says("12.30", usage=Usage(input_tokens=1000, output_tokens=20, billed=Decimal("0.0042")))

    for meter in (listed, unlisted):
        ToolLoop(ScriptedProvider([turn]), meter=meter).run(QUESTION)

    assert (listed.spent, unlisted.spent) == (Decimal("0.0042"), Decimal("0.0042"))


def test_a_turn_without_a_count_of_tokens_costs_the_reserved_amount() -> None:
    meter = CostMeter(PRICES)

    ToolLoop(ScriptedProvider([says("12.30")]), meter=meter).run(QUESTION)

    assert meter.spent >= 1000 * Decimal(10) / 1_000_000


def test_a_request_that_might_cost_too_much_is_not_sent() -> None:
    provider = ScriptedProvider([calls(("look_up", {"account": "a"})), says("never")])
    meter = CostMeter(PRICES, limit=Decimal("0.015"))

    result = ToolLoop(provider, Counter().toolbox, Limits(), meter=meter).run(QUESTION)

    assert (result.stop_reason, len(provider.requests), len(result.steps)) == ("cost", 1, 1)
    assert meter.spent <= Decimal("0.015")


def test_a_model_without_a_price_is_not_asked_where_money_is_limited() -> None:
    with pytest.raises(BudgetSpent, match="no price"):
        CostMeter({}, limit=Decimal(1)).reserve("unheard-of", Request(messages=QUESTION))


@pytest.mark.parametrize(("status", "costs"), [(None, True), (200, True), (401, False)])
def test_a_failed_request_costs_its_reservation_unless_it_was_refused(status: int | None, *, costs: bool) -> None:
    meter = CostMeter(PRICES)
    with pytest.raises(ProviderError):
        ToolLoop(ScriptedProvider([ProviderError("other", "no", status=status)]), meter=meter).run(QUESTION)

    assert (meter.spent > 0) is costs


def test_a_call_that_groq_could_not_read_is_asked_for_again_and_was_paid() -> None:
    refused = failure(Reply(status=400, body='{"error": {"code": "tool_use_failed", "message": "Failed to call a function."}}'))
    meter = CostMeter(PRICES)

    result = ToolLoop(
        ScriptedProvider([refused, says("12.30", usage=Usage(input_tokens=0, output_tokens=0))]),
        meter=meter,
        patience=HALF,
        pause=lambda _: None,
    ).run(QUESTION)

    assert (result.stop_reason, refused.code) == ("answered", "invalid_request")
    assert meter.spent == PRICES["script"].worst(Request(messages=QUESTION))


def test_a_turn_of_a_stored_run_is_the_turn_that_came() -> None:
    store = MemoryStore()
    turn = Turn(
        text="12.30",
        reasoning="hm",
        state={"dialect": "x", "message": {"a": [1]}},
        usage=Usage(input_tokens=1, billed=Decimal("0.0042")),
        notes=("n",),
    )
    store.keep_turn("k", turn)

    assert store.turn("k") == turn
