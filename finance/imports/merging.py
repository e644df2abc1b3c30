"""Merging of several statements of one account in a file."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace

from finance.imports.rows import FileAccount, SaidBalance


def merged(parts: Iterable[FileAccount]) -> tuple[FileAccount, ...]:
    """Return one part for each account and currency, with the first opening, the last closing and all rows renumbered."""
    found: dict[tuple[str, str], FileAccount] = {}
    for part in parts:
        known = found.get((part.name, part.currency))
        found[part.name, part.currency] = part if known is None else _joined(known, part)
    several = len({part.name for part in found.values()}) < len(found)
    return tuple(replace(part, name=f"{part.name} {part.currency}") if several else part for part in found.values())


def _joined(one: FileAccount, other: FileAccount) -> FileAccount:
    rows = (*one.rows, *other.rows)
    return replace(
        one,
        rows=tuple(replace(row, place=place) for place, row in enumerate(rows, 1)),
        opening=_pick(one.opening, other.opening, later=False),
        closing=_pick(one.closing, other.closing, later=True),
    )


def _pick(one: SaidBalance | None, other: SaidBalance | None, *, later: bool) -> SaidBalance | None:
    """Return the earlier or the later balance; of two on one day the first or the last."""
    if one is None or other is None:
        return one or other
    is_later = (other.as_of or dt.date.min) >= (one.as_of or dt.date.min)
    return other if is_later == later else one
