"""Locks of the ledger: days up to a lock date, and entries that a locked statement has cleared.

For code that writes entries:
- `finance.ledger_writer.write_entries(by=, added=, changed=, removed=)` is the only function that writes `Transaction` rows. It checks
  `locks_on` while the account is locked and raises `LedgerLocked`, having written nothing.
- `needs_a_date(entry)` is True if an unwritten entry, as in a preview, falls into closed days.
- `closed_until(account)` is the last closed day, or None. An organization may close further days for all but its owners; those
  count unless `owner` is True.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from people.formats import written_day, written_span
from people.refusal import Refusal

if TYPE_CHECKING:
    from finance.models import Account, Transaction

KEPT = ("account_id", "booked_on", "amount_minor", "status", "is_excluded", "is_brought_forward", "reversal_of_id")
"""Columns that a lock protects. Texts, references and numbers may change."""

NEEDS_A_DATE, CLOSED, CLEARED = "needs_a_date", "closed", "cleared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """The reason why an entry cannot be written.

    `code`: `needs_a_date` (it would be dated in closed days), `closed` (a stored entry in closed days would change) or `cleared` (a
    locked statement shows it). `entry` has its new values, else its old ones; `held_by` is a day or a period.
    """

    code: str
    entry: Transaction
    held_by: str

    def __str__(self) -> str:
        sentences = {
            NEEDS_A_DATE: _(
                "%(day)s, %(text)s: needs a date after %(held_by)s, up to which the account is locked. "
                "Use a later date, or ask an administrator to move the lock date."
            ),
            CLOSED: _(
                "%(day)s, %(text)s: the account is locked up to %(held_by)s. "
                "Enter a correction with a later date, or ask an administrator to move the lock date."
            ),
            CLEARED: _(
                "%(day)s, %(text)s: cleared by the locked statement %(held_by)s, so its date, amount, account and status cannot change. "
                "Reopen that statement first."
            ),
        }
        day, held_by = written_day(self.entry.booked_on), written_span(self.held_by)
        return sentences[self.code] % {"day": day, "text": self.entry.description or "-", "held_by": held_by}


class LedgerLocked(Refusal):
    """Nothing was written: `locks` names each entry with the reason and the remedy."""

    code = "locked"
    SHOWN = 10

    def __init__(self, locks: Sequence[Lock]) -> None:
        self.locks = tuple(locks)
        super().__init__("\n".join(self.shown()))

    def shown(self) -> list[str]:
        """Return the first messages, and the number of further ones."""
        more = len(self.locks) - self.SHOWN
        return [*map(str, self.locks[: self.SHOWN]), *([_("... and %(count)d more.") % {"count": more}] if more > 0 else [])]


def closed_until(account: Account, *, owner: bool = False) -> dt.date | None:
    """Return the last closed day: the later of the account's and its organization's lock dates."""
    organization = account.organization
    days = (account.locked_until, organization.locked_until, None if owner else organization.owners_only_until)
    return max((day for day in days if day), default=None)


def needs_a_date(entry: Transaction, *, owner: bool = False) -> bool:
    """True if the entry would count in closed days. A pending entry counts in no balance and is not locked."""
    until = closed_until(entry.account, owner=owner)
    counts = entry.status == "posted" and not entry.is_excluded
    return until is not None and counts and entry.booked_on <= until


def locks_on(
    *,
    added: Iterable[Transaction] = (),
    changed: Iterable[tuple[Transaction, Transaction]] = (),
    removed: Iterable[Transaction] = (),
    owner: bool = False,
) -> Iterator[Lock]:
    """Yield the locks that forbid these writes; `changed` are pairs of before and after, `owner` is True for an owner."""
    for entry in added:
        if needs_a_date(entry, owner=owner):
            yield Lock(code=NEEDS_A_DATE, entry=entry, held_by=str(closed_until(entry.account, owner=owner)))
    for before, after in changed:
        if any(getattr(before, name) != getattr(after, name) for name in KEPT):
            standing = list(_locks_on_standing(before, owner=owner))
            yield from standing
            if not standing and needs_a_date(after, owner=owner):
                yield Lock(code=NEEDS_A_DATE, entry=after, held_by=str(closed_until(after.account, owner=owner)))
    for entry in removed:
        yield from _locks_on_standing(entry, owner=owner)


def opening_is_locked(before: Account, after: Account) -> bool:
    """True if another opening would change balances that are closed or that a locked statement relies on."""
    same = (before.opening_balance_minor, before.opening_date) == (after.opening_balance_minor, after.opening_date)
    return not same and (closed_until(before) is not None or before.transactions.held().exists())


def _locks_on_standing(entry: Transaction, *, owner: bool) -> Iterator[Lock]:
    if entry.locked_by:
        yield Lock(code=CLEARED, entry=entry, held_by=entry.locked_by)
    elif needs_a_date(entry, owner=owner):
        yield Lock(code=CLOSED, entry=entry, held_by=str(closed_until(entry.account, owner=owner)))
