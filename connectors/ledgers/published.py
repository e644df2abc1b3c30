"""Entries that were added here from statements and may be missing in a bookkeeping program: rows there, and their entries here.

A row that is added there names its entry, so that nothing is added twice, and nothing comes back as another entry, whenever a run ends.
An added entry, or one that was found there, is recorded as an arrival: removed there, it is not added again."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from connectors.intake import Counts
from connectors.lease import renew_lease
from connectors.models import Arrival, Connection
from finance.imports.rows import FileRow
from finance.imports.services import take_rows
from finance.models import Account, Transaction
from finance.models.transaction import POSTED_FROM
from reconciliation.models import Match

ADDED = "added:"
MADE_OF = "tieout:"
LONGEST_NAME = 100
"""Characters that an arrival has room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteRow:
    """A row of the bookkeeping program; `made_of` is the mark of the entry that it was added for, by `mark_of`."""

    row: FileRow
    made_of: str = ""


def mark_of(entry: Transaction) -> str:
    return f"{MADE_OF}{entry.pk}"


def take(connection: Connection, account: Account, way: str, remote: Sequence[RemoteRow], counts: Counts) -> list[Transaction]:
    """Take the rows into the account and return its published entries that are missing there, and never were there.

    Raises LeaseLost."""
    renew_lease(connection)
    published = {entry.pk: entry for entry in _published(account, way)}
    written = _written(connection)
    names = _names(remote, published, written)
    entries = {name: published[key] for key, name in names.items()}
    rows = [_as_ours(remote_row.row, entries.get(remote_row.row.external_id)) for remote_row in remote]
    taken = take_rows(account=account, by=None, way=way, named=connection.name, rows=rows, names=names)
    for outcome, count in taken.counts.items():
        counts.add(outcome, count)
    matched = {key: name for name, key in taken.twins.items() if key in published and key not in written}
    connection.arrivals.bulk_create(
        Arrival(connection=connection, key=f"{ADDED}{key}", written=name) for key, name in matched.items() if len(name) <= LONGEST_NAME
    )
    return [entry for key, entry in published.items() if key not in matched and key not in written and _stands(entry)]


def remember(connection: Connection, entry: Transaction, name: str) -> None:
    """Record that the entry is there, under this id."""
    connection.arrivals.create(key=f"{ADDED}{entry.pk}", written=name)


def cleared(connection: Connection, account: Account, way: str) -> list[str]:
    """Return the ids there of the entries that matched statements cleared."""
    matches = Match.objects.of(connection.organization).filter(statement__account=account, statement__verdict="matched")
    own = matches.filter(transactions__external_id__startswith=f"{way}:").values_list("transactions__external_id", flat=True)
    written = _written(connection)
    published = matches.filter(transactions__origin__startswith=POSTED_FROM).values_list("transactions__pk", flat=True)
    return sorted({*own, *(written[key] for key in published if key in written)})


def _published(account: Account, way: str) -> Iterator[Transaction]:
    """Yield the entries without those that replaced a pending row of the program, and so are that row."""
    entries = account.transactions.filter(origin__startswith=POSTED_FROM).exclude(external_id__startswith=f"{way}:")
    return entries.order_by("booked_on", "id").iterator()


def _written(connection: Connection) -> dict[UUID, str]:
    """Return the ids there by entry."""
    arrivals = connection.arrivals.filter(key__startswith=ADDED).values_list("key", "written")
    return {UUID(key.removeprefix(ADDED)): name for key, name in arrivals}


def _names(remote: Iterable[RemoteRow], published: dict[UUID, Transaction], written: dict[UUID, str]) -> dict[UUID, str]:
    """Return the id there of each published entry; of two rows for one entry, the first counts."""
    remembered = {name: key for key, name in written.items()}
    names: dict[UUID, str] = {}
    for remote_row in remote:
        key = remembered.get(remote_row.row.external_id) or _made_of(remote_row)
        if key in published and key not in names:
            names[key] = remote_row.row.external_id
    return names


def _made_of(remote_row: RemoteRow) -> UUID | None:
    try:
        return UUID(remote_row.made_of.removeprefix(MADE_OF)) if remote_row.made_of.startswith(MADE_OF) else None
    except ValueError:
        return None


def _as_ours(row: FileRow, entry: Transaction | None) -> FileRow:
    """Return a row that came from here with its texts here: only another date or amount is a change."""
    if entry is None:
        return row
    return replace(row, description=entry.description, reference=entry.reference, number=entry.number)


def _stands(entry: Transaction) -> bool:
    return entry.status == Transaction.Status.POSTED and not entry.is_excluded
