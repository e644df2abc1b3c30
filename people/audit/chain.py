"""The chain: how an entry is written down to be hashed, and whether what is stored is what was written."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from people.models.audit import AuditEntry, AuditHead


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with entry `number`. `code`: changed, missing (from there on), foreign (it does not follow the one before it),
    cut_off (the head says that there are more), no_head, other_head, or not_there (no entry has the hash that was given)."""

    number: int
    code: str


def said(entry: AuditEntry) -> dict[str, Any]:
    """Everything that an entry says, but its hash: as it is hashed, and exported."""
    return {
        "organization": str(entry.organization_id or ""),
        "number": entry.number,
        "at": entry.at.isoformat(),
        "by": entry.by,
        "name": entry.name,
        "address": entry.address,
        "act": entry.act,
        "subject": entry.subject,
        "subject_id": entry.subject_id,
        "details": entry.details,
        "previous": entry.previous,
    }


def hash_of(entry: AuditEntry) -> str:
    """SHA-256 of its canonical JSON: keys in order, no spaces, UTF-8."""
    text = json.dumps(said(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def faults_of(entries: Iterable[AuditEntry], head: AuditHead | None, anchor: str = "") -> Iterator[Fault]:
    """What is wrong with a chain, whose entries come in the order of their numbers; nothing where it is whole.

    `anchor` is a hash that was noted outside: one of the entries must have it. Only that tells a chain that was written anew as a whole."""
    number, previous, anchored = 0, "", not anchor
    for entry in entries:
        if entry.number != number + 1:
            yield Fault(number + 1, "missing")
        elif entry.previous != previous:
            yield Fault(entry.number, "foreign")
        if entry.hash != hash_of(entry):
            yield Fault(entry.number, "changed")
        number, previous = entry.number, entry.hash
        anchored = anchored or entry.hash == anchor
    yield from _faults_at_the_end(number, previous, head)
    if not anchored:
        yield Fault(number, "not_there")


def _faults_at_the_end(number: int, last: str, head: AuditHead | None) -> Iterator[Fault]:
    if head is None:
        if number:
            yield Fault(number, "no_head")
    elif head.number > number:
        yield Fault(number + 1, "cut_off")
    elif (head.number, head.hash) != (number, last):
        yield Fault(number, "other_head")
