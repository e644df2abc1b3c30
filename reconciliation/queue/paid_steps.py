"""What an import's run has paid for outlives its worker: the next attempt goes on where the last one was killed.

A step belongs to the import and to one conversation of its run (`scope`), so that equal chunks of a document are never taken for one
another. It is good until the import is queued anew: what a person asks for again is asked anew.
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
    """What tools remember of their results, and need again where these are not made anew: JSON."""

    def remembered(self) -> Any: ...

    def recall(self, remembered: Any) -> None: ...


class PaidSteps:
    """The step store of one conversation. What is kept is fenced: a worker that lost its claim keeps nothing. Raises ClaimLost.
    `found` is given each turn that was kept before.

    JSON is kept as text: a column of JSON would sort keys and refuse characters, and the key of the next request would be another."""

    def __init__(self, claimed: Claim, scope: str, memory: Memory | None = None, found: Callable[[PaidStep], None] | None = None) -> None:
        self._claimed = claimed
        self._scope = scope
        self._memory = memory
        self._found = found

    @cached_property
    def _kept(self) -> dict[str, PaidStep]:
        """By key, in their order: nobody else keeps any while this attempt has its claim."""
        return {each.key: each for each in self._steps().order_by("pk")}

    def turn(self, key: str) -> Turn | None:
        found = self._kept.get(key)
        if found is None:
            return None
        if self._found:
            self._found(found)
        return turn_from(json.loads(found.turn))

    def keep_turn(self, key: str, turn: Turn) -> None:
        reached("model.answered")
        with self._claimed.fenced():
            step = PaidStep(statement_import=self._claimed.statement_import, scope=self._scope, key=key, turn=write(as_json(turn)))
            step.save(force_insert=True)
        self._kept[key] = step
        reached("model.stored")

    def results(self, key: str) -> tuple[ToolResult, ...] | None:
        found = self._kept.get(key)
        if found is None or not found.results:
            return None
        if self._memory:
            self._memory.recall(json.loads(found.remembered))
        return results_from(json.loads(found.results))

    def keep_results(self, key: str, results: tuple[ToolResult, ...]) -> None:
        said = {"results": write([as_json(result) for result in results])}
        said["remembered"] = write(self._memory.remembered()) if self._memory else ""
        with self._claimed.fenced():
            self._steps().filter(key=key).update(**said)
        for name, text in said.items():
            setattr(self._kept[key], name, text)

    def paid(self) -> Sequence[tuple[str, Usage]]:
        return [(each.key, turn_from(json.loads(each.turn)).usage) for each in self._kept.values()]

    def _steps(self) -> PaidStepQuerySet:
        return _steps_of(self._claimed.statement_import).filter(scope=self._scope)


def tokens_paid(statement_import: StatementImport, scopes: Collection[str]) -> tuple[int, int]:
    """Tokens of input and of output that these conversations of the run took, in all its attempts; what nobody counted is left out."""
    found = _steps_of(statement_import).filter(scope__in=scopes) if scopes else ()
    paid = [turn_from(json.loads(each.turn)).usage for each in found]
    return sum(usage.input_tokens or 0 for usage in paid), sum(usage.output_tokens or 0 for usage in paid)


def forget_steps(statement_import: StatementImport) -> None:
    """The import's next run asks anew, and may spend anew."""
    _steps_of(statement_import).delete()
    forget_handed_over(statement_import)
    StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk).update(nanodollars=0)


def _steps_of(statement_import: StatementImport) -> PaidStepQuerySet:
    return PaidStep.objects.of(statement_import.organization).filter(statement_import=statement_import)
