"""Runs of an import: each step with its input, result and cost, and the progress of the latest run."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.models import Run, StatementImport, Step
from reconciliation.presentation.labels.processing import DOCUMENT_TYPES, FACTS, STAGES, TEXTS, TOOLS, VALUES, Failure, failure
from reconciliation.presentation.labels.verdicts import Words

LONGEST = 20_000  # characters of one text on the page


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step. `name` is that of the tool or turn, empty for a whole stage. `texts` are long and verbatim."""

    step: Step
    title: str
    name: str
    facts: list[tuple[str, str]]
    texts: list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRun:
    """One run. `seconds` are those of its stages; tokens and US dollars are of all turns, None if not counted."""

    run: Run
    steps: list[ShownStep]
    seconds: float
    tokens: int | None
    cost: Decimal | None
    failure: Failure | None


def shown_run(run: Run) -> ShownRun:
    steps = list(run.steps.all())
    tokens = [count for step in steps for count in (step.input_tokens, step.output_tokens) if count is not None]
    costs = [step.cost for step in steps if step.cost is not None]
    return ShownRun(
        run=run,
        steps=[_shown_step(step) for step in steps],
        seconds=sum(step.seconds or 0.0 for step in steps if step.name == step.stage),
        tokens=sum(tokens) if tokens else None,
        cost=sum(costs, Decimal(0)) if costs else None,
        failure=failure(run.error),
    )


def _shown_step(step: Step) -> ShownStep:
    """Return the step with its facts, without empty ones, and its texts: JSON is indented, and a very long text is cut off."""
    name = "" if step.name == step.stage else step.name
    title = str(TOOLS[name] if name in TOOLS else STAGES.get(step.stage, step.stage))
    facts, texts = [], []
    for key, value in step.detail.items():
        if key not in TEXTS and value not in (None, "", [], {}, False):
            facts.append((str(FACTS.get(key, key)), _in_words(value, VALUES.get(key, {}))))
    for key, words in TEXTS.items():
        value = step.detail.get(key)
        if value:
            try:
                value = json.loads(value) if isinstance(value, str) else value
                text = json.dumps(value, indent=2, ensure_ascii=False)
            except (ValueError, RecursionError):
                text = str(value)
            texts.append((str(words), text if len(text) <= LONGEST else f"{text[:LONGEST]}…"))
    return ShownStep(step, title, name, facts, texts)


def _in_words(value: Any, words: Mapping[str, Words]) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_in_words(item, words)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_in_words(item, words) for item in value)
    if isinstance(value, bool) or value is None:
        return {True: _("yes"), False: _("no"), None: _("not known")}[value]
    return str(words.get(str(value), value))


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
    done = {step.stage: step for step in steps if step.name == step.stage}
    begun = {step.stage for step in steps} - done.keys()
    order = [stage for stage in STAGES if stage in WATCHED or stage in done or stage in begun]
    now = next((stage for stage in order if stage not in done), None) if at_work else None
    stages = []
    for stage in order:
        name = str(STAGES[stage])
        if stage in done:
            result, detail = "", done[stage].detail
            if stage == "open" and detail.get("pages"):
                result = ngettext("%(count)d page", "%(count)d pages", detail["pages"]) % {"count": detail["pages"]}
            elif stage == "read" and detail.get("statements"):
                rows = ngettext("%(count)d row", "%(count)d rows", detail["lines"]) % {"count": detail["lines"]}
                result = f"{rows}, {_('adds up')}" if all(held is True for held in detail.get("integrity", [])) else rows
            elif stage == "analyse":
                result = str(DOCUMENT_TYPES.get(detail.get("document_type", ""), ""))
            stages.append(Stage(name, "done", result, done[stage].seconds))
        else:
            turns = sum(step.stage == stage for step in steps)
            counted = ngettext("%(count)d step", "%(count)d steps", turns) % {"count": turns} if turns else ""
            stages.append(Stage(name, "now" if stage == now else "to_come", counted))
    token = f"{statement_import.status}-{statement_import.attempts}-{len(steps)}"
    return Progress(stages, token, statement_import.attempts if at_work else 0)
