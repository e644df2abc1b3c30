"""Defaults and sums for a reconciliation without a document: its start, the entries to tick, and their sum."""

import datetime as dt
from calendar import monthrange
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from finance.models import Account, Transaction
from reconciliation.models import Match, Statement, StatementImport

BEFORE = dt.timedelta(days=180)  # as long as a cheque may be outstanding
MOST = 500
LEFT_OUT = (StatementImport.Status.FAILED, StatementImport.Status.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The next days and opening balance; None if unknown."""

    first: dt.date | None = None
    last: dt.date | None = None
    opening: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TickOffSums:
    """The balance that the ticked entries lead to, and its distance from the bank's closing balance; None if a balance is not given yet."""

    ticked: Decimal
    reached: Decimal | None
    apart: Decimal | None


def beginning_of(account: Account) -> Beginning:
    """Return the days after the account's last statement, else from the beginning of its books, to the end of that month."""
    counted = Statement.objects.of(account.organization).filter(account=account, period_end__isnull=False)
    latest = counted.exclude(statement_import__status__in=LEFT_OUT).order_by("-period_end").first()
    first, opening = account.opening_date, account.opening_balance
    if latest is not None and latest.period_end is not None:
        first, opening = latest.period_end + dt.timedelta(days=1), latest.closing_balance
    last = first.replace(day=monthrange(first.year, first.month)[1]) if first else None
    return Beginning(first=first, last=last, opening=opening)


def uncleared(account: Account, *, first: dt.date, last: dt.date) -> list[Transaction]:
    """Return uncleared entries that count, up to the last day: the latest, one more than `MOST` if there are more."""
    paired = Match.objects.of(account.organization).filter(statement__account=account).exclude(transactions=None)
    counted = paired.exclude(statement__statement_import__status__in=LEFT_OUT)
    days = account.transactions.posted().filter(booked_on__range=(first - BEFORE, last))
    entries = days.exclude(pk__in=counted.values("transactions")).order_by("-booked_on", "-pk")[: MOST + 1]
    return sorted(entries, key=lambda entry: (entry.booked_on, str(entry.pk)))


def tick_off_sums(
    entries: Sequence[Transaction], ticked: Collection[UUID], opening: Decimal | None, closing: Decimal | None
) -> TickOffSums:
    total = sum((entry.amount for entry in entries if entry.pk in ticked), Decimal(0))
    reached = None if opening is None else opening + total
    return TickOffSums(ticked=total, reached=reached, apart=None if reached is None or closing is None else closing - reached)
