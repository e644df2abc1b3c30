"""One line that is several entries, or one entry that is several lines: proposed only where nothing else adds up."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from reconciliation.matching.agreement import ByReference
from reconciliation.matching.evidence import in_window, nearest_lag, references_agree
from reconciliation.matching.known import KnownPayees
from reconciliation.matching.outcome import Doubt, Group, Undecided, Weighing
from reconciliation.matching.rows import EARLIEST, LATEST, Row
from reconciliation.matching.slips import MOST_PARTS_OF_A_SLIP
from reconciliation.matching.sums import MOST_BY_CHANCE, MOST_CANDIDATES, Fit, Sums

MOST_PARTS = 6

FitOf = Callable[[tuple[Row, ...], int, Decimal], Fit | None]


@dataclass(frozen=True, slots=True)
class _Sum:
    """A row of one side that is the sum of several of the other."""

    whole: Row
    parts: tuple[Row, ...]
    one_line: bool
    sure: bool

    @property
    def lines(self) -> tuple[Row, ...]:
        return (self.whole,) if self.one_line else self.parts

    @property
    def entries(self) -> tuple[Row, ...]:
        return self.parts if self.one_line else (self.whole,)


def find_groups(weighing: Weighing) -> None:
    """Take the sums out of what is left over: sure where one reference stands on all rows, else to confirm.

    What one sum takes makes room for others to be the only ones, so that it is looked again.
    """
    known = KnownPayees(weighing.pairs)
    alone = {id(row) for row in (*weighing.lines, *weighing.entries) if known.has(row)}
    fit_of = lru_cache(maxsize=None)(_fit)  # a second look asks mostly for the same
    while found := _unrivalled(weighing, alone, fit_of):
        for total in found:
            weighing.take(total.lines, total.entries)
            if total.sure:
                weighing.groups.append(Group(total.lines, total.entries))
            else:
                weighing.undecided.append(Undecided(Doubt.GROUP, total.lines, total.entries))


def _unrivalled(weighing: Weighing, alone: Set[int], fit_of: FitOf) -> list[_Sum]:
    """The sums that share no row with another; rows in `alone`, by identity, only where one reference names them."""
    found = [
        *_sums(weighing.lines, weighing.entries, alone, fit_of, one_line=True),
        *_sums(weighing.entries, weighing.lines, alone, fit_of, one_line=False),
    ]
    claims = Counter(id(row) for total in found for row in (total.whole, *total.parts))
    return [total for total in found if all(claims[id(row)] == 1 for row in (total.whole, *total.parts))]


def _sums(wholes: Iterable[Row], parts: Sequence[Row], alone: Set[int], fit_of: FitOf, *, one_line: bool) -> Iterator[_Sum]:
    """Every row that is the sum of rows of the other side, a page at a time where these are lines."""
    slips = ByReference(parts)
    free = _Calendar(part for part in parts if id(part) not in alone)
    pages = list(dict.fromkeys(part.page for part in parts))
    for whole in sorted(wholes, key=_days):
        slip = [part for part in slips.near_to(whole) if references_agree(whole, part) and _in_window(whole, part, one_line=one_line)]
        if _of_one_page(slip) and 1 < len(slip) <= MOST_CANDIDATES and (only := fit_of(tuple(slip), MOST_PARTS_OF_A_SLIP, whole.amount)):
            yield _Sum(whole, only.rows, one_line, sure=len(only.rows) == len(slip))
        elif id(whole) not in alone and (chosen := _only_free_sum(whole, free, pages, fit_of, one_line=one_line)):
            yield _Sum(whole, chosen, one_line, sure=False)


def _of_one_page(parts: Iterable[Row]) -> bool:
    """One reference on lines of several statements is no group: no statement could show the whole of it."""
    return len({part.page for part in parts}) == 1


def _days(row: Row) -> tuple[int, ...]:
    return row.days


def _only_free_sum(whole: Row, free: "_Calendar", pages: Sequence[Hashable], fit_of: FitOf, *, one_line: bool) -> tuple[Row, ...] | None:
    near = [part for part in free.near(whole, one_line=one_line) if _in_window(whole, part, one_line=one_line)]
    if not 1 < len(near) <= MOST_CANDIDATES:
        return None
    by_page = (tuple(part for part in near if part.page == page) for page in pages)
    fits = [fit for parts in by_page if (fit := fit_of(parts, MOST_PARTS, whole.amount)) and fit.by_chance <= MOST_BY_CHANCE]
    return fits[0].rows if len(fits) == 1 else None


def _fit(parts: tuple[Row, ...], most: int, total: Decimal) -> Fit | None:
    return Sums(parts, most).only(total)


class _Calendar:
    """Rows by day."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.days: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            for day in row.days:
                self.days[day].append(row)

    def near(self, whole: Row, *, one_line: bool) -> list[Row]:
        """Rows in the window of one of the other side, each once; cut off where there are too many to be told from chance."""
        days = {day - lag if one_line else day + lag for day in whole.days for lag in range(EARLIEST, LATEST + 1)}
        found: dict[int, Row] = {}
        for day in sorted(days):
            found |= {id(row): row for row in self.days.get(day, ())}
            if len(found) > MOST_CANDIDATES:
                break
        return list(found.values())


def _in_window(whole: Row, part: Row, *, one_line: bool) -> bool:
    lag = nearest_lag(whole, part) if one_line else nearest_lag(part, whole)
    return lag is not None and in_window(part if one_line else whole, lag)
