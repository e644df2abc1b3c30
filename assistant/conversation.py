"""Everything that spans turns, as pure functions over messages and steps."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import reduce
from operator import add
from typing import TypeVar

from assistant.contract import Message, Request, ToolCall, Turn, Usage
from assistant.events import LoopStep
from assistant.strict_json import write

Figure = TypeVar("Figure", int, Decimal)
LAST_ROUND = "No more tools can be used. Answer now, with what you have."


def opened(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return the conversation as given. Raises ValueError if it has no question."""
    if not messages:
        raise ValueError("there is no message to answer")
    if messages[-1].role == "user" and not messages[-1].text.strip():
        raise ValueError("the question is empty")
    return tuple(messages)


def next_request(first: Request, conversation: Sequence[Message], *, closing: bool) -> Request:
    """Return the next request. The request that closes a run offers no tools and tells the model so: its answer is the last."""
    if not closing or not first.tools:
        return replace(first, messages=tuple(conversation))
    return replace(first, messages=tuple(conversation), tools=(), instructions=f"{first.instructions}\n\n{LAST_ROUND}".strip())


def repair(problem: str) -> Message:
    """Return the message to a model whose answer cannot be used."""
    return Message(role="user", text=f"Your answer cannot be used: {problem}. Answer again.")


def own_calls(turn: Turn) -> tuple[ToolCall, ...]:
    """Return the calls that this program must answer: not those that the provider ran itself, and none of a turn that it calls an error."""
    return tuple(call for call in turn.tool_calls if not call.provider_executed and turn.finish_reason != "error")


def goes_on(turn: Turn) -> bool:
    """Return True if the model waits for results of its calls or, where the provider only paused, for another request."""
    return bool(own_calls(turn)) or turn.finish_reason == "continue"


def after(step: LoopStep) -> tuple[Message, ...]:
    """Return the messages that a step adds to the conversation."""
    answer = Message(role="assistant", turn=step.turn)
    return (answer, Message(role="tool", results=step.results)) if step.results else (answer,)


def summed(steps: Sequence[LoopStep]) -> Usage:
    """Return the usage of all steps; a figure that one of them does not know is None."""
    return Usage(
        input_tokens=_sum(steps, lambda usage: usage.input_tokens),
        output_tokens=_sum(steps, lambda usage: usage.output_tokens),
        cached_input_tokens=_sum(steps, lambda usage: usage.cached_input_tokens),
        reasoning_tokens=_sum(steps, lambda usage: usage.reasoning_tokens),
        cache_written_tokens=_sum(steps, lambda usage: usage.cache_written_tokens),
        billed=_sum(steps, lambda usage: usage.billed),
    )


def stalled(steps: Sequence[LoopStep]) -> bool:
    """Return True if the last step repeats the one before it: the same calls with the same results."""
    if len(steps) < 2:
        return False
    latest = _calls_with_results(steps[-1])
    return bool(latest) and latest <= _calls_with_results(steps[-2])


def _calls_with_results(step: LoopStep) -> set[tuple[str, str, str]]:
    answered: set[tuple[str, str, str]] = set()
    for call, result in zip(own_calls(step.turn), step.results, strict=True):
        arguments = call.raw_arguments if call.arguments is None else write(call.arguments)  # equal arguments have equal texts
        answered.add((call.name, arguments, result.content))
    return answered


def _sum(steps: Sequence[LoopStep], figure: Callable[[Usage], Figure | None]) -> Figure | None:
    figures = [figure(step.turn.usage) for step in steps]
    known = [figure for figure in figures if figure is not None]
    return reduce(add, known) if known and len(known) == len(figures) else None
