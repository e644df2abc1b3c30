"""The one place where a loop is made: as the settings say, and with what an earlier attempt at the run has paid for already."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Protocol

from django.conf import settings

from assistant.contract import Provider
from assistant.costs import Meter, Price
from assistant.events import each_step
from assistant.limits import Limits
from assistant.loop import Observer, ToolLoop
from assistant.observing import all_of, logged
from assistant.patience import Patience
from assistant.results import Step
from assistant.tools import Toolbox
from finance.models import Organization
from reconciliation.paid_steps import Memory, PaidSteps
from reconciliation.proposing.builtin import BUILTIN
from reconciliation.queueing.claims import Claim
from reconciliation.spending import daily_ledger, price, run_limit


class Loops:
    """Makes the loops of one run of an import."""

    def __init__(self, claimed: Claim) -> None:
        self._claimed = claimed
        self._prices: dict[str, Price] = {}
        self._unpriced = True
        self._meter = Meter(self._prices, limit=run_limit(), ledger=daily_ledger(claimed.statement_import.organization))
        self._told = Decimal(0)
        self._input_tokens = self._output_tokens = 0

    @property
    def spent(self) -> Decimal | None:
        """US dollars so far, of all loops together; None where a model had no price."""
        return None if self._unpriced else self._meter.spent

    def newly_spent(self) -> Decimal | None:
        """US dollars since this was asked before."""
        before, self._told = self._told, self._meter.spent
        return None if self._unpriced else self._told - before

    def loop(
        self,
        providers: Sequence[Provider],
        limits: Limits,
        *,
        scope: str,
        observe: Callable[[Step], None],
        toolbox: Toolbox | None = None,
        memory: Memory | None = None,
    ) -> ToolLoop:
        """The first of the providers is asked, and the others in turn where it stays overloaded. `scope` names the conversation within
        the run; `observe` is given each step, and raises where the run must end."""
        first, *others = providers
        free = first.name == BUILTIN

        def counted(step: Step) -> None:
            self._input_tokens += step.turn.usage.input_tokens or 0
            self._output_tokens += step.turn.usage.output_tokens or 0
            observe(step)

        return ToolLoop(
            first,
            toolbox,
            limits if free else self._limited(limits),
            fallbacks=others,
            meter=None if free else self._metered(providers),
            store=None if free else PaidSteps(self._claimed, scope, memory),
            patience=Patience(tries=settings.PROVIDER_TRIES),
            observer=all_of(*_lookers_on(first), each_step(counted)),
        )

    def _metered(self, providers: Sequence[Provider]) -> Meter:
        found = {each.model: price(each) for each in providers}
        self._prices |= {model: listed for model, listed in found.items() if listed}
        self._unpriced = None in found.values()
        return self._meter

    def _limited(self, limits: Limits) -> Limits:
        """What is left of the tokens that all loops of the run may use."""
        most_in, most_out = settings.PROVIDER_MAX_INPUT_TOKENS, settings.PROVIDER_MAX_OUTPUT_TOKENS
        return replace(
            limits,
            input_tokens=most_in - self._input_tokens if most_in else None,
            output_tokens=most_out - self._output_tokens if most_out else None,
        )


class MakesLoops(Protocol):
    """A loop for one conversation, by its name."""

    def __call__(self, limits: Limits, *, scope: str, observe: Callable[[Step], None]) -> ToolLoop: ...


def chat_loop(
    providers: Sequence[Provider], toolbox: Toolbox, limits: Limits, *, organization: Organization, stop: Callable[[], bool]
) -> ToolLoop:
    """For a conversation with a person: counted on the organization's day, and kept by no store, since it is told as it comes."""
    first, *others = providers
    prices = {each.model: listed for each in providers if (listed := price(each)) is not None}
    return ToolLoop(
        first,
        toolbox,
        limits,
        fallbacks=others,
        meter=Meter(prices, limit=run_limit(), ledger=daily_ledger(organization)),
        patience=Patience(tries=settings.PROVIDER_TRIES),
        observer=all_of(*_lookers_on(first)),
        stop=stop,
    )


def _lookers_on(provider: Provider) -> list[Observer]:
    if not settings.TRACES:
        return [logged]
    from assistant.tracing import Traced

    return [logged, Traced(provider)]
