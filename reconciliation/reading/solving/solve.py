"""The search: of all the ways to read an account, the one that makes its printed figures add up."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft, newest_first
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.scanning.entries import Entry, Seen, Table
from reconciliation.reading.solving.signs import Way, signs_by_balance, ways_of
from reconciliation.reading.solving.solution import Solution, owed_value
from reconciliation.reading.solving.tables import below_closing, sorted_out
from reconciliation.reading.solving.testimony import testimony
from reconciliation.reading.solving.totals import count_totals

FEWEST_READINGS, MOST_READINGS, MOST_WORK = 6, 256, 200_000  # readings tried; rows looked at in all of them
MOST_CHOICES = 6
MIRRORED = 6  # of its score, what a reading loses that all but adds up with every sign turned
NAMED_WAYS = ("columns", "type", "heading", "plus")  # tried before those that follow the signs as printed

Amounts = list[Decimal | None]


def solve(draft: Draft, calendar: Calendar, *, card: bool) -> list[Solution]:
    """Return the readings of one account, best first."""
    most = max(FEWEST_READINGS, min(MOST_READINGS, MOST_WORK // (1 + len(draft.entries))))
    return sorted(itertools.islice(_solutions(draft, calendar, card=card), most), key=lambda solution: _rank(solution, card=card))


def _rank(solution: Solution, *, card: bool) -> tuple[int, int]:
    """Return the sort key of a reading: what contradicts it less what adds up; then, on a card, what makes it unlikely: the rows' words,
    more payments than purchases where no heading names the side, and a balance in favour at both ends."""
    gap = solution.difference
    mirrored = gap is not None and gap != 0 and abs(gap) > abs(gap + 2 * solution.movement)
    rank = MIRRORED * mirrored - solution.score
    if not card:
        return rank, 0
    words = testimony(solution.entries, solution.amounts, owed=True)
    sections = "heading" in solution.ways and all(map(_is_one_side, solution.tables))
    paid = not sections and 2 * solution.sides.rows_in > len(solution.amounts)
    overpaid = solution.opening is not None and solution.closing is not None and min(solution.opening, solution.closing) > 0
    return rank, (words.against > words.agree) * 2 + overpaid * 2 + paid


def _is_one_side(table: Table) -> bool:
    """True if its figures all have the same sign, as those of a section do."""
    return len({entry.figures["amount"].sign for entry in table.entries if "amount" in entry.figures}) < 2


def _solutions(draft: Draft, calendar: Calendar, *, card: bool) -> Iterator[Solution]:
    places = {id(entry): place for place, entry in enumerate(draft.entries)}
    ends = draft.of("opening", "closing", "brought", "carried")
    is_signed = any(end.figure is not None and end.figure.printed < 0 for end in ends)  # a debt that may be meant as printed
    for tables in _choices_of_tables(draft, calendar):
        left_out = tuple(table for table in draft.tables if table not in tables)
        entries = sorted((entry for table in tables for entry in table.entries), key=lambda entry: places[id(entry)])
        backwards = newest_first(entries, calendar)
        by_ways = _amounts_by_ways(tables, entries, card=card)
        for owed in (True, False) if card and is_signed else (card,):
            balances = [owed_value(entry.figures["balance"], owed=owed) if "balance" in entry.figures else None for entry in entries]
            for opening, closing in _printed_ends(draft, owed=owed):
                readings, by_balance = by_ways, signs_by_balance(tables, entries, balances, opening, backwards=backwards)
                if by_balance is not None and all(by_balance != amounts for _, amounts in by_ways):
                    readings = [*by_ways, (("balance",), by_balance)]
                for ways, amounts in readings:
                    start, end = _ends(amounts, balances, opening, closing, backwards=backwards)
                    solution = Solution(entries, amounts, balances, start, end, backwards, ways, left_out, tuple(tables))
                    _follow(solution)
                    count_totals(solution, draft, card=card)
                    yield solution


def _choices_of_tables(draft: Draft, calendar: Calendar) -> Iterator[list[Table]]:
    """Yield the tables that may hold the movements: the usual ones, those with copies, and those above the closing."""
    usual, copies = sorted_out(draft.tables, calendar)
    yield usual
    if copies:
        yield [*usual, *copies]
    below = below_closing(draft)
    above = [table for table in usual if table not in below]
    if 0 < len(above) < len(usual):
        yield above


def _printed_ends(draft: Draft, *, owed: bool) -> Iterable[tuple[Decimal | None, Decimal | None]]:
    """Return the pairs of opening and closing balance that the account prints; None where it prints none."""

    def values(seen: Sequence[Seen]) -> list[Decimal | None]:
        return list(dict.fromkeys(owed_value(balance.figure, owed=owed) for balance in seen if balance.figure is not None))

    openings = values(draft.of("opening")) or values(draft.brought_in) or [None]
    closings = values(draft.of("closing")) or values(draft.carried_out) or [None]
    return itertools.product(openings[:MOST_CHOICES], closings[:MOST_CHOICES])


def _amounts_by_ways(tables: Sequence[Table], entries: Sequence[Entry], *, card: bool) -> list[tuple[tuple[str, ...], Amounts]]:
    """Return the different amounts of the entries under each combination of ways; tables of one kind are read alike."""
    options = {id(table): ways_of(table, card=card) for table in tables}
    table_of = {id(entry): id(table) for table in tables for entry in table.entries}
    readings: dict[tuple[Decimal | None, ...], tuple[str, ...]] = {}
    for favourite in _names_in_order(list(options.values())):
        names = {table: favourite if favourite in ways else next(iter(ways)) for table, ways in options.items()}
        ways = {table: options[table][name] for table, name in names.items()}
        amounts = tuple(ways[table_of[id(entry)]](entry) for entry in entries)
        readings.setdefault(amounts, tuple(dict.fromkeys(names.values())))
    return [(names, list(amounts)) for amounts, names in readings.items()]


def _names_in_order(options: Sequence[Mapping[str, Way]]) -> list[str]:
    """Return the names of the ways in the order in which the tables themselves would try them."""
    orders = [[*NAMED_WAYS, *(name for name in ways if name not in NAMED_WAYS)] for ways in options]
    names = dict.fromkeys(name for ways in options for name in ways)
    return sorted(names, key=lambda name: max(order.index(name) for order in orders if name in order))


def _ends(
    amounts: Amounts, balances: Amounts, opening: Decimal | None, closing: Decimal | None, *, backwards: bool
) -> tuple[Decimal | None, Decimal | None]:
    """Return the opening and closing balance: where no label prints them, those that follow from a printed running balance."""
    if not balances:
        return opening, closing
    first, last = (-1, 0) if backwards else (0, -1)
    reached, amount = balances[first], amounts[first]
    if opening is None and reached is not None and amount is not None:
        opening = reached - amount
    return opening, balances[last] if closing is None else closing


def _follow(solution: Solution) -> None:
    """Walk the rows in the order of time and compare every printed balance."""
    running, places = solution.opening, range(len(solution.entries))
    for place in reversed(places) if solution.newest_first else places:
        amount, balance = solution.amounts[place], solution.balances[place]
        running = None if running is None or amount is None else running + amount
        if balance is None:
            continue
        if running == balance:
            solution.follows += 1
        elif running is not None:
            solution.breaks.append(place)
        running = balance
