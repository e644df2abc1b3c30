"""Progress of a run and what it has found so far."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.models import StatementImport, Step
from reconciliation.presentation.labels.documents import DOCUMENT_TYPES, STAGES

WATCHED = ("open", "read", "analyse", "reconcile", "verify")


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage. `found` is its result so far; `seconds` is set once it has ended."""

    name: str
    state: Literal["done", "now", "to_come"]
    found: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a run. `token` changes with each visible change; `attempt` counts from 1 while a worker has the import."""

    stages: list[Stage]
    token: str
    attempt: int


def progress_of(statement_import: StatementImport) -> Progress:
    """Return the stages of the latest run; before a worker claims the import, all are ahead. Two queries."""
    at_work = statement_import.status == StatementImport.Status.PROCESSING
    run = statement_import.runs.defer("reconciliation").order_by("-number").first() if at_work else None
    steps = list(run.steps.all()) if run and run.finished_at is None else []
    attempt = statement_import.attempts if at_work else 0
    token = f"{statement_import.status}-{statement_import.attempts}-{len(steps)}"
    return Progress(list(_stages(steps, at_work=at_work)), token, attempt)


def _stages(steps: Sequence[Step], *, at_work: bool) -> Iterator[Stage]:
    done = {step.stage: step for step in steps if step.name == step.stage}
    begun = {step.stage for step in steps} - done.keys()
    order = [stage for stage in STAGES if stage in WATCHED or stage in done or stage in begun]
    now = next((stage for stage in order if stage not in done), None) if at_work else None
    for stage in order:
        name = str(STAGES[stage])
        if stage in done:
            yield Stage(name, "done", _found(stage, done[stage].detail), done[stage].seconds)
        else:
            turns = sum(step.stage == stage for step in steps)
            yield Stage(
                name,
                "now" if stage == now else "to_come",
                ngettext("%(count)d step", "%(count)d steps", turns) % {"count": turns} if turns else "",
            )


def _found(stage: str, detail: Mapping[str, Any]) -> str:
    if stage == "open" and detail.get("pages"):
        return ngettext("%(count)d page", "%(count)d pages", detail["pages"]) % {"count": detail["pages"]}
    if stage == "read" and detail.get("statements"):
        rows = ngettext("%(count)d row", "%(count)d rows", detail["lines"]) % {"count": detail["lines"]}
        return f"{rows}, {_('adds up')}" if all(held is True for held in detail.get("integrity", [])) else rows
    if stage == "analyse":
        return str(DOCUMENT_TYPES.get(detail.get("document_type", ""), ""))
    return ""
