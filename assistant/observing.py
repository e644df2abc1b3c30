"""Who looks on while a run happens: several at once, and the log. Neither is told what a document, a model or a tool said."""

import logging
import re
from collections.abc import Collection

from assistant.contract import ToolCall, Usage
from assistant.events import LimitReached, RunEvent, RunFailed, RunFinished, StepFinished, ToolFailed
from assistant.loop import Observer

logger = logging.getLogger(__name__)
NAME = re.compile(r"[\w.:/@-]{1,100}", re.ASCII)


def all_of(*observers: Observer) -> Observer:
    """Each is told in turn; what one of them raises ends the run."""

    def told(event: RunEvent) -> None:
        for observer in observers:
            observer(event)

    return told


def logged(known: Collection[str] = ()) -> Observer:
    """An observer for the log: a line of `name=value` for each turn, and for what went wrong. Of calls the names of `known` tools stand
    there: any other is whatever the model has written."""

    def told(event: RunEvent) -> None:
        if isinstance(event, StepFinished):
            turn, calls = event.step.turn, ",".join(of_tool(call, known) for call in event.step.turn.tool_calls)
            logger.info(
                "turn=%d model=%s finish=%s calls=%s %s seconds=%.2f",
                *(event.step.number, named(turn.model), turn.finish_reason, calls or "none", _tokens(turn.usage), event.step.seconds),
            )
        elif isinstance(event, ToolFailed):
            logger.warning("tool=%s failed", of_tool(event.call, known))
        elif isinstance(event, LimitReached):
            logger.warning("limit=%s", event.limit)
        elif isinstance(event, RunFailed):
            logger.warning("run=failed code=%s status=%s", event.error.code, event.error.status)
        elif isinstance(event, RunFinished):
            logger.info("run=%s turns=%d %s", event.result.stop_reason, len(event.result.steps), _tokens(event.result.usage))

    return told


def of_tool(call: ToolCall, known: Collection[str]) -> str:
    return call.name if call.name in known else "unknown"


def named(text: str) -> str:
    """What a server calls a model or an answer, if it is a name and no more."""
    return text if NAME.fullmatch(text) else ""


def _tokens(usage: Usage) -> str:
    return f"input_tokens={usage.input_tokens} output_tokens={usage.output_tokens}"
