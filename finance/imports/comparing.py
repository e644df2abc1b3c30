"""Rows of a file beside the entries of the ledger: which entry each row is, or may be. Each entry matches one row only."""

import datetime as dt
import re
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from finance.models import Transaction

Kind = Literal["new", "known", "updated", "changed", "probable"]
Content = tuple[dt.date, int, str, str, str]
NO_NAMES: Mapping[uuid.UUID, str] = {}
NO_ORIGINALS: Mapping[uuid.UUID, Content] = {}
NEAR = 3
"""Days between two sources of one payment."""
HELD = 14
"""Days until a payment that is pending is booked."""
WORD = re.compile(r"[^\W\d_]{3,}|\d{4,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Novelty:
    """The result for one row. `changed`: the entry of its id has other content. `updated`: the entry was pending and is booked or void
    now. `probable`: an entry has nearly its content. `twin` is that entry; of a new row, a pending entry that it may settle.

    `why` explains a probable row: source, day, wording or id. `has_id` is False if the ledger has the row's id for another entry.
    """

    kind: Kind
    twin: Transaction | None = None
    why: Literal["", "source", "day", "wording", "id"] = ""
    has_id: bool = True


def compare(
    rows: Sequence[Transaction],
    ledger: Iterable[Transaction],
    *,
    way: str,
    ways: Mapping[str, str],
    names: Mapping[uuid.UUID, str] = NO_NAMES,
    originals: Mapping[uuid.UUID, Content] = NO_ORIGINALS,
) -> list[Novelty]:
    """Return the result of each row in their order.

    `way` is how the rows come, `ways` the way of each origin, `names` the ids that the source has for entries with other ids, `originals`
    the content with which entries came that were edited since. The surest evidence is used first for all rows: id with equal content,
    id, content, content before it was edited, a pending entry, and at last day and amount.
    """
    books = _Books(ledger, rows, ways, names, originals, way)
    results: list[Novelty | None] = [None] * len(rows)
    lost_ids: set[int] = set()

    def look_up(look: Callable[[int, Transaction], Novelty | None]) -> None:
        for place, row in enumerate(rows):
            if results[place] is None and (novelty := look(place, row)):
                results[place] = books.taken(novelty)

    look_up(lambda _place, row: books.of_id(row, content_counts=True))
    lost_ids |= {place for place, row in enumerate(rows) if results[place] is None and books.has_other_of_id(row)}
    look_up(lambda place, row: None if place in lost_ids else books.of_id(row))
    look_up(lambda place, row: books.equal_to(row, without_id=place in lost_ids))
    for look in (books.came_as, books.settled_by, books.renamed, books.likely, books.near, books.held_for):
        look_up(lambda _place, row, look=look: look(row))  # type: ignore[misc]
    return [
        Novelty(kind=novelty.kind, twin=novelty.twin, why=novelty.why, has_id=place not in lost_ids)
        for place, novelty in enumerate(result or Novelty(kind="new") for result in results)
    ]


def content(row: Transaction) -> Content:
    """Return the values that make rows equal. The status is not among them: a pending row posted meanwhile is the same row."""
    return row.booked_on, row.amount_minor, row.description, row.reference, row.number


def moves_on(row: Transaction, twin: Transaction) -> bool:
    """True if the row's status follows that of the entry: a pending entry is booked or void, a booked entry is void."""
    return (twin.status, row.status) in {("pending", "posted"), ("pending", "void"), ("posted", "void")}


def alike(first: str, second: str) -> bool:
    """True if two texts have a word in common, or are equal."""
    words = set(WORD.findall(first.casefold()))
    return first.casefold() == second.casefold() or bool(words & set(WORD.findall(second.casefold())))


class _Books:
    """The entries that may still match a row of the file."""

    def __init__(
        self,
        ledger: Iterable[Transaction],
        rows: Iterable[Transaction],
        ways: Mapping[str, str],
        names: Mapping[uuid.UUID, str],
        originals: Mapping[uuid.UUID, Content],
        way: str,
    ) -> None:
        self._ids = {row.external_id for row in rows if row.external_id}
        self._ways, self._way = ways, way
        self._by_id: dict[str, Transaction] = {}
        self._equal: dict[Content, list[Transaction]] = defaultdict(list)
        self._came: dict[Content, list[Transaction]] = defaultdict(list)
        self._amount: dict[int, list[Transaction]] = defaultdict(list)
        self._pending: list[Transaction] = []
        self._taken: set[uuid.UUID] = set()
        for row in ledger:
            name = names.get(row.pk, row.external_id)
            if name in self._ids:
                self._by_id[name] = row
            self._equal[content(row)].append(row)
            self._amount[row.amount_minor].append(row)
            if row.pk in originals:
                self._came[originals[row.pk]].append(row)
            if row.status == "pending":
                self._pending.append(row)
        for pool in self._equal.values():
            pool.sort(key=lambda row: bool(row.external_id))  # those without an id are taken first

    def taken(self, novelty: Novelty) -> Novelty:
        if novelty.twin:
            self._taken.add(novelty.twin.pk)
        return novelty

    def of_id(self, row: Transaction, *, content_counts: bool = False) -> Novelty | None:
        """Return the result for a row whose id an entry has; with `content_counts` only if the content is equal too."""
        twin = self._by_id.get(row.external_id) if row.external_id else None
        if twin is None or twin.pk in self._taken or (content_counts and content(row) != content(twin)):
            return None
        if moves_on(row, twin):
            return Novelty(kind="updated", twin=twin)
        return Novelty(kind="known" if content(row) == content(twin) else "changed", twin=twin)

    def has_other_of_id(self, row: Transaction) -> bool:
        """True if the entry of the row's id is another row: it has another day, amount and text, and was not pending."""
        twin = self._by_id.get(row.external_id) if row.external_id else None
        if twin is None:
            return False
        if twin.pk in self._taken:
            return True
        same = (row.booked_on == twin.booked_on, row.amount_minor == twin.amount_minor, alike(row.description, twin.description))
        is_elsewhere = any(self._free(self._equal[content(row)]))
        return (not any(same) or is_elsewhere) and twin.status != "pending"

    def equal_to(self, row: Transaction, *, without_id: bool) -> Novelty | None:
        """Return the result for a row of equal content; none if both have ids that count."""
        for twin in self._free(self._equal[content(row)]):
            if without_id or not row.external_id or not twin.external_id:
                return Novelty(kind="updated" if moves_on(row, twin) else "known", twin=twin)
        return None

    def came_as(self, row: Transaction) -> Novelty | None:
        """Return the result for a row that came before as it is now, and was edited since."""
        twin = next(self._free(self._came.get(content(row), ())), None)
        return Novelty(kind="updated" if moves_on(row, twin) else "known", twin=twin) if twin else None

    def settled_by(self, row: Transaction) -> Novelty | None:
        """Return the result for a booked row whose amount and text a pending entry has."""
        twin = self._held(row, same_amount=True)
        return Novelty(kind="updated", twin=twin) if twin else None

    def held_for(self, row: Transaction) -> Novelty | None:
        """Return a new row with the pending entry of another amount that it may settle."""
        twin = self._held(row, same_amount=False)
        return Novelty(kind="new", twin=twin) if twin else None

    def _held(self, row: Transaction, *, same_amount: bool) -> Transaction | None:
        if row.status != "posted":
            return None
        pool = self._free(self._pending)
        fitting = (
            twin
            for twin in pool
            if -1 <= (row.booked_on - twin.booked_on).days <= HELD
            and (row.amount_minor > 0) == (twin.amount_minor > 0)
            and (row.amount_minor == twin.amount_minor) == same_amount
            and alike(row.description, twin.description)
        )
        return min(fitting, key=lambda twin: abs((row.booked_on - twin.booked_on).days), default=None)

    def renamed(self, row: Transaction) -> Novelty | None:
        """Return the result for a row that the ledger has under another id, which no row of the file is."""
        for twin in self._free(self._equal[content(row)]):
            if row.external_id and twin.external_id:
                return Novelty(kind="probable", twin=twin, why="id")
        return None

    def likely(self, row: Transaction) -> Novelty | None:
        """Return an entry of the same day and amount that came another way, or that the file words differently."""
        for twin in self._free(self._amount[row.amount_minor]):
            if twin.booked_on != row.booked_on:
                continue
            if not self._is_same_way(twin):
                return Novelty(kind="probable", twin=twin, why="source")
            if not row.external_id or not twin.external_id:
                return Novelty(kind="probable", twin=twin, why="wording")
        return None

    def near(self, row: Transaction) -> Novelty | None:
        """Return an entry of the same amount and a word in common, or entered by hand, that came another way some days apart."""
        fitting = [
            twin
            for twin in self._free(self._amount[row.amount_minor])
            if 0 < (apart := abs((row.booked_on - twin.booked_on).days)) <= NEAR
            and not self._is_same_way(twin)
            and (alike(row.description, twin.description) or apart == 1)
        ]
        twin = min(fitting, key=lambda twin: abs((row.booked_on - twin.booked_on).days), default=None)
        return Novelty(kind="probable", twin=twin, why="day") if twin else None

    def _is_same_way(self, twin: Transaction) -> bool:
        return self._ways.get(twin.origin, twin.origin) == self._way

    def _free(self, pool: Iterable[Transaction]) -> Iterator[Transaction]:
        return (row for row in pool if row.pk not in self._taken)
