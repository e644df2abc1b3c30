"""The snapshot of a run that is suspended for a model: document, reading and prompt, sealed like the document. The resumed run uses it, so
that it reads and reconciles the same input even if the books change meanwhile."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from people.encryption import opened, seal
from reconciliation.conversation.proposal import PairedStatement
from reconciliation.documents.pages import OpenedDocument
from reconciliation.models import KeptReading, ModelRequest, StatementImport
from reconciliation.models.querysets import KeptReadingQuerySet
from reconciliation.printed.statement import Reading

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptContext:
    """The prompt of a proposal: the first message, the rows by handle, the pairs that code has made, and the tools' arguments that the
    statements give."""

    message: str
    paired: Mapping[int, PairedStatement]
    known: Mapping[str, Mapping[str, str]]
    handles: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSnapshot:
    """The state of a suspended run, with the prompt in `told` if it waits for a proposal."""

    document: OpenedDocument
    reading: Reading
    told: PromptContext | None = None


def store_snapshot(statement_import: StatementImport, snapshot: RunSnapshot) -> None:
    """Store the snapshot in place of an earlier one."""
    packed = zlib.compress(_form().dump_json(snapshot), 1)
    sealed = seal(statement_import.organization, packed, purpose=_purpose(statement_import))
    row = KeptReading(statement_import=statement_import, sealed=sealed)
    KeptReading.objects.bulk_create([row], update_conflicts=True, unique_fields=["statement_import"], update_fields=["sealed"])


def load_snapshot(statement_import: StatementImport) -> RunSnapshot | None:
    """Return the stored snapshot, or None for a new run and for a snapshot in another release's format: then the document is read again and
    paid turns are reused. Raises Unopened."""
    stored = _of(statement_import).first()
    if stored is None:
        return None
    packed = opened(statement_import.organization, bytes(stored.sealed), purpose=_purpose(statement_import))
    try:
        return _form().validate_json(zlib.decompress(packed))
    except ValueError:
        logger.warning("import %s: its reading was kept by another release, and is made anew", statement_import.pk)
        return None


def is_resumed(statement_import: StatementImport) -> bool:
    """True if a snapshot of an earlier worker is stored."""
    return _of(statement_import).exists()


def forget_handed_over(statement_import: StatementImport) -> None:
    """Delete the snapshot and its model requests at the end or restart of a run. Without a snapshot there are no requests."""
    _, deleted = _of(statement_import).delete()
    if deleted:
        ModelRequest.objects.of(statement_import.organization).filter(statement_import=statement_import).delete()


@cache
def _form() -> TypeAdapter[RunSnapshot]:
    """The type adapter, imported on first use because its package loads slowly."""
    from pydantic import TypeAdapter

    return TypeAdapter(RunSnapshot)


def _of(statement_import: StatementImport) -> KeptReadingQuerySet:
    return KeptReading.objects.of(statement_import.organization).filter(statement_import=statement_import)


def _purpose(statement_import: StatementImport) -> str:
    return f"reading {statement_import.pk}"
