"""Paid model turns of an import's run, stored so that the next attempt never pays for the same call twice.

A step belongs to the import and to one conversation of its run (`scope`), so that equal chunks of a document are not taken for one another.
Queueing the import again deletes its steps: a person who asks again gets new answers.
"""

import json
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any, Protocol

from assistant.contract import ToolResult, Turn, Usage
from assistant.store import as_json, results_from, turn_from
from assistant.strict_json import write
from reconciliation.models import PaidStep, StatementImport
from reconciliation.models.querysets import PaidStepQuerySet
from reconciliation.queue.claims import Claim
from reconciliation.queue.failpoints import reached
from reconciliation.queue.snapshot import forget_handed_over


class Memory(Protocol):
    """The state of tools after their results, as JSON, needed to reuse stored results."""

    def remembered(self) -> Any: ...

    def recall(self, remembered: Any) -> None: ...


class PaidSteps:
    """The step store of one conversation. Writes are fenced: a worker that lost its claim stores nothing. Raises ClaimLost. `on_reuse` is
    called with each stored turn that is used again.

    JSON is stored as text: a JSON column would sort keys and refuse characters, and so change the key of the next request.
    """

    def __init__(
        self, claimed: Claim, scope: str, memory: Memory | None = None, on_reuse: Callable[[PaidStep], None] | None = None
    ) -> None:
        self._claimed = claimed
        self._scope = scope
        self._memory = memory
        self._on_reuse = on_reuse

    @cached_property
    def _stored(self) -> dict[str, PaidStep]:
        """The stored steps by key, in their order. Only the holder of the claim adds any."""
        return {step.key: step for step in self._steps().order_by("pk")}

    def turn(self, key: str) -> Turn | None:
        step = self._stored.get(key)
        if step is None:
            return None
        if self._on_reuse:
            self._on_reuse(step)
        return turn_from(json.loads(step.turn))

    def keep_turn(self, key: str, turn: Turn) -> None:
        reached("model.answered")
        with self._claimed.fenced():
            step = PaidStep(statement_import=self._claimed.statement_import, scope=self._scope, key=key, turn=write(as_json(turn)))
            step.save(force_insert=True)
        self._stored[key] = step
        reached("model.stored")

    def results(self, key: str) -> tuple[ToolResult, ...] | None:
        step = self._stored.get(key)
        if step is None or not step.results:
            return None
        if self._memory:
            self._memory.recall(json.loads(step.remembered))
        return results_from(json.loads(step.results))

    def keep_results(self, key: str, results: tuple[ToolResult, ...]) -> None:
        columns = {"results": write([as_json(result) for result in results])}
        columns["remembered"] = write(self._memory.remembered()) if self._memory else ""
        with self._claimed.fenced():
            self._steps().filter(key=key).update(**columns)
        for name, text in columns.items():
            setattr(self._stored[key], name, text)

    def paid(self) -> Sequence[tuple[str, Usage]]:
        return [(step.key, turn_from(json.loads(step.turn)).usage) for step in self._stored.values()]

    def _steps(self) -> PaidStepQuerySet:
        return _steps_of(self._claimed.statement_import).filter(scope=self._scope)


def tokens_paid(statement_import: StatementImport, scopes: Collection[str]) -> tuple[int, int]:
    """Return the input and output tokens of these conversations in all attempts of the run; uncounted ones are left out."""
    steps = _steps_of(statement_import).filter(scope__in=scopes) if scopes else ()
    paid = [turn_from(json.loads(step.turn)).usage for step in steps]
    return sum(usage.input_tokens or 0 for usage in paid), sum(usage.output_tokens or 0 for usage in paid)


def forget_steps(statement_import: StatementImport) -> None:
    """Delete stored turns and the spent amount, so that the next run starts with new calls and its whole budget."""
    _steps_of(statement_import).delete()
    forget_handed_over(statement_import)
    StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk).update(nanodollars=0)


def _steps_of(statement_import: StatementImport) -> PaidStepQuerySet:
    return PaidStep.objects.of(statement_import.organization).filter(statement_import=statement_import)
