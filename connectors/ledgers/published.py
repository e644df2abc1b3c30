"""What people added to our books from statements, and books elsewhere lack: which row there is which entry here, and what is missing.

A row that we add there says of which entry it was made, so that nothing is added twice, and nothing comes back as another entry,
whenever a run ends. What was added, or was found there, is remembered by an arrival: removed there, it is not added again."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from connectors.holding import hold_on
from connectors.models import Arrival, Connection
from connectors.receiving import Counts
from finance.imports.apply import take_rows
from finance.imports.rows import FileRow
from finance.models import Account, Transaction
from finance.origins import POSTED_FROM
from reconciliation.models import Match

ADDED = "added:"
MADE_OF = "tieout:"
LONGEST_NAME = 100
"""That an arrival has room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theirs:
    """A row of the books elsewhere; `made_of` is what it says itself of the entry that it was added for, as `mark_of` has it."""

    row: FileRow
    made_of: str = ""


def mark_of(entry: Transaction) -> str:
    return f"{MADE_OF}{entry.pk}"


def take(connection: Connection, account: Account, way: str, theirs: Sequence[Theirs], counts: Counts) -> list[Transaction]:
    """Take their rows into the account; the published entries of it that are none of them, and never were.

    Raises NotHeld."""
    hold_on(connection)
    published = {entry.pk: entry for entry in _published(account, way)}
    written = _written(connection)
    names = _names(theirs, published, written)
    entries = {name: published[key] for key, name in names.items()}
    rows = [_as_ours(each.row, entries.get(each.row.external_id)) for each in theirs]
    taken = take_rows(account=account, by=None, way=way, named=connection.name, rows=rows, names=names)
    for outcome, count in taken.counts.items():
        counts.add(outcome, count)
    found = {key: name for name, key in taken.twins.items() if key in published and key not in written}
    connection.arrivals.bulk_create(
        Arrival(connection=connection, key=f"{ADDED}{key}", written=name) for key, name in found.items() if len(name) <= LONGEST_NAME
    )
    return [entry for key, entry in published.items() if key not in found and key not in written and _stands(entry)]


def remember(connection: Connection, entry: Transaction, name: str) -> None:
    """That it is there, under this id."""
    connection.arrivals.create(key=f"{ADDED}{entry.pk}", written=name)


def cleared(connection: Connection, account: Account, way: str) -> list[str]:
    """Their ids of what matched statements cleared."""
    matches = Match.objects.of(connection.organization).filter(statement__account=account, statement__verdict="matched")
    own = matches.filter(transactions__external_id__startswith=f"{way}:").values_list("transactions__external_id", flat=True)
    written = _written(connection)
    published = matches.filter(transactions__origin__startswith=POSTED_FROM).values_list("transactions__pk", flat=True)
    return sorted({*own, *(written[key] for key in published if key in written)})


def _published(account: Account, way: str) -> Iterator[Transaction]:
    """Without those that took the place of a pending row of theirs: they are that row."""
    entries = account.transactions.filter(origin__startswith=POSTED_FROM).exclude(external_id__startswith=f"{way}:")
    return entries.order_by("booked_on", "id").iterator()


def _written(connection: Connection) -> dict[UUID, str]:
    """By the entry, its id there."""
    kept = connection.arrivals.filter(key__startswith=ADDED).values_list("key", "written")
    return {UUID(key.removeprefix(ADDED)): name for key, name in kept}


def _names(theirs: Iterable[Theirs], published: dict[UUID, Transaction], written: dict[UUID, str]) -> dict[UUID, str]:
    """What each published entry is called there; of two rows that say to be one, the first is."""
    remembered = {name: key for key, name in written.items()}
    names: dict[UUID, str] = {}
    for each in theirs:
        key = remembered.get(each.row.external_id) or _made_of(each)
        if key in published and key not in names:
            names[key] = each.row.external_id
    return names


def _made_of(theirs: Theirs) -> UUID | None:
    try:
        return UUID(theirs.made_of.removeprefix(MADE_OF)) if theirs.made_of.startswith(MADE_OF) else None
    except ValueError:
        return None


def _as_ours(row: FileRow, entry: Transaction | None) -> FileRow:
    """What came from here has our words: only another day or amount is a change."""
    if entry is None:
        return row
    return replace(row, description=entry.description, reference=entry.reference, number=entry.number)


def _stands(entry: Transaction) -> bool:
    return entry.status == Transaction.Status.POSTED and not entry.is_excluded
