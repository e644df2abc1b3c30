"""What ran, how long, with how many tokens, and what it found: kept step by step, as it ends."""

import datetime as dt
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils import timezone

from assistant.contract import Usage
from reconciliation.claims import Claim
from reconciliation.models import Run, Step


class Trace:
    """The record of one run. Each step that is stored renews the claim, and is refused where the claim is lost."""

    def __init__(self, run: Run, claimed: Claim) -> None:
        self.run = run
        self._claimed = claimed
        self._number = 0

    @contextmanager
    def stage(self, stage: str) -> Iterator[dict[str, Any]]:
        """Measure one stage; what the body puts into the dictionary is what it found. An error is kept by its class."""
        found: dict[str, Any] = {}
        started_at, start = timezone.now(), time.monotonic()
        try:
            yield found
        except Exception as error:
            self.record(stage, type(error).__name__, started_at=started_at, seconds=time.monotonic() - start, detail=found | _code(error))
            raise
        self.record(stage, stage, started_at=started_at, seconds=time.monotonic() - start, detail=found)

    def record(
        self,
        stage: str,
        name: str,
        *,
        started_at: dt.datetime | None = None,
        seconds: float | None = None,
        usage: Usage | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        self._claimed.renew()
        self._number += 1
        Step.objects.create(
            run=self.run,
            number=self._number,
            stage=stage,
            name=name[:100],
            started_at=started_at or timezone.now(),
            seconds=seconds,
            input_tokens=usage.input_tokens if usage else None,
            output_tokens=usage.output_tokens if usage else None,
            detail=dict(detail or {}),
        )


def _code(error: Exception) -> dict[str, Any]:
    return {"error": getattr(error, "code", type(error).__name__)}
