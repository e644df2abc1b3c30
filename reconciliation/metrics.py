"""Metrics of the work. Labels have only values from the code, never names from an organization or a document."""

import os
import platform
from pathlib import Path

from django.conf import settings
from django.db import transaction
from prometheus_client import Counter, Histogram, values

if settings.METRICS_TOKEN:  # every process has files of its own, also where containers share the folder and the numbers
    HOST = platform.node()
    values.ValueClass = values.MultiProcessValue(lambda: f"{HOST}-{os.getpid()}")  # type: ignore[no-untyped-call]

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
STAGES = Histogram("tieout_stage_seconds", "How long a stage of an import took.", ["stage"], buckets=SECONDS)
VERDICTS = Counter("tieout_verdicts", "Imports that were answered, by verdict.", ["verdict"])
FAILURES = Counter("tieout_failures", "Imports that failed, by the code of the error.", ["code"])
CALLS = Counter("tieout_model_calls", "Turns of models, by provider and how they ended.", ["provider", "outcome"])
TOKENS = Counter("tieout_model_tokens", "Tokens that models read and wrote.", ["provider", "kind"])
WAITS = Histogram("tieout_model_seconds", "How long a turn of a model took.", ["provider"], buckets=SECONDS)
FIRST_PIECES = Histogram("tieout_model_first_piece_seconds", "How long the first piece of a turn took.", ["provider"], buckets=SECONDS)
REFUSALS = Counter("tieout_model_refusals", "Requests that a provider failed, by reason.", ["provider", "reason"])
RETRIES = Counter("tieout_model_retries", "Failed requests that were sent again, to the same provider or another one.", ["provider", "to"])
TOOLS = Counter("tieout_tool_calls", "Calls of tools by models, by how they ended.", ["tool", "outcome"])
COST = Counter("tieout_model_cost_dollars", "What models of a known price cost.", ["provider"])


def count_verdict(verdict: str) -> None:
    """Count a verdict after the commit."""
    transaction.on_commit(lambda: VERDICTS.labels(verdict).inc(), robust=True)


def count_failure(code: str) -> None:
    transaction.on_commit(lambda: FAILURES.labels(code).inc(), robust=True)


def forget(*, before: float) -> int:
    """Remove the files of processes without a count since then (seconds since 1970); return how many."""
    left = [path for path in Path(settings.METRICS_DIR).glob("*.db") if path.stat().st_mtime < before]
    for path in left:
        path.unlink(missing_ok=True)
    return len(left)
