"""One run of an import: each step with its input, result and cost."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from reconciliation.models import Run, Step
from reconciliation.presentation.labels import Failure, failure
from reconciliation.presentation.labels.documents import STAGES
from reconciliation.presentation.labels.reasons import Words
from reconciliation.presentation.labels.steps import FACTS, TEXTS, TOOLS, VALUES

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
        steps=[_shown(step) for step in steps],
        seconds=sum(step.seconds or 0.0 for step in steps if step.name == step.stage),
        tokens=sum(tokens) if tokens else None,
        cost=sum(costs, Decimal(0)) if costs else None,
        failure=failure(run.error),
    )


def _shown(step: Step) -> ShownStep:
    stage = str(STAGES.get(step.stage, step.stage))
    own = "" if step.name == step.stage else step.name
    title = str(TOOLS[own]) if own in TOOLS else stage
    return ShownStep(step, title, own, list(_facts(step.detail)), list(_texts(step.detail)))


def _facts(detail: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the short facts of a step, without empty ones."""
    for key, value in detail.items():
        if key not in TEXTS and value not in (None, "", [], {}, False):
            yield str(FACTS.get(key, key)), _in_words(value, VALUES.get(key, {}))


def _in_words(value: Any, words: Mapping[str, Words]) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_in_words(item, words)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_in_words(item, words) for item in value)
    if isinstance(value, bool) or value is None:
        return {True: _("yes"), False: _("no"), None: _("not known")}[value]
    return str(words.get(str(value), value))


def _texts(detail: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, words in TEXTS.items():
        if detail.get(key):
            yield str(words), _readable(detail[key])


def _readable(value: Any) -> str:
    """Return JSON indented, other text unchanged; cut off if very long."""
    try:
        value = json.loads(value) if isinstance(value, str) else value
        text = json.dumps(value, indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
