"""Assignment of accounts there to accounts here: as a person chose, else by the same name and currency."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from django.db import transaction

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts
from connectors.lease import renew_lease
from connectors.models import AccountThere, Connection
from finance.models import Account

LONGEST = {"key": 100, "name": 255, "currency": 60}
MOST = 1_000
"""Accounts of one program: more are implausible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteAccount:
    """An account there. `currency` is empty if the program has none: then any account here may match it."""

    key: str
    name: str
    currency: str = ""


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
        _note(connection, remote)
        _find_by_name(connection)
    counts.add("unplaced", connection.accounts_there.unplaced().count())
    rows = connection.accounts_there.exclude(account=None).select_related("account")
    return {row.key: row.account for row in rows if row.account}


def _note(connection: Connection, remote: list[RemoteAccount]) -> None:
    connection.accounts_there.exclude(key__in=[account.key for account in remote]).delete()
    for account in remote:
        values = {"name": _clean(account.name)[: LONGEST["name"]], "currency": _clean(account.currency)[: LONGEST["currency"]]}
        row, _made = connection.accounts_there.update_or_create(key=account.key, defaults=values)
        if row.account and not _same_currency(row, row.account):
            connection.accounts_there.filter(pk=row.pk).update(account=None)


def _find_by_name(connection: Connection) -> None:
    names = Counter(connection.accounts_there.values_list("name", flat=True))
    taken = set(connection.accounts_there.exclude(account=None).values_list("account", flat=True))
    by_name = {account.name: account for account in Account.objects.of(connection.organization) if account.pk not in taken}
    for row in connection.accounts_there.unplaced():
        account = by_name.get(row.name)
        if account is not None and names[row.name] == 1 and _same_currency(row, account):
            row.account = account
            row.save(update_fields=["account"])


def _clean(text: str) -> str:
    return text.replace("\0", "").strip()


def _same_currency(row: AccountThere, account: Account) -> bool:
    return row.currency in {"", account.currency}
