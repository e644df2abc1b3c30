"""Is a paper matched? R, A, O, L, C and T of the table, each counted from the rows."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from tests.verdicts.law.case import Case, Days, chain_of, goes_on, touches
from tests.verdicts.law.guards import Doubted, doubt
from tests.verdicts.law.linking import LATE
from tests.verdicts.law.repeating import links_by_law
from tests.verdicts.law.settling import Settled, Way, settle_pairs, settle_reversals, settle_slips
from tests.verdicts.law.sums import settle_sums
from tests.verdicts.law.telling import settle_differences


def matched(case: Case) -> set[int]:
    """The papers of a case that the law calls matched, by place."""
    chain = chain_of(case)
    settled = settle(case, chain)
    found: set[int] = set()
    for chosen in settled.ways():
        reading = _Reading(case, chain, settled, chosen)
        found |= {days.paper for days in chain if days.paper not in found and reading.matches(days)}
    return found


def _moving(case: Case) -> list[int]:
    """Amendment 8: an entry of 0.00 is no reconciling item."""
    return [entry for entry in case.counting() if case.entries[entry].amount]


def settle(case: Case, chain: list[Days]) -> Settled:
    papers = {days.paper for days in chain}
    lines = {place for place, line in enumerate(case.lines) if line.paper in papers and line.amount}
    settled = Settled(case, lines, set(_moving(case)))
    settle_slips(settled)
    settle_pairs(settled)
    settle_reversals(settled)
    settle_sums(settled)
    settle_differences(settled)
    return settled


def whole(case: Case, chain: list[Days], days: Days) -> bool:
    """R: nothing unread, both balances known, the rows make their difference, and ends that are not named are confirmed."""
    paper, opening = case.papers[days.paper], opening_of(case, chain, days)
    if paper.flags or paper.unread or paper.closing is None or opening is None or paper.holds is False:
        return False
    if paper.holds is None and paper.opening is not None and not (paper.follows and _ends_confirmed(case, chain, days)):
        return False
    return opening + _total(case.lines[line].amount for line in case.lines_of(days.paper)) == paper.closing


def _ends_confirmed(case: Case, chain: list[Days], days: Days) -> bool:
    """Amendment 1: the paper before closes with this opening, and the paper after opens with this closing."""
    paper, before = case.papers[days.paper], adjoining(case, chain, days)
    after = next((other for other in chain if goes_on(case, days, other)), None)
    if before is None or after is None or not (_follows(case, before) and _follows(case, after)):
        return False
    return case.papers[before.paper].closing == paper.opening and case.papers[after.paper].opening == paper.closing


def _follows(case: Case, days: Days) -> bool:
    """Its own rows lead from its opening to its closing, and all of it was read."""
    paper = case.papers[days.paper]
    if paper.flags or paper.unread or paper.opening is None or paper.closing is None or not (paper.holds or paper.follows):
        return False
    return paper.opening + _total(case.lines[line].amount for line in case.lines_of(days.paper)) == paper.closing


def opening_of(case: Case, chain: list[Days], days: Days) -> Decimal | None:
    """Printed, or the closing of the paper that ends the day before, if that one is whole."""
    printed = case.papers[days.paper].opening
    before = adjoining(case, chain, days)
    if printed is not None or before is None:
        return printed
    return case.papers[before.paper].closing if whole(case, chain, before) else None


def adjoining(case: Case, chain: list[Days], days: Days) -> Days | None:
    return next((other for other in chain if goes_on(case, other, days)), None)


def _total(amounts: object) -> Decimal:
    return sum(amounts, Decimal(0))  # type: ignore[call-overload, no-any-return]


@dataclass
class _Reading:
    """One choice of pairings, and where it leaves every entry as of each paper."""

    case: Case
    chain: list[Days]
    settled: Settled
    chosen: tuple[Way, ...]

    def __post_init__(self) -> None:
        self.doubted: Doubted = doubt(self.settled, self.chosen, self.chain)
        case = self.case
        pairs = {entry: case.lines[line].paper for line, entry in self.doubted.pairs.items()}
        slips = {entry: case.lines[lines[0]].paper for lines, entries in self.settled.slips for entry in entries}
        self.proving = pairs | slips
        self.cleared = self.proving | {entry: case.lines[line].paper for line, entry in self.settled.differing.items()}
        self.asked = {entry for _, entries in self.doubted.questions for entry in entries}
        self.paid = set(self.doubted.pairs) | {line for lines, _ in self.settled.slips for line in lines}
        self.order = {days.paper: place for place, days in enumerate(self.chain)}

    def matches(self, days: Days) -> bool:
        return (
            whole(self.case, self.chain, days)
            and self._every_row_is_paid(days)
            and self._opening_ties(days)
            and all(self._proved(entry, days) for entry in self._left_over(days))
            and not any(self.case.entries[entry].date > days.last for entry in self._cleared_by(days))
            and not self._about_an_unprinted_day(days)
            and not self._from_this_paper(days)
        )

    def _every_row_is_paid(self, days: Days) -> bool:
        return {line for line in self.case.lines_of(days.paper) if self.case.lines[line].amount} <= self.paid

    def _opening_ties(self, days: Days) -> bool:
        case, printed, before = self.case, self.case.papers[days.paper].opening, adjoining(self.case, self.chain, days)
        if case.opening is None or case.opening_date is None or case.opening_date > days.first:
            return False
        if before and printed is not None and case.papers[before.paper].closing not in (None, printed):
            return False
        brought_forward = case.opening + _total(case.entries[entry].amount for entry in self._cleared_before(days))
        return opening_of(case, self.chain, days) == brought_forward

    def _cleared_before(self, days: Days) -> set[int]:
        """By a row of an earlier paper, or dated on days before that no paper has."""
        return {entry for entry in _moving(self.case) if self._is_cleared_before(entry, days)}

    def _is_cleared_before(self, entry: int, days: Days) -> bool:
        booked = self.case.entries[entry]
        if entry in self.cleared:
            return self.order[self.cleared[entry]] < self.order[days.paper]
        if booked.brought_forward or entry in self.asked or entry in self.settled.reversed:
            return False
        return booked.date < days.first and not any(other.first <= booked.date <= other.last for other in self.chain)

    def _cleared_by(self, days: Days) -> set[int]:
        return self._cleared_before(days) | {entry for entry, paper in self.cleared.items() if paper == days.paper}

    def _left_over(self, days: Days) -> set[int]:
        dated = {entry for entry in _moving(self.case) if self.case.entries[entry].date <= days.last}
        return dated - self._cleared_by(days)

    def _proved(self, entry: int, days: Days) -> bool:
        """One half of a reversal, or cleared by a row of a later paper that is read whole."""
        if entry in self.settled.reversed:
            return True
        later = next((other for other in self.chain if other.paper == self.proving.get(entry)), None)
        if later is None or (self.case.entries[entry].way == "fee" and not self._of_the_shared_day(entry, days, later)):
            return False
        return self.order[later.paper] > self.order[days.paper] and whole(self.case, self.chain, later)

    def _of_the_shared_day(self, entry: int, days: Days, later: Days) -> bool:
        """Booked and printed on the one day of both papers, of which the later one prints it."""
        rows = [line for line, one in self.doubted.pairs.items() if one == entry]
        rows += [line for lines, entries in self.settled.slips if entry in entries for line in lines]
        printed = {self.case.lines[line].date for line in rows}
        return touches(self.case, days, later) and printed == {self.case.entries[entry].date} == {days.last}

    def _about_an_unprinted_day(self, days: Days) -> bool:
        """True if the paper's first or last day is not printed and entries about it that no row pays may be its own."""
        paper, place = self.case.papers[days.paper], self.order[days.paper]
        earlier = self.chain[place - 1].last if place else days.first - dt.timedelta(days=LATE + 1)
        for entry in _moving(self.case):
            day = self.case.entries[entry].date
            if entry in self.cleared:
                continue
            if paper.last is None and days.last <= day <= days.last + dt.timedelta(days=LATE):
                return True
            if paper.first is None and earlier < day < days.first and entry not in self.settled.reversed:
                return True
        return False

    def _from_this_paper(self, days: Days) -> bool:
        """Books that were started from this very paper, or from a copy of it, prove nothing about it."""
        links = {frozenset(papers) for kind, *papers in links_by_law(self.case) if kind == "same_as"}
        own = {days.paper} | {paper for papers in links if days.paper in papers for paper in papers}
        return any(self.case.entries[entry].from_paper in own for entry in self.case.counting())
