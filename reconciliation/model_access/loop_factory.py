"""The only module that makes loops: configured by the settings, with the turns that earlier attempts have paid for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, Protocol

from django.conf import settings

from assistant.asking import RetryPolicy, TurnRunner, never, send_here
from assistant.contract import Json, Provider
from assistant.costs import CostMeter, Price
from assistant.events import LoopStep, RequestRepeated, each_repeat, each_step
from assistant.limits import Limits
from assistant.loop import Observer, ToolLoop
from assistant.observing import all_of, logged
from assistant.tools import Toolbox
from people.models import Organization
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.model_access.park import handing_over
from reconciliation.model_access.provider_selection import Chosen, chosen_for, options_of
from reconciliation.model_access.spending import (
    Ledgers,
    Purpose,
    RunLedger,
    counted,
    daily_ledger,
    length,
    price,
    run_limit,
    tools_counted,
)
from reconciliation.models import PaidStep
from reconciliation.queue.claims import Claim
from reconciliation.queue.paid_steps import Memory, PaidSteps, tokens_paid

Repeats = Callable[[Purpose, RequestRepeated], None]


def unrecorded(_purpose: Purpose, _event: RequestRepeated) -> None:
    """Record no repeated request."""


class Loops:
    """Factory of the loops of one attempt at a run. The limits on money and tokens cover all attempts together. With `apart` a loop hands
    its requests over instead of asking a model: run it with `run_or_suspend`. `repeated` is called with each request that is sent again."""

    def __init__(self, claimed: Claim, *, apart: bool = False) -> None:
        self.repeated: Repeats = unrecorded
        self._claimed = claimed
        self._apart = apart
        self._prices: dict[str, Price] = {}
        self._unpriced = True
        self._run = RunLedger(claimed, run_limit())
        self._meter = CostMeter(
            self._prices, limit=run_limit(), ledger=Ledgers(self._run, daily_ledger(claimed.statement_import.organization))
        )
        self._reported = self._elsewhere = Decimal(0)
        self._waited = 0.0
        self._scopes: list[str] = []

    @property
    def spent(self) -> Decimal | None:
        """US dollars spent in all loops of the run, or None if a model had no price."""
        return None if self._unpriced else self._run.spent

    def newly_spent(self) -> Decimal | None:
        """Return the US dollars spent since the last call, including turns that the model worker asked for."""
        before, self._reported = self._reported, self._meter.spent + self._elsewhere
        return None if self._unpriced else self._reported - before

    @property
    def waited(self) -> float:
        """Seconds taken by turns of the model worker."""
        return self._waited

    def loop(
        self,
        providers: Sequence[Provider],
        limits: Limits,
        *,
        purpose: Purpose,
        scope: str,
        observe: Callable[[LoopStep], None],
        toolbox: Toolbox | None = None,
        memory: Memory | None = None,
    ) -> ToolLoop:
        """Return a loop that asks the first provider, and the others in turn while it is overloaded. `scope` names the conversation within
        the run; `observe` is given each step, and raises to end the run."""
        first, *others = providers
        here = first.name == BUILTIN or not self._apart
        repeats = each_repeat(lambda event: self.repeated(purpose, event))
        observer = all_of(*_observers(first, toolbox, counts=here), repeats, each_step(observe))
        if first.name == BUILTIN:
            return ToolLoop(first, toolbox, limits, observer=observer)
        left = _within(limits, *tokens_paid(self._claimed.statement_import, self._scopes))
        self._scopes.append(scope)
        return ToolLoop(
            first,
            toolbox,
            left,
            fallbacks=others,
            meter=self._metered(providers),
            store=PaidSteps(self._claimed, scope, memory, self._count_stored),
            hand_over=handing_over(self._claimed, provider=first.name, purpose=purpose, scope=scope) if self._apart else send_here,
            patience=RetryPolicy(tries=settings.PROVIDER_TRIES),
            options=_options(providers, purpose, left, chosen_for(self._claimed.statement_import.organization, first.name)),
            observer=observer,
        )

    def asker(self, providers: Sequence[Provider], scope: str) -> TurnRunner:
        """Return the runner of one turn, for the model worker."""
        store, patience = PaidSteps(self._claimed, scope), RetryPolicy(tries=settings.PROVIDER_TRIES)
        return TurnRunner(providers=providers, store=store, meter=self._metered(providers), patience=patience)

    def _count_stored(self, step: PaidStep) -> None:
        self._waited += step.seconds or 0.0
        self._elsewhere += step.cost or Decimal(0)

    def _metered(self, providers: Sequence[Provider]) -> CostMeter:
        prices = {provider.model: price(provider) for provider in providers}
        self._prices |= {model: listed for model, listed in prices.items() if listed}
        self._unpriced = None in prices.values()
        return self._meter


class MakesLoops(Protocol):
    """A function that makes the loop of one conversation by its name."""

    def __call__(self, limits: Limits, *, scope: str, observe: Callable[[LoopStep], None]) -> ToolLoop: ...


def chat_meter(providers: Sequence[Provider], organization: Organization) -> CostMeter:
    """Return the meter of one answer, counted in the organization's daily budget."""
    prices = {provider.model: listed for provider in providers if (listed := price(provider)) is not None}
    return CostMeter(prices, limit=run_limit(), ledger=daily_ledger(organization))


def chat_loop(
    providers: Sequence[Provider],
    toolbox: Toolbox,
    limits: Limits,
    *,
    chosen: Chosen,
    meter: CostMeter,
    stop: Callable[[], bool] = never,
    purpose: Purpose = "chats",
    observe: Observer | None = None,
) -> ToolLoop:
    """Return the loop of a conversation with a person, or of one that belongs to no run: it has no step store. `chosen` is the first
    provider's choice."""
    first, *others = providers
    limits = _within(limits)
    return ToolLoop(
        first,
        toolbox,
        limits,
        fallbacks=others,
        meter=meter,
        patience=RetryPolicy(tries=settings.PROVIDER_TRIES),
        options=_options(providers, purpose, limits, chosen),
        observer=all_of(*_observers(first, toolbox), *([observe] if observe else [])),
        stop=stop,
    )


def _within(limits: Limits, read: int = 0, written: int = 0) -> Limits:
    """Return the limits with the remaining tokens of the settings."""
    most_in, most_out = settings.PROVIDER_MAX_INPUT_TOKENS, settings.PROVIDER_MAX_OUTPUT_TOKENS
    return replace(limits, input_tokens=most_in - read if most_in else None, output_tokens=most_out - written if most_out else None)


def _options(providers: Sequence[Provider], purpose: Purpose, limits: Limits, chosen: Chosen) -> Mapping[str, Json]:
    shown = {"reasoning_text": True} if settings.PROVIDER_SHOWS_REASONING else {}
    return {**options_of(chosen, purpose), **length(providers, purpose, limits.output_tokens, at=chosen.address), **shown}


def _observers(provider: Provider, toolbox: Toolbox | None, *, counts: bool = True) -> list[Observer]:
    """Return the observers of a loop; `counts` is False if the model worker counts the turns."""
    known = [tool.name for tool in toolbox.specs] if toolbox else []
    outside = toolbox.outside if toolbox else ()
    observers = [logged(known), tools_counted(known, outside), *([counted(provider)] if counts else [])]
    return [*observers, *_traced(provider, known=known, has_requests=counts)]


def observer_of_turns(provider: Provider) -> Observer:
    """Return the observer of the turns that the model worker asks for."""
    return all_of(counted(provider), *_traced(provider, has_run=False))


def _traced(provider: Provider, **parts: Any) -> list[Observer]:
    """Return the observer that makes spans, if the settings ask for them."""
    if not settings.TRACES:
        return []
    from assistant.tracing import Traced

    return [Traced(provider, **parts)]
