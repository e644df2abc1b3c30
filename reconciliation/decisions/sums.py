"""What a person ticked on both sides, added up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from finance.models import Transaction
from reconciliation.models import Statement
from reconciliation.reconcile.decisions import printed_as_decided

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class TickedSums:
    """Printed rows and entries, signed from the holder's side."""

    bank: Decimal
    books: Decimal

    @property
    def apart(self) -> Decimal:
        return self.bank - self.books


def sums_of(statement: Statement, lines: Iterable[int], names: Sequence[str]) -> TickedSums:
    """Entries go by the names of a verdict; what is not there adds nothing."""
    rows = Transaction.objects.of(statement.statement_import.organization).filter(account=statement.account).named(names)
    return sums_of_entries(statement, lines, rows)


def sums_of_entries(statement: Statement, lines: Iterable[int], entries: Iterable[Transaction]) -> TickedSums:
    """Rows that a person corrected count as corrected."""
    printed = dict(enumerate(printed_as_decided(statement.statement_import)[statement.number].lines))
    bank = sum((printed[line].amount for line in set(lines) if line in printed), ZERO)
    return TickedSums(bank, sum((entry.amount for entry in entries), ZERO))
