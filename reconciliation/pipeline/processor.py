"""The pipeline of one PDF import: open, read, extract with a model if the reading is not proved, analyse, reconcile, verify."""

from dataclasses import dataclass
from typing import Any

from reconciliation.conversation.instructions import Instructions, instructions
from reconciliation.documents.pages import OpenedDocument
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.suspended.park import HandedOver, hand_over
from reconciliation.models import Run, StatementImport
from reconciliation.models.printed_money import FigureOutOfRange
from reconciliation.pipeline.stages import Analyse, Extract, Open, Read, Reconcile, Verify, provider_of
from reconciliation.pipeline.trace import Trace
from reconciliation.printed.statement import Reading
from reconciliation.queue.claims import Claim
from reconciliation.queue.failpoints import reached
from reconciliation.queue.snapshot import RunSnapshot, load_snapshot
from reconciliation.reconcile.persist import fail
from reconciliation.reconcile.runs import begin_claimed_run
from reconciliation.storage.archive import DocumentGone, DocumentSealed

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfProcessingResult:
    """The result of a processed PDF. `extracted_data` is None if every printed row is in the books."""

    summary: str
    document_type: str
    extracted_data: Json | None
    reconciliation: Json | None = None


class PdfProcessor:
    """Runs the stages of one import. With `models_apart` a run that needs a model is suspended until the model worker has its answer."""

    def __init__(
        self,
        *,
        open_document: Open | None = None,
        read: Read | None = None,
        extract: Extract | None = None,
        analyse: Analyse | None = None,
        reconcile: Reconcile | None = None,
        verify: Verify | None = None,
        prompt: Instructions | None = None,
        models_apart: bool = False,
    ) -> None:
        self.open = open_document or Open()
        self.read = read or Read()
        self.extract = extract or Extract()
        self.analyse = analyse or Analyse()
        self.reconcile = reconcile or Reconcile()
        self.verify = verify or Verify()
        self.instructions = prompt or instructions("reconcile")
        self.models_apart = models_apart

    def process(self, claimed: Claim) -> PdfProcessingResult | None:
        """Process and store; return the result, or None if the document is unreadable (the error is stored) or the run is suspended for a
        model."""
        run, goes_on = begin_claimed_run(claimed)
        reached("run.begun")
        try:
            return self._process(claimed, run, goes_on)
        except (DocumentUnreadable, DocumentGone, DocumentSealed, FigureOutOfRange) as unreadable:
            fail(claimed, run, code=unreadable.code, params=getattr(unreadable, "params", {}))
            return None

    def _process(self, claimed: Claim, run: Run, goes_on: bool) -> PdfProcessingResult | None:  # noqa: FBT001  # one of two ways
        snapshot = load_snapshot(claimed.statement_import) if goes_on else None
        loops = Loops(claimed, apart=self.models_apart, told=snapshot.told if snapshot else None)
        trace = Trace(run, claimed, loops, goes_on=goes_on)
        document, reading = (snapshot.document, snapshot.reading) if snapshot else self._read(claimed.statement_import, trace)
        try:
            return self._reconciled(claimed, run, document, reading, loops, trace)
        except HandedOver as suspended:
            hand_over(claimed, suspended.asked, RunSnapshot(document=document, reading=reading, told=suspended.told))
            return None

    def _read(self, statement_import: StatementImport, trace: Trace) -> tuple[OpenedDocument, Reading]:
        """Open and read the document, once for a run however often it waits for a model."""
        with trace.stage("open") as findings:
            document = self.open(statement_import, findings)
        reached("document.opened")
        with trace.stage("read", at_once=False) as findings:  # what it is follows at once
            read = self.read(statement_import, document, findings)
        reached("document.read")
        return read

    def _reconciled(
        self, claimed: Claim, run: Run, document: OpenedDocument, reading: Reading, loops: Loops, trace: Trace
    ) -> PdfProcessingResult:
        statement_import = claimed.statement_import
        name = provider_of(statement_import, reading)
        reading = self.extract(statement_import, document, reading, name, loops, trace)
        with trace.stage("analyse") as findings:
            analysis = self.analyse(document, reading, findings)
        with trace.stage("reconcile") as findings:
            proposed = self.reconcile(statement_import, reading, name, self.instructions, loops, trace, findings)
        with trace.stage("verify") as findings:
            written = self.verify(claimed, run, reading, proposed, analysis.columns, findings)
        return PdfProcessingResult(
            summary=analysis.summary,
            document_type=analysis.document_type,
            extracted_data=written["extracted_data"],
            reconciliation=written["reconciliation"],
        )
