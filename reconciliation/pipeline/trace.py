"""What ran, how long, with how many tokens, and what it found: kept step by step, as it ends."""

import datetime as dt
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from django.utils import timezone

from assistant.contract import ToolCall, ToolResult, Usage
from assistant.results import LoopStep as LoopStep
from assistant.strict_json import write
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.metrics import STAGES
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.suspended.park import HandedOver
from reconciliation.models import Run, Step
from reconciliation.queue.claims import Claim
from reconciliation.reconcile.evidence import fit, storable

logger = logging.getLogger(__name__)


class Trace:
    """The record of one run. What is written renews the claim, or stops the run where it is lost. Rounds that cost nothing are written
    with their stage. A run that goes on where it waited for a model comes by what it has recorded once more: that stays as it is."""

    def __init__(self, run: Run, claimed: Claim, loops: Loops, *, goes_on: bool = False) -> None:
        self.run = run
        self._claimed = claimed
        self._loops = loops
        kept = list(run.steps.all()) if goes_on else []
        self._kept = set(map(_said, kept))
        self._number = len(kept)
        self._waited = 0.0
        self._waiting: list[Step] = []

    @contextmanager
    def stage(self, stage: str, *, at_once: bool = True) -> Iterator[dict[str, Any]]:
        """Measure one stage; what the body puts into the dictionary is what it found. An error is kept by its class. Unless `at_once` it is
        written with the next one."""
        found: dict[str, Any] = {}
        started_at, start = timezone.now(), self._clock()
        try:
            yield found
        except HandedOver:
            raise
        except Exception as error:
            logger.info("stage=%s error=%s", stage, type(error).__name__)
            self.record(stage, type(error).__name__, started_at=started_at, seconds=self._clock() - start, detail=found | _code(error))
            raise
        seconds = self._clock() - start
        logger.info("stage=%s seconds=%.3f", stage, seconds)
        STAGES.labels(stage).observe(seconds)
        self._add(self._step(stage, stage, started_at=started_at, seconds=seconds, detail=found))
        if at_once:
            self._write()

    def rounds(self, step: LoopStep, seconds: Mapping[str, float]) -> None:
        """A round of the loop: the turn, then each call with its result; `seconds` by name and arguments of the call."""
        results = {result.call_id: result for result in step.results}
        calls = [self._call(call, results.get(call.id), seconds) for call in step.turn.tool_calls]
        self._add(self._turn("reconcile", f"turn {step.number}", step), *calls)
        if step.turn.model != BUILTIN:
            self._write()

    def turn(self, stage: str, name: str, step: LoopStep) -> None:
        """What a provider said in one turn, word for word."""
        self._add(self._turn(stage, name, step))
        self._write()

    def record(
        self,
        stage: str,
        name: str,
        *,
        started_at: dt.datetime | None = None,
        seconds: float | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        self._add(self._step(stage, name, started_at=started_at, seconds=seconds, detail=detail or {}))
        self._write()

    def _turn(self, stage: str, name: str, step: LoopStep) -> Step:
        turn = step.turn
        said = {"model": turn.model, "text": turn.text, "reasoning": turn.reasoning, "finish_reason": turn.finish_reason}
        elsewhere, self._waited = self._loops.waited - self._waited, self._loops.waited
        seconds, cost = step.seconds + elsewhere, self._loops.newly_spent()
        return self._step(stage, name, seconds=seconds, usage=turn.usage, cost=cost, detail=said)

    def _call(self, call: ToolCall, result: ToolResult | None, seconds: Mapping[str, float]) -> Step:
        asked = {"arguments": call.arguments if call.arguments is not None else call.raw_arguments}
        answered = {"filled": result.filled, "result": result.content, "is_error": result.is_error} if result else {}
        key = f"{call.name} {write({**(call.arguments or {}), **(result.filled if result else {})})}"
        return self._step("reconcile", call.name, seconds=seconds.get(key), detail=asked | answered)

    def _step(
        self,
        stage: str,
        name: str,
        *,
        started_at: dt.datetime | None = None,
        seconds: float | None,
        usage: Usage | None = None,
        cost: Decimal | None = None,
        detail: Mapping[str, Any],
    ) -> Step:
        return Step(
            run=self.run,
            stage=stage,
            name=fit(name, 100),
            started_at=started_at or timezone.now(),
            seconds=seconds,
            input_tokens=usage.input_tokens if usage else None,
            output_tokens=usage.output_tokens if usage else None,
            cost=cost,
            detail=storable(detail),
        )

    def _add(self, *steps: Step) -> None:
        for step in steps:
            if _said(step) in self._kept:
                continue
            self._number += 1
            step.number = self._number
            self._waiting.append(step)

    def _write(self) -> None:
        if not self._waiting:
            return
        with self._claimed.told():
            for step in self._waiting:  # one by one: what tools found is long, and would be quoted once more in a list of rows
                step.save(force_insert=True)
        self._waiting = []

    def _clock(self) -> float:
        """Seconds, of which those count that somebody else waited for a model."""
        return time.monotonic() + self._loops.waited


def _said(step: Step) -> tuple[str, str, str]:
    return step.stage, step.name, write(step.detail)


def _code(error: Exception) -> dict[str, Any]:
    return {"error": getattr(error, "code", type(error).__name__)}
