"""The bank reconciliation as a vertical sum from the balance per bank to the balance per books.

The stored bridge runs the other way (books + terms = bank), so every term changes its sign here."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from reconciliation.reconcile.answers import is_outstanding

Json = Mapping[str, Any]
ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class SumLine:
    """One reconciling item. `anchor` is its list on the page; `count` is None if there is nothing to count."""

    label: str
    amount: Decimal
    anchor: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class BankReconciliation:
    """bank + timing + to_enter = adjusted, and adjusted - books = difference, which is 0 unless the reading has a gap."""

    bank: Decimal
    timing: list[SumLine]
    to_enter: list[SumLine]
    adjusted: Decimal
    books: Decimal
    difference: Decimal


def bank_reconciliation(statement: Json) -> BankReconciliation | None:
    """Return the bank reconciliation, or None if the closing, the opening or the books' opening balance is unknown."""
    bridge = statement["bridge"]
    if bridge is None:
        return None
    bank, books = Decimal(bridge["statement_closing"]), Decimal(bridge["ledger_closing"])
    timing, to_enter = _timing(statement), _to_enter(statement)
    adjusted = bank + sum((line.amount for line in [*timing, *to_enter]), ZERO)
    return BankReconciliation(bank, timing, to_enter, adjusted, books, adjusted - books)


def _timing(statement: Json) -> list[SumLine]:
    """Return the timing differences: outstanding payments and deposits, and rows that the books have later."""
    amounts = [Decimal(item["amount"]) for item in statement["missing"] if is_outstanding(item)]
    payments, deposits = [amount for amount in amounts if amount < 0], [amount for amount in amounts if amount > 0]
    booked_later = -Decimal(statement["bridge"]["timing"]) - sum(amounts, ZERO)
    lines = [
        SumLine(_("Outstanding payments"), sum(payments, ZERO), "outstanding", len(payments)),
        SumLine(_("Deposits in transit"), sum(deposits, ZERO), "outstanding", len(deposits)),
        SumLine(_("Cleared by the bank, booked after the period"), booked_later, "cleared"),
    ]
    return [line for line in lines if line.count or line.amount]


def _to_enter(statement: Json) -> list[SumLine]:
    """Return the items that need an entry, a correction or a choice."""
    bridge = statement["bridge"]
    to_investigate = sum(not is_outstanding(item) for item in statement["missing"])
    lines = [
        SumLine(_("Balance brought forward differs"), -Decimal(bridge["opening"]), "brought-forward"),
        SumLine(_("Needs your choice"), -Decimal(bridge["ambiguous"]), "choice", len(statement["ambiguous"])),
        SumLine(_("Amounts that differ"), -Decimal(bridge["differing"]), "differing", len(statement["differing"])),
        SumLine(_("On the statement, not in the books"), -Decimal(bridge["new"]), "new", len(statement["new"])),
        SumLine(_("In the books, not on the statement"), Decimal(bridge["missing"]), "investigate", to_investigate),
    ]
    return [line for line in lines if line.count or line.amount]
