"""Which rows of a file the ledger does not have yet. Equal rows are counted: two coffees on one day are two rows."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from finance.models import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Novelty:
    """`changed` have the id of a row with other content."""

    new: tuple[Transaction, ...]
    known: int
    changed: int


def compare(rows: Iterable[Transaction], ledger: Iterable[Transaction]) -> Novelty:
    """A row is known by its id. Else it is one of the ledger's rows of equal content, each of which stands for one row only;
    two rows with different ids are never the same."""
    rows, books = list(rows), _Books(ledger, ids={row.external_id for row in rows})
    twins = [(row, books.by_id.get(row.external_id)) for row in rows]
    new = tuple(row for row, twin in twins if twin is None and not books.takes(row))
    changed = sum(twin is not None and content(twin) != content(row) for row, twin in twins)
    return Novelty(new=new, known=len(rows) - len(new) - changed, changed=changed)


def content(row: Transaction) -> tuple[dt.date, int, str, str, str]:
    """What makes two rows equal. Not the status: a pending row that was posted meanwhile is the same row."""
    return row.booked_on, row.amount_minor, row.description, row.reference, row.number


class _Books:
    def __init__(self, ledger: Iterable[Transaction], *, ids: set[str]) -> None:
        ledger = list(ledger)
        self.by_id = {row.external_id: row for row in ledger if row.external_id}
        self._nameless = Counter(content(row) for row in ledger if not row.external_id)
        self._named = Counter(content(row) for row in ledger if row.external_id and row.external_id not in ids)

    def takes(self, row: Transaction) -> bool:
        """Whether a row of equal content is left to stand for this one."""
        for pool in [self._nameless] if row.external_id else [self._nameless, self._named]:
            if pool[content(row)] > 0:
                pool[content(row)] -= 1
                return True
        return False
