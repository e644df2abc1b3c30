"""Under any behaviour of a model the loop ends within its limits, answers each call once, and never invents an answer."""

from dataclasses import dataclass
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.answers import object_in
from assistant.contract import Request, Turn, Unstreamed
from assistant.conversation import own_calls
from assistant.events import StopReason
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.schema import parse
from assistant.tool_execution import NO_MORE, TOO_LARGE
from tests.assistant.conversations import QUESTION, Balance, Clock, Counter
from tests.assistant.loop_strategies import LIMITS, TURNS


@dataclass(slots=True)
class Wild(Unstreamed):
    """Plays its turns over and over, each taking its seconds; records the time and the content of each request."""

    turns: list[tuple[Turn, float]]
    clock: Clock
    asked: list[tuple[float, Request]]
    name: str = "wild"
    model: str = "wild"

    def generate(self, request: Request) -> Turn:
        turn, seconds = self.turns[len(self.asked) % len(self.turns)]
        self.asked.append((self.clock.now, request))
        self.clock.now += seconds
        return turn


@settings(deadline=None, max_examples=400)
@given(turns=st.lists(st.tuples(TURNS, st.floats(0, 10)), min_size=1, max_size=10), limits=LIMITS, shaped=st.booleans())
def test_the_loop_keeps_its_promises_whatever_the_model_does(turns: list[tuple[Turn, float]], limits: Limits, *, shaped: bool) -> None:
    clock, counter = Clock(now=0.0), Counter()
    provider = Wild(turns=turns, clock=clock, asked=[])
    loop = ToolLoop(provider, counter.toolbox, limits, clock=clock)
    result = loop.run(QUESTION, output=Balance) if shaped else loop.run(QUESTION)
    results = [answer for step in result.steps for answer in step.results]

    assert result.stop_reason in get_args(StopReason)
    assert len(provider.asked) == len(result.steps) <= limits.rounds
    assert all(at < (limits.seconds or float("inf")) for at, _ in provider.asked)
    for step in result.steps:
        assert [(answer.call_id, answer.name) for answer in step.results] == [(call.id, call.name) for call in own_calls(step.turn)]
    assert len([answer for answer in results if answer.content != NO_MORE]) <= limits.tool_calls
    assert sum(len(answer.content.encode()) for answer in results if answer.content not in (NO_MORE, TOO_LARGE)) <= limits.result_bytes
    assert len(counter.asked) <= limits.tool_calls
    for limit, figure in ((limits.input_tokens, "input_tokens"), (limits.output_tokens, "output_tokens")):
        spent_before_the_last = sum(getattr(step.turn.usage, figure) or 0 for step in result.steps[:-1])
        assert limit is None or not result.steps or spent_before_the_last < limit

    last = result.steps[-1].turn if result.steps else Turn()
    assert result.text in ("", last.text)
    if own_calls(last):
        assert (result.text, result.output) == ("", None)
    if result.output is not None:
        assert last.finish_reason == "stop"
        assert result.output == parse(Balance, object_in(last.text))
