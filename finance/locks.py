"""What is closed: days up to a lock date, and entries that a locked statement has cleared. Every way into the ledger asks here.

The API, for whoever writes entries:
- `finance.ledger_writer.write_entries(by=, added=, changed=, removed=)` is the only function that writes `Transaction` rows. It asks
  `locks_on` under the account's lock and raises `LedgerLocked`, having written nothing.
- `needs_a_date(entry)` says of one entry that is not written yet, as in a preview, whether it falls into closed days.
- `closed_until(account)` is the last closed day, or None. An organization may close further days for all but its owners: those
  count unless `owner` says that an owner asks.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from people.formats import written_day, written_span

if TYPE_CHECKING:
    from finance.models import Account, Transaction

KEPT = ("account_id", "booked_on", "amount_minor", "status", "is_excluded", "is_brought_forward", "reversal_of_id")
"""What a lock holds. Texts, references and numbers stay free."""

NEEDS_A_DATE, CLOSED, CLEARED = "needs_a_date", "closed", "cleared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Why one entry cannot be written. `code`: `needs_a_date` (it would be dated in closed days), `closed` (it is there, and would
    change) or `cleared` (a locked statement shows it). `entry` is as it would be, else as it was; `held_by` a day or a period."""

    code: str
    entry: Transaction
    held_by: str

    def __str__(self) -> str:
        day, held_by = written_day(self.entry.booked_on), written_span(self.held_by)
        return _sentences()[self.code] % {"day": day, "text": self.entry.description or "-", "held_by": held_by}


class LedgerLocked(ValueError):
    """Nothing was written: `locks` says of each entry what stands in the way, and what to do."""

    SHOWN = 10

    def __init__(self, locks: Sequence[Lock]) -> None:
        self.locks = tuple(locks)
        super().__init__("\n".join(self.shown()))

    def shown(self) -> list[str]:
        """As many as a person reads, and how many more there are."""
        more = len(self.locks) - self.SHOWN
        return [*map(str, self.locks[: self.SHOWN]), *([_("... and %(count)d more.") % {"count": more}] if more > 0 else [])]


def closed_until(account: Account, *, owner: bool = False) -> dt.date | None:
    """The last day that nothing may be posted on any more: the account's own or its organization's lock date."""
    ours = account.organization
    days = (account.locked_until, ours.locked_until, None if owner else ours.owners_only_until)
    return max((day for day in days if day), default=None)


def needs_a_date(entry: Transaction, *, owner: bool = False) -> bool:
    """Whether the entry would count in closed days. A pending one counts in no balance, and waits freely."""
    until = closed_until(entry.account, owner=owner)
    return until is not None and _counts(entry) and entry.booked_on <= until


def locks_on(
    *,
    added: Iterable[Transaction] = (),
    changed: Iterable[tuple[Transaction, Transaction]] = (),
    removed: Iterable[Transaction] = (),
    owner: bool = False,
) -> Iterator[Lock]:
    """What stands in the way of this, entry by entry; `changed` are pairs of before and after; `owner`: an owner wants it."""
    for entry in added:
        if needs_a_date(entry, owner=owner):
            yield Lock(code=NEEDS_A_DATE, entry=entry, held_by=str(closed_until(entry.account, owner=owner)))
    for before, after in changed:
        yield from _locks_on_change(before, after, owner)
    for entry in removed:
        yield from _locks_on_standing(entry, owner)


def opening_is_locked(before: Account, after: Account) -> bool:
    """Whether another opening would move balances that are closed, or that a locked statement was tied to."""
    same = (before.opening_balance_minor, before.opening_date) == (after.opening_balance_minor, after.opening_date)
    return not same and (closed_until(before) is not None or before.transactions.held().exists())


def _locks_on_change(before: Transaction, after: Transaction, owner: bool) -> Iterator[Lock]:  # noqa: FBT001  as its caller says
    if all(getattr(before, name) == getattr(after, name) for name in KEPT):
        return
    standing = list(_locks_on_standing(before, owner))
    yield from standing
    if not standing and needs_a_date(after, owner=owner):
        yield Lock(code=NEEDS_A_DATE, entry=after, held_by=str(closed_until(after.account, owner=owner)))


def _locks_on_standing(entry: Transaction, owner: bool) -> Iterator[Lock]:  # noqa: FBT001  as its caller says
    if entry.locked_by:
        yield Lock(code=CLEARED, entry=entry, held_by=entry.locked_by)
    elif needs_a_date(entry, owner=owner):
        yield Lock(code=CLOSED, entry=entry, held_by=str(closed_until(entry.account, owner=owner)))


def _counts(entry: Transaction) -> bool:
    return entry.status == "posted" and not entry.is_excluded


def _sentences() -> dict[str, str]:
    """Made when it is read: in the reader's language."""
    return {
        NEEDS_A_DATE: _(
            "%(day)s, %(text)s: needs a date after %(held_by)s, up to which the account is locked. "
            "Give it a later date, or have an administrator move the lock date."
        ),
        CLOSED: _(
            "%(day)s, %(text)s: the account is locked up to %(held_by)s. "
            "Enter a correction with a later date, or have an administrator move the lock date."
        ),
        CLEARED: _(
            "%(day)s, %(text)s: cleared by the locked statement %(held_by)s, so its date, amount, account and status stay. "
            "Reopen that statement first."
        ),
    }
