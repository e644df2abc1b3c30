"""Counters of model calls, fed by the events of a loop."""

from collections.abc import Callable

from assistant.contract import Provider
from assistant.events import RunEvent, RunFailed, StepFinished
from reconciliation.metrics import CALLS, COST, TOKENS
from reconciliation.model_access.spending import price


def counted(provider: Provider) -> Callable[[RunEvent], None]:
    """Return an observer of a loop that counts its calls. A fallback's turns count as those of the provider that it replaced."""

    def observe(event: RunEvent) -> None:
        if isinstance(event, RunFailed):
            CALLS.labels(provider.name, event.error.code).inc()
        elif isinstance(event, StepFinished):
            _count_turn(provider, event)

    return observe


def _count_turn(provider: Provider, event: StepFinished) -> None:
    turn, listed = event.step.turn, price(provider)
    CALLS.labels(provider.name, turn.finish_reason).inc()
    TOKENS.labels(provider.name, "input").inc(turn.usage.input_tokens or 0)
    TOKENS.labels(provider.name, "output").inc(turn.usage.output_tokens or 0)
    if cost := listed.cost(turn.usage) if listed else None:
        COST.labels(provider.name).inc(float(cost))
