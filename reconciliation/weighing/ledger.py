"""The ledger as the verifier takes it: plain values, read inside the organization and the actor's rights."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from finance.models import Account, Transaction
from finance.money import from_minor
from reconciliation.actor import Actor
from reconciliation.books import AccountBooks, Entry

COLUMNS = (
    "id", "account_id", "external_id", "booked_on", "amount_minor", "description", "status",
    "is_excluded", "reference", "number", "reversal_of_id", "is_brought_forward", "origin",
)  # fmt: skip


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
    return tuple(_books(account, ()) for account in actor.accounts().order_by("created_at", "id"))


def ledger_of(actor: Actor, with_entries_of: Collection[str]) -> Ledger:
    """Every account that the actor may see, with the entries of those that are named: two queries."""
    accounts = {str(account.pk): account for account in actor.accounts().order_by("created_at", "id")}
    wanted = [account for key, account in accounts.items() if key in with_entries_of]
    rows = list(Transaction.objects.of(actor.organization).filter(account__in=wanted).order_by("booked_on", "id").values(*COLUMNS))
    names = {row["id"]: row["external_id"] or str(row["id"]) for row in rows}
    entries: dict[str, list[Entry]] = {key: [] for key in accounts}
    for row in rows:
        key = str(row["account_id"])
        entries[key].append(_entry(row, names, accounts[key].currency))
    return Ledger(
        books=tuple(_books(account, entries[key]) for key, account in accounts.items()),
        accounts=accounts,
        transactions={(str(row["account_id"]), names[row["id"]]): row["id"] for row in rows},
    )


def _books(account: Account, entries: Iterable[Entry]) -> AccountBooks:
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
        entries=tuple(entries),
    )


def _entry(row: Mapping[str, Any], names: Mapping[UUID, str], currency: str) -> Entry:
    return Entry(
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
