"""Which account of the books elsewhere is which account here: as a person said, else the one of the same name and currency."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from django.db import transaction

from connectors.holding import hold_on
from connectors.models import AccountThere, Connection
from connectors.outside import ConnectionEnded
from connectors.receiving import Counts
from finance.models import Account

LONGEST = {"key": 100, "name": 255, "currency": 60}
MOST = 1_000
"""Accounts of one program: what tells of more is not what it says it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteAccount:
    """An account there. `currency` is empty where the program keeps none: then any of ours may be it."""

    key: str
    name: str
    currency: str = ""


def placed(connection: Connection, found: Iterable[RemoteAccount], counts: Counts) -> dict[str, Account]:
    """Ours by the ids of theirs, of all that are there now. What is there no more is forgotten; what has none here yet is counted, and
    kept, so that a person can say it.

    Of two with one name there, neither is found by it, nor one whose account here is another's already; one that is in another currency
    by now is not ours any more. Raises NotDone for what no program of books tells, NotHeld."""
    theirs = list(islice(found, MOST + 1))
    if len(theirs) > MOST or any(len(each.key) > LONGEST["key"] for each in theirs):
        raise ConnectionEnded("answer")
    with transaction.atomic():
        hold_on(connection)
        _note(connection, theirs)
        _find_by_name(connection)
    counts.add("unplaced", connection.accounts_there.unplaced().count())
    rows = connection.accounts_there.exclude(account=None).select_related("account")
    return {row.key: row.account for row in rows if row.account}


def _note(connection: Connection, theirs: list[RemoteAccount]) -> None:
    connection.accounts_there.exclude(key__in=[each.key for each in theirs]).delete()
    for each in theirs:
        told = {"name": _clean(each.name)[: LONGEST["name"]], "currency": _clean(each.currency)[: LONGEST["currency"]]}
        row, _made = connection.accounts_there.update_or_create(key=each.key, defaults=told)
        if row.account and not _same_currency(row, row.account):
            connection.accounts_there.filter(pk=row.pk).update(account=None)


def _find_by_name(connection: Connection) -> None:
    names = Counter(connection.accounts_there.values_list("name", flat=True))
    taken = set(connection.accounts_there.exclude(account=None).values_list("account", flat=True))
    ours = {account.name: account for account in Account.objects.of(connection.organization) if account.pk not in taken}
    for row in connection.accounts_there.unplaced():
        account = ours.get(row.name)
        if account is not None and names[row.name] == 1 and _same_currency(row, account):
            row.account = account
            row.save(update_fields=["account"])


def _clean(text: str) -> str:
    return text.replace("\0", "").strip()


def _same_currency(row: AccountThere, account: Account) -> bool:
    return row.currency in {"", account.currency}
