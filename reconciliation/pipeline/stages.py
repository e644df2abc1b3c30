"""The stages from bytes to a verdict, one small object each; each writes its findings into the dictionary of the trace."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from assistant.contract import closed_at_end
from assistant.registry import ProviderNotConfigured
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.conversation.instructions import Instructions
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.opening import open_document
from reconciliation.documents.pages import OpenedDocument, unseen_lines
from reconciliation.documents.second_opinion import second_opinion
from reconciliation.extraction.calls import ExtractionCalls
from reconciliation.extraction.extraction import Extraction, leaves_something_to_read
from reconciliation.model_access.consent import NotAllowed
from reconciliation.model_access.loop_factory import Loops
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.model_access.providers import Choose, choose
from reconciliation.models import Run, StatementImport
from reconciliation.models.actor import actor_of
from reconciliation.pipeline.trace import Trace
from reconciliation.printed.statement import PrintedStatement, Reading
from reconciliation.proposals.run import ProposalResult, described, propose
from reconciliation.queue.claims import Claim
from reconciliation.queue.failpoints import reached
from reconciliation.reading.cross_check import BY_SECOND_ENGINE, read_twice
from reconciliation.reading.reader import read
from reconciliation.reconcile.evidence import LONGEST, fit, storable
from reconciliation.reconcile.persist import keep
from reconciliation.reconcile.reconcile_accounts import settle_printed, trial
from reconciliation.storage import archive

Findings = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Open:
    """Opens the stored bytes as pages of positioned words, in a child process. Raises DocumentUnreadable, DocumentGone, DocumentSealed."""

    fetch: Callable[[StatementImport], bytes] = archive.readable

    def __call__(self, statement_import: StatementImport, findings: Findings) -> OpenedDocument:
        try:
            pdf = self.fetch(statement_import)
        except FileNotFoundError as gone:
            raise archive.DocumentGone from gone
        document = open_document(pdf, limits=configured_limits())
        findings |= {"pages": len(document.pages), "hidden_text": document.hidden_text, "sandbox": list(document.sandbox)}
        return document


@dataclass(frozen=True, slots=True)
class Read:
    """Reads words as statements with their integrity gate, without ledger or model. In doubt the second engine reads too."""

    read: Callable[[OpenedDocument], Reading] = read
    fetch: Callable[[StatementImport], bytes] = archive.readable

    def __call__(self, statement_import: StatementImport, document: OpenedDocument, findings: Findings) -> tuple[OpenedDocument, Reading]:
        """Return the document with the objections of the second engine, and its reading. Raises DocumentUnreadable."""
        document, reading = read_twice(document, lambda: self.fetch(statement_import), limits=configured_limits(), read=self.read)
        findings |= {
            "statements": len(reading.statements),
            "lines": sum(len(statement.lines) for statement in reading.statements),
            "integrity": [statement.integrity.holds for statement in reading.statements],
            "notes": list(reading.notes),
        }
        sourced = tuple(replace(statement, source=statement_import.sha256) for statement in reading.statements)
        return document, replace(reading, statements=sourced)


class Extract:
    """If the reading does not hold, lets the chosen model point at the rows; the same gate judges them."""

    def __init__(self, chooses: Choose = choose, fetch: Callable[[StatementImport], bytes] = archive.readable) -> None:
        self._choose = chooses
        self._fetch = fetch

    def __call__(
        self, statement_import: StatementImport, document: OpenedDocument, reading: Reading, name: str, loops: Loops, trace: Trace
    ) -> Reading:
        """Return the reading that counts; `name` is the provider. If a model fails, the reading stays as it was. A proved or a clean
        reading is never sent to one."""
        if name == BUILTIN or not settings.PROVIDER_READS or not leaves_something_to_read(reading):
            return reading
        extraction = Extraction(
            document,
            reading,
            source=statement_import.sha256,
            look_again=lambda: second_opinion(self._fetch(statement_import), password=None, limits=configured_limits()),
        )
        if not extraction.is_worth_asking or trial(statement_import, reading.statements).is_clean:
            return reading
        with trace.stage("extract") as findings:
            findings["provider"] = name
            try:
                providers = self._choose(name, statement_import.organization, "reads")
            except ProviderNotConfigured:
                findings["failure"] = "not_configured"
                return reading
            except NotAllowed as refusal:
                findings["failure"] = refusal.code
                return reading
            with closed_at_end(providers):
                makes = partial(loops.loop, providers, purpose="reads")
                asker = ExtractionCalls(makes, lambda question, step: trace.turn("extract", f"{question}, turn {step.number}", step))
                extracted = extraction.run(asker)
            findings |= extracted.found | {"model": providers[0].model}
        return extracted.reading


def provider_of(statement_import: StatementImport, reading: Reading) -> str:
    """Return the provider named for this import, else the organization's: a document's words go to no other.

    A text that only the second engine has read goes to no model, because its visibility on the page was not checked.
    """
    if BY_SECOND_ENGINE in reading.notes:
        return BUILTIN
    return statement_import.provider or chosen_for(statement_import.organization).provider


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """Type and summary of a document, in figures and names as printed; `columns` are the values stored with the import."""

    document_type: str
    summary: str
    columns: Mapping[str, Any]


class Analyse:
    """Finds document type and summary from the reading alone."""

    def __call__(self, document: OpenedDocument, reading: Reading, findings: Findings) -> Analysis:
        summary = fit("\n".join(_of_one(statement) for statement in reading.statements), LONGEST)
        findings |= {"document_type": reading.document_type}
        columns = {
            "document_type": reading.document_type,
            "summary": summary,
            "pages": len(document.pages),
            "page_sizes": [[round(page.width, 2), round(page.height, 2)] for page in document.pages],
            "hidden_text": document.hidden_text,
            "unseen": storable([line._asdict() for line in unseen_lines(document)]),
            "sandbox": list(document.sandbox),
        }
        return Analysis(document_type=reading.document_type, summary=summary, columns=columns)


def _of_one(statement: PrintedStatement) -> str:
    days = "..".join(day.isoformat() for day in (statement.period_start, statement.period_end) if day)
    parts = (statement.institution, statement.account_hint, statement.currency or statement.currency_sign, days)
    return " · ".join(part for part in parts if part)


class Reconcile:
    """Lets the provider chosen for this import propose matches. A proposal is only an opinion."""

    def __init__(self, chooses: Choose = choose) -> None:
        self._choose = chooses

    def __call__(
        self,
        statement_import: StatementImport,
        reading: Reading,
        name: str,
        instructions: Instructions,
        loops: Loops,
        trace: Trace,
        findings: Findings,
    ) -> ProposalResult | None:
        """Return the proposal, or None if the document holds no statement. `name` is the provider."""
        if not reading.statements:
            return None
        outcome = trial(statement_import, reading.statements) if name != BUILTIN and not loops.told else None
        if outcome and outcome.is_clean and not (statement_import.provider or settings.PROVIDER_ALWAYS):
            name, outcome = BUILTIN, None  # a model costs: it is asked only if code alone does not suffice, or on request
        proposed = propose(
            reading.statements,
            actor=actor_of(statement_import),
            name=name,
            tried=outcome,
            loops=loops,
            instructions=instructions,
            observer=trace.rounds,
            choose=self._choose,
        )
        findings |= {"provider": proposed.provider, "stop_reason": proposed.stop_reason, "failure": proposed.failure}
        return proposed


class Verify:
    """Re-reads the stored evidence, reconciles it with the ledger and decides, in one transaction."""

    def __call__(
        self, claimed: Claim, run: Run, reading: Reading, proposed: ProposalResult | None, columns: Mapping[str, Any], findings: Findings
    ) -> dict[str, Any]:
        """Return the columns as written to the import, `columns` among them. Raises ClaimLost, FigureOutOfRange."""
        with transaction.atomic():
            settlement = settle_printed(claimed.statement_import, reading.statements, before=claimed.renew)
            reached("verdict.weighed")
            run.provider = proposed.provider if proposed else ""
            written = keep(claimed, run, settlement, described(proposed), columns)
            reached("verdict.written")
        findings |= {"verdict": written["verdict"], "status": str(written["status"])}
        return written
