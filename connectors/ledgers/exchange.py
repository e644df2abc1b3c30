"""Accounts and entries that are exchanged with a bookkeeping program.

An account there is an account here as a person chose, else by the same name and currency.

An entry that was added here from a statement may be missing there. A row that is added there names its entry, so that nothing is added
twice, and nothing comes back as another entry, whenever a run ends. An added entry, or one that was found there, is recorded as an
arrival: removed there, it is not added again."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from uuid import UUID

from django.db import transaction

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts
from connectors.lease import renew_lease
from connectors.models import AccountThere, Arrival, Connection
from finance.imports.corrections import store_shown
from finance.imports.rows import FileRow
from finance.imports.services import take_rows
from finance.models import Account, SourceEntry, Transaction
from finance.models.ledger import POSTED_FROM, snapshot
from reconciliation.models import Match

LONGEST = {"key": 100, "name": 255, "currency": 60}
MOST = 1_000
"""Accounts of one program: more are implausible."""
ADDED = "added:"
MADE_OF = "tieout:"
LONGEST_ID = 100
"""Characters that an arrival has room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteAccount:
    """An account there. `currency` is empty if the program has none: then any account here may match it."""

    key: str
    name: str
    currency: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteRow:
    """A row of the bookkeeping program; `made_of` is the mark of the entry that it was added for, by `mark_of`."""

    row: FileRow
    made_of: str = ""


def placed(connection: Connection, accounts: Iterable[RemoteAccount], counts: Counts) -> dict[str, Account]:
    """Return the accounts here by the ids of those there, for all that exist now. One that no longer exists is forgotten; one without an
    account here is counted and stored, so that a person can assign it.

    Of two with one name there, neither is found by it, nor one whose account here is already assigned; one whose currency has changed is
    unassigned. Raises ConnectionEnded for implausible accounts, LeaseLost."""
    remote = list(islice(accounts, MOST + 1))
    if len(remote) > MOST or any(len(account.key) > LONGEST["key"] for account in remote):
        raise ConnectionEnded("answer")
    with transaction.atomic():
        renew_lease(connection)
        connection.accounts_there.exclude(key__in=[account.key for account in remote]).delete()
        for remote_account in remote:
            texts = {"name": remote_account.name, "currency": remote_account.currency}
            values = {name: text.replace("\0", "").strip()[: LONGEST[name]] for name, text in texts.items()}
            row, _made = connection.accounts_there.update_or_create(key=remote_account.key, defaults=values)
            if row.account and not _same_currency(row, row.account):
                connection.accounts_there.filter(pk=row.pk).update(account=None)
        names = Counter(connection.accounts_there.values_list("name", flat=True))
        assigned = set(connection.accounts_there.exclude(account=None).values_list("account", flat=True))
        by_name = {account.name: account for account in Account.objects.of(connection.organization) if account.pk not in assigned}
        for row in connection.accounts_there.unplaced():
            account = by_name.get(row.name)
            if account is not None and names[row.name] == 1 and _same_currency(row, account):
                row.account = account
                row.save(update_fields=["account"])
    counts.add("unplaced", connection.accounts_there.unplaced().count())
    rows = connection.accounts_there.exclude(account=None).select_related("account")
    return {row.key: row.account for row in rows if row.account}


def _same_currency(row: AccountThere, account: Account) -> bool:
    return row.currency in {"", account.currency}


def mark_of(entry: Transaction) -> str:
    return f"{MADE_OF}{entry.pk}"


def take(connection: Connection, account: Account, way: str, remote: Sequence[RemoteRow], counts: Counts) -> list[Transaction]:
    """Take the rows into the account and return its published entries that are missing there, and never were there.

    Raises LeaseLost."""
    renew_lease(connection)
    # An entry that replaced a pending row of the program is that row.
    posted = account.transactions.filter(origin__startswith=POSTED_FROM).exclude(external_id__startswith=f"{way}:")
    published: dict[UUID, Transaction] = {entry.pk: entry for entry in posted.order_by("booked_on", "id").iterator()}
    written = _written(connection)
    # The id there of each published entry; of two rows for one entry, the first counts.
    recorded = {external_id: key for key, external_id in written.items()}
    ids: dict[UUID, str] = {}
    for remote_row in remote:
        key = recorded.get(remote_row.row.external_id)
        if key is None and remote_row.made_of.startswith(MADE_OF):
            with suppress(ValueError):
                key = UUID(remote_row.made_of.removeprefix(MADE_OF))
        if key in published and key not in ids:
            ids[key] = remote_row.row.external_id
    entries = {external_id: published[key] for key, external_id in ids.items()}
    rows = []
    for remote_row in remote:
        row, entry = remote_row.row, entries.get(remote_row.row.external_id)
        if entry is not None:
            # A row that came from here has its texts here: only another date or amount is a change.
            row = replace(row, description=entry.description, reference=entry.reference, number=entry.number)
        rows.append(row)
    taken = take_rows(account=account, by=None, way=way, named=connection.name, rows=rows, names=ids)
    for outcome, count in taken.counts.items():
        counts.add(outcome, count)
    matched = {key: external_id for external_id, key in taken.twins.items() if key in published and key not in written}
    connection.arrivals.bulk_create(
        Arrival(connection=connection, key=f"{ADDED}{key}", written=external_id)
        for key, external_id in matched.items()
        if len(external_id) <= LONGEST_ID
    )
    missing = [entry for key, entry in published.items() if key not in matched and key not in written]
    return [entry for entry in missing if entry.status == Transaction.Status.POSTED and not entry.is_excluded]


def remember(connection: Connection, entry: Transaction, name: str) -> None:
    """Record that the entry is there, under this id, and as it is here."""
    connection.arrivals.create(key=f"{ADDED}{entry.pk}", written=name)
    there = SourceEntry(account=entry.account, entry=entry.pk, values=snapshot(entry))
    store_shown([there], shown_by=connection.name, ledger_import=None)


def cleared(connection: Connection, account: Account, way: str) -> list[str]:
    """Return the ids there of the entries that matched statements cleared."""
    matches = Match.objects.of(connection.organization).filter(statement__account=account, statement__verdict="matched")
    own = matches.filter(transactions__external_id__startswith=f"{way}:").values_list("transactions__external_id", flat=True)
    written = _written(connection)
    published = matches.filter(transactions__origin__startswith=POSTED_FROM).values_list("transactions__pk", flat=True)
    return sorted({*own, *(written[key] for key in published if key in written)})


def _written(connection: Connection) -> dict[UUID, str]:
    """Return the ids there by entry."""
    arrivals = connection.arrivals.filter(key__startswith=ADDED).values_list("key", "written")
    return {UUID(key.removeprefix(ADDED)): name for key, name in arrivals}
