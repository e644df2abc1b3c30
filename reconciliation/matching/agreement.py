"""Indexes of rows by the words of their payee, or by their numbers, to find possible partners without comparing every pair; and the payees
that clear one by one, so that a sum with one of their rows is chance."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from finance.cache import TEXTS, remembered
from finance.payees import BEGINNING, same_payee, skeleton
from reconciliation.matching.rows import LATEST, MatchRow

Payee = tuple[str, ...]


class ByReference:
    """Rows by number, reference and figures."""

    def __init__(self, rows: Iterable[MatchRow]) -> None:
        self.files: dict[str, list[MatchRow]] = defaultdict(list)
        for row in rows:
            for token in _tokens(row):
                self.files[token].append(row)

    def near_to(self, row: MatchRow) -> Iterable[MatchRow]:
        """Return every row that shares a token, once, in an order that depends on nothing but the rows."""
        files = [file for token in sorted(_tokens(row)) if (file := self.files.get(token))]
        return files[0] if len(files) == 1 else dict.fromkeys(other for file in files for other in file)


class Payees:
    """Payees among which those equal to another are found. Words that agree begin alike or are equal without vowels; in equal payees the
    first word of one agrees with some word of the other."""

    def __init__(self) -> None:
        self.known: set[Payee] = set()
        self.files: dict[str, list[Payee]] = defaultdict(list)
        self.same: dict[Payee, list[Payee]] = {}

    def add(self, payee: Payee) -> None:
        if payee not in self.known:
            self.known.add(payee)
            for key in (*_names("any", payee), *_names("first", payee[:1])):
                self.files[key].append(payee)

    def same_as(self, payee: Payee) -> list[Payee]:
        """Return those that are the same as this one; call it after all are added."""
        if payee not in self.same:
            keys = (*_names("any", payee[:1]), *_names("first", payee))
            near = dict.fromkeys(other for key in keys for other in self.files.get(key, ()))
            self.same[payee] = [other for other in near if same_payee(payee, other)]
        return self.same[payee]


class ByPayee:
    """Rows of the same payee, or of one reference."""

    def __init__(self, rows: Iterable[MatchRow]) -> None:
        self.by_reference = ByReference(rows := list(rows))
        self.payees = Payees()
        self.rows: dict[Payee, list[MatchRow]] = defaultdict(list)
        for row in rows:
            self.payees.add(row.payee)
            self.rows[row.payee].append(row)

    def near_to(self, row: MatchRow) -> Iterator[MatchRow]:
        """Yield each row once."""
        same = self.payees.same_as(row.payee)
        for payee in same:
            yield from self.rows[payee]
        for other in self.by_reference.near_to(row):
            if other.payee not in same:
                yield other


def _tokens(row: MatchRow) -> Iterable[str]:
    if not row.number:
        return row.figures if not row.references else row.references | row.figures
    return {row.number, *row.references, *row.figures}


@remembered(TEXTS)
def _names(place: str, words: Payee) -> frozenset[str]:
    beginnings = (f"{place} {word[:BEGINNING]}" for word in words)
    return frozenset((*beginnings, *(f"{place} bare {skeleton(word)}" for word in words)))


@dataclass(slots=True)
class _Cleared:
    """Single clearings of one payee: amounts, and sorted days of money in and of money out."""

    amounts: set[Decimal] = field(default_factory=set)
    days: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))


class KnownPayees:
    """`cleared` are the rows of both sides that cleared one by one: a payee may be named on one of them alone."""

    def __init__(self, cleared: Iterable[MatchRow]) -> None:
        self.payees = Payees()
        self.cleared: dict[Payee, _Cleared] = defaultdict(_Cleared)
        for row in cleared:
            self.payees.add(row.payee)
            of_payee = self.cleared[row.payee]
            of_payee.amounts.add(row.amount)
            of_payee.days[row.amount < 0].extend(row.days)
        for of_payee in self.cleared.values():
            for days in of_payee.days:
                days.sort()

    def has(self, row: MatchRow) -> bool:
        """True if a payment of this payee cleared alone with this amount, or around these days in the same direction."""
        for payee in self.payees.same_as(row.payee):
            cleared = self.cleared[payee]
            if row.amount in cleared.amounts:
                return True
            days = cleared.days[row.amount < 0]
            for day in row.days:
                place = bisect_left(days, day - LATEST)
                if place < len(days) and days[place] <= day + LATEST:
                    return True
        return False

    def pays_again(self, row: MatchRow) -> bool:
        """True if another payment of this payee and amount cleared alone: then a missing one is not one of a far-off day."""
        return any(row.amount in self.cleared[payee].amounts for payee in self.payees.same_as(row.payee))
