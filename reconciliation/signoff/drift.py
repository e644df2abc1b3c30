"""Changes since a sign-off: the books when a statement was prepared, compared with those of today.

A statement whose rows or balances are no longer those that were shown has changed too.

Changes need no report: an entry edited by raw SQL is found like one edited on a page; only its author is unknown, because the
change did not go through the ledger's services. A list compares only the opening and the entries dated in a statement's own days, by
number and sum, and the digest in the stored answer, in two queries for any number of statements; the page of a statement names each
change."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, Sum

from finance.models import Account, EntryChange, Transaction
from finance.money import from_minor
from people.models import Organization
from reconciliation.models import Conclusion
from reconciliation.reconcile.conclusions import Binding, Changed, SignOffState, StatementKey, changed_since

Json = dict[str, Any]
Row = list[Any]
"""[day, minor units, description], as the books are stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksChange:
    """One change. `kind`: changed, removed, inserted, opening, earlier (the sum of the entries before the statement), or statement (its
    document, rows or balances). `by` and `at` are
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


def drift_since(step: Conclusion, binding: Binding | None = None) -> Drift:
    """Return the changes since a preparing step: of the books, and of the statement if `binding` is that of today. Three queries, and one
    more if the books changed."""
    changed = changed_since(step, binding)
    return Drift(tuple(_Comparison(step, changed).changes()))


@dataclass(frozen=True, slots=True)
class _Comparison:
    step: Conclusion
    changed: Changed

    def changes(self) -> Iterator[BooksChange]:
        then, today, differing = self.changed.then, self.changed.today, self.changed.rows
        if self.changed.statement:
            yield BooksChange(kind="statement", moves=Decimal(0))
        if self.changed.opening:
            moved = (today["opening"][0] or 0) - (then["opening"][0] or 0)
            yield BooksChange(kind="opening", moves=self._money(moved))
        if self.changed.earlier:
            yield BooksChange(kind="earlier", moves=self._money(today["earlier"][1] - then["earlier"][1]))
        if not differing:
            return
        # The ledger's records of entries and of changes name author and time.
        organization = self.step.account.organization
        entered = Transaction.objects.of(organization).filter(pk__in=differing, created_at__gt=self.step.at)
        changed = EntryChange.objects.of(organization).filter(entry__in=differing, at__gt=self.step.at)
        authors: dict[str, tuple[str, dt.datetime | None]] = {}
        for row in entered.select_related("account", "entered_by"):
            authors[str(row.pk)] = str(row.entered_by or ""), row.created_at
        for change in changed.select_related("by"):
            authors[str(change.entry)] = str(change.by or ""), change.at
        for key in differing:
            was, now = then["rows"].get(key), today["rows"].get(key)
            kind = "inserted" if was is None else "removed" if now is None else "changed"
            by, at = authors.get(key, ("", None))
            moves = self._money(self._counts(now) - self._counts(was))
            yield BooksChange(kind=kind, moves=moves, entry=key, was=was, now=now, by=by, at=at)

    def _counts(self, row: Row | None) -> int:
        """Return the amount that a row adds to the balance at the end of the statement."""
        return int(row[1]) if row and row[0] <= self.step.period_end.isoformat() else 0

    def _money(self, units: int) -> Decimal:
        return from_minor(units, self.step.account.currency)


@dataclass(frozen=True, slots=True)
class Moved:
    """The difference between a signed-off statement's closing balance per books and the stored one: zero if changes cancel. `number` is
    that of the statement in its import."""

    account: Account
    amount: Decimal
    number: int


def moved_since(organization: Organization, imports: Collection[UUID]) -> dict[UUID, list[Moved]]:
    """Return by import the statements with changes."""
    steps_by_statement: dict[StatementKey, list[Conclusion]] = defaultdict(list)
    digests: dict[StatementKey, str | None] = {}
    figures = F("statement_import__reconciliation__proof__statements")
    steps = Conclusion.objects.of(organization).filter(statement_import__in=imports).annotate(figures=figures)
    for step in steps.select_related("account"):
        key = (step.statement_import_id, step.statement_number)
        steps_by_statement[key].append(step)
        answers = vars(step)["figures"]  # those of earlier releases have no digest
        digest = answers[key[1]].get("digest") if isinstance(answers, list) and key[1] < len(answers) else None
        digests[key] = digest if isinstance(digest, str) else None
    # The preparing step of a finished statement stores the books.
    prepared: dict[StatementKey, Conclusion] = {}
    for key, taken in steps_by_statement.items():
        preparing = SignOffState(tuple(taken)).prepared
        if preparing is not None:
            prepared[key] = preparing
    sums_today = _sums_today(organization, {_place_of(step) for step in prepared.values()})
    changes: dict[UUID, list[Moved]] = defaultdict(list)
    for key, step in prepared.items():
        account, books = step.account, step.books or {}
        opening_day = account.opening_date.isoformat() if account.opening_date else None
        opening_changed = books["opening"] != [account.opening_balance_minor, opening_day]
        opening_moved = (account.opening_balance_minor or 0) - (books["opening"][0] or 0) if opening_changed else 0
        # A cleared entry may be dated before or after the statement's own days.
        first, last = step.period_start.isoformat(), step.period_end.isoformat()
        amounts = [units for day, units, _text in books["rows"].values() if first <= day <= last]
        count_today, sum_today = sums_today[_place_of(step)]
        read_otherwise = step.is_bound and digests[key] not in {None, step.digest}
        if opening_changed or read_otherwise or (count_today, sum_today) != (len(amounts), sum(amounts)):
            units = opening_moved + sum_today - sum(amounts)
            changes[step.statement_import_id].append(Moved(account, from_minor(units, account.currency), step.statement_number))
    return dict(changes)


Place = tuple[UUID, dt.date, dt.date]
"""Account, first and last day."""


def _place_of(step: Conclusion) -> Place:
    return step.account_id, step.period_start, step.period_end


def _sums_today(organization: Organization, places: Collection[Place]) -> Mapping[Place, list[int]]:
    """Return number and sum in minor units of the entries that count, in the days of each statement."""
    sums = {place: [0, 0] for place in places}
    if not places:
        return sums
    in_days = Q()
    for account, first, last in places:
        in_days |= Q(account=account, booked_on__range=(first, last))
    rows = Transaction.objects.of(organization).posted().filter(in_days).order_by()
    days = rows.values_list("account", "booked_on").annotate(Count("pk"), Sum("amount_minor"))
    for account, day, count, units in days:
        for place in places:
            if place[0] == account and place[1] <= day <= place[2]:
                sums[place][0] += count
                sums[place][1] += int(units)
    return sums
