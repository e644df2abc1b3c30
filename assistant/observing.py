"""Observers of a run: a fan-out and a logger. Neither records the content of documents, answers or tools."""

import logging
import re
from collections.abc import Collection

from assistant.contract import ToolCall, Usage
from assistant.events import LimitReached, RequestRepeated, RunEvent, RunFailed, RunFinished, StepFinished, ToolFailed
from assistant.loop import Observer

logger = logging.getLogger(__name__)
NAME = re.compile(r"[\w.:/@-]{1,100}", re.ASCII)


def all_of(*observers: Observer) -> Observer:
    """Return an observer that calls all of them in order; an exception in one of them ends the run."""

    def observe_all(event: RunEvent) -> None:
        for observer in observers:
            observer(event)

    return observe_all


def logged(known: Collection[str] = ()) -> Observer:
    """Return an observer for the log: a line of `name=value` for each turn and each failure. Only names of `known` tools are
    logged: any other name is free text of the model."""

    def log(event: RunEvent) -> None:
        if isinstance(event, StepFinished):
            turn, calls = event.step.turn, ",".join(of_tool(call, known) for call in event.step.turn.tool_calls)
            logger.info(
                "turn=%d model=%s finish=%s calls=%s %s seconds=%.2f",
                *(event.step.number, named(turn.model), turn.finish_reason, calls or "none", _tokens(turn.usage), event.step.seconds),
            )
        elif isinstance(event, ToolFailed):
            logger.warning("tool=%s failed", of_tool(event.call, known))
        elif isinstance(event, RequestRepeated):
            logger.warning("request=repeated code=%s status=%s elsewhere=%s", event.error.code, event.error.status, event.elsewhere)
        elif isinstance(event, LimitReached):
            logger.warning("limit=%s", event.limit)
        elif isinstance(event, RunFailed):
            logger.warning("run=failed code=%s status=%s", event.error.code, event.error.status)
        elif isinstance(event, RunFinished):
            logger.info("run=%s turns=%d %s", event.result.stop_reason, len(event.result.steps), _tokens(event.result.usage))

    return log


def of_tool(call: ToolCall, known: Collection[str]) -> str:
    return call.name if call.name in known else "unknown"


def named(text: str) -> str:
    """Return a server's name of a model or an answer, or an empty text if it is no plain name."""
    return text if NAME.fullmatch(text) else ""


def _tokens(usage: Usage) -> str:
    return f"input_tokens={usage.input_tokens} output_tokens={usage.output_tokens}"
