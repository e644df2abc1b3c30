"""Columns and their roles: what a heading means where another one stands beside it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.amounts import Figure

PAYMENTS = re.compile(r"\b(?:payments?|paid|pagos?|paiements?|zahlungen|pagamenti|betalingen)\b")
GROSS = re.compile(r"\b(?:gross|brutto|brut|bruto|lordo|original|foreign|fremdwahrung|devise|divisa)\b")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its role, and where its heading stands."""

    role: str
    x0: float
    x1: float
    name: str = ""

    def distance(self, figure: Figure) -> float:
        """How far a figure is from standing under this heading: by the right edge, the left edge or the middle."""
        middle = abs((self.x0 + self.x1) - (figure.x0 + figure.x1)) / 2
        return min(abs(self.x1 - figure.x1), abs(self.x0 - figure.x0), middle)


def settled(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The same columns, each in one role: of several amounts the one that moves the balance, of two debits the one that is none."""
    found = _payments_beside_charges(_balances_at_the_end(list(columns)))
    return tuple(_one_of_each(found))


def _balances_at_the_end(columns: list[Column]) -> list[Column]:
    """Behind debit and credit, columns named by what they are the balance of: booked, then cleared."""
    last = max((index for index, column in enumerate(columns) if column.role in {"debit", "credit"}), default=len(columns))
    named = {column.role for column in columns}
    if not {"debit", "credit"} <= named or "balance" in named:
        return columns
    behind = {index for index in range(last + 1, len(columns)) if columns[index].role in {"text", "value", "date"}}
    return [replace(column, role="balance") if index in behind else column for index, column in enumerate(columns)]


def _payments_beside_charges(columns: list[Column]) -> list[Column]:
    """Two columns of debits: on what is owed, payments are the credits."""
    debits = [column for column in columns if column.role == "debit"]
    paid = [column for column in debits if PAYMENTS.search(column.name)]
    if len(debits) != 2 or len(paid) != 1 or any(column.role == "credit" for column in columns):
        return columns
    return [replace(column, role="credit") if column is paid[0] else column for column in columns]


def _one_of_each(columns: list[Column]) -> list[Column]:
    """Of several amounts the last that is not gross, of several balances the first; the others are told aside."""
    if not {"amount", "debit", "credit"} & {column.role for column in columns}:
        return columns
    kept = {id(_net(columns)), id(next((column for column in columns if column.role == "balance"), None))}
    return [
        replace(column, role="aside") if column.role in {"amount", "balance"} and id(column) not in kept else column for column in columns
    ]


def _net(columns: list[Column]) -> Column | None:
    amounts = [column for column in columns if column.role == "amount"]
    net = [column for column in amounts if not GROSS.search(column.name)]
    return next(reversed(net or amounts), None)
