"""Accounts of a budget are read into accounts of the same name or as a person said, with Actual's own ids; what a matched statement
cleared is marked as reconciled there, and what was published here is added there, if the connection says so."""

from collections import defaultdict
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from connectors.ledgers.accounts import RemoteAccount, placed
from connectors.ledgers.published import Theirs, cleared, remember, take
from connectors.models import Connection
from connectors.outside import ConnectionEnded
from connectors.receiving import Counts
from finance.imports.actual_budget.budget import WAY, BudgetEntry, accounts_of, entries_of, file_row
from finance.models import Account, Transaction

if TYPE_CHECKING:
    from connectors.ledgers.actual.server import RemoteBudget


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Raises NotDone."""
    if find_spec("actual") is None:
        raise ConnectionEnded("package")
    from connectors.ledgers.actual.server import remote_budget

    said, counts, encryption = connection.settings, Counts(), secrets.get("encryption", "")
    with remote_budget(said["address"], password=secrets["password"], named=said["budget"], encryption=encryption) as budget:
        entries: dict[str, list[BudgetEntry]] = defaultdict(list)
        for entry in entries_of(budget.stored):
            entries[entry.account].append(entry)
        found = [RemoteAccount(key=key, name=name) for key, name in accounts_of(budget.stored).items()]
        for theirs, ours in placed(connection, found, counts).items():
            missing = take(connection, ours, WAY, _rows(entries[theirs], ours), counts)
            if said.get("add_published"):
                _add(connection, budget, theirs, missing, counts)
            if said.get("mark_reconciled"):
                _mark(connection, budget, ours, counts)
    return counts


def _rows(entries: list[BudgetEntry], ours: Account) -> list[Theirs]:
    """What is older than the account is in its opening balance."""
    first = ours.opening_date
    counted = [entry for entry in entries if first is None or entry.day is None or entry.day >= first]
    return [Theirs(row=file_row(entry, place), made_of=entry.imported_id) for place, entry in enumerate(counted, 1)]


def _add(connection: Connection, budget: "RemoteBudget", theirs: str, missing: list[Transaction], counts: Counts) -> None:
    """One that was removed there since is remembered and not added again."""
    from connectors.ledgers.actual.changes import addition, lacking

    changes = {entry.pk: addition(budget.stored, theirs, entry) for entry in lacking(budget.stored, missing)}
    refused = {key for key, change in changes.items() if change is None}
    budget.tell([change for each in changes.values() for change in each or []])
    for entry in missing:
        if entry.pk not in refused:
            remember(connection, entry, f"{WAY}:{entry.pk}")
    counts.add("refused", len(refused))
    counts.add("added_there", len(changes) - len(refused))


def _mark(connection: Connection, budget: "RemoteBudget", ours: Account, counts: Counts) -> None:
    """What is not marked yet. The mark is kept with an arrival, so that it is set once."""
    from connectors.ledgers.actual.changes import marks

    done = set(connection.arrivals.filter(key__startswith="reconciled:").values_list("key", flat=True))
    wanted = {name.removeprefix(f"{WAY}:") for name in cleared(connection, ours, WAY)}
    found = marks(budget.stored, {key for key in wanted if f"reconciled:{key}" not in done})
    budget.tell([change for changes in found.values() for change in changes])
    for key in found:
        connection.arrivals.create(key=f"reconciled:{key}", written="reconciled")
        counts.written += 1
