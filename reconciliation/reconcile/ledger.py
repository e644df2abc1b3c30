"""The ledger as plain values for the verifier, read inside the organization and the actor's rights."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Q, Sum

from finance.balances import units_between
from finance.models import Account, LedgerImport, ProcessorPayout, Transaction
from finance.models.ledger import STARTED_FROM, TransactionQuerySet
from finance.models.ledger_import import IMPORTED
from finance.money import NotAnAmount, from_minor, to_minor
from reconciliation.matching.evidence import CHEQUE_LATEST
from reconciliation.matching.rows import LATEST, Payout, PayoutPart
from reconciliation.models import Decision, StatementImport
from reconciliation.models.actor import Actor
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.checkpoints import Closing
from reconciliation.verification.books import AccountBooks, BookEntry, LearnedNames
from reconciliation.verification.chain import ONE_DAY, span_of

FARTHEST = CHEQUE_LATEST + 1
"""Days before the first printed one: older entries are neither partners nor rivals of a row, and cannot clear late."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The entries to read: every one from `since` on; of older ones those named by decisions (by key, or by the name that verdicts use),
    those of `amounts`, and those that matter at any age (`TransactionQuerySet.in_sight`)."""

    since: dt.date = dt.date.max
    keys: frozenset[UUID] = frozenset()
    names: frozenset[str] = frozenset()
    amounts: frozenset[Decimal] = frozenset()

    def rows_of(self, account: Account) -> Iterable[Row]:
        """Return the entries within reach, and every entry that one of them undoes."""
        entries = entries_of(account)
        older = entries.filter(booked_on__lt=self.since)
        rows_read = [*entries.filter(booked_on__gte=self.since).values(*COLUMNS), *older.in_sight().values(*COLUMNS)]
        if self.keys or self.names:
            rows_read += older.filter(Q(pk__in=self.keys) | Q(external_id__in=self.names - {""})).values(*COLUMNS)
        units = set()
        for amount in self.amounts:
            with suppress(NotAnAmount):  # no entry has an amount that the currency does not have
                units.add(to_minor(amount, account.currency))
        if units:
            rows_read += older.filter(amount_minor__in=units).values(*COLUMNS)
        rows = {row["id"]: row for row in rows_read}
        undone = {row["reversal_of_id"] for row in rows_read} - rows.keys() - {None}
        if undone:
            rows |= {row["id"]: row for row in entries.filter(pk__in=undone).values(*COLUMNS)}
        return rows.values()

    def sum_before(self, account: Account, rows: Iterable[Row]) -> Decimal:
        """Return the sum of the entries that count and are not among these rows. Before the opening only those brought forward count, which
        are always among them."""
        opened = account.opening_date
        if account.opening_balance is None or opened is None or opened >= self.since:
            return Decimal(0)
        units = units_between(account, opened, self.since - ONE_DAY)
        read = (row for row in rows if row["status"] == "posted" and not row["is_excluded"] and opened <= row["booked_on"] < self.since)
        return from_minor(units - sum(row["amount_minor"] for row in read), account.currency)


def reach_of(printed: Sequence[PrintedStatement], decisions: Iterable[Decision]) -> Reach:
    """Return the reach for these statements. A statement without days is compared with all entries of its amounts."""
    decided = list(decisions)
    corrections = [decision.after for decision in decided if decision.kind == "correction"]
    printed_days = [day for statement in printed for day in (statement.period_start, statement.period_end)]
    printed_days += [day for statement in printed for line in statement.lines for day in (line.date, line.transaction_date)]
    days = [
        *(day for day in printed_days if day is not None),
        *(dt.date.fromisoformat(after["date"]) for after in corrections if "date" in after),
    ]
    named = [row for decision in decided for row in decision.entries]
    undated = [statement for statement in printed if span_of(0, statement) is None]
    amounts = [line.amount for statement in undated for line in statement.lines]
    if undated:
        amounts += [Decimal(after["amount"]) for after in corrections if "amount" in after]
    return Reach(
        since=dt.date.fromordinal(max(min(days).toordinal() - FARTHEST, 1)) if days else dt.date.max,
        keys=frozenset(UUID(row["transaction"]) for row in named),
        names=frozenset(row["name"] for row in named),
        amounts=frozenset(amounts),
    )


COLUMNS = (
    "id", "account_id", "external_id", "booked_on", "amount_minor", "description", "status",
    "is_excluded", "reference", "number", "reversal_of_id", "is_brought_forward", "origin",
)  # fmt: skip


def entries_of(account: Account) -> TransactionQuerySet:
    return Transaction.objects.of(account.organization).filter(account=account)


def name_of(row: Row) -> str:
    """Return the external id, or the key of an entry without one."""
    return str(row["external_id"] or row["id"])


class NotClosed(RuntimeError):
    """Raised if the books no longer agree with a closing: everything must be reconciled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Books, and the way back from the verifier's names to rows. Accounts are named by their key."""

    books: tuple[AccountBooks, ...]
    accounts: Mapping[str, Account]
    transactions: Mapping[tuple[str, str], UUID]

    def account(self, account_id: str | None) -> Account | None:
        return self.accounts.get(account_id) if account_id else None


def accounts_of(actor: Actor) -> tuple[AccountBooks, ...]:
    """Return the accounts that the actor may see, without their entries: enough to choose the account of a statement."""
    return tuple(_books(account) for account in actor.accounts().order_by("created_at", "id"))


def ledger_of(
    actor: Actor,
    with_entries_of: Collection[str],
    reach: Reach,
    closings: Mapping[str, Closing],
    names: Mapping[str, tuple[LearnedNames, ...]],
) -> Ledger:
    """Return every account that the actor may see. The named ones have the entries within reach and the sum of older ones, or all entries
    from their closing on. A few queries an account, however long its past. Raises NotClosed."""
    accounts = {str(account.pk): account for account in actor.accounts().order_by("created_at", "id")}
    for account in accounts.values():
        account.organization = actor.organization  # as it is known already
    books: list[AccountBooks] = []
    transactions: dict[tuple[str, str], UUID] = {}
    for key, account in accounts.items():
        if key not in with_entries_of:
            books.append(_books(account))
            continue
        closing = closings.get(key)
        read = reach.rows_of(account) if closing is None else rows_since(account, closing, reach)
        if read is None:
            raise NotClosed
        rows = _with_sources(account, sorted(read, key=lambda row: (row["booked_on"], row["id"])))
        transactions |= {(key, name_of(row)): row["id"] for row in rows}
        if closing is None:
            read_books = _books(account, rows, reach.sum_before(account, rows))
        else:
            balance = from_minor(to_minor(closing.balance, account.currency), account.currency)
            read_books = replace(_books(account, rows), opening_balance=balance, opening_date=closing.last + ONE_DAY)
        first = reach.since if closing is None else closing.last - dt.timedelta(days=LATEST)
        books.append(replace(read_books, names=names.get(key, ()), payouts=payouts_of(account, first)))
    return Ledger(books=tuple(books), accounts=accounts, transactions=transactions)


def payouts_of(account: Account, first: dt.date) -> tuple[Payout, ...]:
    """Return the payouts since a day that add up, as reports of payment processors list them."""
    stored = ProcessorPayout.objects.of(account.organization).filter(account=account, paid_on__gte=first).explaining()
    return tuple(
        Payout(
            id=str(row.pk),
            day=row.paid_on,
            net=from_minor(row.net_minor, account.currency),
            reference=row.reference,
            parts=tuple(
                PayoutPart(
                    gross=from_minor(part["gross"], account.currency),
                    fee=from_minor(part["fee"], account.currency),
                    day=dt.date.fromisoformat(part["day"]) if part["day"] else None,
                    reference=part["reference"],
                    text=part["text"],
                )
                for part in row.parts
            ),
        )
        for row in stored.order_by("paid_on", "pk")
    )


def _with_sources(account: Account, rows: list[Row]) -> list[Row]:
    """Return the rows; those of an imported file that is an electronic statement of the organization too are of that statement, which they
    cannot check."""
    if not any(row["origin"].startswith(IMPORTED) for row in rows):
        return rows
    statements = StatementImport.objects.of(account.organization).values("sha256")
    both = LedgerImport.objects.of(account.organization).filter(account=account, sha256__in=statements)
    sources = {f"{IMPORTED}{key}": STARTED_FROM + sha256 for key, sha256 in both.values_list("pk", "sha256")}
    return [row | {"origin": sources.get(row["origin"], row["origin"])} for row in rows]


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
        entries=tuple(
            BookEntry(
                id=names[row["id"]],
                date=row["booked_on"],
                amount=from_minor(row["amount_minor"], account.currency),
                description=row["description"],
                status=row["status"],
                excluded=row["is_excluded"],
                reference=row["reference"],
                number=row["number"],
                reversal_of=names.get(row["reversal_of_id"]),
                brought_forward=row["is_brought_forward"],
                origin=row["origin"],
            )
            for row in rows
        ),
    )


def rows_since(account: Account, closing: Closing, reach: Reach) -> list[Row] | None:
    """Return the entries, or None if the books no longer agree with the closing, or a decision or a reversal concerns older entries."""
    entries = entries_of(account)
    older = entries.filter(booked_on__lte=closing.last)
    left = list(older.posted().named(closing.left).values(*COLUMNS))
    if not _still_ties(account, closing, older, left):
        return None
    rows = [
        *entries.filter(booked_on__gt=closing.last).values(*COLUMNS),
        *older.in_sight().filter(status="pending").values(*COLUMNS),
        *(row | {"is_brought_forward": True} for row in left),
    ]
    if reach.keys:  # a decision may name an older entry that is not read
        named = older.filter(Q(pk__in=reach.keys) | Q(external_id__in=reach.names - {""}))
        read = [row["id"] for row in rows if row["id"] in reach.keys or row["external_id"] in reach.names]
        if named.exclude(pk__in=read).exists():
            return None
    # an entry linked as a reversal to an older one on no statement makes that one count no longer
    left_keys = [row["id"] for row in left]
    unshown = older.posted().filter(matches=None).exclude(pk__in=left_keys)
    undone = {row["reversal_of_id"] for row in rows} - {row["id"] for row in rows} - {None}
    if undone and unshown.filter(pk__in=undone).exists():
        return None
    linked = Q(reversal_of__booked_on__gt=closing.last) | Q(reversal_of__in=left_keys)
    return None if unshown.in_sight().filter(linked, reversal_of__isnull=False).exists() else rows


def _still_ties(account: Account, closing: Closing, older: TransactionQuerySet, left: Sequence[Row]) -> bool:
    """True if B(E) = C1 + sum(O): opening and all older entries make the closing balance and the leftover entries, each unchanged."""
    if account.opening_balance is None or account.opening_date is None:
        return False
    units = units_between(account, account.opening_date, closing.last)
    early = older.posted().order_by().in_sight().filter(is_brought_forward=True, booked_on__lt=account.opening_date)
    units += int(early.aggregate(units=Sum("amount_minor"))["units"] or 0)
    amounts = {name_of(row): from_minor(row["amount_minor"], account.currency) for row in left}
    same = amounts == {name: Decimal(item["amount"]) for name, item in closing.left.items()}
    return same and account.opening_balance + from_minor(units, account.currency) == closing.balance + sum(amounts.values(), Decimal(0))
