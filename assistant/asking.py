"""One turn of a run: from the store if it is paid already, else streamed from a provider, with reserved costs and retries."""

import math
import random
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing as closed_after
from dataclasses import dataclass, field

from assistant.contract import Delta, FormRefused, Provider, ProviderError, ReasoningDelta, Request, TextDelta, Turn, TurnEnd, Usage
from assistant.costs import CostMeter
from assistant.events import RequestRepeated
from assistant.store import StepStore, key_of, left_behind

Asking = Generator[Delta | RequestRepeated, None, Turn | None]
"""Yields the pieces of the turn and returns it, as `stopped` if a person stopped it midway; None if that was before its first piece."""

HEARTBEAT = 0.2  # seconds between checks of a waiting run for a stop
BROKEN = ("malformed", "overloaded")
"""Errors after which the answer may still come in one piece."""
UNKNOWN = Usage()
NOTHING = Usage(input_tokens=0, output_tokens=0)


HandOver = Callable[[Request, bool], None]
"""Called with a request that is not paid yet, and with True if it closes the run. Raises to suspend the run while another process sends
it, and raises the error of that process."""


def never() -> bool:
    return False


def send_here(_request: Request, _closing: bool) -> None:  # noqa: FBT001  as it is called
    """Do nothing, so that this process sends the request: the default of `hand_over`."""


def endless() -> float:
    return math.inf


class CutOff(ProviderError):
    """The provider broke off after part of the turn was passed on: a retry would repeat that part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """`tries` in all; seconds double from `first` up to `longest`. A wait that the provider asks for takes precedence, up to `longest`:
    beyond that the error is raised, so that no worker is blocked."""

    tries: int = 3
    first: float = 1.0
    longest: float = 60.0
    chance: Callable[[], float] = random.random

    def wait(self, failed: ProviderError, tried: int) -> float | None:
        """Return the seconds until the next try, or None if there is none. Jittered between half and all of it, so that workers that
        failed together do not retry together."""
        if not failed.passes or tried >= self.tries:
            return None
        if failed.retry_after is not None:
            return failed.retry_after * (1 + self.chance() / 10) if failed.retry_after <= self.longest else None
        return min(self.longest, self.first * 2.0 ** (tried - 1)) * (1 + self.chance()) / 2


@dataclass(slots=True, kw_only=True)
class TurnRunner:
    """Gets one turn: from the store, else from the first provider. If that stays rate-limited or overloaded, is too slow or has no credit,
    the next provider is asked, for this turn and all later ones. `pause` waits for some seconds. No retry begins whose pause is longer than
    `seconds_left`. `hand_over` may pass a request that is not in the store to another process: it raises then."""

    providers: Sequence[Provider]
    store: StepStore | None = None
    meter: CostMeter = field(default_factory=lambda: CostMeter({}))
    patience: RetryPolicy = field(default_factory=RetryPolicy)
    hand_over: HandOver = send_here
    stop: Callable[[], bool] = never
    pause: Callable[[float], None] = time.sleep
    seconds_left: Callable[[], float] = endless
    _used: set[str] = field(default_factory=set)

    def turn(self, request: Request, *, live: bool, closing: bool) -> Asking:
        """Return the turn of a request. If it is `live`, a person reads its pieces, and it is not repeated after the first. Raises
        ProviderError, BudgetSpent before anything was sent, and the errors of `hand_over`."""
        key = key_of(request) if self.store else ""
        self._used.add(key)
        if self.store and (stored := self.store.turn(key)):
            return stored
        self.hand_over(request, closing)
        turn = yield from self._retried(request, live=live, closing=closing)
        if self.store and turn is not None and turn.finish_reason != "stopped":
            self.store.keep_turn(key, turn)
        return turn

    def left_behind(self, request: Request | None = None) -> Sequence[Usage]:
        """Return the usage of paid turns that are in no step of the run, given its next request."""
        return left_behind(self.store.paid(), self._used, key_of(request) if request else "") if self.store else ()

    def _retried(self, request: Request, *, live: bool, closing: bool) -> Asking:
        """Ask the first provider again after each pause, then the next provider. Return None if a person stopped a pause."""
        tries = 0
        while True:
            try:
                return (yield from self._once(request, live=live, closing=closing))
            except CutOff:
                raise
            except ProviderError as failed:
                tries += 1
                wait = self.patience.wait(failed, tries)
                if wait is None or wait >= self.seconds_left():
                    if not failed.may_pass_elsewhere or len(self.providers) == 1 or self.seconds_left() <= 0:
                        raise
                    self.providers, tries, wait = self.providers[1:], 0, None
                yield RequestRepeated(error=failed, elsewhere=wait is None)
            while wait is not None and wait > 0 and not self.stop():
                self.pause(min(wait, HEARTBEAT))
                wait -= HEARTBEAT
            if wait is not None and self.stop():
                return None

    def _once(self, request: Request, *, live: bool, closing: bool) -> Asking:
        """Reserve the cost of one request, send it, and settle the cost."""
        provider, usage = self.providers[0], UNKNOWN
        reserved = self.meter.reserve(provider.model, request)
        try:
            turn = yield from self._generated(provider, request, live=live, closing=closing)
            usage = turn.usage if turn else UNKNOWN
        except ProviderError as failed:
            is_refused = (failed.status or 0) >= 400 and not failed.bad_call
            usage = NOTHING if is_refused else UNKNOWN  # refused requests are not billed
            raise
        finally:
            reserved.settle(usage)
        return turn

    def _generated(self, provider: Provider, request: Request, *, live: bool, closing: bool) -> Asking:
        """Return the turn. The request that closes a run is repeated in one piece if its stream is broken, but not if it took too long."""
        try:
            return (yield from _streamed(provider, request, self.stop, live=live))
        except ProviderError as failed:
            if live or not closing or failed.code not in BROKEN or failed.cause == "too_slow" or self.seconds_left() <= 0:
                raise
        return provider.generate(request)


def _streamed(provider: Provider, request: Request, stop: Callable[[], bool], *, live: bool) -> Asking:
    """Yield the pieces and return the turn. The usage of a stopped turn is unknown. Raises CutOff after a piece that a person read."""
    deltas: list[Delta] = []
    try:
        with closed_after(provider.stream(request)) as coming:
            for event in coming:
                if isinstance(event, TurnEnd):
                    return event.turn
                if isinstance(event, FormRefused):
                    yield RequestRepeated(error=event.error, elsewhere=False)
                    continue
                deltas.append(event)
                yield event
                if stop():
                    text = "".join(piece.text for piece in deltas if isinstance(piece, TextDelta))
                    reasoning = "".join(piece.text for piece in deltas if isinstance(piece, ReasoningDelta))
                    return Turn(text=text, reasoning=reasoning, finish_reason="stopped", model=provider.model)
    except ProviderError as failed:
        if deltas and live:
            raise CutOff(failed.code, failed.message, failed.retry_after, failed.status, cause=failed.cause) from failed
        raise
    raise ProviderError("malformed", "the stream ended without a turn")
