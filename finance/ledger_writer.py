"""The one way into the ledger: whatever is entered, imported, published or undone is written here, past the locks."""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from finance.locks import LedgerLocked, locks_on
from finance.models import Account, EntryChange, Transaction
from finance.signals import ledger_changed
from finance.snapshots import WRITTEN, snapshot
from people.models import Membership
from people.roles import Role

BATCH = 500
REASON = "the caller named the entries, and their accounts are held"


@transaction.atomic
def write_entries(
    *, by: User | None, added: Iterable[Transaction] = (), changed: Iterable[Transaction] = (), removed: Iterable[Transaction] = ()
) -> None:
    """Add new rows, store changed ones as they stand now, and delete others; `by` is None for the organization itself.

    What was before stays as an `EntryChange`. Raises `LedgerLocked`, and writes nothing, where a lock stands in the way.
    """
    new, after, gone = list(added), list(changed), list(removed)
    _hold((*new, *after, *gone))
    stored = _stored([entry.pk for entry in (*after, *gone)])
    before = [(stored[entry.pk], entry) for entry in after if entry.pk in stored]
    removable = [stored[entry.pk] for entry in gone if entry.pk in stored]
    owner = _is_owner(by, (*new, *after, *gone))
    locks = list(locks_on(added=new, changed=[*before, *_unlinked(removable)], removed=removable, owner=owner))
    if locks:
        raise LedgerLocked(locks)
    _remember(by, before, removable)
    _write(by, new, [entry for _, entry in before], removable)
    _tell([*new, *removable, *(entry for pair in before for entry in pair)])


def _is_owner(by: User | None, entries: Iterable[Transaction]) -> bool:
    """Whether they own every organization that these entries are of."""
    wanted = {entry.account.organization_id for entry in entries if entry.account.organization.owners_only_until}
    if by is None or not wanted:
        return False
    owned = Membership.objects.across_organizations(REASON).filter(user=by, role=Role.OWNER, organization__in=wanted)
    return owned.count() == len(wanted)


def _tell(entries: Iterable[Transaction]) -> None:
    """Whoever rests on these accounts: which, and from which day on."""
    since: dict[UUID, dt.date] = {}
    for entry in entries:
        since[entry.account_id] = min(since.get(entry.account_id, entry.booked_on), entry.booked_on)
    for account, day in since.items():
        ledger_changed.send(sender=Account, account=account, since=day)


def _hold(entries: Sequence[Transaction]) -> None:
    """Nobody else writes to their accounts, or moves a lock date, until the transaction ends. Always in one order."""
    wanted = {entry.account_id for entry in entries}
    rows = Account.objects.across_organizations(REASON).select_related("organization").filter(pk__in=wanted)
    held = {account.pk: account for account in rows.order_by("pk").select_for_update(of=("self",))}
    for entry in entries:
        entry.account = held[entry.account_id]


def _stored(keys: Sequence[UUID]) -> dict[UUID, Transaction]:
    """The rows as they are in the database now."""
    rows = Transaction.objects.across_organizations(REASON).select_related("account__organization")
    found: dict[UUID, Transaction] = {}
    for start in range(0, len(keys), BATCH):
        found |= {row.pk: row for row in rows.filter(pk__in=keys[start : start + BATCH])}
    return found


def _unlinked(removed: Sequence[Transaction]) -> list[tuple[Transaction, Transaction]]:
    """Entries that reverse one that goes lose the link to it, which a lock may hold."""
    gone = {entry.pk for entry in removed}
    if not gone:
        return []
    rows = Transaction.objects.across_organizations(REASON).select_related("account__organization").filter(reversal_of__in=gone)
    pairs = []
    for row in rows.exclude(pk__in=gone):
        after = copy(row)
        after.reversal_of_id = None
        pairs.append((row, after))
    return pairs


def _remember(by: User | None, changed: Iterable[tuple[Transaction, Transaction]], removed: Iterable[Transaction]) -> None:
    pairs = ((before, snapshot(before), snapshot(after)) for before, after in changed)
    changes = [EntryChange(account_id=row.account_id, entry=row.pk, by=by, before=was, after=now) for row, was, now in pairs if was != now]
    changes += [EntryChange(account_id=row.account_id, entry=row.pk, by=by, before=snapshot(row), after=None) for row in removed]
    EntryChange.objects.bulk_create(changes, batch_size=BATCH)


def _write(by: User | None, added: Sequence[Transaction], changed: Sequence[Transaction], removed: Sequence[Transaction]) -> None:
    rows = Transaction.objects.across_organizations(REASON)
    for start in range(0, len(removed), BATCH):
        rows.filter(pk__in=[entry.pk for entry in removed[start : start + BATCH]]).delete()
    if changed:
        rows.bulk_update(changed, WRITTEN, batch_size=BATCH)
    for entry in added:
        entry.entered_by = by
    rows.bulk_create(added, batch_size=BATCH)


def hold_entries(account: Account, keys: Collection[str], *, held_by: str) -> None:
    """From now on these entries keep what `finance.locks` says; one that another statement holds stays held by that."""
    account.transactions.filter(pk__in=keys, locked_by="").update(locked_by=held_by)


def release_entries(account: Account, *, held_by: str) -> None:
    account.transactions.filter(locked_by=held_by).update(locked_by="")
