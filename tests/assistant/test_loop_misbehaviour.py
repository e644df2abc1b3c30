"""Under any behaviour of providers, tools, stores and persons at once every limit holds, each call is answered once, and no answer is
invented."""

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.answers import object_in
from assistant.asking import RetryPolicy
from assistant.contract import ErrorCode, Message, ProviderError, Request, TextDelta, Turn, TurnEnd, TurnEvent
from assistant.conversation import own_calls
from assistant.costs import CostMeter, Price
from assistant.events import LoopResult, StopReason
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.schema import parse
from assistant.store import MemoryStore, key_of
from assistant.tool_execution import NO_MORE, TOO_LARGE
from assistant.tools import Tool, Toolbox
from tests.assistant.conversations import QUESTION, Balance, Clock, Counter, Lookup, whole
from tests.assistant.loop_strategies import LIMITS, TURNS
from tests.assistant.prefilled_calls import seeded

PRICE = Price(input=Decimal(1), output=Decimal(10), longest_output=50)
TRIES = 3
FAILURES = st.builds(
    ProviderError,
    st.sampled_from(get_args(ErrorCode)),
    st.just("no"),
    st.one_of(st.none(), st.floats(0, 100)),
    st.one_of(st.none(), st.sampled_from([400, 429, 503])),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One answer: after so many seconds and pieces a turn, an error, or nothing."""

    end: Turn | ProviderError | None
    seconds: float
    pieces: int


LINES = st.builds(Line, st.one_of(TURNS, TURNS, FAILURES, st.none()), st.floats(0, 10), st.integers(0, 3))


@dataclass(slots=True)
class Misbehaving:
    """Plays its lines over and over. Records the time of each request, and the key of each request that it answered with a turn."""

    lines: Sequence[Line]
    clock: Clock
    name: str
    asked: list[float] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    model: str = "misbehaving"

    def generate(self, request: Request) -> Turn:
        *_, last = self.stream(request)
        if not isinstance(last, TurnEnd):
            raise ProviderError("malformed", "there was nothing")
        return last.turn

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        line = self.lines[len(self.asked) % len(self.lines)]
        self.asked.append(self.clock.now)
        self.clock.now += line.seconds
        yield from [TextDelta("piece")] * (line.pieces or 1)
        if isinstance(line.end, ProviderError):
            raise line.end
        if line.end is not None:
            self.given.append(key_of(request))
            yield TurnEnd(line.end)

    def close(self) -> None:
        """Do nothing: there is no connection."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """All that may be as it likes."""

    limits: Limits
    slowness: float
    stop_at: int | None
    money: Decimal | None
    stored: bool
    fallback: bool
    live: bool
    shaped: bool
    seed: bool
    known: bool
    first_tool: str


WORLDS = st.builds(
    World,
    limits=LIMITS,
    slowness=st.floats(0, 10),
    stop_at=st.one_of(st.none(), st.integers(0, 30)),
    money=st.one_of(st.none(), st.decimals(0, "0.02", places=4)),
    stored=st.booleans(),
    fallback=st.booleans(),
    live=st.booleans(),
    shaped=st.booleans(),
    seed=st.booleans(),
    known=st.booleans(),
    first_tool=st.sampled_from(["", "look_up", "unknown"]),
)


@dataclass(slots=True)
class Stop:
    """A person who stops the run at some moment, and does not change her mind."""

    at: int | None
    polls: int = 0

    def __call__(self) -> bool:
        self.polls += 1
        return self.at is not None and self.polls > self.at


@dataclass(slots=True)
class Attempt:
    """One run in a world, and its result: None if a provider's error ended it."""

    world: World
    providers: list[Misbehaving]
    clock: Clock
    store: MemoryStore | None
    counter: Counter = field(default_factory=Counter)
    meter: CostMeter = field(default_factory=lambda: CostMeter({}))
    result: LoopResult[Balance] | None = None
    begun: float = 0.0
    asked_before: list[int] = field(default_factory=list)

    def run(self) -> None:
        self.begun, self.asked_before = self.clock.now, [len(provider.asked) for provider in self.providers]
        self.meter = CostMeter({"misbehaving": PRICE}, limit=self.world.money)
        wishes = {"output": Balance} if self.world.shaped else {}
        with suppress(ProviderError):
            self.result = whole(self._loop(), self._messages(), streamed=self.world.live, first_tool=self.world.first_tool, **wishes)

    def _messages(self) -> list[Message]:
        given = seeded(Counter().toolbox, [("look_up", {"account": "a"})]) if self.world.seed else ()
        return [*QUESTION, *given]

    def _loop(self) -> ToolLoop:
        return ToolLoop(
            self.providers[0],
            self._toolbox(),
            self.world.limits,
            fallbacks=self.providers[1:],
            store=self.store,
            meter=self.meter,
            patience=RetryPolicy(tries=TRIES, chance=lambda: 1.0),
            stop=Stop(self.world.stop_at),
            clock=self.clock,
            pause=self._pause,
        )

    def _pause(self, seconds: float) -> None:
        self.clock.now += seconds

    def _toolbox(self) -> Toolbox:
        tools = [Tool(name="look_up", arguments=Lookup, function=self._look_up), Tool(name="fail", arguments=Lookup, function=self._fail)]
        return Toolbox(tools, known={"look_up": {"account": "known"}} if self.world.known else {})

    def _look_up(self, lookup: Lookup) -> dict[str, str]:
        self.clock.now += self.world.slowness
        return self.counter.look_up(lookup)

    def _fail(self, lookup: Lookup) -> None:
        self.clock.now += self.world.slowness
        self.counter.fail(lookup)

    def asked_at(self) -> list[float]:
        new = [provider.asked[before:] for provider, before in zip(self.providers, self.asked_before, strict=True)]
        return [at - self.begun for times in new for at in times]


def keeps_its_limits(attempt: Attempt) -> None:
    limits, world = attempt.world.limits, attempt.world
    assert all(at < (limits.seconds or float("inf")) for at in attempt.asked_at())
    assert len(attempt.asked_at()) <= limits.rounds * TRIES * len(attempt.providers) * 2  # the last one is asked as a stream too
    assert len(attempt.counter.asked) <= limits.tool_calls
    assert world.money is None or attempt.meter.spent <= world.money


def answers_each_call_once(result: LoopResult[Balance], limits: Limits) -> None:
    results = [answer for step in result.steps for answer in step.results]
    assert len(result.steps) <= limits.rounds
    for step in result.steps:
        assert [(answer.call_id, answer.name) for answer in step.results] == [(call.id, call.name) for call in own_calls(step.turn)]
    assert len([answer for answer in results if answer.content != NO_MORE]) <= limits.tool_calls
    assert sum(len(answer.content.encode()) for answer in results if answer.content not in (NO_MORE, TOO_LARGE)) <= limits.result_bytes


def invents_nothing(result: LoopResult[Balance]) -> None:
    last = result.steps[-1].turn if result.steps else Turn()
    assert result.stop_reason in get_args(StopReason)
    assert result.text in ("", last.text)
    if result.stop_reason == "answered":
        assert last.finish_reason == "stop"
        assert result.text
        assert not own_calls(last)
    if result.output is not None:
        assert result.output == parse(Balance, object_in(last.text))


@settings(deadline=None, max_examples=max(400, settings.default.max_examples if settings.default else 0))
@given(lines=st.lists(LINES, min_size=1, max_size=10), others=st.lists(LINES, min_size=1, max_size=3), world=WORLDS)
def test_the_loop_keeps_its_promises_in_any_world(lines: list[Line], others: list[Line], world: World) -> None:
    """With a store the run is made twice, as by the successor of a worker that died: no turn is bought twice."""
    clock = Clock(now=0.0)
    providers = [Misbehaving(lines, clock, "first")] + ([Misbehaving(others, clock, "second")] if world.fallback else [])
    store = MemoryStore() if world.stored else None
    for _ in range(2 if store else 1):
        attempt = Attempt(world, providers, clock, store)
        attempt.run()
        keeps_its_limits(attempt)
        if attempt.result is not None:
            answers_each_call_once(attempt.result, world.limits)
            invents_nothing(attempt.result)
    given = [key for provider in providers for key in provider.given]
    assert store is None or len(given) == len(set(given))
