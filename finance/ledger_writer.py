"""The only way to write entries: everything that is entered, imported, published or undone passes the locks here."""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from finance.locks import LedgerLocked, locks_on
from finance.models import Account, EntryChange, Transaction
from finance.models.ledger import WRITTEN, snapshot
from finance.signals import ledger_changed
from people.models import Membership
from people.roles import Role

BATCH = 500
REASON = "the caller named the entries, and their accounts are held"


@transaction.atomic
def write_entries(
    *, by: User | None, added: Iterable[Transaction] = (), changed: Iterable[Transaction] = (), removed: Iterable[Transaction] = ()
) -> None:
    """Insert new entries, store changed ones and delete others; `by` is None for the organization itself.

    Previous values are stored as `EntryChange`, and `ledger_changed` is sent for each account with its earliest changed day. Raises
    `LedgerLocked`, and writes nothing, if a lock forbids any of it.
    """
    new, after, gone = list(added), list(changed), list(removed)
    written = (*new, *after, *gone)
    # Locked until the transaction ends, always in the same order, against other writers and changes of lock dates.
    held = {entry.account_id for entry in written}
    accounts = Account.objects.across_organizations(REASON).select_related("organization").filter(pk__in=held)
    locked = {account.pk: account for account in accounts.order_by("pk").select_for_update(of=("self",))}
    for entry in written:
        entry.account = locked[entry.account_id]
    rows = Transaction.objects.across_organizations(REASON).select_related("account__organization")
    keys = [entry.pk for entry in (*after, *gone)]
    stored: dict[UUID, Transaction] = {}
    for start in range(0, len(keys), BATCH):
        stored |= {row.pk: row for row in rows.filter(pk__in=keys[start : start + BATCH])}
    pairs = [(stored[entry.pk], entry) for entry in after if entry.pk in stored]
    removable = [stored[entry.pk] for entry in gone if entry.pk in stored]
    # The user counts as owner only if every organization that only owners may change belongs to them.
    guarded = {entry.account.organization_id for entry in written if entry.account.organization.owners_only_until}
    owned = Membership.objects.across_organizations(REASON).filter(user=by, role=Role.OWNER, organization__in=guarded)
    owner = by is not None and bool(guarded) and owned.count() == len(guarded)
    locks = list(locks_on(added=new, changed=[*pairs, *_unlinked(removable)], removed=removable, owner=owner))
    if locks:
        raise LedgerLocked(locks)
    _write(by, new, pairs, removable)
    since: dict[UUID, dt.date] = {}
    for entry in (*new, *removable, *(entry for pair in pairs for entry in pair)):
        since[entry.account_id] = min(since.get(entry.account_id, entry.booked_on), entry.booked_on)
    for account, day in since.items():
        ledger_changed.send(sender=Account, account=account, since=day)


def _unlinked(removed: Sequence[Transaction]) -> list[tuple[Transaction, Transaction]]:
    """Return pairs of before and after for entries that reverse a removed one and lose the link, which a lock may protect."""
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


def _write(
    by: User | None, added: Sequence[Transaction], changed: Sequence[tuple[Transaction, Transaction]], removed: Sequence[Transaction]
) -> None:
    """Write the rows, and the values before and after each change; `changed` are pairs of before and after."""
    changes = []
    for before, after in changed:
        old, new = snapshot(before), snapshot(after)
        if old != new:
            changes.append(EntryChange(account_id=before.account_id, entry=before.pk, by=by, before=old, after=new))
    changes += [EntryChange(account_id=row.account_id, entry=row.pk, by=by, before=snapshot(row), after=None) for row in removed]
    EntryChange.objects.bulk_create(changes, batch_size=BATCH)
    rows = Transaction.objects.across_organizations(REASON)
    for start in range(0, len(removed), BATCH):
        rows.filter(pk__in=[entry.pk for entry in removed[start : start + BATCH]]).delete()
    columns = [name for name in WRITTEN if any(getattr(before, name) != getattr(after, name) for before, after in changed)]
    if columns:  # fewer columns take less time
        rows.bulk_update([after for _before, after in changed], columns, batch_size=BATCH)
    for entry in added:
        entry.entered_by = by
    rows.bulk_create(added, batch_size=BATCH)


def hold_entries(account: Account, keys: Collection[str], *, held_by: str) -> None:
    """Lock entries for a statement as `finance.locks` describes; entries that another statement locks keep that lock."""
    account.transactions.filter(pk__in=keys, locked_by="").update(locked_by=held_by)


def release_entries(account: Account, *, held_by: str) -> None:
    account.transactions.filter(locked_by=held_by).update(locked_by="")
