"""The results of the stages of a run, one type a stage, by the stage's name."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from reconciliation.documents.pages import OpenedDocument
from reconciliation.electronic.reader import ElectronicFile
from reconciliation.printed.statement import Reading
from reconciliation.proposals.result import ProposalResult

Json = dict[str, Any]
ResultT = TypeVar("ResultT")


class StageMissing(LookupError):
    """Raised if a stage uses the result of a stage that has not run."""


@dataclass(frozen=True, slots=True)
class DocumentOpened:
    """Pages of positioned words; of an electronic statement pages without words, and the `file`."""

    document: OpenedDocument
    file: ElectronicFile | None = None

    @property
    def findings(self) -> Json:
        return {"pages": len(self.document.pages), "hidden_text": self.document.hidden_text, "sandbox": list(self.document.sandbox)}


@dataclass(frozen=True, slots=True)
class StatementsRead:
    """The document with the objections of the second engine, and its statements with their integrity gate."""

    document: OpenedDocument
    reading: Reading

    @property
    def findings(self) -> Json:
        statements = self.reading.statements
        return {
            "statements": len(statements),
            "lines": sum(len(statement.lines) for statement in statements),
            "integrity": [statement.integrity.holds for statement in statements],
            "notes": list(self.reading.notes),
        }


@dataclass(frozen=True, slots=True)
class RowsExtracted:
    """The reading that counts, the reader's or the model's, and the only provider that may receive the document's words.

    `findings` is None if no model was needed or allowed to read: then the trace has no row.
    """

    reading: Reading
    provider: str
    findings: Json | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentAnalysed:
    """Type and summary of a document, in figures and names as printed; `columns` are the values stored with the import."""

    document_type: str
    summary: str
    columns: Mapping[str, Any]

    @property
    def findings(self) -> Json:
        return {"document_type": self.document_type}


@dataclass(frozen=True, slots=True)
class MatchesProposed:
    """The proposal of a provider, or None if the document holds no statement."""

    proposal: ProposalResult | None

    @property
    def findings(self) -> Json:
        if self.proposal is None:
            return {}
        return {"provider": self.proposal.provider, "stop_reason": self.proposal.stop_reason, "failure": self.proposal.failure}


@dataclass(frozen=True, slots=True)
class ImportVerified:
    """The columns as written to the import."""

    written: Json

    @property
    def findings(self) -> Json:
        return {"verdict": self.written["verdict"], "status": str(self.written["status"])}


StageResult = DocumentOpened | StatementsRead | RowsExtracted | DocumentAnalysed | MatchesProposed | ImportVerified
"""The result of one stage. The trace has a row of its `findings`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The results of the stages that have run, by name of the stage; None for the others."""

    open: DocumentOpened | None = None
    read: StatementsRead | None = None
    extract: RowsExtracted | None = None
    analyse: DocumentAnalysed | None = None
    reconcile: MatchesProposed | None = None
    verify: ImportVerified | None = None

    @property
    def stages(self) -> tuple[str, ...]:
        """The names of the stages that have run, in order."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) is not None)

    def having(self, stage: str, result: StageResult) -> "Results":
        """Return these results and one more."""
        added: Any = {stage: result}
        return replace(self, **added)


def required(result: ResultT | None) -> ResultT:
    """Return the result of an earlier stage. Raises StageMissing."""
    if result is None:
        raise StageMissing("an earlier stage has not run")
    return result
