"""The one place where a loop is made: as the settings say, and with what an earlier attempt at the run has paid for already."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, Protocol

from django.conf import settings

from assistant.asking import HandOver, RetryPolicy, TurnRunner, keep
from assistant.contract import Provider
from assistant.costs import CostMeter, Price
from assistant.events import each_step
from assistant.limits import Limits
from assistant.loop import Observer, ToolLoop
from assistant.observing import all_of, logged
from assistant.results import LoopStep
from assistant.tools import Toolbox
from people.models import Organization
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.model_access.call_metrics import counted
from reconciliation.model_access.output_limits import Purpose, length
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.model_access.spending import Ledgers, RunLedger, daily_ledger, price, run_limit
from reconciliation.model_access.suspended.park import handing_over
from reconciliation.models import PaidStep
from reconciliation.queue.claims import Claim
from reconciliation.queue.paid_steps import Memory, PaidSteps, tokens_paid
from reconciliation.queue.snapshot import PromptContext


class Loops:
    """Makes the loops of one attempt at a run of an import. What the run may cost in money and tokens is for all its attempts together.
    `apart` where models are asked by who waits for them: a loop then raises HandedOver. `told` is what a model was told before that."""

    def __init__(self, claimed: Claim, *, apart: bool = False, told: PromptContext | None = None) -> None:
        self.told = told
        self._claimed = claimed
        self._apart = apart
        self._prices: dict[str, Price] = {}
        self._unpriced = True
        self._run = RunLedger(claimed, run_limit())
        self._meter = CostMeter(
            self._prices, limit=run_limit(), ledger=Ledgers(self._run, daily_ledger(claimed.statement_import.organization))
        )
        self._told = self._elsewhere = Decimal(0)
        self._waited = 0.0
        self._scopes: list[str] = []

    @property
    def spent(self) -> Decimal | None:
        """US dollars so far, of all loops of the run together; None where a model had no price."""
        return None if self._unpriced else self._run.spent

    def newly_spent(self) -> Decimal | None:
        """US dollars of this attempt since this was asked before, and of turns that were asked for it elsewhere."""
        before, self._told = self._told, self._meter.spent + self._elsewhere
        return None if self._unpriced else self._told - before

    @property
    def waited(self) -> float:
        """Seconds that turns took which were asked elsewhere."""
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
        """The first of the providers is asked, and the others in turn where it stays overloaded. `scope` names the conversation within
        the run; `observe` is given each step, and raises where the run must end."""
        first, *others = providers
        here = first.name == BUILTIN or not self._apart
        told = all_of(*_lookers_on(first, toolbox, counts=here), each_step(observe))
        if first.name == BUILTIN:
            return ToolLoop(first, toolbox, limits, observer=told)
        left = _within(limits, *tokens_paid(self._claimed.statement_import, self._scopes))
        self._scopes.append(scope)
        return ToolLoop(
            first,
            toolbox,
            left,
            fallbacks=others,
            meter=self._metered(providers),
            store=PaidSteps(self._claimed, scope, memory, self._found),
            hand_over=self._handing_over(first.name, purpose, scope),
            patience=RetryPolicy(tries=settings.PROVIDER_TRIES),
            options=_options(providers, purpose, left, at=chosen_for(self._claimed.statement_import.organization, first.name).address),
            observer=told,
        )

    def asker(self, providers: Sequence[Provider], scope: str) -> TurnRunner:
        """For one turn of a conversation, by who waits for models."""
        store, patience = PaidSteps(self._claimed, scope), RetryPolicy(tries=settings.PROVIDER_TRIES)
        return TurnRunner(providers=providers, store=store, meter=self._metered(providers), patience=patience)

    def _handing_over(self, provider: str, purpose: Purpose, scope: str) -> HandOver:
        return handing_over(self._claimed, provider=provider, purpose=purpose, scope=scope) if self._apart else keep

    def _found(self, kept: PaidStep) -> None:
        self._waited += kept.seconds or 0.0
        self._elsewhere += kept.cost or Decimal(0)

    def _metered(self, providers: Sequence[Provider]) -> CostMeter:
        found = {each.model: price(each) for each in providers}
        self._prices |= {model: listed for model, listed in found.items() if listed}
        self._unpriced = None in found.values()
        return self._meter


class MakesLoops(Protocol):
    """A loop for one conversation, by its name."""

    def __call__(self, limits: Limits, *, scope: str, observe: Callable[[LoopStep], None]) -> ToolLoop: ...


def chat_meter(providers: Sequence[Provider], organization: Organization) -> CostMeter:
    """Of one answer, counted on the organization's day."""
    prices = {each.model: listed for each in providers if (listed := price(each)) is not None}
    return CostMeter(prices, limit=run_limit(), ledger=daily_ledger(organization))


def chat_loop(
    providers: Sequence[Provider], toolbox: Toolbox, limits: Limits, *, at: str, meter: CostMeter, stop: Callable[[], bool]
) -> ToolLoop:
    """For a conversation with a person; kept by no store, since it is told as it comes. `at` is the first provider's address."""
    first, *others = providers
    limits = _within(limits)
    return ToolLoop(
        first,
        toolbox,
        limits,
        fallbacks=others,
        meter=meter,
        patience=RetryPolicy(tries=settings.PROVIDER_TRIES),
        options=_options(providers, "chats", limits, at=at),
        observer=all_of(*_lookers_on(first, toolbox)),
        stop=stop,
    )


def _within(limits: Limits, read: int = 0, written: int = 0) -> Limits:
    """With what is left of the tokens that the settings allow, after so many."""
    most_in, most_out = settings.PROVIDER_MAX_INPUT_TOKENS, settings.PROVIDER_MAX_OUTPUT_TOKENS
    return replace(limits, input_tokens=most_in - read if most_in else None, output_tokens=most_out - written if most_out else None)


def _options(providers: Sequence[Provider], purpose: Purpose, limits: Limits, *, at: str) -> Mapping[str, Any]:
    shown = {"reasoning_text": True} if settings.PROVIDER_SHOWS_REASONING else {}
    return {**length(providers, purpose, limits.output_tokens, at=at), **shown}


def _lookers_on(provider: Provider, toolbox: Toolbox | None, *, counts: bool = True) -> list[Observer]:
    """`counts` where turns are not counted by who asks them."""
    known = [tool.name for tool in toolbox.specs] if toolbox else []
    lookers_on = [logged(known), counted(provider)] if counts else [logged(known)]
    if not settings.TRACES:
        return lookers_on
    from assistant.tracing import Traced

    return [*lookers_on, Traced(provider, known=known)]
