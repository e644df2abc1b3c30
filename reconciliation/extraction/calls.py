"""The calls of one extraction: counted and timed; failures are values with a code."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from assistant.contract import Message, ProviderError
from assistant.events import LoopStep
from assistant.limits import Limits
from reconciliation.conversation.instructions import Instructions
from reconciliation.model_access.loop_factory import MakesLoops
from reconciliation.model_access.park import Suspended, run_or_suspend

MOST_CALLS = 32  # turns of the provider for one document, repairs of unreadable answers included
SECONDS = 300.0  # for all of them, as long as a proposal may take
ROUNDS = 2  # an answer that is not of the shape may be given once more

Observer = Callable[[str, LoopStep], None]
"""Is called with the name of the question and each turn."""

Output = TypeVar("Output")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer(Generic[Output]):
    """An answer in the requested shape, or `failure` with the reason for its absence. `messages` is the conversation so far."""

    output: Output | None
    messages: Sequence[Message] = ()
    failure: str = ""


class ExtractionCalls:
    """Asks in loops of `make` within the limits. `observe` raises to end the run; `clock` counts seconds."""

    def __init__(self, make: MakesLoops, observe: Observer, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._make = make
        self._observe = observe
        self._clock = clock
        self._until = clock() + SECONDS
        self.calls = 0

    def ask(self, name: str, messages: Sequence[Message], prompt: Instructions, shape: type[Output]) -> ModelAnswer[Output] | Suspended:
        """Return one answer. A cut or unreadable answer counts as a failure: half of a page's rows are worse than none."""
        rounds, seconds = min(ROUNDS, MOST_CALLS - self.calls), self._until - self._clock()
        if rounds < 1 or seconds <= 0:
            return ModelAnswer(output=None, failure="limit")

        def observe(step: LoopStep) -> None:
            self.calls += 1
            self._observe(name, step)

        loop = self._make(Limits(rounds=rounds, seconds=seconds), scope=f"extract {name}", observe=observe)
        try:
            result = run_or_suspend(loop, messages, instructions=prompt.text, output=shape)
        except ProviderError as error:
            self.calls += 1
            return ModelAnswer(output=None, failure=error.reason)
        if isinstance(result, Suspended):
            return result
        return ModelAnswer(output=result.output, messages=result.messages, failure="" if result.output else result.stop_reason)


def question(text: str) -> Message:
    return Message(role="user", text=text)


def described(prompt: Instructions) -> str:
    return f"{prompt.name} {prompt.version}"
