"""Rows for the matching of lines with entries, and its results, by their keys."""

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from reconciliation.matching import MatchRow, Weighing, make_row

START = dt.date(2026, 1, 1)


def row(key: str, day: int, amount: str, text: str = "", **more: Any) -> MatchRow:
    """A row whose day is so many days after START."""
    return make_row(key=key, days=[START + dt.timedelta(days=day)], amount=Decimal(amount), text=text, **more)


def pairs(weighing: Weighing) -> set[tuple[object, object]]:
    """The keys of the line and the entry of every pair."""
    return {(pair.line.key, pair.entry.key) for pair in weighing.pairs}


def doubts(weighing: Weighing) -> list[tuple[str, list[object], list[object]]]:
    """The groups that are left for a person: why, and the keys of their lines and entries."""
    return [(str(group.doubt), keys(group.lines), keys(group.entries)) for group in weighing.undecided]


def keys(rows: Iterable[MatchRow]) -> list[object]:
    return [one.key for one in rows]
