"""Accounts of a budget are read into accounts of the same name or as a person chose, with Actual's own ids; entries that a matched
statement cleared are marked as reconciled there, and entries from statements are added there, if the connection says so."""

from collections import defaultdict
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts
from connectors.ledgers.exchange import RemoteAccount, RemoteRow, cleared, placed, remember, take
from connectors.models import Connection
from finance.imports.actual_budget import WAY, BudgetEntry, accounts_of, entries_of, file_row
from finance.models import Account, Transaction

if TYPE_CHECKING:
    from connectors.ledgers.actual.budget import RemoteBudget


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Run a connection. Raises ConnectionEnded."""
    if find_spec("actual") is None:
        raise ConnectionEnded("package")
    from connectors.ledgers.actual.budget import remote_budget

    chosen, counts, encryption = connection.settings, Counts(), secrets.get("encryption", "")
    with remote_budget(chosen["address"], password=secrets["password"], named=chosen["budget"], encryption=encryption) as budget:
        entries: dict[str, list[BudgetEntry]] = defaultdict(list)
        for entry in entries_of(budget.stored):
            entries[entry.account].append(entry)
        accounts = [RemoteAccount(key=key, name=name) for key, name in accounts_of(budget.stored).items()]
        for account_key, account in placed(connection, accounts, counts).items():
            first = account.opening_date
            # Entries before the opening are in the opening balance.
            counted = [entry for entry in entries[account_key] if first is None or entry.day is None or entry.day >= first]
            rows = [RemoteRow(row=file_row(entry, place), made_of=entry.imported_id) for place, entry in enumerate(counted, 1)]
            missing = take(connection, account, WAY, rows, counts)
            if chosen.get("add_published"):
                _add_entries(connection, budget, account_key, missing, counts)
            if chosen.get("mark_reconciled"):
                _mark_reconciled(connection, budget, account, counts)
    return counts


def _add_entries(connection: Connection, budget: "RemoteBudget", account_key: str, missing: list[Transaction], counts: Counts) -> None:
    """Add the missing entries. One that was removed there since is recorded and not added again."""
    from connectors.ledgers.actual.budget import addition, lacking

    changes = {entry.pk: addition(budget.stored, account_key, entry) for entry in lacking(budget.stored, missing)}
    refused = {key for key, change in changes.items() if change is None}
    budget.tell([change for addition_changes in changes.values() for change in addition_changes or []])
    for entry in missing:
        if entry.pk not in refused:
            remember(connection, entry, f"{WAY}:{entry.pk}")
    counts.add("refused", len(refused))
    counts.add("added_there", len(changes) - len(refused))


def _mark_reconciled(connection: Connection, budget: "RemoteBudget", account: Account, counts: Counts) -> None:
    """Mark the entries that matched statements cleared. Each mark is recorded as an arrival, so that it is set once."""
    from connectors.ledgers.actual.budget import marks

    done = set(connection.arrivals.filter(key__startswith="reconciled:").values_list("key", flat=True))
    wanted = {name.removeprefix(f"{WAY}:") for name in cleared(connection, account, WAY)}
    changes_by_entry = marks(budget.stored, {key for key in wanted if f"reconciled:{key}" not in done})
    budget.tell([change for changes in changes_by_entry.values() for change in changes])
    for key in changes_by_entry:
        connection.arrivals.create(key=f"reconciled:{key}", written="reconciled")
        counts.written += 1
