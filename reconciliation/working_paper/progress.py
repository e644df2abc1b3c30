"""How far a run has come, for who watches it."""

from dataclasses import dataclass
from typing import Literal

from reconciliation.models import StatementImport
from reconciliation.words.documents import STAGES

WATCHED = ("open", "read", "analyse", "reconcile", "verify")


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    state: Literal["done", "now", "to_come"]


def stages_of(statement_import: StatementImport) -> list[Stage]:
    """The five stages of the latest run; before a worker has taken the import all are still to come."""
    at_work = statement_import.status == StatementImport.Status.PROCESSING
    done = _done(statement_import) if at_work else set()
    now = next((stage for stage in WATCHED if stage not in done), None) if at_work else None
    return [Stage(str(STAGES[stage]), "done" if stage in done else "now" if stage == now else "to_come") for stage in WATCHED]


def _done(statement_import: StatementImport) -> set[str]:
    run = statement_import.runs.order_by("-number").first()
    return set(run.steps.values_list("stage", flat=True)) if run and run.finished_at is None else set()
