"""Which rows of an import the ledger has already: by id, else by content, counted, else probably."""

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from finance.models import Transaction

Kind = Literal["new", "known", "changed", "probable"]
NO_NAMES: Mapping[uuid.UUID, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Novelty:
    """What became of one row. `changed`: the ledger's row of its id has other content. `probable`: a row that came another way
    has its day and amount. `twin` is the ledger's row; None of a new one."""

    kind: Kind
    twin: Transaction | None = None


def compare(
    rows: Sequence[Transaction],
    ledger: Iterable[Transaction],
    *,
    way: str,
    ways: Mapping[str, str],
    names: Mapping[uuid.UUID, str] = NO_NAMES,
) -> list[Novelty]:
    """What each of the rows is, in their order; each row of the ledger stands for one of them only.

    Two rows of one way with different ids are never the same. `way` is how the rows come; `ways` says how those of an origin came,
    `names` under which id a row of the ledger is known where the rows come from, beside its own.
    """
    books = _Books(ledger, rows, ways, names)
    by_id = [books.by_id.get(row.external_id) if row.external_id else None for row in rows]
    found = [_by_id(row, twin) for row, twin in zip(rows, by_id, strict=True)]
    for place, row in enumerate(rows):
        if found[place] is None and (twin := books.equal_to(row)):
            found[place] = Novelty(kind="known", twin=twin)
    for place, row in enumerate(rows):
        if found[place] is None and (twin := books.likely(row, way=way)):
            found[place] = Novelty(kind="probable", twin=twin)
    return [novelty or Novelty(kind="new") for novelty in found]


def content(row: Transaction) -> tuple[dt.date, int, str, str, str]:
    """What makes two rows equal. Not the status: a pending row that was posted meanwhile is the same row."""
    return row.booked_on, row.amount_minor, row.description, row.reference, row.number


def _by_id(row: Transaction, twin: Transaction | None) -> Novelty | None:
    if twin is None:
        return None
    return Novelty(kind="known" if content(row) == content(twin) else "changed", twin=twin)


class _Books:
    """The ledger's rows that still may stand for a row of the file."""

    def __init__(
        self, ledger: Iterable[Transaction], rows: Iterable[Transaction], ways: Mapping[str, str], names: Mapping[uuid.UUID, str]
    ) -> None:
        ids = {row.external_id for row in rows if row.external_id}
        self.by_id: dict[str, Transaction] = {}
        self._equal: dict[tuple[object, ...], list[Transaction]] = defaultdict(list)
        self._near: dict[tuple[dt.date, int], dict[str, list[Transaction]]] = defaultdict(lambda: defaultdict(list))
        self._taken: set[uuid.UUID] = set()
        for row in ledger:
            name = names.get(row.pk, row.external_id)
            if name in ids:
                self.by_id[name] = row
            else:
                self._equal[content(row)].append(row)
                self._near[row.booked_on, row.amount_minor][ways.get(row.origin, row.origin)].append(row)
        for pool in self._equal.values():
            pool.sort(key=lambda row: not row.external_id)  # those without an id stand last, and are taken first

    def equal_to(self, row: Transaction) -> Transaction | None:
        """A row of equal content; of two that both have ids, none."""
        pool = self._equal[content(row)]
        if not pool or (row.external_id and pool[-1].external_id):
            return None
        twin = pool.pop()
        self._taken.add(twin.pk)
        return twin

    def likely(self, row: Transaction, *, way: str) -> Transaction | None:
        """A row of the same day and amount that came another way."""
        for other, pool in self._near[row.booked_on, row.amount_minor].items():
            while other != way and pool:
                twin = pool.pop()
                if twin.pk not in self._taken:
                    return twin
        return None
