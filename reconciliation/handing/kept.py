"""What was read of a document whose run waits for a model: so that it is opened and read once. Sealed as the document is."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from finance.vault.services import opened, seal
from reconciliation.documents.pages import OpenedDocument
from reconciliation.models import KeptReading, ModelRequest, StatementImport
from reconciliation.querysets import KeptReadingQuerySet
from reconciliation.reading.statement import Reading

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    document: OpenedDocument
    reading: Reading


def keep_reading(statement_import: StatementImport, document: OpenedDocument, reading: Reading) -> None:
    """Once for a run: what is there already stays."""
    if _of(statement_import).exists():
        return
    packed = zlib.compress(_form().dump_json(Read(document=document, reading=reading)), 1)
    sealed = seal(statement_import.organization, packed, purpose=_purpose(statement_import))
    KeptReading.objects.create(statement_import=statement_import, sealed=sealed)


def kept_reading(statement_import: StatementImport) -> Read | None:
    """None where the run begins. Raises Unopened."""
    found = _of(statement_import).first()
    if found is None:
        return None
    packed = opened(statement_import.organization, bytes(found.sealed), purpose=_purpose(statement_import))
    return _form().validate_json(zlib.decompress(packed))


def is_resumed(statement_import: StatementImport) -> bool:
    """Whether an earlier worker read the document, for the run that goes on."""
    return _of(statement_import).exists()


def forget_handed_over(statement_import: StatementImport) -> None:
    """The run has ended, or is begun anew. Nothing was asked of a document of which no reading was kept."""
    _, kept = _of(statement_import).delete()
    if kept:
        ModelRequest.objects.of(statement_import.organization).filter(statement_import=statement_import).delete()


@cache
def _form() -> TypeAdapter[Read]:
    """Imported only where a model is asked: its package takes a while to load."""
    from pydantic import TypeAdapter

    return TypeAdapter(Read)


def _of(statement_import: StatementImport) -> KeptReadingQuerySet:
    return KeptReading.objects.of(statement_import.organization).filter(statement_import=statement_import)


def _purpose(statement_import: StatementImport) -> str:
    return f"reading {statement_import.pk}"
