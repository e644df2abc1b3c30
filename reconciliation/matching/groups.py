"""One line that is several entries, or one entry that is several lines.

A slip, whose rows all name one reference, is sure. Other sums are proposed only if they are the only choice and unlikely by chance.
"""

import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from operator import attrgetter, itemgetter

from reconciliation.matching.agreement import ByReference, KnownPayees
from reconciliation.matching.evidence import edge, in_window, nearest_lag, of_names, references_agree
from reconciliation.matching.outcome import Doubt, Group, Undecided, Weighing
from reconciliation.matching.rows import EARLIEST, LATEST, MatchRow, Support

MOST_PARTS, MOST_PARTS_OF_A_SLIP = 6, 7  # of a sum that is some of the rows near it; a sum of all rows of a reference has no limit
MOST_CANDIDATES = 18
"""With more rows, sums lie so close that one that fits proves nothing, and the search takes long."""
MOST_OF_A_PAYEE = 60
"""Rows of one payee, of which a sum may be the only one although there are many rows."""
MOST_LOOKED_AT = 600
"""Rows near a sum among which those of its payee are looked for."""
MOST_UNITS = 4_000_000
"""The largest sum that is searched among them, which bounds time and memory: 40,000.00."""
NEAR = 20
"""The density of sums is measured within a twentieth of the total."""
MOST_BY_CHANCE = 0.02
"""The greatest number of other sums expected at the total, by those around it; above it, a sum that fits is no evidence."""
MOST_BY_CHANCE_OF_A_NAME = 0.1
"""The limit if the names of all rows agree with the name of the sum: names are evidence too."""

Rows = tuple[MatchRow, ...]
Choice = tuple[int, int]  # a sum, and the rows that make it as bits


def find_slips(weighing: Weighing) -> None:
    """Take the slips and batches: all rows of one reference on one side, however many, are the sum of one row of the other, and none of
    their rows has an exact partner supported by a name or number."""
    lines, entries = weighing.lines, weighing.entries
    slips: list[tuple[Rows, Rows]] = [((whole,), parts) for whole, parts in _slips(lines, entries, one_line=True)]
    slips += [(parts, (whole,)) for whole, parts in _slips(entries, lines, one_line=False)]
    claims = Counter(row for group in slips for row in (*group[0], *group[1]))
    partners = _Partners(lines, entries) if slips else None
    for of_lines, of_entries in slips:
        rows = (*of_lines, *of_entries)
        if partners and all(claims[row] == 1 and not partners.speaks_for(row) for row in rows):
            weighing.take(of_lines, of_entries)
            weighing.groups.append(Group(of_lines, of_entries))


def _slips(wholes: Iterable[MatchRow], parts: Iterable[MatchRow], *, one_line: bool) -> Iterator[tuple[MatchRow, Rows]]:
    """Yield each row with the rows of the other side, on one page, that name its reference and add up to it."""
    named = ByReference(part for part in parts if part.references)
    for whole in wholes:
        if not whole.references:
            continue
        near = (part for part in named.near_to(whole) if _in_window(whole, part, one_line=one_line))
        slip = tuple(part for part in near if references_agree(whole, part))
        if len(slip) > 1 and len({part.page for part in slip}) == 1 and _total(slip) == whole.amount:
            yield whole, slip


def _total(rows: Iterable[MatchRow]) -> Decimal:
    return sum((row.amount for row in rows), Decimal(0))


class _Partners:
    """Finds the rows with an exact partner that is supported by more than the amount."""

    def __init__(self, lines: Iterable[MatchRow], entries: Iterable[MatchRow]) -> None:
        self.lines = _by_amount(lines)
        self.entries = _by_amount(entries)
        self.of_lines = {line for rows in self.lines.values() for line in rows}

    def speaks_for(self, row: MatchRow) -> bool:
        if row in self.of_lines:
            links = (edge(row, entry) for entry in self.entries.get(row.amount, ()))
        else:
            links = (edge(line, row) for line in self.lines.get(row.amount, ()))
        return any(link is not None and link.support > Support.SILENT for link in links)


def _by_amount(rows: Iterable[MatchRow]) -> dict[Decimal, list[MatchRow]]:
    grouped: dict[Decimal, list[MatchRow]] = defaultdict(list)
    for row in rows:
        grouped[row.amount].append(row)
    return grouped


@dataclass(frozen=True, slots=True)
class Fit:
    """The only choice of rows that adds up, and the number of other sums expected at that total."""

    rows: Rows
    by_chance: float


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
        choices = []
        for reached, chosen in self.first:
            place = bisect_left(self.totals, wanted - reached)
            while place < len(self.totals) and self.totals[place] == wanted - reached:
                choices.append(chosen | self.second[place][1])
                place += 1
        choices = [chosen for chosen in choices if 1 < chosen.bit_count() <= self.most]
        if len(choices) != 1:
            return None
        rows = tuple(row for index, row in enumerate(self.rows) if choices[0] >> index & 1)
        reach = max(abs(wanted) // NEAR, 1)
        about = sum(
            bisect_right(self.totals, wanted + reach - reached) - bisect_left(self.totals, wanted - reach - reached)
            for reached, _ in self.first
        )
        others_a_unit = (about - 1 - sum(abs(single - wanted) <= reach for single in self.single)) / (2 * reach)
        # amounts of whole tens make sums of whole tens, which fit ten times as often
        return Fit(rows, others_a_unit * math.gcd(*(self._units(row.amount) for row in rows)))

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


@dataclass(frozen=True, slots=True)
class _Sum:
    """A row of one side that is the sum of several of the other."""

    whole: MatchRow
    parts: Rows
    one_line: bool
    sure: bool

    @property
    def rows(self) -> Rows:
        return (self.whole, *self.parts)

    @property
    def lines(self) -> Rows:
        return (self.whole,) if self.one_line else self.parts

    @property
    def entries(self) -> Rows:
        return self.parts if self.one_line else (self.whole,)


def find_groups(weighing: Weighing) -> None:
    """Take the sums that share no row with another out of the leftover rows: sure if all rows have one reference, else to confirm.

    Taking one sum may leave others as the only ones, so the search is repeated.
    """
    known = KnownPayees(weighing.alone)
    alone = {row for row in (*weighing.lines, *weighing.entries) if known.has(row)}
    searches = (
        _Search(weighing.lines, weighing.entries, alone, one_line=True),
        _Search(weighing.entries, weighing.lines, alone, one_line=False),
    )
    while True:
        every = [total for search in searches for total in search.sums()]
        claims = Counter(row for total in every for row in total.rows)
        sums = [total for total in every if all(claims[row] == 1 for row in total.rows)]
        if not sums:
            return
        for total in sums:
            weighing.take(total.lines, total.entries)
            if total.sure:
                weighing.groups.append(Group(total.lines, total.entries))
            else:
                weighing.undecided.append(Undecided(Doubt.GROUP, total.lines, total.entries))
        gone = {row for total in sums for row in total.rows}
        for search in searches:
            search.leave_out(gone)


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
        named = (part for part in self.slips.near_to(whole) if references_agree(whole, part))
        slip = [part for part in named if _in_window(whole, part, one_line=self.one_line)]
        # one reference on lines of several statements is no group, since no statement could show the whole of it
        if 1 < len(slip) <= MOST_CANDIDATES and len({part.page for part in slip}) == 1:
            only = self.fit_of(tuple(slip), MOST_PARTS_OF_A_SLIP, whole.amount)
            if only:
                return _Sum(whole, only.rows, self.one_line, sure=len(only.rows) == len(slip)), slip
        if whole in self.alone:
            return None, slip
        near = self.free.near(whole, one_line=self.one_line)
        candidates = [*slip, *near]
        if len(near) > MOST_CANDIDATES:
            return self._of_one_payee(whole)
        if len(near) < 2:
            return None, candidates
        by_page = [tuple(part for part in near if part.page == page) for page in self.pages] if len(self.pages) > 1 else [tuple(near)]
        fits = [fit for parts in by_page if (fit := self.fit_of(parts, MOST_PARTS, whole.amount))]
        if len(fits) != 1:
            return None, candidates
        rows, by_chance = fits[0].rows, fits[0].by_chance
        if by_chance > MOST_BY_CHANCE:
            # a sum of rows of few days only has to be unlikely among the sums of the rows in as few days, anywhere in the window
            first, last = min(min(row.days) for row in rows), max(max(row.days) for row in rows)
            beside = tuple(row for row in near if row.page == rows[0].page and first <= min(row.days) and max(row.days) <= last)
            narrow = self.fit_of(beside, MOST_PARTS, whole.amount)
            places = (LATEST - EARLIEST + 1) / (last - first + 1)
            by_chance = min(by_chance, narrow.by_chance * max(places, 1)) if narrow else by_chance
        sides = [(whole, row) if self.one_line else (row, whole) for row in rows]
        is_of_one_name = all(of_names(line, entry) == Support.PAYEE for line, entry in sides)
        most = MOST_BY_CHANCE_OF_A_NAME if is_of_one_name else MOST_BY_CHANCE
        return _Sum(whole, rows, self.one_line, sure=False) if by_chance <= most else None, candidates

    def _of_one_payee(self, whole: MatchRow) -> tuple[_Sum | None, list[MatchRow]]:
        """Return the sum of rows that name the payee of the whole, of many near it, and these."""
        near = self.free.near(whole, one_line=self.one_line, most=MOST_LOOKED_AT)
        sides = [(whole, row) if self.one_line else (row, whole) for row in near]
        rows = [row for row, (line, entry) in zip(near, sides, strict=True) if of_names(line, entry) is Support.PAYEE]
        if not 1 < len(rows) <= MOST_OF_A_PAYEE or len(near) > MOST_LOOKED_AT or len({row.page for row in rows}) > 1:
            return None, near
        fit = only_choice(rows, whole.amount)
        return _Sum(whole, fit.rows, self.one_line, sure=False) if fit and fit.by_chance <= MOST_BY_CHANCE_OF_A_NAME else None, near


def only_choice(rows: Sequence[MatchRow], total: Decimal) -> Fit | None:
    """Return the only choice of two rows or more that adds up to the total; None if there is none, or more than one.

    Bit `n` of a number is 1 if some choice adds up to `n` units, of another one if more than one does. A negative amount is taken at first,
    and leaving it out adds its size. Of a choice and the rows that it leaves the smaller sum is searched.
    """
    exponent = min(_exponent(row.amount) for row in rows)
    units = [int(row.amount.scaleb(-exponent)) for row in rows]
    wanted = int(total.scaleb(-exponent)) - sum(unit for unit in units if unit < 0)
    sizes, whole = [abs(unit) for unit in units], sum(map(abs, units))
    limit, reach = min(wanted, whole - wanted), max(abs(int(total.scaleb(-exponent))) // NEAR, 1)
    if total != total.quantize(Decimal(1).scaleb(exponent)) or limit < 0 or limit + reach > MOST_UNITS:
        return None
    mask, some, several, before = (1 << limit + reach + 1) - 1, 1, 0, []
    for size in sizes:
        before.append(some)
        several = (several | several << size | some & some << size) & mask
        some = (some | some << size) & mask
    if not some >> limit & 1 or several >> limit & 1:
        return None
    left, picked = limit, set[int]()
    for place in reversed(range(len(sizes))):
        if not before[place] >> left & 1:
            picked.add(place)
            left -= sizes[place]
    is_taken = limit == wanted  # else these are the rows that the choice leaves
    chosen = tuple(row for place, row in enumerate(rows) if (place in picked) == (is_taken == (units[place] > 0)))
    # all rows are one choice, whatever other sums lie near
    others = (some >> max(limit - reach, 0)).bit_count() - 1 if len(chosen) < len(rows) else 1
    by_chance = others / (2 * reach) * math.gcd(*sizes)
    return Fit(chosen, by_chance) if len(chosen) > 1 else None


def _fit(parts: Rows, most: int, total: Decimal) -> Fit | None:
    """Return the only choice of these rows that adds up to the total, or None. No choice goes beyond all money out, or all money in."""
    if _total(row for row in parts if row.amount < 0) <= total <= _total(row for row in parts if row.amount > 0):
        return SubsetSums(parts, most).only(total)
    return None


class _Calendar:
    """Rows by day."""

    def __init__(self, rows: Iterable[MatchRow]) -> None:
        self.dated = sorted(((day, row) for row in rows for day in row.days), key=itemgetter(0))
        self.days = [day for day, _ in self.dated]

    def near(self, whole: MatchRow, *, one_line: bool, most: int = MOST_CANDIDATES) -> list[MatchRow]:
        """Return the rows in the window of a row of the other side, each once; cut off if there are too many to exclude chance."""
        rows: dict[MatchRow, None] = {}
        for day in whole.days:
            first, last = (day - LATEST, day - EARLIEST) if one_line else (day + EARLIEST, day + LATEST)
            for place in range(bisect_left(self.days, first), bisect_right(self.days, last)):
                row = self.dated[place][1]
                if _in_window(whole, row, one_line=one_line):
                    rows[row] = None
                    if len(rows) > most:
                        return list(rows)
        return list(rows)


def _in_window(whole: MatchRow, part: MatchRow, *, one_line: bool) -> bool:
    """True if one of the two, the line, is printed within the days of the other."""
    line, entry = (whole, part) if one_line else (part, whole)
    lag = nearest_lag(line, entry)
    return lag is not None and in_window(entry, lag)
