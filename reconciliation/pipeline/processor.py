"""The pipeline of one PDF import: its stages in order, and the runner that parks a run that waits for a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reconciliation.documents.limits import configured_limits
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.providers import Choose, choose
from reconciliation.model_access.suspended.park import Suspended, park
from reconciliation.models.printed_money import FigureOutOfRange
from reconciliation.pipeline.results import DocumentOpened, Results, StatementsRead, required
from reconciliation.pipeline.stages import (
    Context,
    ModelAccess,
    Stage,
    analyse,
    extract_rows,
    open_stored,
    propose_matches,
    read_statements,
    verify,
)
from reconciliation.pipeline.trace import Trace
from reconciliation.queue.claims import Claim
from reconciliation.queue.failpoints import reached
from reconciliation.queue.snapshot import RunSnapshot, load_snapshot
from reconciliation.reconcile.persist import begin_claimed_run, fail
from reconciliation.storage.archive import DocumentGone, DocumentSealed

Json = dict[str, Any]
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
            context = Context(
                claim=claimed,
                run=run,
                limits=configured_limits(),
                models=ModelAccess(choose=self.choose, loops=loops, prompt=snapshot.told if snapshot else None),
                trace=Trace(run, claimed, loops, goes_on=goes_on),
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
