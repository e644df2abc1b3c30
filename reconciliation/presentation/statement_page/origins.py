"""Possible origins of a new row: a transfer whose other side another account has, or a refund of a payment.

Three queries a statement, only over accounts that the member sees."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from django.db.models import Q

from finance.models import Account, Transaction
from finance.money import NotAnAmount, to_minor
from finance.payees import payee, payees_agree
from people.models import Membership
from reconciliation.models import Statement, StatementLine

Json = Mapping[str, Any]
MOST_ROWS = 500
MOST_FOUND = 5_000
TRANSFER_DAYS = 5
"""Days that lie between the two sides of a transfer: three banking days and a weekend."""
REFUND_DAYS = 180
REFUNDING = re.compile(
    r"\b(?:refund|reversal|erstattung|r(?:ü|ue)ckerstattung|gutschrift|remboursement|reembolso|rimborso)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Origin:
    """The entry or printed row that explains another; `account` is the name of its account."""

    kind: Literal["transfer_entry", "transfer_row", "refund"]
    account: str
    date: dt.date
    description: str


@dataclass(frozen=True, slots=True)
class _New:
    line: int
    date: dt.date
    amount: Decimal
    description: str


@dataclass(frozen=True, slots=True)
class _Found:
    date: dt.date
    amount: Decimal
    description: str
    account: Account


def origins_of(statement: Statement, verdict: Json, membership: Membership | None) -> Mapping[int, Origin]:
    """Return the origin of each row. A row with several possible origins has none."""
    rows = list(_new(verdict))[:MOST_ROWS]
    if not rows or membership is None or statement.account is None:
        return {}
    own, others = _entries(rows, statement.account, membership)
    refunds = {row.line: origin for row in rows if (origin := _refund(row, own))}
    booked = _transfers([row for row in rows if row.line not in refunds], _unexplained(others, own), "transfer_entry")
    left = [row for row in rows if row.line not in refunds and row.line not in booked]
    printed = _transfers(left, _unexplained(_printed(left, statement, statement.account, membership), own), "transfer_row")
    return {**printed, **booked, **refunds}


def _new(verdict: Json) -> Iterator[_New]:
    for row in verdict["new"]:
        if row["date"] and not row["repeats"] and not row.get("undone_by"):
            yield _New(row["line"], dt.date.fromisoformat(row["date"]), Decimal(row["amount"]), row["description"])


def _entries(rows: Sequence[_New], account: Account, membership: Membership) -> tuple[list[_Found], list[_Found]]:
    """Return entries of these amounts with either sign: of this account for half a year before, of others near the rows' days."""
    first, last = min(row.date for row in rows), max(row.date for row in rows)
    near = dt.timedelta(days=TRANSFER_DAYS)
    here = Q(account=account, booked_on__range=(first - dt.timedelta(days=REFUND_DAYS), last + 2 * near))
    there = Q(account__currency=account.currency, booked_on__range=(first - near, last + near))
    wanted = {sign * units for row in rows for units in _minor(row.amount, account.currency) for sign in (1, -1)}
    matching = (
        Transaction.objects.visible_to(membership).posted().filter(here | there, amount_minor__in=wanted).order_by("-booked_on", "pk")
    )
    candidates = [_Found(entry.booked_on, entry.amount, entry.description, entry.account) for entry in matching[:MOST_FOUND]]
    return [candidate for candidate in candidates if candidate.account == account], [
        candidate for candidate in candidates if candidate.account != account
    ]


def _printed(rows: Sequence[_New], statement: Statement, account: Account, membership: Membership) -> list[_Found]:
    """Return rows of other accounts' statements with the opposite amounts near these days."""
    if not rows:
        return []
    near = dt.timedelta(days=TRANSFER_DAYS)
    days = (min(row.date for row in rows) - near, max(row.date for row in rows) + near)
    lines = StatementLine.objects.of(membership.organization).filter(
        statement__account__in=Account.objects.visible_to(membership).filter(currency=account.currency).exclude(pk=account.pk),
        statement__decimals=statement.decimals,
        date__range=days,
        amount_minor__in={-units for row in rows for units in _scaled(row.amount, statement.decimals)},
    )
    printed = lines.select_related("statement__account").order_by("-date", "pk")[:MOST_FOUND]
    return [
        _Found(line.date, line.amount, line.description, line.statement.account) for line in printed if line.date and line.statement.account
    ]


def _unexplained(others: Iterable[_Found], own: Sequence[_Found]) -> list[_Found]:
    """Leave out the ones whose other side this account already has in its books."""
    return [other for other in others if not any(_are_two_sides(other.date, other.amount, entry) for entry in own)]


def _transfers(rows: Sequence[_New], others: Sequence[_Found], kind: Literal["transfer_entry", "transfer_row"]) -> dict[int, Origin]:
    """Return the pairs in which a row has one possible other side that no other row could have."""
    sides = {row.line: [place for place, other in enumerate(others) if _are_two_sides(row.date, row.amount, other)] for row in rows}
    claims = Counter(place for places in sides.values() for place in places)
    alone = {line: others[places[0]] for line, places in sides.items() if len(places) == 1 and claims[places[0]] == 1}
    return {line: Origin(kind, str(other.account), other.date, other.description) for line, other in alone.items()}


def _are_two_sides(date: dt.date, amount: Decimal, other: _Found) -> bool:
    return amount == -other.amount and abs((date - other.date).days) <= TRANSFER_DAYS


def _refund(row: _New, own: Iterable[_Found]) -> Origin | None:
    """Return the latest earlier payment of the same amount to the same payee."""
    name = payee(REFUNDING.sub(" ", row.description))
    if row.amount <= 0 or not name:
        return None
    paid = (entry for entry in own if entry.amount == -row.amount and 0 <= (row.date - entry.date).days <= REFUND_DAYS)
    payment = next((entry for entry in paid if payees_agree(payee(entry.description), name)), None)
    return Origin("refund", str(payment.account), payment.date, payment.description) if payment else None


def _minor(amount: Decimal, currency: str) -> Iterator[int]:
    """Yield the amount in minor units, or nothing if it has more decimals than the account's currency."""
    try:
        yield to_minor(amount, currency)
    except NotAnAmount:
        return


def _scaled(amount: Decimal, decimals: int) -> Iterator[int]:
    units = amount.scaleb(decimals)
    if units == units.to_integral_value():
        yield int(units)
