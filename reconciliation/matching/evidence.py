"""What speaks for a line and an entry being one payment: how near, and whether number, reference or payee agree."""

import enum
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from reconciliation.matching.rows import EARLIEST, Row
from reconciliation.matching.words import payees_agree, payees_differ

CHEQUE_LATEST = 180
"""Days that a cheque may take whose number agrees."""

SPELT_ALIKE = 60
"""Per cent of the shorter word's letters that stand in the longer one in order."""


class Support(enum.IntEnum):
    """What the texts say of a pair. Days never decide between entries of equal amount; this does."""

    CONTRADICTS = 0
    SILENT = 1
    PAYEE = 2
    NUMBER = 3


@dataclass(frozen=True, slots=True)
class Edge:
    """An admissible pair: equal amount, near enough."""

    line: Row
    entry: Row
    support: Support
    lag: int


def nearest_lag(line: Row, entry: Row) -> int | None:
    """Days from the books to the bank, by whichever of the line's dates is nearer; None where one has no date."""
    if len(line.days) == len(entry.days) == 1:
        return line.days[0] - entry.days[0]
    return min((mine - theirs for mine in line.days for theirs in entry.days), key=abs, default=None)


def in_window(entry: Row, lag: int) -> bool:
    return EARLIEST <= lag <= entry.latest


def numbers_agree(one: Row, other: Row) -> bool:
    return bool(one.number) and one.number == other.number


def references_agree(one: Row, other: Row) -> bool:
    """A reference that both sides name as such; or that one side names, and that stands on the other beside no other name."""
    if not (one.references or other.references):
        return False
    if not one.references.isdisjoint(other.references):
        return True
    bare = not (one.references.isdisjoint(other.figures) and other.references.isdisjoint(one.figures))
    return bare and not payees_differ(one.payee, other.payee)


def numbers_differ(one: Row, other: Row) -> bool:
    return bool(one.number) and bool(other.number) and one.number != other.number


def support(line: Row, entry: Row) -> Support:
    if numbers_agree(line, entry) or references_agree(line, entry):
        return Support.NUMBER
    if numbers_differ(line, entry) or payees_differ(line.payee, entry.payee):
        return Support.CONTRADICTS
    if payees_agree(line.payee, entry.payee):
        return Support.PAYEE
    return Support.SILENT


def edge(line: Row, entry: Row) -> Edge | None:
    """The admissible pair, or None. Amounts are taken as equal."""
    lag = nearest_lag(line, entry)
    if lag is None or not EARLIEST <= lag <= CHEQUE_LATEST:
        return None
    if not in_window(entry, lag) and not numbers_agree(line, entry):
        return None
    return Edge(line, entry, support(line, entry), lag)


@lru_cache(maxsize=262144)
def likeness(one: str, other: str) -> float:
    """0 to 1: how alike two texts are, word order aside."""
    return fuzz.token_set_ratio(one, other) / 100


def spelt_alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """May the first word of one be that of the other, mistyped or cut?"""
    return fuzz.partial_ratio(one[0], other[0]) >= SPELT_ALIKE if one and other else False
