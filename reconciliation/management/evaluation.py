"""Evaluation of models on finished imports, whose answers are known: proposals, readings of unread documents, and questions.

The books are read, and nothing is stored but the spending of the day. Code withholds its own results: a proposal begins without the pairs
that it found, a reading without its rows. Code alone counts the right answers.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args
from uuid import NAMESPACE_OID, uuid5

from django.conf import settings
from django.db import transaction

from assistant.contract import Message, ProviderError, Usage, closed_at_end
from assistant.costs import CostMeter
from assistant.events import WHOLE, LoopStep, each_step
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.registry import ProviderNotConfigured, names
from assistant.tools import Toolbox
from finance.models import Transaction
from finance.models.coding import Coding
from people.models import Organization
from reconciliation.chat.services import Proposals
from reconciliation.chat.transcript import is_look_up, opening
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.conversation.instructions import instructions, reading_message
from reconciliation.conversation.proposal import Proposal
from reconciliation.documents.limits import DocumentClock, configured_limits
from reconciliation.documents.opening import open_document
from reconciliation.documents.pages import OpenedDocument
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.electronic.reader import is_electronic
from reconciliation.extraction.calls import ExtractionCalls
from reconciliation.extraction.extraction import Extraction
from reconciliation.management.checked_questions import checked_questions
from reconciliation.management.commands.load_demo import SAMPLES, demo_organization
from reconciliation.management.foreground import reconcile_now
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.loop_factory import chat_loop, chat_meter
from reconciliation.model_access.park import Suspended
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.model_access.providers import choose, recorded_in
from reconciliation.model_access.spending import Purpose, price
from reconciliation.models import Statement, StatementImport
from reconciliation.models.actor import Actor
from reconciliation.printed.statement import PrintedStatement, Reading
from reconciliation.proposals.result import resolved
from reconciliation.proposals.run import FREE, PAID, brief_of
from reconciliation.proposals.tools import LedgerTools
from reconciliation.reading.cross_check import opinion_in_time
from reconciliation.reading.reader import read
from reconciliation.reconcile.build_answer import Settled
from reconciliation.reconcile.evidence import printed_from
from reconciliation.reconcile.reconcile_accounts import Trial, trial
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentSealed
from reconciliation.verification.verdict import MatchedItem, MissingItem

Kind = Literal["proposals", "readings", "questions"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LONGEST_ANSWER = 200  # characters of an answer that are shown
Rows = list[tuple[str, Decimal]]
"""Days and amounts of printed rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Numbers of right and wrong answers, and of missing ones."""

    right: int = 0
    wrong: int = 0
    missing: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(right=self.right + other.right, wrong=self.wrong + other.wrong, missing=self.missing + other.missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOutcome:
    """One task with its known answer and the model's. `failure` is the reason for a missing one."""

    kind: Kind
    task: str
    expected: str
    given: str
    score: Score
    failure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """The outcomes of one model, with the median seconds of a request, the tokens and US dollars of all. None is not measured."""

    model: str
    outcomes: Sequence[TaskOutcome] = ()
    requests: int | None = None
    seconds: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: Decimal | None = None
    is_replayed: bool = False

    def score(self, kind: Kind) -> Score | None:
        """Return the sum of the scores of one kind, None if nothing of it was asked."""
        scores = [outcome.score for outcome in self.outcomes if outcome.kind == kind]
        return sum(scores, Score()) if scores else None


@dataclass(slots=True, kw_only=True)
class Asker:
    """Asks one model outside of any run, and counts its tokens and costs."""

    organization: Organization
    provider: str
    model: str
    usages: list[Usage] = field(default_factory=list)
    costs: list[Decimal | None] = field(default_factory=list)

    @contextmanager
    def asking(self, purpose: Purpose) -> Iterator[Callable[..., ToolLoop]]:
        """Yield a maker of loops with a toolbox, limits and an observer of steps. Raises ProviderNotConfigured, NotAllowed."""
        chosen = replace(chosen_for(self.organization, self.provider), model=self.model)
        with closed_at_end(choose(self.provider, self.organization, purpose, model=self.model)) as providers:
            is_free = bool(settings.PROVIDER_REPLAY) or self.provider == BUILTIN
            prices = {provider.model: listed for provider in providers if (listed := price(provider)) is not None}
            meter = CostMeter(prices) if is_free else chat_meter(providers, self.organization)

            def make(toolbox: Toolbox | None, limits: Limits, observe: Callable[[LoopStep], None] = lambda _step: None) -> ToolLoop:
                def count(step: LoopStep) -> None:
                    self.usages.append(step.turn.usage)
                    observe(step)

                box = toolbox or Toolbox()
                return chat_loop(providers, box, limits, chosen=chosen, meter=meter, purpose=purpose, observe=each_step(count))

            try:
                yield make
            finally:
                self.costs.append(meter.cost)


@dataclass(kw_only=True)
class Subject:
    """A finished import with what code knows of it."""

    statement_import: StatementImport

    @cached_property
    def actor(self) -> Actor:
        return Actor(organization=self.statement_import.organization, user=None, channel=StatementImport.Channel.COMMAND_LINE)

    @cached_property
    def statements(self) -> list[Statement]:
        return list(self.statement_import.statements.select_related("account", "statement_import").prefetch_related("lines"))

    @cached_property
    def printed(self) -> list[PrintedStatement]:
        return [printed_from(statement, statement.lines.all()) for statement in self.statements]

    @cached_property
    def trial(self) -> Trial:
        return trial(self.statement_import, self.printed)

    @cached_property
    def document(self) -> tuple[OpenedDocument, Reading] | None:
        """The pages and their reading, or None if it is no PDF, is gone, or its reading is not proved."""
        try:
            pdf = archive.readable(self.statement_import)
            if is_electronic(pdf):
                return None
            document = open_document(pdf, limits=configured_limits())
            reading = read(document)
        except (FileNotFoundError, DocumentSealed, DocumentUnreadable):
            return None
        is_proved = bool(reading.statements) and all(statement.integrity.holds is True for statement in reading.statements)
        return (document, reading) if is_proved else None


def withheld(settled: Settled) -> Settled:
    """Return a statement of which no row is paired: the entries of its pairs are open."""
    amounts = {item.line: settled.printed.lines[item.line] for item in settled.verdict.matched}
    freed = [
        MissingItem(transaction=name, date=line.date or date.min, amount=line.amount, description="", kind="open")
        for item in settled.verdict.matched
        for line in [amounts[item.line]]
        for name in item.transactions
    ]
    return replace(settled, verdict=replace(settled.verdict, matched=(), missing=(*settled.verdict.missing, *freed)))


def proposals_of(asker: Asker, subject: Subject) -> Iterator[TaskOutcome]:
    """Let the model pair all rows of a statement. A pair is right if it is one that the matcher has found and holds to be the only one, or
    interchangeable with it; a row that the books lack is right if it is proposed as new."""
    compared = [settled for settled in subject.trial.settled if settled.verdict.account_id and not settled.statement.set_aside]
    decided = sum(len(settled.verdict.matched) + len(settled.verdict.new) for settled in compared)
    if not decided:
        return
    tools, is_builtin = LedgerTools(subject.actor), asker.provider == BUILTIN
    open_trial = replace(subject.trial, settled=[withheld(settled) for settled in subject.trial.settled])
    text = reading_message(subject.printed) if is_builtin else brief_of(open_trial, tools, subject.actor).message
    known = {} if is_builtin else tools.known(subject.printed)
    with asker.asking("proposes") as loop:
        asked = loop(Toolbox(tools.offered(), known=known), FREE if is_builtin else PAID)
        result = asked.run([Message(role="user", text=text)], instructions=instructions("reconcile").text, output=Proposal)
    score, failure = Score(missing=decided), "" if result.output else str(result.stop_reason)
    if result.output:
        proposed = {statement["statement"]: statement for statement in resolved(result.output, tools, {})["statements"]}
        score = sum((of_pairs(settled, proposed.get(settled.statement.number, {})) for settled in compared), Score())
    given = f"{score.right} right, {score.wrong} wrong, {score.missing} unanswered" if result.output else ""
    yield TaskOutcome(
        kind="proposals", task=subject.statement_import.filename, expected=f"{decided} rows", given=given, score=score, failure=failure
    )


def of_pairs(settled: Settled, proposed: Mapping[str, Any]) -> Score:
    """Return the score of a resolved proposal for one statement."""
    given = {match["line"]: sorted(match["transactions"]) for match in proposed.get("matched", ())}
    given |= {line: [] for line in proposed.get("new", ())}
    score = Score()
    truths = [*settled.verdict.matched, *(MatchedItem(line=item.line, transactions=()) for item in settled.verdict.new)]
    for item in truths:
        amount = settled.printed.lines[item.line].amount
        twins = [other for other in settled.verdict.matched if other.interchangeable and settled.printed.lines[other.line].amount == amount]
        accepted = [item, *twins] if item.interchangeable else [item]
        is_right = given.get(item.line) in [sorted(other.transactions) for other in accepted]
        score += Score(right=int(is_right), wrong=int(item.line in given and not is_right), missing=int(item.line not in given))
    return score


def readings_of(asker: Asker, subject: Subject) -> Iterator[TaskOutcome]:
    """Let the model read a document as if the reader had found no row in it. It is right if each day and each amount is."""
    if asker.provider == BUILTIN or subject.document is None:
        return
    document, reading = subject.document
    limits = configured_limits()
    clock = DocumentClock(limits.seconds)
    unread = replace(reading, statements=(PrintedStatement(),))
    extraction = Extraction(
        document,
        unread,
        source=subject.statement_import.sha256,
        look_again=lambda: opinion_in_time(lambda: archive.readable(subject.statement_import), limits=limits, clock=clock),
    )
    if not extraction.is_worth_asking:
        return
    truth = rows_of(reading)
    with asker.asking("reads") as loop:
        calls = ExtractionCalls(lambda limits, *, scope, observe: loop(None, limits, observe), lambda _name, _step: None)
        extracted = extraction.run(calls)
    if isinstance(extracted, Suspended):
        raise TypeError("no request is handed over here")
    rows = rows_of(extracted.reading)
    right = sum(1 for row in truth if row in rows)
    failed = [part["code"] for way in ("map", "rows") for part in extracted.findings.get(way, {}).get("failed", ())]
    yield TaskOutcome(
        kind="readings",
        task=subject.statement_import.filename,
        expected=f"{len(truth)} rows",
        given=f"{len(rows)} rows, {right} of them right" if rows else "",
        score=Score(right=int(rows == truth), wrong=int(bool(rows) and rows != truth), missing=int(not rows)),
        failure=", ".join(dict.fromkeys(failed)),
    )


def rows_of(reading: Reading) -> Rows:
    return sorted((str(line.date), line.amount) for statement in reading.statements for line in statement.lines)


def questions_of(asker: Asker, subject: Subject) -> Iterator[TaskOutcome]:
    """Ask the questions of a finished import, each in a conversation of its own."""
    if asker.provider == BUILTIN:
        return
    for question in checked_questions(subject.trial, subject.actor):
        box = Toolbox(Proposals(subject.statement_import, LedgerTools(subject.actor)).offered())
        asked = [opening(subject.statement_import), Message(role="user", text=question.text)]
        failure, text, looked_up = "", "", False
        try:
            with asker.asking("chats") as loop:
                result = loop(box, PAID).run(asked, instructions=instructions("chat").text)
        except ProviderError as error:
            failure = error.reason
        else:
            looked_up = any(is_look_up(given) for step in result.steps for given in step.results)
            text, failure = (result.text, "") if result.stop_reason in WHOLE else ("", str(result.stop_reason))
        is_right, is_given = question.holds(text) and looked_up, bool(question.figures_of(text))
        yield TaskOutcome(
            kind="questions",
            task=f"{subject.statement_import.filename}: {question.text}",
            expected=str(question.expected),
            given=text[:LONGEST_ANSWER] if looked_up or not text else f"{text[:LONGEST_ANSWER]} (no look-up)",
            score=Score(right=int(is_right), wrong=int(is_given and not is_right), missing=int(not is_given)),
            failure=failure,
        )


TASKS = (proposals_of, readings_of, questions_of)
Exchanges = Sequence[Mapping[str, Any]]


def named(text: str) -> tuple[str, str]:
    """Return provider and model of a text: `provider:model`, a model of the provider in the settings, or `builtin`."""
    provider, colon, model = text.partition(":")
    if colon and provider in names():
        return provider, model
    return (BUILTIN, BUILTIN) if text == BUILTIN else (settings.PROVIDER, text)


def evaluate(text: str, imports: Iterable[StatementImport], organization: Organization, folder: Path | None = None) -> Evaluated:
    """Return the outcomes of a model for finished imports. Its exchanges are those of its file in the folder, if there is one; else it is
    asked, and they are written to that file."""
    provider, model = named(text)
    asker = Asker(organization=organization, provider=provider, model=model)
    outcomes: list[TaskOutcome] = []
    with exchanges(text, folder) as recorded:
        for statement_import in imports:
            subject = Subject(statement_import=statement_import)
            outcomes += [outcome for task in TASKS for outcome in _outcomes(task, asker, subject)]
        records, is_replayed = recorded(), bool(settings.PROVIDER_REPLAY)
    seconds = [record["seconds"] for record in records if "seconds" in record]
    read, written = ([getattr(usage, name) for usage in asker.usages] for name in ("input_tokens", "output_tokens"))
    return Evaluated(
        model=text,
        outcomes=outcomes,
        requests=len(records),
        seconds=median(seconds) if seconds and len(seconds) == len(records) else None,
        input_tokens=None if None in read or not read else sum(read),
        output_tokens=None if None in written or not written else sum(written),
        cost=None if None in asker.costs or not records else sum(filter(None, asker.costs), Decimal(0)),
        is_replayed=is_replayed,
    )


def _outcomes(task: Callable[[Asker, Subject], Iterator[TaskOutcome]], asker: Asker, subject: Subject) -> Iterator[TaskOutcome]:
    """Yield the outcomes of a task; one that a provider refused as a whole has one outcome without an answer."""
    try:
        yield from task(asker, subject)
    except ProviderError as error:
        failure = error.reason
    except (ProviderNotConfigured, NotAllowed) as error:
        failure = getattr(error, "code", "not_configured")
    else:
        return
    kind = KINDS[TASKS.index(task)]
    yield TaskOutcome(kind=kind, task=subject.statement_import.filename, expected="", given="", score=Score(missing=1), failure=failure)


@contextmanager
def exchanges(model: str, folder: Path | None) -> Iterator[Callable[[], Exchanges]]:
    """Play the exchanges of a model from its file, or record them. Yield a function that returns them. A recording that broke off leaves no
    file, because it would answer only a part."""
    before = settings.PROVIDER_RECORD, settings.PROVIDER_REPLAY
    with TemporaryDirectory() as temporary:
        file = (folder or Path(temporary)) / f"{re.sub(r'[^A-Za-z0-9._-]', '-', model)}.jsonl"
        is_there, recording = file.exists(), Path(temporary) / "recording"
        settings.PROVIDER_RECORD, settings.PROVIDER_REPLAY = ("", str(file)) if is_there else (str(recording), "")
        recorded_in.cache_clear()
        source = file if is_there else recording
        try:
            yield lambda: [json.loads(line) for line in source.read_text().splitlines()] if source.exists() else []
        finally:
            settings.PROVIDER_RECORD, settings.PROVIDER_REPLAY = before
        if folder and not is_there and recording.exists():
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(recording, file)


def finished(organization: Organization, most: int) -> list[StatementImport]:
    """Return the last finished imports of an organization."""
    complete = StatementImport.objects.of(organization).filter(status=StatementImport.Status.COMPLETE)
    return list(complete.order_by("-uploaded_at", "pk")[:most])


def samples() -> tuple[Organization, list[StatementImport]]:
    """Load the sample books and statements. Entries get the same keys each time: lists of one day are in their order, and a recording is
    answered only if the requests are the same."""
    organization, _owner, _password = demo_organization()
    with transaction.atomic():
        for entry in Transaction.objects.of(organization):
            key = uuid5(NAMESPACE_OID, entry.external_id)
            Transaction.objects.of(organization).filter(pk=entry.pk).update(id=key)
            Coding.objects.of(organization).filter(entry=entry.pk).update(entry=key)
    imports = [
        reconcile_now(organization=organization, filename=file.name, pdf=file.read_bytes(), account=None, provider=BUILTIN, password=None)
        for file in sorted(SAMPLES.glob("statements/*.pdf"))
    ]
    return organization, imports
