"""The one place where a loop is made as the settings say."""

from collections.abc import Callable

from django.conf import settings

from assistant.asking import never
from assistant.contract import Provider
from assistant.events import each_step
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.patience import Patience
from assistant.results import Step
from assistant.tools import Toolbox


def loop(
    provider: Provider,
    toolbox: Toolbox | None,
    limits: Limits,
    *,
    observe: Callable[[Step], None] | None = None,
    stop: Callable[[], bool] = never,
) -> ToolLoop:
    """`observe` is given each step, and raises where the run must end; `stop` says that a person ended it."""
    observer = each_step(observe) if observe else None
    return ToolLoop(provider, toolbox, limits, patience=Patience(tries=settings.PROVIDER_TRIES), observer=observer, stop=stop)
