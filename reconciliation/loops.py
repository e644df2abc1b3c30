"""The one place where a loop is made: as the settings say, and with what an earlier attempt at the run has paid for already."""

from collections.abc import Callable
from typing import Protocol

from django.conf import settings

from assistant.contract import Provider
from assistant.events import each_step
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.patience import Patience
from assistant.results import Step
from assistant.tools import Toolbox
from reconciliation.paid_steps import Memory, PaidSteps
from reconciliation.proposing.builtin import BUILTIN
from reconciliation.queueing.claims import Claim


class Loops:
    """Makes the loops of one run of an import."""

    def __init__(self, claimed: Claim) -> None:
        self._claimed = claimed

    def loop(
        self,
        provider: Provider,
        limits: Limits,
        *,
        scope: str,
        observe: Callable[[Step], None],
        toolbox: Toolbox | None = None,
        memory: Memory | None = None,
    ) -> ToolLoop:
        """`scope` names the conversation within the run; `observe` is given each step, and raises where the run must end."""
        free = provider.name == BUILTIN
        return ToolLoop(
            provider,
            toolbox,
            limits,
            store=None if free else PaidSteps(self._claimed, scope, memory),
            patience=Patience(tries=settings.PROVIDER_TRIES),
            observer=each_step(observe),
        )


class MakesLoops(Protocol):
    """A loop for one conversation, by its name."""

    def __call__(self, limits: Limits, *, scope: str, observe: Callable[[Step], None]) -> ToolLoop: ...
