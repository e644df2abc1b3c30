"""Decisions on which rows are one payment, which are not, and which cancel each other; the rows that a person may match with one row or
entry, and sums of the ticked rows of both sides."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Abs

from finance.models import Transaction
from finance.models.ledger import TransactionQuerySet
from finance.money import exponent
from people.access import NotYours
from reconciliation.decisions.deciding import (
    as_booked,
    book_difference,
    decide,
    end,
    entries_of,
    hold,
    lines_of,
    said_by_line,
    uncleared_entries,
)
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, Statement
from reconciliation.models.columns import FigureOutOfRange, to_units
from reconciliation.reconcile.decisions import printed_as_decided


def pair(*, statement: Statement, lines: Sequence[int], entries: Sequence[Transaction], actor: User | None, reason: str = "") -> Decision:
    """Match printed rows with entries: 1:1, 1:n or n:1, of exactly equal sums. Raises NotYours, and DecisionRefused with the difference."""
    try:
        return decide(
            statement=statement, kind=Decision.Kind.PAIR, lines=lines, entries=entries, actor=actor, reason=reason, after={"paired": True}
        )
    except DecisionRefused as refused:
        if refused.code != "sums_differ":
            raise
        apart = sums_of_entries(statement, lines, entries).apart
        raise DecisionRefused(refused.code, apart=apart, currency=statement.money_currency) from refused


def unpair(*, statement: Statement, lines: Sequence[int], entries: Sequence[Transaction], actor: User | None, reason: str = "") -> Decision:
    """Record that none of these rows is one of these entries; without rows, that two entries do not cancel. Raises NotYours,
    DecisionRefused."""
    return decide(
        statement=statement, kind=Decision.Kind.UNPAIR, lines=lines, entries=entries, actor=actor, reason=reason, after={"paired": False}
    )


def undo_each_other(*, statement: Statement, entries: Sequence[Transaction], actor: User | None, reason: str = "") -> Decision:
    """Record that two entries of opposite amounts are a payment and its reversal. Raises NotYours, DecisionRefused."""
    return decide(statement=statement, kind=Decision.Kind.CONTRA, entries=entries, actor=actor, reason=reason, after={"contra": True})


def cancel_each_other(*, statement: Statement, line: int, other: Statement, other_line: int, actor: User | None, reason: str) -> Decision:
    """Record that a row of this statement and one of opposite amount, of this or another statement of the account, are an error of the bank
    and its correction. The other statement may be signed off: its verdict does not change.

    Raises NotYours, also for a statement of another organization, and DecisionRefused: also without a reason."""
    if other.statement_import.organization_id != statement.statement_import.organization_id:
        raise NotYours
    if not reason.strip():
        raise DecisionRefused("no_reason")
    [own], [cancelling] = lines_of(statement, [line]), lines_of(other, [other_line])
    return decide(
        statement=statement,
        kind=Decision.Kind.BANK_CONTRA,
        lines=[line],
        actor=actor,
        reason=reason,
        amount=own.amount,
        other_import=other.statement_import,
        other_number=other.number,
        after={"other": said_by_line(cancelling)},
    )


ZERO = Decimal(0)
MOST_FOUND = 20
MOST_COMPARED = 500
"""Entries of the nearest amounts, of which the nearest days come first."""
AFTER = dt.timedelta(days=31)
"""Days after a statement in which the payment of one of its rows may be booked."""


@dataclass(frozen=True, slots=True)
class CancellingRows:
    """A row of a statement and one of statement `other_number` in `other_import`, of opposite amounts."""

    line: int
    other_import: UUID
    other_number: int
    other_line: int


@dataclass(frozen=True, slots=True)
class TickedSums:
    """Sums of printed rows and entries, signed from the holder's side."""

    bank: Decimal
    books: Decimal

    @property
    def apart(self) -> Decimal:
        return self.bank - self.books


def sums_of(statement: Statement, lines: Iterable[int], names: Sequence[str]) -> TickedSums:
    """Return the sums of rows and of entries by their ids in the verdict. Unknown ones add nothing."""
    rows = Transaction.objects.of(statement.statement_import.organization).filter(account=statement.account).named(names)
    return sums_of_entries(statement, lines, rows)


def sums_of_entries(statement: Statement, lines: Iterable[int], entries: Iterable[Transaction]) -> TickedSums:
    """Return the sums with rows as persons corrected them."""
    printed = dict(enumerate(printed_as_decided(statement.statement_import)[statement.number].lines))
    bank = sum((printed[line].amount for line in set(lines) if line in printed), ZERO)
    return TickedSums(bank, sum((entry.amount for entry in entries), ZERO))


@dataclass(frozen=True, slots=True)
class PossibleMatch:
    """A printed row or an entry, by its name in a form."""

    name: str
    date: dt.date | None
    description: str
    amount: Decimal


def entries_to_match(
    statement: Statement, line: int, narrow: Callable[[TransactionQuerySet], TransactionQuerySet], ticked: Sequence[str]
) -> tuple[PossibleMatch, list[PossibleMatch]]:
    """Return a printed row, and entries that it may be matched with: the ticked ones, then at most `MOST_FOUND` uncleared ones
    that `narrow` leaves, the nearest amounts and days first. Raises DecisionRefused without such a row."""
    row = _printed(statement).get(line)
    if row is None:
        raise DecisionRefused("line_changed")
    first, last, account = statement.period_start, statement.period_end, statement.account
    if first is None or last is None or account is None:
        return row, []
    uncleared, near = uncleared_entries(account, first=first, last=last + AFTER), row.date or last
    if account.opening_date:
        uncleared = uncleared.exclude(booked_on__lt=account.opening_date, is_brought_forward=False)
    gap = Abs(F("amount_minor") - int(row.amount.scaleb(exponent(account.currency))))
    closest = narrow(uncleared).annotate(gap=gap).order_by("gap", "-booked_on", "pk")[:MOST_COMPARED]
    nearest = sorted(closest, key=lambda entry: (abs(entry.amount - row.amount), abs(entry.booked_on - near), str(entry.pk)))
    chosen = list(uncleared.named(ticked))
    return row, [_booked(entry) for entry in chosen + [entry for entry in nearest if entry not in chosen][:MOST_FOUND]]


def rows_to_match(
    statement: Statement, entry: Transaction, admits: Callable[[str, Decimal], bool], ticked: Sequence[int]
) -> tuple[PossibleMatch, list[PossibleMatch]]:
    """Return an entry, and printed rows that it may be matched with: the ticked ones, then at most `MOST_FOUND` that are not matched and
    whose text and amount are admitted, the nearest amounts first."""
    matched = set(statement.matches.exclude(transactions=None).values_list("lines__number", flat=True))
    rows = {number: row for number, row in _printed(statement).items() if number not in matched}
    nearest = [number for number, row in rows.items() if number not in ticked and admits(row.description, row.amount)]
    nearest.sort(key=lambda number: (abs(rows[number].amount - entry.amount), number))
    return _booked(entry), [rows[number] for number in [*ticked, *nearest[:MOST_FOUND]] if number in rows]


def _printed(statement: Statement) -> dict[int, PossibleMatch]:
    lines = enumerate(printed_as_decided(statement.statement_import)[statement.number].lines)
    return {number: PossibleMatch(str(number), line.date, line.description, line.amount) for number, line in lines}


def _booked(entry: Transaction) -> PossibleMatch:
    return PossibleMatch(entry.external_id or str(entry.pk), entry.booked_on, entry.description, entry.amount)


@transaction.atomic
def correct_line(
    *,
    statement: Statement,
    line: int,
    actor: User | None,
    amount: Decimal | None = None,
    date: dt.date | None = None,
    description: str | None = None,
    balance: Decimal | None = None,
    reason: str = "",
) -> Decision:
    """Correct a row or the balance beside it, with amounts signed from the holder's side; None leaves a value as it is. An earlier
    correction of the row is withdrawn, and its other values stay in force. Raises NotYours, DecisionRefused."""
    current = hold(statement, actor)
    (row,) = lines_of(current, [line])
    values = {
        "amount": None if amount is None else format(amount, "f"),
        "date": date.isoformat() if date else None,
        "description": description,
        "balance": None if balance is None else format(balance, "f"),
    }
    read = said_by_line(row) | {"balance": None if row.balance is None else format(row.balance, "f")}
    replaced = _corrections_of(current, line)
    latest = replaced[-1].after if replaced and not replaced[-1].after.get("no_row") else {}
    after = latest | {name: value for name, value in values.items() if value is not None}
    after = {name: value for name, value in after.items() if read[name] != value}
    if not after or after == latest:
        raise DecisionRefused("nothing_changed")
    # Refuse an amount with more decimals than the statement prints.
    try:
        for typed in (amount, balance):
            if typed is not None:
                to_units(typed, current.decimals)
    except FigureOutOfRange as unfit:
        raise DecisionRefused(unfit.code) from unfit
    end(replaced, actor=actor, because="corrected anew")
    before = latest or {name: read[name] for name in after}
    return decide(statement=current, kind=Decision.Kind.CORRECTION, lines=[line], actor=actor, reason=reason, before=before, after=after)


@transaction.atomic
def set_row_aside(*, statement: Statement, line: int, actor: User | None, reason: str = "") -> Decision:
    """Record that no row is printed where one was read: it has no amount and no balance from then on. An earlier correction of the row is
    withdrawn. Raises NotYours, DecisionRefused: also for a row that a person added, whose decision is withdrawn instead."""
    current = hold(statement, actor)
    (row,) = lines_of(current, [line])
    replaced = _corrections_of(current, line)
    if row.added:
        raise DecisionRefused("row_added")
    if replaced and replaced[-1].after.get("no_row"):
        raise DecisionRefused("nothing_changed")
    end(replaced, actor=actor, because="it is no row")
    before = {"amount": format(row.amount, "f"), "balance": None if row.balance is None else format(row.balance, "f")}
    after = {"amount": format(ZERO.scaleb(-current.decimals), "f"), "balance": None, "no_row": True}
    return decide(statement=current, kind=Decision.Kind.CORRECTION, lines=[line], actor=actor, reason=reason, before=before, after=after)


def _corrections_of(statement: Statement, line: int) -> list[Decision]:
    standing = Decision.objects.of(statement.statement_import.organization).standing().about(statement)
    return [decision for decision in standing.filter(kind=Decision.Kind.CORRECTION) if decision.line_numbers == (line,)]


@transaction.atomic
def pair_with_difference(
    *, statement: Statement, lines: Sequence[int], entries: Sequence[Transaction], booked_to: str, actor: User | None, reason: str = ""
) -> Decision:
    """Match one row with entries of another sum. The difference is added to the books as an entry of its own, coded to `booked_to`, so
    that the sums are equal; withdrawing the decision removes it.

    Raises NotYours, DecisionRefused: also for more than one row, for equal sums, and without a named account."""
    current, nominal = hold(statement, actor), " ".join(booked_to.split())
    if not nominal:
        raise DecisionRefused("no_booked_to")
    if len(lines) != 1 or not entries:
        raise DecisionRefused("one_row_with_difference")
    printed = dict(enumerate(printed_as_decided(current.statement_import)[current.number].lines))
    line = printed.get(lines[0])
    if line is None:
        raise DecisionRefused("line_changed")
    apart = sums_of_entries(current, lines, entries_of(current, entries)).apart
    if not apart:
        raise DecisionRefused("no_difference")
    day = line.date or current.period_end
    if day is None:
        raise DecisionRefused("difference_not_booked")
    text = line.description or nominal
    entry = book_difference(statement=current, amount=apart, day=day, text=text, nominal=nominal, actor=actor)
    return decide(
        statement=current,
        kind=Decision.Kind.PAIR,
        lines=lines,
        entries=[*entries, entry],
        actor=actor,
        reason=reason,
        after={"paired": True, "difference": as_booked(entry, nominal)},
    )
