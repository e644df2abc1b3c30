"""The ledger as the verifier takes it: plain values, read inside the organization and the actor's rights."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from uuid import UUID

from django.db.models import Q

from finance.balances import units_between
from finance.models import Account
from finance.money import NotAnAmount, from_minor, to_minor
from reconciliation.models.actor import Actor
from reconciliation.reconcile.brought_forward import rows_since
from reconciliation.reconcile.checkpoints import Closing
from reconciliation.reconcile.lookback import Reach
from reconciliation.reconcile.rows import COLUMNS, Row, entries_of, name_of
from reconciliation.verification.books import AccountBooks, BookEntry
from reconciliation.verification.span import ONE_DAY


class NotClosed(RuntimeError):
    """The books are no more those that a closing rests on: all must be weighed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Books, and the way back from the verifier's names to rows. Accounts are named by their key."""

    books: tuple[AccountBooks, ...]
    accounts: Mapping[str, Account]
    transactions: Mapping[tuple[str, str], UUID]

    def account(self, account_id: str | None) -> Account | None:
        return self.accounts.get(account_id) if account_id else None


def accounts_of(actor: Actor) -> tuple[AccountBooks, ...]:
    """The accounts that the actor may see, without their entries: enough to find whose a statement is."""
    return tuple(_books(account) for account in actor.accounts().order_by("created_at", "id"))


def ledger_of(actor: Actor, with_entries_of: Collection[str], reach: Reach, closings: Mapping[str, Closing]) -> Ledger:
    """Every account that the actor may see; of those that are named the entries within reach, and the sum of those beyond it, or all
    from their closing on. A few queries an account, however long its past. Raises NotClosed."""
    accounts = {str(account.pk): account for account in actor.accounts().order_by("created_at", "id")}
    for account in accounts.values():
        account.organization = actor.organization  # as it is known already
    read = {key: _read(account, reach, closings.get(key)) for key, account in accounts.items() if key in with_entries_of}
    return Ledger(
        books=tuple(read[key][0] if key in read else _books(account) for key, account in accounts.items()),
        accounts=accounts,
        transactions={(key, name_of(row)): row["id"] for key, (_, rows) in read.items() for row in rows},
    )


def _read(account: Account, reach: Reach, closing: Closing | None) -> tuple[AccountBooks, list[Row]]:
    if closing is None:
        rows = _in_order(_rows_within(account, reach))
        return _books(account, rows, _earlier(account, reach, rows)), rows
    since = rows_since(account, closing, reach)
    if since is None:
        raise NotClosed
    rows = _in_order(since)
    balance = from_minor(to_minor(closing.balance, account.currency), account.currency)
    return replace(_books(account, rows), opening_balance=balance, opening_date=closing.last + ONE_DAY), rows


def _in_order(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row["booked_on"], row["id"]))


def _rows_within(account: Account, reach: Reach) -> Iterable[Row]:
    """Entries within reach, and whatever one of them undoes."""
    ours = entries_of(account)
    older = ours.filter(booked_on__lt=reach.since)
    found = [*ours.filter(booked_on__gte=reach.since).values(*COLUMNS), *older.in_sight().values(*COLUMNS)]
    if reach.keys or reach.names:
        found += older.filter(Q(pk__in=reach.keys) | Q(external_id__in=reach.names - {""})).values(*COLUMNS)
    if reach.amounts:
        found += older.filter(amount_minor__in=_units(reach.amounts, account.currency)).values(*COLUMNS)
    rows = {row["id"]: row for row in found}
    undone = {row["reversal_of_id"] for row in found} - rows.keys() - {None}
    if undone:
        rows |= {row["id"]: row for row in ours.filter(pk__in=undone).values(*COLUMNS)}
    return rows.values()


def _units(amounts: Iterable[Decimal], currency: str) -> set[int]:
    """Amounts that the currency does not have are no entry's."""
    found = set()
    for amount in amounts:
        with suppress(NotAnAmount):
            found.add(to_minor(amount, currency))
    return found


def _earlier(account: Account, reach: Reach, rows: Iterable[Row]) -> Decimal:
    """The sum of the entries that count and are not among these rows. Dated before the opening none counts but what is brought
    forward, which always is among them."""
    opened = account.opening_date
    if account.opening_balance is None or opened is None or opened >= reach.since:
        return Decimal(0)
    units = units_between(account, opened, reach.since - ONE_DAY)
    read = (row for row in rows if row["status"] == "posted" and not row["is_excluded"] and opened <= row["booked_on"] < reach.since)
    return from_minor(units - sum(row["amount_minor"] for row in read), account.currency)


def _books(account: Account, rows: Sequence[Row] = (), earlier: Decimal = Decimal(0)) -> AccountBooks:
    names = {row["id"]: name_of(row) for row in rows}
    return AccountBooks(
        id=str(account.pk),
        name=account.name,
        kind=account.kind,
        currency=account.currency,
        institution=account.institution,
        number=account.number,
        opening_balance=account.opening_balance,
        opening_date=account.opening_date,
        opening_origin=account.opening_origin,
        earlier=earlier,
        entries=tuple(_entry(row, names, account.currency) for row in rows),
    )


def _entry(row: Row, names: Mapping[UUID, str], currency: str) -> BookEntry:
    return BookEntry(
        id=names[row["id"]],
        date=row["booked_on"],
        amount=from_minor(row["amount_minor"], currency),
        description=row["description"],
        status=row["status"],
        excluded=row["is_excluded"],
        reference=row["reference"],
        number=row["number"],
        reversal_of=names.get(row["reversal_of_id"]),
        brought_forward=row["is_brought_forward"],
        origin=row["origin"],
    )
