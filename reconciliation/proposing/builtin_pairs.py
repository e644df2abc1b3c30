"""A first pairing of rows by equal amount and nearest day: what the built-in provider proposes, no proof of anything."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

EARLIEST, LATEST = -2, 10
"""The bank's day less the books' day, both ends included."""


@dataclass(frozen=True, slots=True)
class Row:
    """A printed line or a ledger entry; the amount as a signed decimal string."""

    id: str
    day: dt.date
    amount: str


def pair(lines: Sequence[Row], entries: Sequence[Row]) -> dict[str, str]:
    """Line to entry, the nearest days first; each is used once."""
    by_amount: dict[Decimal, list[Row]] = defaultdict(list)
    for entry in entries:
        by_amount[Decimal(entry.amount)].append(entry)
    candidates = sorted(
        (abs(lag), number, place, line.id, entry.id)
        for number, line in enumerate(lines)
        for place, entry in enumerate(by_amount[Decimal(line.amount)])
        if EARLIEST <= (lag := (line.day - entry.day).days) <= LATEST
    )
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for *_, line_id, entry_id in candidates:
        if line_id not in pairs and entry_id not in taken:
            pairs[line_id] = entry_id
            taken.add(entry_id)
    return dict(sorted(pairs.items(), key=lambda item: int(item[0])))
