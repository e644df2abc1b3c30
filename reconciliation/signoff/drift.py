"""Changes since a sign-off: the books when a statement was prepared, compared with those of today.

Changes need no report: an entry edited by raw SQL is found like one edited on a page; only its author is unknown, because the
change did not go through the ledger's services."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from finance.models import EntryChange, Transaction
from finance.money import from_minor
from reconciliation.models import Conclusion
from reconciliation.reconcile.books_digest import books_of

Json = dict[str, Any]
Row = list[Any]
"""[day, minor units, description], as the books are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksChange:
    """One change. `kind`: changed, removed, inserted, opening, or earlier (the sum of what lies before the statement). `by` and `at` are
    empty and None if unknown; `moves` is its effect on the book balance at the end of the statement."""

    kind: str
    moves: Decimal
    entry: str = ""
    was: Row | None = None
    now: Row | None = None
    by: str = ""
    at: dt.datetime | None = None

    @property
    def description(self) -> str:
        row = self.now or self.was
        return str(row[2]) if row else ""

    @property
    def amount_was(self) -> int | None:
        return self.was[1] if self.was else None


@dataclass(frozen=True, slots=True)
class Drift:
    """The changes of the books since; empty if there are none."""

    changes: tuple[BooksChange, ...] = ()

    @property
    def moves(self) -> Decimal:
        """Return how much the closing balance per books differs from the signed-off one."""
        return sum((change.moves for change in self.changes), Decimal(0))

    def __bool__(self) -> bool:
        return bool(self.changes)


def drift_since(step: Conclusion) -> Drift:
    """Return the changes since a preparing step. Three queries, and one more if anything changed."""
    then: Json = step.books or {}
    days = (step.period_start, step.period_end)
    return Drift(tuple(_Comparison(step, then, books_of(step.account, days, set(then["rows"]))).changes()))


@dataclass(frozen=True, slots=True)
class _Comparison:
    step: Conclusion
    then: Json
    today: Json

    def changes(self) -> Iterator[BooksChange]:
        if self.then["opening"] != self.today["opening"]:
            moved = (self.today["opening"][0] or 0) - (self.then["opening"][0] or 0)
            yield BooksChange(kind="opening", moves=self._money(moved))
        earlier = self.then["earlier"]
        if earlier != self.today["earlier"][: len(earlier)]:
            yield BooksChange(kind="earlier", moves=self._money(self.today["earlier"][1] - self.then["earlier"][1]))
        was, now = self.then["rows"], self.today["rows"]
        differing = [key for key in {**was, **now} if was.get(key, [])[:2] != now.get(key, [])[:2]]
        known = self._known(differing) if differing else {}
        for key in differing:
            yield self._change(key, was.get(key), now.get(key), known.get(key, ("", None)))

    def _change(self, key: str, was: Row | None, now: Row | None, known: tuple[str, dt.datetime | None]) -> BooksChange:
        kind = "inserted" if was is None else "removed" if now is None else "changed"
        moves = self._money(self._counts(now) - self._counts(was))
        return BooksChange(kind=kind, moves=moves, entry=key, was=was, now=now, by=known[0], at=known[1])

    def _counts(self, row: Row | None) -> int:
        """Return what a row adds to the balance at the end of the statement."""
        return int(row[1]) if row and row[0] <= self.step.period_end.isoformat() else 0

    def _known(self, keys: list[str]) -> dict[str, tuple[str, dt.datetime | None]]:
        """Return author and time from the ledger's records of changes and of entries."""
        organization = self.step.account.organization
        entered = (
            Transaction.objects.of(organization).filter(pk__in=keys, created_at__gt=self.step.at).select_related("account", "entered_by")
        )
        authors: dict[str, tuple[str, dt.datetime | None]] = {str(row.pk): (str(row.entered_by or ""), row.created_at) for row in entered}
        changed = EntryChange.objects.of(organization).filter(entry__in=keys, at__gt=self.step.at).select_related("by")
        authors.update({str(change.entry): (str(change.by or ""), change.at) for change in changed})
        return authors

    def _money(self, units: int) -> Decimal:
        return from_minor(units, self.step.account.currency)
