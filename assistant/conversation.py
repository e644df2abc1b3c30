"""What spans turns, as pure functions over messages and steps."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import reduce
from operator import add
from typing import TypeVar

from assistant.contract import Message, Request, ToolCall, Turn, Usage
from assistant.results import LoopStep
from assistant.strict_json import write

Figure = TypeVar("Figure", int, Decimal)
LAST_ROUND = "No more tools can be used. Answer now, with what you have."


def opened(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The conversation as given. Raises ValueError where nothing is asked."""
    if not messages:
        raise ValueError("there is no message to answer")
    if messages[-1].role == "user" and not messages[-1].text.strip():
        raise ValueError("the question is empty")
    return tuple(messages)


def next_request(asked: Request, conversation: Sequence[Message], *, closing: bool) -> Request:
    """What is asked next. The request that closes a run offers no tools and says so: its answer is the last."""
    if not closing or not asked.tools:
        return replace(asked, messages=tuple(conversation))
    return replace(asked, messages=tuple(conversation), tools=(), instructions=f"{asked.instructions}\n\n{LAST_ROUND}".strip())


def repair(problem: str) -> Message:
    """What is said to a model whose answer cannot be used."""
    return Message(role="user", text=f"Your answer cannot be used: {problem}. Answer again.")


def own_calls(turn: Turn) -> tuple[ToolCall, ...]:
    """The calls that are ours to answer: what the provider ran itself is left alone, and so is what it calls an error of its own."""
    return tuple(call for call in turn.tool_calls if not call.provider_executed and turn.finish_reason != "error")


def goes_on(turn: Turn) -> bool:
    """Whether the model waits for us: for results of its calls, or, where the provider only paused, for another turn."""
    return bool(own_calls(turn)) or turn.finish_reason == "continue"


def after(step: LoopStep) -> tuple[Message, ...]:
    """What a step adds to the conversation."""
    said = Message(role="assistant", turn=step.turn)
    return (said, Message(role="tool", results=step.results)) if step.results else (said,)


def summed(steps: Sequence[LoopStep]) -> Usage:
    """Usage of all steps; what one of them does not know is unknown in all."""
    return Usage(
        input_tokens=_sum(steps, lambda usage: usage.input_tokens),
        output_tokens=_sum(steps, lambda usage: usage.output_tokens),
        cached_input_tokens=_sum(steps, lambda usage: usage.cached_input_tokens),
        reasoning_tokens=_sum(steps, lambda usage: usage.reasoning_tokens),
        cache_written_tokens=_sum(steps, lambda usage: usage.cache_written_tokens),
        billed=_sum(steps, lambda usage: usage.billed),
    )


def stalled(steps: Sequence[LoopStep]) -> bool:
    """Whether the last step brought nothing that the one before it had not brought: the same calls, the same results."""
    if len(steps) < 2:
        return False
    latest = _asked_and_answered(steps[-1])
    return bool(latest) and latest <= _asked_and_answered(steps[-2])


def _asked_and_answered(step: LoopStep) -> set[tuple[str, str, str]]:
    return {(call.name, asked(call), result.content) for call, result in zip(own_calls(step.turn), step.results, strict=True)}


def asked(call: ToolCall) -> str:
    """The arguments as one text, equal for equal arguments."""
    return call.raw_arguments if call.arguments is None else write(call.arguments)


def _sum(steps: Sequence[LoopStep], figure: Callable[[Usage], Figure | None]) -> Figure | None:
    figures = [figure(step.turn.usage) for step in steps]
    known = [figure for figure in figures if figure is not None]
    return reduce(add, known) if known and len(known) == len(figures) else None
