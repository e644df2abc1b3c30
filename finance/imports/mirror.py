"""A file that is the whole of a period: the account is made to say the same.

An entry that differs from its row takes the row's values, and an entry that the file lacks becomes void. Locked entries, those that a
sign-off rests on and those outstanding at the opening stay as they are. New rows are added as by any import.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import cast

from django.utils.translation import gettext as _

from finance.imports.judging import Judged, Outcome, entry_of, refusal
from finance.imports.rows import FileAccount
from finance.locks import locks_on
from finance.models import Account, Transaction
from finance.models.ledger import snapshot
from finance.models.ledger_import import Choices
from finance.signals import signed_entries_wanted
from people.formats import written_span

Period = tuple[dt.date, dt.date]
VOID = Transaction.Status.VOID.value
"""A plain text, as a stored entry has it: hashes of entries compare it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorChange:
    """An entry that the file has otherwise or lacks. `after` is the entry as it will be, `place` the row that it follows, 0 for none.

    `obstacle` is the reason why the entry must stay as it is; else empty.
    """

    before: Transaction
    after: Transaction
    place: int = 0
    obstacle: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirror:
    """The changes that make the account say the same as the file in the period, both days included, in order of days."""

    period: Period
    changes: tuple[MirrorChange, ...]

    @property
    def changed(self) -> list[MirrorChange]:
        """Return the entries that take the values of a row."""
        return [change for change in self.changes if change.place and not change.obstacle]

    @property
    def voided(self) -> list[MirrorChange]:
        """Return the entries that the file lacks."""
        return [change for change in self.changes if not change.place and not change.obstacle]

    @property
    def unchanged(self) -> list[MirrorChange]:
        return [change for change in self.changes if change.obstacle]

    def fingerprint(self) -> list[object]:
        """Return all values before and after, for the hash of the preview."""
        return [self.period, *((change.place, change.obstacle, snapshot(change.before), snapshot(change.after)) for change in self.changes)]


def period_of(part: FileAccount, choices: Choices) -> Period | None:
    """Return the chosen first and last day, else those that the file states, or those of its rows; None if there are no days."""
    days = part.period or [row.booked_on for row in part.rows if row.booked_on]
    first, last = choices.first_day or min(days, default=None), choices.last_day or max(days, default=None)
    return (first, last) if first and last else None


def mirror(account: Account, judged: Sequence[Judged], period: Period, *, origin: str) -> tuple[tuple[Judged, ...], Mirror]:
    """Return the rows with their outcomes in a mirror, and the changes.

    A row whose entry takes its values is `updated`. A row that is probably an entry of the period is that entry: the account has to say the
    same whichever payment it was.
    """
    signed: dict[str, str] = {}
    for _receiver, entries in signed_entries_wanted.send(sender=Account, account=account):
        signed |= cast("dict[str, str]", entries)
    rows: list[Judged] = []
    changes: list[MirrorChange] = []
    for row in judged:
        change = _change_by(account, row, period, origin)
        if change is None:
            rows.append(row)
            continue
        if snapshot(change.before) == snapshot(change.after):
            rows.append(replace(row, outcome="known", reason=""))
            continue
        change = replace(change, obstacle=_obstacle(change.before, change.after, signed))
        changes.append(change)
        outcome: Outcome = "known" if change.obstacle else "updated"
        rows.append(replace(row, outcome=outcome, reason="", entry=row.entry if change.obstacle else change.after))
    changes += _lacking(account, judged, period, signed)
    changes.sort(key=lambda change: (change.before.booked_on, change.place))
    return tuple(rows), Mirror(period=period, changes=tuple(changes))


def _change_by(account: Account, judged: Judged, period: Period, origin: str) -> MirrorChange | None:
    """Return the entry's change by the row, also if it is none, without locks; None if the row is no entry of the period."""
    twin, row = judged.twin, judged.row
    if twin is None or judged.outcome == "new" or row.booked_on is None:
        return None
    inside = [period[0] <= day <= period[1] for day in (row.booked_on, twin.booked_on)]
    is_sure = judged.outcome in {"known", "changed", "updated"}
    if not (any(inside) if is_sure else all(inside)):
        return None
    came = entry_of(account, row, origin)
    after = copy(judged.entry if judged.outcome == "updated" and judged.entry else twin)
    after.booked_on, after.amount_minor, after.is_excluded = came.booked_on, came.amount_minor, came.is_excluded
    for name in ("description", "reference", "number"):
        setattr(after, name, getattr(came, name) or getattr(twin, name))  # a text that the file leaves empty is not known to it
    if VOID in {twin.status, came.status} or (twin.status, came.status) == ("pending", "posted"):
        after.status = came.status
    return MirrorChange(before=twin, after=after, place=row.place)


def _lacking(account: Account, judged: Sequence[Judged], period: Period, signed: Mapping[str, str]) -> Iterator[MirrorChange]:
    """Yield the counting and pending entries of the period that no row is.

    While a row of the period cannot be read, they stay as they are: it may be one of them.
    """
    first, last = max(period[0], account.opening_date or period[0]), period[1]
    unread = any(refusal(account, row.row) and (row.row.booked_on is None or first <= row.row.booked_on <= last) for row in judged)
    there = {row.twin.pk for row in judged if row.twin and row.outcome != "new"}
    for entry in account.transactions.exclude(status=VOID).filter(is_excluded=False).booked_between(*period):
        if entry.pk in there:
            continue
        after = copy(entry)
        after.status = VOID
        obstacle = _obstacle(entry, after, signed)
        if unread and not obstacle:
            obstacle = _("A row of the file cannot be read, and may be this entry.")
        yield MirrorChange(before=entry, after=after, obstacle=obstacle)


def _obstacle(before: Transaction, after: Transaction, signed: Mapping[str, str]) -> str:
    """Return the reason why the entry must not change, not even its text; empty if it may. `signed` are the entries of sign-offs."""
    if before.is_brought_forward:
        return _("It was outstanding at the opening of the account.")
    lock = next(locks_on(changed=[(before, after)], removed=[before]), None)
    if lock:
        return str(lock)
    period = signed.get(str(before.pk))
    sentence = _("It is part of the statement %(period)s, which is signed off. Reopen that statement first.")
    return sentence % {"period": written_span(period)} if period else ""
