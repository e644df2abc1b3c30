"""The history of a statement: each act with its author and time, latest first; its decisions; and the runs of its import, each step with
its input, result and cost, and the progress of the latest run."""

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any, Literal, Self
from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from people.formats import listed
from reconciliation.models import Conclusion, Decision, Enquiry, EnquiryMessage, Posting, QuestionList, Run, StatementImport, Step
from reconciliation.presentation.formats import until
from reconciliation.presentation.labels.acts import in_words, why_not
from reconciliation.presentation.labels.model_proposals import NO_PROPOSAL, SILENCES
from reconciliation.presentation.labels.processing import (
    DOCUMENT_TYPES,
    FACTS,
    STAGES,
    TEXTS,
    TOOLS,
    VALUES,
    Failure,
    deleted,
    failure,
)
from reconciliation.presentation.labels.verdicts import Words


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """One act. `why` is the reason that the person gave; `by` is None if no user was signed in."""

    at: dt.datetime
    by: User | QuestionList | None
    says: str
    why: str = ""


def history_of(statement_import: StatementImport) -> list[HistoryEvent]:
    """Return uploads, deletions, decisions, withdrawals, rows added to the books and removed, sign-offs, reopenings and questions.
    Four queries."""
    organization = statement_import.organization
    sentence = _("Uploaded %(file)s") if statement_import.came_as_document else _("Entered %(file)s")
    sentence %= {"file": statement_import.filename}
    events = [HistoryEvent(statement_import.uploaded_at, statement_import.uploaded_by, sentence)]
    if statement_import.document_deleted_at:
        events.append(HistoryEvent(statement_import.document_deleted_at, None, deleted(statement_import)))
    decisions = Decision.objects.of(organization).filter(statement_import=statement_import)
    for decision in decisions.select_related("made_by", "withdrawn_by"):
        sentence = in_words(decision)
        events.append(HistoryEvent(decision.made_at, decision.made_by, sentence, decision.reason))
        if decision.withdrawn_at:
            withdrawn = _("Undone: %(decision)s") % {"decision": sentence}
            events.append(HistoryEvent(decision.withdrawn_at, decision.withdrawn_by, withdrawn, decision.withdrawn_because))
    events += _posted(statement_import)
    conclusions = Conclusion.objects.of(organization).filter(statement_import=statement_import)
    for step in conclusions.select_related("by"):
        sentence = f"{step.get_kind_display()}: {until(step.period_start, step.period_end)}"
        events.append(HistoryEvent(step.at, step.by, sentence, step.reason))
    closed: dict[UUID, Enquiry] = {}
    messages = EnquiryMessage.objects.of(organization).filter(enquiry__statement_import=statement_import)
    for message in messages.select_related("by", "through", "enquiry__closed_by"):
        closed[message.enquiry_id] = message.enquiry
        by_asker = message.by_id == message.enquiry.asked_by_id
        sentence = (_("Asked about %(row)s") if by_asker else _("Answered about %(row)s")) % {"row": message.enquiry}
        events.append(
            HistoryEvent(message.at, message.by or message.through, sentence, " · ".join(filter(None, (message.text, message.filename))))
        )
    for enquiry in closed.values():
        if enquiry.closed_at:
            sentence = _("Closed the question about %(row)s") % {"row": enquiry}
            events.append(HistoryEvent(enquiry.closed_at, enquiry.closed_by, sentence))
    return sorted(events, key=lambda event: event.at, reverse=True)


def _posted(statement_import: StatementImport) -> Iterator[HistoryEvent]:
    """Group the rows that one person added in the same second into one event."""
    records = Posting.objects.of(statement_import.organization).filter(statement_import=statement_import)
    postings = list(records.select_related("posted_by", "undone_by"))
    for (_second, by), group in groupby(postings, key=lambda posting: (posting.posted_at.replace(microsecond=0), posting.posted_by)):
        rows = list(group)
        sentence = ngettext("Added %(count)d row to the books", "Added %(count)d rows to the books", len(rows))
        yield HistoryEvent(rows[-1].posted_at, by, sentence % {"count": len(rows)})
    undone = sorted((posting for posting in postings if posting.undone_at), key=lambda posting: str(posting.undone_at))
    for (undone_at, undone_by), group in groupby(undone, key=lambda posting: (posting.undone_at, posting.undone_by)):
        count = len(list(group))
        sentence = ngettext("Removed %(count)d row from the books again", "Removed %(count)d rows from the books again", count)
        if undone_at:
            yield HistoryEvent(undone_at, undone_by, sentence % {"count": count})


Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision in words. `set_aside` is why it no longer applies, or empty."""

    decision: Decision
    says: str
    set_aside: str = ""


def decisions_of(standing: Iterable[Decision], verdict: Json) -> list[ShownDecision]:
    """Return the decisions on a statement in their order, without withdrawn ones."""
    reasons = {result["decision"]: result["why_not"] for result in verdict.get("decisions", [])}
    codes = [(decision, reasons.get(str(decision.pk))) for decision in standing]
    return [ShownDecision(decision, in_words(decision), why_not(code) if code else "") for decision, code in codes]


LONGEST = 20_000  # characters of one text on the page


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step. `is_inner` is true for a call or a turn within a stage; `number` is that of a turn. `texts` are long and verbatim."""

    step: Step
    title: str
    is_inner: bool
    number: str
    facts: list[tuple[str, str]]
    texts: list[tuple[str, str]]

    @classmethod
    def of(cls, step: Step) -> Self:
        """Return the step with its facts, without empty ones and those that have no words, and its texts: JSON is indented, and a very long
        text is cut off."""
        name = "" if step.name == step.stage else step.name
        title = str(TOOLS[name] if name in TOOLS else STAGES.get(step.stage, step.stage))
        facts, texts = [], []
        for key, value in step.detail.items():
            if key in FACTS and value not in (None, "", [], {}, False):
                facts.append((str(FACTS[key]), _in_words(value, VALUES.get(key, {}))))
        if "repeated" in step.detail:
            facts.append((_("Failure"), str(SILENCES.get(step.detail["repeated"], NO_PROPOSAL)[0])))
        for key, words in TEXTS.items():
            value = step.detail.get(key)
            if value:
                try:
                    value = json.loads(value) if isinstance(value, str) else value
                    text = json.dumps(value, indent=2, ensure_ascii=False)
                except (ValueError, RecursionError):
                    text = str(value)
                texts.append((str(words), text if len(text) <= LONGEST else f"{text[:LONGEST]}…"))
        number = "" if name in TOOLS else " / ".join(re.findall(r"\d+", name))
        return cls(step=step, title=title, is_inner=bool(name), number=number, facts=facts, texts=texts)


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
        steps=[ShownStep.of(step) for step in steps],
        seconds=sum(step.seconds or 0.0 for step in steps if step.name == step.stage),
        tokens=sum(tokens) if tokens else None,
        cost=sum(costs, Decimal(0)) if costs else None,
        failure=failure(run.error),
    )


def _in_words(value: Any, words: Mapping[str, Words]) -> str:
    if isinstance(value, Mapping):
        return listed(f"{key} {_in_words(item, words)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return listed(_in_words(item, words) for item in value)
    if isinstance(value, bool) or value is None:
        return {True: _("yes"), False: _("no"), None: _("not known")}[value]
    return str(words.get(str(value), value))


WATCHED = ("open", "read", "analyse", "reconcile", "verify")


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage. `result` is its outcome so far; `seconds` is set once it has ended."""

    name: str
    state: Literal["done", "now", "to_come"]
    result: str = ""
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
