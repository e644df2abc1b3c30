"""Sums of the ticked rows of both sides."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from finance.models import Transaction
from reconciliation.models import Statement
from reconciliation.reconcile.decisions import printed_as_decided

ZERO = Decimal(0)


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
