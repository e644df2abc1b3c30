"""Entries as the database gives them to a weighing, and what verdicts call them."""

from typing import Any

from finance.models import Account, Transaction
from finance.models.querysets import TransactionQuerySet

COLUMNS = (
    "id", "account_id", "external_id", "booked_on", "amount_minor", "description", "status",
    "is_excluded", "reference", "number", "reversal_of_id", "is_brought_forward", "origin",
)  # fmt: skip
Row = dict[str, Any]


def entries_of(account: Account) -> TransactionQuerySet:
    return Transaction.objects.of(account.organization).filter(account=account)


def name_of(row: Row) -> str:
    """The external id, or the key of an entry that has none."""
    return str(row["external_id"] or row["id"])
