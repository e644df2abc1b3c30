"""Signed-off statements whose books changed since, for lists: two queries for any number.

Only the opening and the entries dated in a statement's own days are compared, by number and sum a statement; its page
names each change (`reconciliation.signoff.drift`)."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, Sum

from finance.models import Account, Transaction
from finance.money import from_minor
from people.models import Organization
from reconciliation.models import Conclusion
from reconciliation.models.querysets import ConclusionQuerySet
from reconciliation.reconcile.conclusions import Place, SignOffState

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Moved:
    """The difference between a signed-off statement's closing balance per books and the stored one: zero if changes cancel."""

    account: Account
    amount: Decimal


def moved_since(organization: Organization, imports: Collection[UUID]) -> dict[UUID, list[Moved]]:
    """Return by import the statements with changes."""
    steps = Conclusion.objects.of(organization)
    same = steps.filter(account=OuterRef("account"), period_start=OuterRef("period_start"), period_end=OuterRef("period_end"))
    prepared = _prepared(steps.filter(Exists(same.filter(statement_import__in=imports))))
    today = _today(organization, prepared)
    changes: dict[UUID, list[Moved]] = defaultdict(list)
    for place, step in prepared.items():
        opening, was = _opening(step), _in_its_days(step)
        if opening is not None or was != today[place]:
            units = (opening or 0) + today[place][1] - was[1]
            changes[step.statement_import_id].append(Moved(step.account, from_minor(units, step.account.currency)))
    return dict(changes)


def _prepared(steps: ConclusionQuerySet) -> dict[Place, Conclusion]:
    """Return the preparing step of each finished statement, which stores the books."""
    by_place: dict[Place, list[Conclusion]] = defaultdict(list)
    for step in steps.select_related("account"):
        by_place[(step.account_id, step.period_start, step.period_end)].append(step)
    standings = {place: SignOffState(tuple(steps)).prepared for place, steps in by_place.items()}
    return {place: step for place, step in standings.items() if step is not None}


def _today(organization: Organization, places: Collection[Place]) -> Mapping[Place, list[int]]:
    """Return number and sum in minor units of the entries that count, in the days of each statement."""
    sums = {place: [0, 0] for place in places}
    if not places:
        return sums
    wanted = Q()
    for account, first, last in places:
        wanted |= Q(account=account, booked_on__range=(first, last))
    rows = Transaction.objects.of(organization).posted().filter(wanted).order_by()
    days = rows.values_list("account", "booked_on").annotate(Count("pk"), Sum("amount_minor"))
    for account, day, count, units in days:
        for place in places:
            if place[0] == account and place[1] <= day <= place[2]:
                sums[place][0] += count
                sums[place][1] += int(units)
    return sums


def _opening(step: Conclusion) -> int | None:
    """Return the change of the opening balance in minor units, or None if there is none."""
    books: Json = step.books or {}
    account, was = step.account, books["opening"]
    day = account.opening_date.isoformat() if account.opening_date else None
    return None if was == [account.opening_balance_minor, day] else (account.opening_balance_minor or 0) - (was[0] or 0)


def _in_its_days(step: Conclusion) -> list[int]:
    """Return the same figures from the stored books: a cleared entry may be dated before or after."""
    books: Json = step.books or {}
    first, last = step.period_start.isoformat(), step.period_end.isoformat()
    amounts = [units for day, units, _text in books["rows"].values() if first <= day <= last]
    return [len(amounts), sum(amounts)]
