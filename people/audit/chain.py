"""The hash chain of the audit log: the canonical form of an entry, and the check of a stored chain."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from people.models.audit import AuditEntry, AuditHead


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the chain at entry `number`.

    `code`: changed, missing (from this number on), foreign (does not follow the entry before it), cut_off (the head counts more
    entries), no_head, other_head, or not_there (no entry has the given hash).
    """

    number: int
    code: str


def content_of(entry: AuditEntry) -> dict[str, Any]:
    """Return every field of an entry except its hash, as it is hashed and exported."""
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
    """Return the SHA-256 of the entry's canonical JSON: sorted keys, no spaces, UTF-8."""
    text = json.dumps(content_of(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def faults_of(entries: Iterable[AuditEntry], head: AuditHead | None, anchor: str = "") -> Iterator[Fault]:
    """Yield the faults of a chain whose entries come in the order of their numbers.

    `anchor` is a hash that was noted elsewhere: one of the entries must have it. Only an anchor detects a chain that was rewritten
    completely.
    """
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
