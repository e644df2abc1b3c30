"""One line that is several entries, or one entry that is several lines: proposed only if nothing else adds up as well, by sums of rows
that are the only choice and unlikely by chance."""

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from operator import attrgetter, itemgetter

from reconciliation.matching.agreement import ByReference, KnownPayees
from reconciliation.matching.evidence import nearest_lag, references_agree
from reconciliation.matching.outcome import Doubt, Group, Undecided, Weighing
from reconciliation.matching.rows import EARLIEST, LATEST, MatchRow
from reconciliation.matching.slips import MOST_PARTS_OF_A_SLIP

MOST_CANDIDATES = 18
"""With more rows, sums lie so close that one that fits proves nothing, and the search takes long."""
NEAR = 20
"""The density of sums is measured within a twentieth of the total."""
MOST_BY_CHANCE = 0.02
"""The greatest number of other sums expected at the total, by those around it; above it, a sum that fits is no evidence."""

Choice = tuple[int, int]  # a sum, and the rows that make it as bits


@dataclass(frozen=True, slots=True)
class Fit:
    """The only choice of rows that adds up, and the number of other sums expected at that total."""

    rows: tuple[MatchRow, ...]
    by_chance: float


def may_add_up(rows: Iterable[MatchRow], total: Decimal) -> bool:
    """True if the total lies between the sum of all money out and the sum of all money in."""
    amounts = [row.amount for row in rows]
    return sum(amount for amount in amounts if amount < 0) <= total <= sum(amount for amount in amounts if amount > 0)


class SubsetSums:
    """Every sum of two rows or more, in the smallest unit of their amounts: stored as two halves, combined on request."""

    def __init__(self, rows: Sequence[MatchRow], most: int) -> None:
        self.rows, self.most = rows, most
        self.exponent = min((_exponent(row.amount) for row in rows), default=0)
        units = [self._units(row.amount) for row in rows]
        half = len(units) // 2
        self.first, self.second = _choices(units[:half], 0), sorted(_choices(units[half:], half))
        self.single = [0, *units]
        self.totals = [total for total, _ in self.second]

    def only(self, total: Decimal) -> Fit | None:
        """Return the only choice that adds up to the total, or None."""
        if _exponent(total) < self.exponent and total % Decimal(1).scaleb(self.exponent):
            return None  # finer than any row: nothing adds up to it
        wanted = self._units(total)
        choices = [chosen for chosen in self._at(wanted) if 1 < chosen.bit_count() <= self.most]
        if len(choices) != 1:
            return None
        rows = tuple(row for index, row in enumerate(self.rows) if choices[0] >> index & 1)
        return Fit(rows, self._expected(wanted) * math.gcd(*(self._units(row.amount) for row in rows)))

    def _at(self, wanted: int) -> list[int]:
        choices = []
        for total, chosen in self.first:
            place = bisect_left(self.totals, wanted - total)
            while place < len(self.totals) and self.totals[place] == wanted - total:
                choices.append(chosen | self.second[place][1])
                place += 1
        return choices

    def _expected(self, wanted: int) -> float:
        """Return the expected number of other sums a unit around this total. Amounts of whole tens make sums of whole tens, which fit ten
        times as often."""
        reach = max(abs(wanted) // NEAR, 1)
        about = sum(
            bisect_right(self.totals, wanted + reach - total) - bisect_left(self.totals, wanted - reach - total) for total, _ in self.first
        )
        return (about - 1 - sum(abs(total - wanted) <= reach for total in self.single)) / (2 * reach)

    def _units(self, amount: Decimal) -> int:
        return int(amount.scaleb(-self.exponent))


def _choices(units: Sequence[int], first: int) -> list[Choice]:
    """Return each sum with its choice, including the empty one; `first` is the place of the first row."""
    grown = [(0, 0)]
    for place, unit in enumerate(units, first):
        grown += [(total + unit, chosen | 1 << place) for total, chosen in grown]
    return grown


def _exponent(amount: Decimal) -> int:
    return int(amount.as_tuple().exponent)


MOST_PARTS = 6


@dataclass(frozen=True, slots=True)
class _Sum:
    """A row of one side that is the sum of several of the other."""

    whole: MatchRow
    parts: tuple[MatchRow, ...]
    one_line: bool
    sure: bool

    @property
    def rows(self) -> tuple[MatchRow, ...]:
        return (self.whole, *self.parts)

    @property
    def lines(self) -> tuple[MatchRow, ...]:
        return (self.whole,) if self.one_line else self.parts

    @property
    def entries(self) -> tuple[MatchRow, ...]:
        return self.parts if self.one_line else (self.whole,)


def find_groups(weighing: Weighing) -> None:
    """Take the sums out of the leftover rows: sure if all rows have one reference, else to confirm.

    Taking one sum may leave others as the only ones, so the search is repeated.
    """
    known = KnownPayees(weighing.alone)
    alone = {row for row in (*weighing.lines, *weighing.entries) if known.has(row)}
    searches = (
        _Search(weighing.lines, weighing.entries, alone, one_line=True),
        _Search(weighing.entries, weighing.lines, alone, one_line=False),
    )
    while sums := _unrivalled([total for search in searches for total in search.sums()]):
        for total in sums:
            weighing.take(total.lines, total.entries)
            if total.sure:
                weighing.groups.append(Group(total.lines, total.entries))
            else:
                weighing.undecided.append(Undecided(Doubt.GROUP, total.lines, total.entries))
        for search in searches:
            search.leave_out({row for total in sums for row in total.rows})


def _unrivalled(sums: Sequence[_Sum]) -> list[_Sum]:
    """Return the sums that share no row with another."""
    claims = Counter(row for total in sums for row in total.rows)
    return [total for total in sums if all(claims[row] == 1 for row in total.rows)]


class _Search:
    """Finds every row of one side that is the sum of rows of the other, on one page if these are lines; rows in `alone` only if one
    reference names them. A row is searched again only if one of its candidates is gone."""

    def __init__(self, wholes: Iterable[MatchRow], parts: Iterable[MatchRow], alone: Set[MatchRow], *, one_line: bool) -> None:
        self.wholes, self.parts = sorted(wholes, key=attrgetter("days")), list(parts)
        self.alone, self.one_line = alone, one_line
        self.fit_of = lru_cache(maxsize=None)(_fit)
        self.looked: dict[MatchRow, tuple[_Sum | None, list[MatchRow]]] = {}
        self._file()

    def _file(self) -> None:
        self.slips = ByReference(self.parts)
        self.free = _Calendar(part for part in self.parts if part not in self.alone)
        self.pages = list(dict.fromkeys(part.page for part in self.parts))

    def leave_out(self, gone: Set[MatchRow]) -> None:
        self.wholes = [whole for whole in self.wholes if whole not in gone]
        self.parts = [part for part in self.parts if part not in gone]
        self.looked = {whole: result for whole, result in self.looked.items() if whole not in gone and gone.isdisjoint(result[1])}
        self._file()

    def sums(self) -> Iterator[_Sum]:
        for whole in self.wholes:
            if whole not in self.looked:
                self.looked[whole] = self._look(whole)
            if total := self.looked[whole][0]:
                yield total

    def _look(self, whole: MatchRow) -> tuple[_Sum | None, list[MatchRow]]:
        """Return the sum that the row is, or None, and its candidates."""
        slip = [part for part in self.slips.near_to(whole) if references_agree(whole, part) and self._in_window(whole, part)]
        if (
            _of_one_page(slip)
            and 1 < len(slip) <= MOST_CANDIDATES
            and (only := self.fit_of(tuple(slip), MOST_PARTS_OF_A_SLIP, whole.amount))
        ):
            return _Sum(whole, only.rows, self.one_line, sure=len(only.rows) == len(slip)), slip
        if whole in self.alone:
            return None, slip
        near = self.free.near(whole, one_line=self.one_line)
        chosen = self._only_free_sum(whole, near)
        return _Sum(whole, chosen, self.one_line, sure=False) if chosen else None, [*slip, *near]

    def _only_free_sum(self, whole: MatchRow, near: Sequence[MatchRow]) -> tuple[MatchRow, ...] | None:
        if not 1 < len(near) <= MOST_CANDIDATES:
            return None
        by_page = (tuple(part for part in near if part.page == page) for page in self.pages) if len(self.pages) > 1 else (tuple(near),)
        fits = [fit for parts in by_page if (fit := self.fit_of(parts, MOST_PARTS, whole.amount))]
        return fits[0].rows if len(fits) == 1 and self._by_chance(fits[0], near, whole) <= MOST_BY_CHANCE else None

    def _by_chance(self, fit: Fit, near: Sequence[MatchRow], whole: MatchRow) -> float:
        """Return the number of other sums expected at the total: of all rows near, or of those in as few days as the sum's own, anywhere in
        the window. A sum of one day's rows only has to be unlikely among the few sums of such rows."""
        if fit.by_chance <= MOST_BY_CHANCE:
            return fit.by_chance
        first, last = min(min(row.days) for row in fit.rows), max(max(row.days) for row in fit.rows)
        beside = tuple(row for row in near if row.page == fit.rows[0].page and first <= min(row.days) and max(row.days) <= last)
        narrow = self.fit_of(beside, MOST_PARTS, whole.amount)
        places = (LATEST - EARLIEST + 1) / (last - first + 1)
        return min(fit.by_chance, narrow.by_chance * max(places, 1)) if narrow else fit.by_chance

    def _in_window(self, whole: MatchRow, part: MatchRow) -> bool:
        return _in_window(whole, part, one_line=self.one_line)


def _of_one_page(parts: Iterable[MatchRow]) -> bool:
    """True if the rows are of one statement. One reference on lines of several statements is no group: no statement could show the whole of
    it."""
    return len({part.page for part in parts}) == 1


def _fit(parts: tuple[MatchRow, ...], most: int, total: Decimal) -> Fit | None:
    return SubsetSums(parts, most).only(total) if may_add_up(parts, total) else None


class _Calendar:
    """Rows by day."""

    def __init__(self, rows: Iterable[MatchRow]) -> None:
        self.dated = sorted(((day, row) for row in rows for day in row.days), key=itemgetter(0))
        self.days = [day for day, _ in self.dated]

    def near(self, whole: MatchRow, *, one_line: bool) -> list[MatchRow]:
        """Return the rows in the window of a row of the other side, each once; cut off if there are too many to exclude chance."""
        rows: dict[MatchRow, None] = {}
        for day in whole.days:
            first, last = (day - LATEST, day - EARLIEST) if one_line else (day + EARLIEST, day + LATEST)
            for place in range(bisect_left(self.days, first), bisect_right(self.days, last)):
                row = self.dated[place][1]
                if _in_window(whole, row, one_line=one_line):
                    rows[row] = None
                    if len(rows) > MOST_CANDIDATES:
                        return list(rows)
        return list(rows)


def _in_window(whole: MatchRow, part: MatchRow, *, one_line: bool) -> bool:
    line, entry = (whole, part) if one_line else (part, whole)
    lag = nearest_lag(line, entry)
    return lag is not None and EARLIEST <= lag <= entry.latest
