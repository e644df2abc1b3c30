"""Who looks on while a run happens: several at once, and the log. Neither is told what a document, a model or a tool said."""

import logging

from assistant.contract import Usage
from assistant.events import LimitReached, RunEvent, RunFailed, RunFinished, StepFinished, ToolFailed
from assistant.loop import Observer

logger = logging.getLogger(__name__)


def all_of(*observers: Observer) -> Observer:
    """Each is told in turn; what one of them raises ends the run."""

    def told(event: RunEvent) -> None:
        for observer in observers:
            observer(event)

    return told


def logged(event: RunEvent) -> None:
    """An observer for the log: a line of `name=value` for each turn, and for what went wrong."""
    if isinstance(event, StepFinished):
        turn, calls = event.step.turn, ",".join(call.name[:60] for call in event.step.turn.tool_calls)
        logger.info(
            "turn=%d model=%s finish=%s calls=%s %s seconds=%.2f",
            *(event.step.number, turn.model, turn.finish_reason, calls or "none", _tokens(turn.usage), event.step.seconds),
        )
    elif isinstance(event, ToolFailed):
        logger.warning("tool=%s call=%s failed", event.call.name[:60], event.call.id)
    elif isinstance(event, LimitReached):
        logger.warning("limit=%s", event.limit)
    elif isinstance(event, RunFailed):
        logger.warning("run=failed code=%s status=%s", event.error.code, event.error.status)
    elif isinstance(event, RunFinished):
        logger.info("run=%s turns=%d %s", event.result.stop_reason, len(event.result.steps), _tokens(event.result.usage))


def _tokens(usage: Usage) -> str:
    return f"input_tokens={usage.input_tokens} output_tokens={usage.output_tokens}"
