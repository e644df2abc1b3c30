"""What was read of a document whose run waits for a model, and what the model was told: so that it is opened, read and weighed for that
once, whatever becomes of the books meanwhile. Sealed as the document is."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from people.encryption.services import opened, seal
from reconciliation.conversation.pairs import PairedStatement
from reconciliation.documents.pages import OpenedDocument
from reconciliation.models import KeptReading, ModelRequest, StatementImport
from reconciliation.models.querysets import KeptReadingQuerySet
from reconciliation.printed.statement import Reading

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptContext:
    """The first message to a model that proposes, which rows its handles stand for, what code had paired, and which arguments of tools
    the statements give."""

    message: str
    paired: Mapping[int, PairedStatement]
    known: Mapping[str, Mapping[str, str]]
    handles: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSnapshot:
    """`told` where the run waits for a proposal."""

    document: OpenedDocument
    reading: Reading
    told: PromptContext | None = None


def keep_reading(statement_import: StatementImport, kept: RunSnapshot) -> None:
    """What is there already gives way to what is known by now."""
    packed = zlib.compress(_form().dump_json(kept), 1)
    sealed = seal(statement_import.organization, packed, purpose=_purpose(statement_import))
    row = KeptReading(statement_import=statement_import, sealed=sealed)
    KeptReading.objects.bulk_create([row], update_conflicts=True, unique_fields=["statement_import"], update_fields=["sealed"])


def kept_reading(statement_import: StatementImport) -> RunSnapshot | None:
    """None where the run begins, and where another release kept it in a form that this one does not know: then it is read anew, and what
    was paid for stays. Raises Unopened."""
    found = _of(statement_import).first()
    if found is None:
        return None
    packed = opened(statement_import.organization, bytes(found.sealed), purpose=_purpose(statement_import))
    try:
        return _form().validate_json(zlib.decompress(packed))
    except ValueError:
        logger.warning("import %s: its reading was kept by another release, and is made anew", statement_import.pk)
        return None


def is_resumed(statement_import: StatementImport) -> bool:
    """Whether an earlier worker read the document, for the run that goes on."""
    return _of(statement_import).exists()


def forget_handed_over(statement_import: StatementImport) -> None:
    """The run has ended, or is begun anew. Nothing was asked of a document of which no reading was kept."""
    _, kept = _of(statement_import).delete()
    if kept:
        ModelRequest.objects.of(statement_import.organization).filter(statement_import=statement_import).delete()


@cache
def _form() -> TypeAdapter[RunSnapshot]:
    """Imported only where a model is asked: its package takes a while to load."""
    from pydantic import TypeAdapter

    return TypeAdapter(RunSnapshot)


def _of(statement_import: StatementImport) -> KeptReadingQuerySet:
    return KeptReading.objects.of(statement_import.organization).filter(statement_import=statement_import)


def _purpose(statement_import: StatementImport) -> str:
    return f"reading {statement_import.pk}"
