"""Documents that arrive by a connection: each is taken once, and a bad one does not affect the others."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction

from connectors.lease import renew_lease
from connectors.models import Connection
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.electronic.reader import members_of
from reconciliation.uploads.services import receive_statement


@dataclass(slots=True)
class Counts:
    """Results of a run: numbers of new imports, of known and of refused documents, and of answers written back."""

    taken: int = 0
    known: int = 0
    refused: int = 0
    written: int = 0
    more: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, count: int = 1) -> None:
        self.more[name] = self.more.get(name, 0) + count

    def as_json(self) -> dict[str, int]:
        return {"taken": self.taken, "known": self.known, "refused": self.refused, "written": self.written, **self.more}


def receive(connection: Connection, *, key: str, filename: str, fetch: Callable[[], bytes], channel: str, counts: Counts) -> None:
    """Take a document, or each file of a ZIP archive. The archive has arrived once all of its files have.

    Raises TooManyWaiting, LeaseLost, and the errors of `fetch`: the document then comes again with the next run."""
    renew_lease(connection)
    content = fetch()
    try:
        members = members_of(content, configured_limits())
    except DocumentUnreadable as unreadable:
        connection.arrivals.create(key=key, failure=unreadable.code)
        counts.refused += 1
        return
    if members is None:
        _take(connection, key=key, filename=filename, content=content, channel=channel, counts=counts)
        return
    known = set(connection.arrivals.filter(key__startswith=f"{key}:").values_list("key", flat=True))
    for number, (member, part) in enumerate(members, 1):
        if f"{key}:{number}" not in known:
            renew_lease(connection)
            _take(connection, key=f"{key}:{number}", filename=member, content=part, channel=channel, counts=counts)
    connection.arrivals.create(key=key)


def _take(connection: Connection, *, key: str, filename: str, content: bytes, channel: str, counts: Counts) -> None:
    """Create the import and its arrival in one transaction, so that a killed run has taken both or neither. Raises TooManyWaiting."""
    try:
        with transaction.atomic():
            received = receive_statement(
                organization=connection.organization, uploaded_by=None, channel=channel, filename=filename, pdf=content
            )
            connection.arrivals.create(key=key, statement_import=received.statement_import)
    except DocumentUnreadable as unreadable:
        connection.arrivals.create(key=key, failure=unreadable.code)
        counts.refused += 1
        return
    counts.known += received.already_there
    counts.taken += not received.already_there
