"""Sign-off state of a statement: the last step of its history. The verdict is separate and made by code.

A digest of the books is stored at its preparation, so that any later change shows:
`{"opening": [minor units | null, day | null], "earlier": [count, sum, mark], "rows": {id: [day, minor units, description]}}`. Rows are the
entries that count and are dated in the statement's days, or are cleared by it; `earlier` sums what counts before its first day, and its
mark, a sum of squares, shows changes that cancel each other in the sum. Older digests have two figures and no mark.
"""

import datetime as dt
import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, Sum

from finance.models import Account
from people.audit import Act, record
from reconciliation.models import Conclusion, Statement
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.chain import span_of

Days = tuple[dt.date, dt.date]
Place = tuple[UUID, dt.date, dt.date]
"""A statement's identity: account, first and last day."""


class Status(enum.StrEnum):
    """State of a statement's sign-off. The books are compared with their digest from the preparation while it is `finished`."""

    OPEN = "open"
    PREPARED = "prepared"
    REVIEWED = "reviewed"
    LOCKED = "locked"
    REOPENED = "reopened"
    NOTED = "noted"

    @property
    def finished(self) -> bool:
        return self in {Status.PREPARED, Status.REVIEWED, Status.LOCKED}


@dataclass(frozen=True, slots=True)
class SignOffState:
    """The steps of one statement in their order."""

    steps: tuple[Conclusion, ...] = ()

    @property
    def status(self) -> Status:
        return Status(self.steps[-1].kind) if self.steps else Status.OPEN

    @property
    def last(self) -> Conclusion | None:
        return self.steps[-1] if self.steps else None

    @property
    def prepared(self) -> Conclusion | None:
        """The preparation that the present status rests on, or None if the statement is not finished."""
        if not self.status.finished:
            return None
        return next(step for step in reversed(self.steps) if step.kind == Conclusion.Kind.PREPARED)


def days_of(printed: PrintedStatement) -> Days | None:
    """Return first and last day as printed, else of the rows; None if neither is known."""
    span = span_of(0, printed)
    return (span.first, span.last) if span else None


def days_of_stored(statement: Statement) -> Days | None:
    """The same of stored evidence; its rows are read only if no period is printed."""
    if statement.period_start and statement.period_end and statement.period_start <= statement.period_end:
        return statement.period_start, statement.period_end
    rows = [line.date for line in statement.lines.all() if line.date]
    first = statement.period_start or min(rows, default=None)
    last = statement.period_end or max(rows, default=None)
    first = last if first is None else first
    return None if first is None or last is None or first > last else (first, last)


def standing_of(account: Account | None, days: Days | None) -> SignOffState:
    """Return the sign-off state, open if the statement has no account or no days."""
    if account is None or days is None:
        return SignOffState()
    steps = Conclusion.objects.of(account.organization).filter(account=account, period_start=days[0], period_end=days[1])
    return SignOffState(tuple(steps.select_related("by", "account")))


def standings_on(accounts: Iterable[Account], *, since: dt.date = dt.date.min) -> Mapping[Place, SignOffState]:
    """Return the state of every statement of these accounts, of one organization, that ends no sooner and has steps: one query."""
    account_list = list(accounts)
    if not account_list:
        return {}
    steps_by_place: dict[Place, list[Conclusion]] = {}
    steps = Conclusion.objects.of(account_list[0].organization).filter(account__in=account_list, period_end__gte=since)
    for step in steps.select_related("by", "account"):
        steps_by_place.setdefault((step.account_id, step.period_start, step.period_end), []).append(step)
    return {place: SignOffState(tuple(steps)) for place, steps in steps_by_place.items()}


def finished_on(account: Account) -> list[Conclusion]:
    """Return the preparation of each finished statement of an account, in order of time."""
    return finished_among(standings_on([account]).values())


def finished_among(standings: Iterable[SignOffState]) -> list[Conclusion]:
    """The same for known states."""
    preparations = [standing.prepared for standing in standings]
    return sorted((step for step in preparations if step), key=lambda step: (step.period_start, step.period_end))


def record_step(step: Conclusion) -> None:
    details = {"step": step.kind, "account": step.account_id, "days": step.period}
    record(step.account.organization, step.by, Act.CONCLUDED, step.statement_import, **details)


Json = dict[str, Any]
PRIME = 1_000_003
"""Squares of remainders are small enough to add up nine million rows in 64 bits."""


def cleared_by(statement: Statement) -> set[str]:
    """Return the keys of the entries that the statement's rows are paired with."""
    matched = statement.matches.exclude(transactions=None).values_list("transactions", flat=True)
    return {str(key) for key in matched}


def books_of(account: Account, days: Days, cleared: set[str]) -> Json:
    """Return the digest of the account for these days. The account's row is refreshed, because its opening may have changed."""
    account.refresh_from_db(fields=["opening_balance_minor", "opening_date"])
    counted = account.transactions.posted()
    rows = counted.filter(Q(booked_on__range=days) | Q(pk__in=cleared))
    rest = F("amount_minor") % PRIME
    before = counted.filter(booked_on__lt=days[0]).exclude(pk__in=cleared).order_by()
    earlier = before.aggregate(count=Count("pk"), units=Sum("amount_minor"), mark=Sum(rest * rest))
    return {
        "opening": [account.opening_balance_minor, account.opening_date.isoformat() if account.opening_date else None],
        "earlier": [earlier["count"], int(earlier["units"] or 0), int(earlier["mark"] or 0)],
        "rows": {
            str(key): [day.isoformat(), units, text]
            for key, day, units, text in rows.values_list("pk", "booked_on", "amount_minor", "description")
        },
    }
