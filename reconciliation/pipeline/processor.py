"""From an uploaded PDF to a verdict, top to bottom: open, read, ask a model where that is not proved, analyse, reconcile, verify."""

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
from reconciliation.queue.snapshot import RunSnapshot, kept_reading
from reconciliation.reconcile.persist import fail
from reconciliation.reconcile.runs import begin_claimed_run
from reconciliation.storage.archive import DocumentGone, DocumentSealed

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfProcessingResult:
    """What a processed PDF came to. No extracted data: every printed row is in the books."""

    summary: str
    document_type: str
    extracted_data: Json | None
    reconciliation: Json | None = None


class PdfProcessor:
    """Holds the reconciliation's instructions and its steps; the loop runs every tool call. `models_apart` where who waits for models
    asks them: a run then ends where one is to be asked, and goes on once that was done."""

    def __init__(
        self,
        *,
        open_document: Open | None = None,
        read: Read | None = None,
        extract: Extract | None = None,
        analyse: Analyse | None = None,
        reconcile: Reconcile | None = None,
        verify: Verify | None = None,
        told: Instructions | None = None,
        models_apart: bool = False,
    ) -> None:
        self.open = open_document or Open()
        self.read = read or Read()
        self.extract = extract or Extract()
        self.analyse = analyse or Analyse()
        self.reconcile = reconcile or Reconcile()
        self.verify = verify or Verify()
        self.instructions = told or instructions("reconcile")
        self.models_apart = models_apart

    def process(self, claimed: Claim) -> PdfProcessingResult | None:
        """The result, stored; None where the document cannot be read, which is stored with its reason, and where a model is waited for."""
        run, goes_on = begin_claimed_run(claimed)
        reached("run.begun")
        try:
            return self._process(claimed, run, goes_on)
        except (DocumentUnreadable, DocumentGone, DocumentSealed, FigureOutOfRange) as unreadable:
            fail(claimed, run, code=unreadable.code, params=getattr(unreadable, "params", {}))
            return None

    def _process(self, claimed: Claim, run: Run, goes_on: bool) -> PdfProcessingResult | None:  # noqa: FBT001  # one of two ways
        kept = kept_reading(claimed.statement_import) if goes_on else None
        loops = Loops(claimed, apart=self.models_apart, told=kept.told if kept else None)
        trace = Trace(run, claimed, loops, goes_on=goes_on)
        document, reading = (kept.document, kept.reading) if kept else self._read(claimed.statement_import, trace)
        try:
            return self._reconciled(claimed, run, document, reading, loops, trace)
        except HandedOver as handed:
            hand_over(claimed, handed.asked, RunSnapshot(document=document, reading=reading, told=handed.told))
            return None

    def _read(self, statement_import: StatementImport, trace: Trace) -> tuple[OpenedDocument, Reading]:
        """Once for a run, however often it waits for a model."""
        with trace.stage("open") as found:
            document = self.open(statement_import, found)
        reached("document.opened")
        with trace.stage("read", at_once=False) as found:  # what it is follows at once
            read = self.read(statement_import, document, found)
        reached("document.read")
        return read

    def _reconciled(
        self, claimed: Claim, run: Run, document: OpenedDocument, reading: Reading, loops: Loops, trace: Trace
    ) -> PdfProcessingResult:
        statement_import = claimed.statement_import
        name = provider_of(statement_import, reading)
        reading = self.extract(statement_import, document, reading, name, loops, trace)
        with trace.stage("analyse") as found:
            analysis = self.analyse(document, reading, found)
        with trace.stage("reconcile") as found:
            proposed = self.reconcile(statement_import, reading, name, self.instructions, loops, trace, found)
        with trace.stage("verify") as found:
            written = self.verify(claimed, run, reading, proposed, analysis.columns, found)
        return PdfProcessingResult(
            summary=analysis.summary,
            document_type=analysis.document_type,
            extracted_data=written["extracted_data"],
            reconciliation=written["reconciliation"],
        )
