"""One turn of a run: from the store if it was paid already, else from a provider, reserved, asked patiently, settled and kept."""

import math
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing as closed_after
from dataclasses import dataclass, field

from assistant.contract import Delta, Provider, ProviderError, ReasoningDelta, Request, TextDelta, Turn, TurnEnd, Usage
from assistant.costs import CostMeter
from assistant.patience import RetryPolicy
from assistant.store import StepStore, key_of, left_behind

Asking = Generator[Delta, None, Turn | None]
"""Tells the pieces of the turn, and returns it, `stopped` where a person did so in its middle; None where she did before there was any."""

HEARTBEAT = 0.2  # seconds: how soon a waiting run sees that it was stopped
BROKEN = ("malformed", "overloaded")
"""Errors of an answer that may yet come as a stream."""
UNKNOWN = Usage()
NOTHING = Usage(input_tokens=0, output_tokens=0)


HandOver = Callable[[Request, bool], None]
"""Is given a request that nobody was paid for yet, and whether it closes the run. Raises where somebody else asks it, and what became of
that."""


def never() -> bool:
    return False


def keep(_request: Request, _closing: bool) -> None:  # noqa: FBT001  as it is called
    """Asked here."""


def endless() -> float:
    return math.inf


class CutOff(ProviderError):
    """It broke off when a part was told already: asking again would tell that twice."""


@dataclass(slots=True, kw_only=True)
class TurnRunner:
    """Asks the first of the providers, and the next one where it stays limited or overloaded; the one that answered is kept.
    `pause` waits so many seconds. Nothing is asked again that the `seconds_left` do not reach for. What is not in the store may be handed
    over."""

    providers: Sequence[Provider]
    store: StepStore | None = None
    meter: CostMeter = field(default_factory=lambda: CostMeter({}))
    patience: RetryPolicy = field(default_factory=RetryPolicy)
    hand_over: HandOver = keep
    stop: Callable[[], bool] = never
    pause: Callable[[float], None] = time.sleep
    seconds_left: Callable[[], float] = endless
    _used: set[str] = field(default_factory=set)

    def turn(self, request: Request, *, live: bool, closing: bool) -> Asking:
        """Raises ProviderError, BudgetSpent before anything was sent, and what `hand_over` raises."""
        key = key_of(request) if self.store else ""
        self._used.add(key)
        if self.store and (kept := self.store.turn(key)):
            return kept
        self.hand_over(request, closing)
        turn = yield from self._fresh(request, live=live, closing=closing)
        if self.store and turn is not None and turn.finish_reason != "stopped":
            self.store.keep_turn(key, turn)
        return turn

    def left_behind(self, request: Request | None = None) -> Sequence[Usage]:
        """What the run has paid for besides its steps, once this is asked."""
        return left_behind(self.store.paid(), self._used, key_of(request) if request else "") if self.store else ()

    def _fresh(self, request: Request, *, live: bool, closing: bool) -> Asking:
        while True:
            try:
                return (yield from self._patiently(request, live=live, closing=closing))
            except CutOff:
                raise
            except ProviderError as failed:
                if not failed.passes or len(self.providers) == 1 or self.seconds_left() <= 0:
                    raise
                self.providers = self.providers[1:]

    def _patiently(self, request: Request, *, live: bool, closing: bool) -> Asking:
        tried = 0
        while True:
            try:
                return (yield from self._once(request, live=live, closing=closing))
            except CutOff:
                raise
            except ProviderError as failed:
                tried += 1
                wait = self.patience.wait(failed, tried)
                if wait is None or wait >= self.seconds_left():
                    raise
                if not self._waited(wait):
                    return None

    def _once(self, request: Request, *, live: bool, closing: bool) -> Asking:
        provider, usage = self.providers[0], UNKNOWN
        reserved = self.meter.reserve(provider.model, request)
        try:
            turn = yield from self._asked(provider, request, live=live, closing=closing)
            usage = turn.usage if turn else UNKNOWN
        except ProviderError as failed:
            refused = (failed.status or 0) >= 400 and not failed.bad_call
            usage = NOTHING if refused else UNKNOWN  # nobody bills what was refused
            raise
        finally:
            reserved.settle(usage)
        return turn

    def _asked(self, provider: Provider, request: Request, *, live: bool, closing: bool) -> Asking:
        """The turn that closes a run is asked for as a stream where it does not come in one piece."""
        if live:
            return (yield from _streamed(provider, request, self.stop))
        try:
            return provider.generate(request)
        except ProviderError as failed:
            if not closing or failed.code not in BROKEN or self.seconds_left() <= 0:
                raise
        return (yield from _streamed(provider, request, self.stop))

    def _waited(self, seconds: float) -> bool:
        """Whether the whole wait passed without a stop."""
        while seconds > 0 and not self.stop():
            self.pause(min(seconds, HEARTBEAT))
            seconds -= HEARTBEAT
        return not self.stop()


def _streamed(provider: Provider, request: Request, stop: Callable[[], bool]) -> Asking:
    """The turn. Nobody knows what half of one cost: its usage is unknown."""
    told: list[Delta] = []
    try:
        with closed_after(provider.stream(request)) as coming:
            for event in coming:
                if isinstance(event, TurnEnd):
                    return event.turn
                told.append(event)
                yield event
                if stop():
                    return _stopped(told, provider.model)
    except ProviderError as failed:
        if told:
            raise CutOff(failed.code, failed.message, failed.retry_after, failed.status) from failed
        raise
    raise ProviderError("malformed", "the stream ended without a turn")


def _stopped(told: Sequence[Delta], model: str) -> Turn:
    said = {kind: "".join(piece.text for piece in told if isinstance(piece, kind)) for kind in (TextDelta, ReasoningDelta)}
    return Turn(text=said[TextDelta], reasoning=said[ReasoningDelta], finish_reason="stopped", model=model)
