"""Actual: a budget on a server. The server stores the budget as it was uploaded, and each change since as a message.

Accounts of a budget are read into accounts of the same name or as a person chose, with Actual's own ids; entries that a matched statement
cleared are marked as reconciled there, and entries from statements are added there, if the connection says so. `budget.py` has the current
budget, and changes to it as Actual's clients exchange them, by actualpy.

Only actualpy's messages and encryption are used. Its client is not: it would run any SQL that a server sends."""

from collections import defaultdict
from collections.abc import Mapping
from importlib.util import find_spec

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts
from connectors.ledgers.exchange import RemoteAccount, RemoteRow, cleared, placed, remember, take
from connectors.models import Connection
from finance.imports.actual_budget import WAY, BudgetEntry, accounts_of, entries_of, file_row


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Run a connection. Raises ConnectionEnded."""
    if find_spec("actual") is None:
        raise ConnectionEnded("package")
    from connectors.ledgers.actual.budget import addition, lacking, marks, remote_budget

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
                added = {entry.pk: addition(budget.stored, account_key, entry) for entry in lacking(budget.stored, missing)}
                refused = {key for key, changes in added.items() if changes is None}
                budget.tell([change for changes in added.values() for change in changes or []])
                # An entry that was removed there since is recorded too, and not added again.
                for transaction in missing:
                    if transaction.pk not in refused:
                        remember(connection, transaction, f"{WAY}:{transaction.pk}")
                counts.add("refused", len(refused))
                counts.add("added_there", len(added) - len(refused))
            if chosen.get("mark_reconciled"):
                done = set(connection.arrivals.filter(key__startswith="reconciled:").values_list("key", flat=True))
                wanted = {name.removeprefix(f"{WAY}:") for name in cleared(connection, account, WAY)}
                marked = marks(budget.stored, {key for key in wanted if f"reconciled:{key}" not in done})
                budget.tell([change for changes in marked.values() for change in changes])
                for key in marked:
                    # Each mark is recorded as an arrival, so that it is set once.
                    connection.arrivals.create(key=f"reconciled:{key}", written="reconciled")
                    counts.written += 1
    return counts
