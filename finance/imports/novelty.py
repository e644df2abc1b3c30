"""Comparison of imported rows with the ledger: by id, else by equal content, else by day and amount."""

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
    """The result for one row. `changed`: the entry of its id has other content. `probable`: an entry that came another way has its day
    and amount. `twin` is that entry; None for a new row.
    """

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
    """Return the result of each row in their order; each entry matches one row only.

    Rows of one way with different ids are never the same. `way` is how the rows come, `ways` the way of each origin, `names` the ids
    that the source has for entries with other ids.
    """
    books = _Books(ledger, rows, ways, names)
    by_id = [books.by_id.get(row.external_id) if row.external_id else None for row in rows]
    novelties = [
        Novelty(kind="known" if content(row) == content(twin) else "changed", twin=twin) if twin else None
        for row, twin in zip(rows, by_id, strict=True)
    ]
    for place, row in enumerate(rows):
        if novelties[place] is None and (twin := books.equal_to(row)):
            novelties[place] = Novelty(kind="known", twin=twin)
    for place, row in enumerate(rows):
        if novelties[place] is None and (twin := books.likely(row, way=way)):
            novelties[place] = Novelty(kind="probable", twin=twin)
    return [novelty or Novelty(kind="new") for novelty in novelties]


def content(row: Transaction) -> tuple[dt.date, int, str, str, str]:
    """Return the values that make rows equal. The status is not among them: a pending row posted meanwhile is the same row."""
    return row.booked_on, row.amount_minor, row.description, row.reference, row.number


class _Books:
    """The entries that may still match a row of the file."""

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
        """Return and remove an entry of equal content; None if both have ids."""
        pool = self._equal[content(row)]
        if not pool or (row.external_id and pool[-1].external_id):
            return None
        twin = pool.pop()
        self._taken.add(twin.pk)
        return twin

    def likely(self, row: Transaction, *, way: str) -> Transaction | None:
        """Return and remove an entry of the same day and amount that came another way."""
        for other, pool in self._near[row.booked_on, row.amount_minor].items():
            while other != way and pool:
                twin = pool.pop()
                if twin.pk not in self._taken:
                    return twin
        return None
