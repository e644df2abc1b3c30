"""The pipeline of one imported document: the stages from bytes to a verdict, and the runner that parks a run that waits for a model.

Stages are functions of one signature. Each returns its typed result, or Suspended to wait for a model.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from assistant.contract import closed_at_end
from assistant.registry import ProviderNotConfigured
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.conversation.instructions import instructions
from reconciliation.documents.limits import DocumentClock, DocumentLimits, OutOfTime, configured_limits
from reconciliation.documents.opening import open_document
from reconciliation.documents.pages import OpenedDocument, unseen_lines
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.electronic.reader import SOURCE, is_electronic, open_file, read_electronic
from reconciliation.examining import NOT_EXAMINED, examine
from reconciliation.extraction.calls import ExtractionCalls
from reconciliation.extraction.extraction import Extraction, leaves_something_to_read
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.park import Suspended, park
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.model_access.providers import Choose, choose
from reconciliation.models import Cause, KnownLayout, Run, StatementImport
from reconciliation.models.actor import actor_of
from reconciliation.models.columns import LONGEST, FigureOutOfRange, fit, storable
from reconciliation.pipeline.results import (
    DocumentAnalysed,
    DocumentOpened,
    ImportVerified,
    MatchesProposed,
    Results,
    RowsExtracted,
    StageResult,
    StatementsRead,
    required,
)
from reconciliation.pipeline.trace import Trace
from reconciliation.printed.statement import Reading
from reconciliation.proposals.result import described
from reconciliation.proposals.run import propose
from reconciliation.queue.claims import Claim
from reconciliation.queue.failpoints import reached
from reconciliation.queue.snapshot import PromptContext, RunSnapshot, load_snapshot
from reconciliation.reading.cross_check import BY_SECOND_ENGINE, opinion_in_time, read_twice
from reconciliation.reading.reader import read
from reconciliation.reconcile.evidence import stage_rows
from reconciliation.reconcile.known_layouts import is_open, known_kind, settled_by_layout
from reconciliation.reconcile.persist import begin_claimed_run, fail, keep
from reconciliation.reconcile.reconcile_accounts import settle_printed, trial
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentGone, DocumentSealed

INSTRUCTIONS = instructions("reconcile")
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAccess:
    """Access of one attempt to models: the providers by name, and the loops within its budget. `prompt` is that of a resumed proposal."""

    choose: Choose
    loops: Loops
    prompt: PromptContext | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The surroundings of every stage. `clock` is the document's, for all engines of an attempt; `trace` records the turns of models as
    they end."""

    claim: Claim
    run: Run
    limits: DocumentLimits
    clock: DocumentClock
    models: ModelAccess
    trace: Trace

    @property
    def statement_import(self) -> StatementImport:
        return self.claim.statement_import


Stage = Callable[[Context, Results], StageResult | Suspended]


def open_stored(context: Context, _results: Results) -> DocumentOpened:
    """Open the stored bytes as pages, a PDF in a child process; a person may have decided that they are a statement.

    Raises DocumentUnreadable, DocumentGone, DocumentSealed."""
    try:
        pdf = archive.readable(context.statement_import)
    except FileNotFoundError as gone:
        raise DocumentGone from gone
    if is_electronic(pdf):
        file = open_file(pdf, today=timezone.localdate(), most_pages=context.limits.pages)
        return DocumentOpened(file.pages.as_document(), file)
    may_be_said = context.run.cause != Cause.UPLOAD  # a decision queues a run of its own
    confirmed = may_be_said and context.statement_import.is_said_to_be_a_statement
    return DocumentOpened(replace(open_document(pdf, limits=context.limits, clock=context.clock), is_statement=confirmed))


def read_statements(context: Context, results: Results, reader: Callable[[OpenedDocument], Reading] = read) -> StatementsRead:
    """Read words as statements, without ledger or model; in doubt the second engine reads too. Raises DocumentUnreadable."""
    statement_import, opened = context.statement_import, required(results.open)
    limits, clock = context.limits, context.clock
    if opened.file is not None:
        document, reading = opened.document, read_electronic(opened.file)
    else:
        fetch = partial(archive.readable, statement_import)
        document, reading = read_twice(opened.document, fetch, limits=limits, read=reader, clock=clock)
        reading = with_testimony(context, opened.document, document, reading)
    sourced = tuple(replace(statement, source=statement_import.sha256) for statement in reading.statements)
    return StatementsRead(document, replace(reading, statements=sourced))


def with_testimony(context: Context, opened: OpenedDocument, document: OpenedDocument, reading: Reading) -> Reading:
    """Return the reading, as proved where the testimony of a known layout completes a proof. Only then is the document examined early, and
    read once more if earlier statements teach a kind of account that it does not name."""
    statement_import = context.statement_import
    if not any(map(is_open, reading.statements)) or not KnownLayout.objects.of(statement_import.organization).exists():
        return reading
    layout = examined(context, opened, reading).get("layout", {})
    kind = known_kind(statement_import, reading.statements, layout)
    settled = settled_by_layout(statement_import, reading.statements, layout)
    if kind and not any(statement.testified for statement in settled):
        again = settled_by_layout(statement_import, read(document, kind).statements, layout)
        settled = again if any(statement.testified for statement in again) else settled
    return replace(reading, statements=settled)


def extract_rows(context: Context, results: Results) -> RowsExtracted | Suspended:
    """Let the chosen model point at the rows if the reading does not hold; the same gate judges them.

    If a model fails, the reading stays as it was. A proved or a clean reading is never sent to one, nor is an electronic statement.
    """
    statement_import, models = context.statement_import, context.models
    before = required(results.read)
    name = provider_of(statement_import, before.reading)
    unchanged = RowsExtracted(before.reading, name)
    if name == BUILTIN or before.reading.source == SOURCE or not settings.PROVIDER_READS or not leaves_something_to_read(before.reading):
        return unchanged
    extraction = Extraction(
        before.document,
        before.reading,
        source=statement_import.sha256,
        look_again=lambda: opinion_in_time(lambda: archive.readable(statement_import), limits=context.limits, clock=context.clock),
    )
    if not extraction.is_worth_asking or trial(statement_import, before.reading.statements).is_clean:
        return unchanged
    try:
        providers = models.choose(name, statement_import.organization, "reads")
    except ProviderNotConfigured:
        return replace(unchanged, findings={"provider": name, "failure": "not_configured"})
    except NotAllowed as refusal:
        return replace(unchanged, findings={"provider": name, "failure": refusal.code})
    with closed_at_end(providers):
        make = partial(models.loops.loop, providers, purpose="reads")
        calls = ExtractionCalls(make, lambda question, step: context.trace.turn("extract", f"{question}, turn {step.number}", step))
        extracted = extraction.run(calls)
    if isinstance(extracted, Suspended):
        return extracted
    return RowsExtracted(extracted.reading, name, {"provider": name, **extracted.findings, "model": providers[0].model})


def provider_of(statement_import: StatementImport, reading: Reading) -> str:
    """Return the provider named for this import, else the organization's: a document's words go to no other.

    A text that only the second engine has read goes to no model, because its visibility on the page was not checked.
    """
    if BY_SECOND_ENGINE in reading.notes:
        return BUILTIN
    return statement_import.provider or chosen_for(statement_import.organization).provider


def analyse(context: Context, results: Results) -> DocumentAnalysed:
    """Find document type and summary from the reading alone, and examine the file of a PDF."""
    document, reading = required(results.read).document, required(results.extract).reading
    sentences = []
    for statement in reading.statements:
        days = "..".join(day.isoformat() for day in (statement.period_start, statement.period_end) if day)
        parts = (statement.institution, statement.account_hint, statement.currency or statement.currency_sign, days)
        sentences.append(" · ".join(part for part in parts if part))
    summary = fit("\n".join(sentences), LONGEST)
    columns = {
        "document_type": reading.document_type,
        "summary": summary,
        "pages": len(document.pages),
        "page_sizes": [[round(page.width, 2), round(page.height, 2)] for page in document.pages],
        "hidden_text": document.hidden_text,
        "unseen": storable([line._asdict() for line in unseen_lines(document)]),
        "sandbox": list(document.sandbox),
        "examination": storable(examined(context, required(results.open).document, reading)),
    }
    return DocumentAnalysed(document_type=reading.document_type, summary=summary, columns=columns)


def examined(context: Context, document: OpenedDocument, reading: Reading) -> Json:
    """Return the examination of the document as it was opened, without the objections of the second engine. Electronic statements have
    none."""
    statement_import, clock = context.statement_import, context.clock
    pdf = archive.readable(statement_import)
    if is_electronic(pdf):
        return {}
    is_copy = bool(statement_import.unlocked_as)
    try:
        limited = partial(replace, context.limits)
        examination = clock.run(lambda seconds: examine(pdf, document, reading, limited(seconds=seconds), is_copy=is_copy))
    except OutOfTime:
        return NOT_EXAMINED.as_stored()
    return examination.as_stored()


def propose_matches(context: Context, results: Results) -> MatchesProposed | Suspended:
    """Let the chosen provider propose matches. A proposal is only an opinion; a document without statements has no proposal."""
    statement_import, models, extracted = context.statement_import, context.models, required(results.extract)
    name, statements = extracted.provider, extracted.reading.statements
    if not statements:
        return MatchesProposed(None)
    outcome = trial(statement_import, statements) if name != BUILTIN and not models.prompt else None
    if outcome and outcome.is_clean and not (statement_import.provider or settings.PROVIDER_ALWAYS):
        name, outcome = BUILTIN, None  # a model costs: it is asked only if code alone does not suffice, or on request
    proposed = propose(
        statements,
        actor=actor_of(statement_import),
        name=name,
        tried=outcome,
        resumed=models.prompt,
        loops=models.loops,
        instructions=INSTRUCTIONS,
        observer=context.trace.rounds,
        choose=models.choose,
    )
    return proposed if isinstance(proposed, Suspended) else MatchesProposed(proposed)


def verify(context: Context, results: Results) -> ImportVerified:
    """Re-read the stored evidence, reconcile it with the ledger and decide, in one transaction. Raises ClaimLost, FigureOutOfRange.

    For a long document the transaction is short: its rows are written before, and its verdict is worked out before and holds if books and
    decisions are still the same."""
    claim, run, proposal = context.claim, context.run, required(results.reconcile).proposal
    statements = required(results.extract).reading.statements
    staged = stage_rows(claim.statement_import, statements, claim.token, claim.fenced)
    known = trial(claim.statement_import, statements).verified if staged else None
    with transaction.atomic():
        settlement = settle_printed(claim.statement_import, statements, before=claim.renew, staged=staged, known=known)
        reached("verdict.weighed")
        run.provider = proposal.provider if proposal else ""
        written = keep(claim, run, settlement, described(proposal), required(results.analyse).columns)
        reached("verdict.written")
    return ImportVerified(written)


Pipeline = Sequence[tuple[str, Stage]]
PIPELINE: tuple[tuple[str, Stage], ...] = (
    ("open", open_stored),
    ("read", read_statements),
    ("extract", extract_rows),
    ("analyse", analyse),
    ("reconcile", propose_matches),
    ("verify", verify),
)
FAILPOINTS = {"open": "document.opened", "read": "document.read"}
"""The failpoint after a stage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfProcessingResult:
    """The result of a processed PDF. `extracted_data` is None if every printed row is in the books."""

    summary: str
    document_type: str
    extracted_data: Json | None
    reconciliation: Json | None = None


class PdfProcessor:
    """Runs the pipeline for one import. With `models_apart` a run that needs a model is suspended until the model worker has its answer."""

    def __init__(self, *, pipeline: Pipeline = PIPELINE, choose: Choose = choose, models_apart: bool = False) -> None:
        self.pipeline = pipeline
        self.choose = choose
        self.models_apart = models_apart

    def process(self, claimed: Claim) -> PdfProcessingResult | None:
        """Process and store; return the result, or None if the document is unreadable (the error is stored) or the run is suspended for a
        model."""
        run, goes_on = begin_claimed_run(claimed)
        reached("run.begun")
        try:
            snapshot = load_snapshot(claimed.statement_import) if goes_on else None
            loops = Loops(claimed, apart=self.models_apart)
            limits = configured_limits()
            trace = Trace(run, claimed, loops, goes_on=goes_on)
            loops.repeated = trace.repeated
            context = Context(
                claim=claimed,
                run=run,
                limits=limits,
                clock=DocumentClock(limits.seconds),
                models=ModelAccess(choose=self.choose, loops=loops, prompt=snapshot.told if snapshot else None),
                trace=trace,
            )
            results = Results()
            if snapshot:  # the results that cost most; free stages run once more, and paid turns come from the store
                read = StatementsRead(snapshot.document, snapshot.reading)
                results = Results(open=DocumentOpened(snapshot.document), read=read)
            results = run_stages(self.pipeline, context, results)
        except (DocumentUnreadable, DocumentGone, DocumentSealed, FigureOutOfRange) as unreadable:
            fail(claimed, run, code=unreadable.code, params=getattr(unreadable, "params", {}))
            return None
        if results.verify is None:
            return None
        return PdfProcessingResult(
            summary=required(results.analyse).summary,
            document_type=required(results.analyse).document_type,
            extracted_data=results.verify.written["extracted_data"],
            reconciliation=results.verify.written["reconciliation"],
        )


def run_stages(pipeline: Pipeline, context: Context, results: Results) -> Results:
    """Run the stages that have no result yet. Return all results; if a stage waits for a model, park the run and return those before it.

    Each stage's row of the trace is written before the next stage begins.
    """
    for name, stage in pipeline:
        if name in results.stages:
            continue
        result = context.trace.measured(name, stage, context, results)
        if isinstance(result, Suspended):
            read = required(results.read)
            park(context.claim, result, RunSnapshot(document=read.document, reading=read.reading, told=result.prompt))
            break
        results = results.having(name, result)
        if name in FAILPOINTS:
            reached(FAILPOINTS[name])
    return results
