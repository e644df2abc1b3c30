"""The trace of a run: stages, turns and calls with duration, tokens and findings, written as each ends."""

import datetime as dt
import logging
import time
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, ParamSpec

from django.utils import timezone

from assistant.contract import Usage
from assistant.events import LoopStep as LoopStep
from assistant.events import RequestRepeated
from assistant.strict_json import write
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.metrics import STAGES
from reconciliation.model_access.loop_factory import Loops, Repeats
from reconciliation.model_access.park import Suspended
from reconciliation.model_access.spending import Purpose
from reconciliation.models import Run, Step
from reconciliation.models.columns import fit, storable
from reconciliation.pipeline.results import StageResult
from reconciliation.queue.claims import Claim

logger = logging.getLogger(__name__)
P = ParamSpec("P")
REPEATED = "repeated"
STAGE_OF: Mapping[Purpose, str] = {"proposes": "reconcile", "reads": "extract"}
"""The stage in which a model is asked for a purpose."""


class Trace:
    """The record of one run. Each write renews the claim, or raises ClaimLost. Rounds without cost are written with their stage. A resumed
    run repeats steps that it has recorded before its suspension: these are not written twice."""

    def __init__(self, run: Run, claimed: Claim, loops: Loops, *, goes_on: bool = False) -> None:
        self.run = run
        self._claimed = claimed
        self._loops = loops
        recorded = list(run.steps.all()) if goes_on else []
        self._recorded = set(map(_identity, recorded))
        self._number = len(recorded)
        self._waited = 0.0
        self._waiting: list[Step] = []

    def measured(
        self, name: str, stage: Callable[P, StageResult | Suspended], *args: P.args, **kwargs: P.kwargs
    ) -> StageResult | Suspended:
        """Run a stage, write its row, and return its result. An error is recorded by its class. A suspended stage, or one without
        findings, has no row."""
        started_at, start = timezone.now(), self._clock()
        try:
            result = stage(*args, **kwargs)
        except Exception as error:
            logger.info("stage=%s error=%s", name, type(error).__name__)
            detail = {"error": getattr(error, "code", type(error).__name__)}
            self.record(name, type(error).__name__, started_at=started_at, seconds=self._clock() - start, detail=detail)
            raise
        if isinstance(result, Suspended) or result.findings is None:
            return result
        seconds = self._clock() - start
        logger.info("stage=%s seconds=%.3f", name, seconds)
        STAGES.labels(name).observe(seconds)
        self.record(name, name, started_at=started_at, seconds=seconds, detail=result.findings)
        return result

    def rounds(self, step: LoopStep, seconds: Mapping[str, float]) -> None:
        """Record a round of the loop: the turn, then each call with its result; `seconds` by name and arguments of the call."""
        results = {result.call_id: result for result in step.results}
        calls = []
        for call in step.turn.tool_calls:
            result = results.get(call.id)
            request = {"arguments": call.arguments if call.arguments is not None else call.raw_arguments}
            response = {"filled": result.filled, "result": result.content, "is_error": result.is_error} if result else {}
            key = f"{call.name} {write({**(call.arguments or {}), **(result.filled if result else {})})}"
            calls.append(self._step("reconcile", call.name, seconds=seconds.get(key), detail=request | response))
        self._add(self._turn("reconcile", f"turn {step.number}", step), *calls)
        if step.turn.model != BUILTIN:
            self._write()

    def turn(self, stage: str, name: str, step: LoopStep) -> None:
        """Record one turn of a provider word for word."""
        self._add(self._turn(stage, name, step))
        self._write()

    def repeated(self, purpose: Purpose, event: RequestRepeated) -> None:
        """Record that a request failed and is sent again, with the reason. Equal ones are steps of their own."""
        detail = {"repeated": event.error.reason, "elsewhere": event.elsewhere}
        self._number += 1
        step = self._step(STAGE_OF[purpose], REPEATED, seconds=None, detail=detail)
        step.number = self._number
        self._waiting.append(step)
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
        answer = {"model": turn.model, "text": turn.text, "reasoning": turn.reasoning, "finish_reason": turn.finish_reason}
        waited, self._waited = self._loops.waited - self._waited, self._loops.waited
        seconds, cost = step.seconds + waited, self._loops.newly_spent()
        return self._step(stage, name, seconds=seconds, usage=turn.usage, cost=cost, detail=answer)

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
            if _identity(step) in self._recorded:
                continue
            self._number += 1
            step.number = self._number
            self._waiting.append(step)

    def _write(self) -> None:
        if not self._waiting:
            return
        with self._claimed.recording():
            for step in self._waiting:  # one by one: results of tools are long, and a list of rows would quote them once more
                step.save(force_insert=True)
        self._waiting = []

    def _clock(self) -> float:
        """Seconds, including the time that the model worker took."""
        return time.monotonic() + self._loops.waited


def record_repeats(claimed: Claim) -> Repeats:
    """Return a function that records a repeated request in the suspended run of a claimed import."""

    def repeated(purpose: Purpose, event: RequestRepeated) -> None:
        run = claimed.statement_import.runs.order_by("number").last()
        if run:
            Trace(run, claimed, Loops(claimed), goes_on=True).repeated(purpose, event)

    return repeated


def _identity(step: Step) -> tuple[str, str, str]:
    return step.stage, step.name, write(step.detail)
