"""The search: of all the ways to read an account, the one that makes its printed figures add up."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft, newest_first
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.scanning.entries import Entry, Seen, Table
from reconciliation.reading.solving.signs import Way, by_balance, ways_of
from reconciliation.reading.solving.solution import Solution, owed_value
from reconciliation.reading.solving.tables import below_closing, sorted_out
from reconciliation.reading.solving.testimony import testimony
from reconciliation.reading.solving.totals import count_totals

FEWEST_READINGS, MOST_READINGS, MOST_WORK = 6, 256, 200_000  # readings tried; rows looked at in all of them
MOST_CHOICES = 6
MIRRORED = 6  # of its score, what a reading loses that all but adds up with every sign turned


def solve(draft: Draft, calendar: Calendar, *, card: bool) -> list[Solution]:
    """The readings of one account, best first."""
    most = max(FEWEST_READINGS, min(MOST_READINGS, MOST_WORK // (1 + len(draft.entries))))
    found = list(itertools.islice(_solutions(draft, calendar, card=card), most))
    return sorted(found, key=lambda solution: (MIRRORED * _mirrored(solution) - solution.score, _unlikely(solution, card=card)))


def _mirrored(solution: Solution) -> bool:
    """Does it not add up, and would come nearer with every sign turned?"""
    gap = solution.difference
    return gap is not None and gap != 0 and abs(gap) > abs(gap + 2 * solution.movement)


def _unlikely(solution: Solution, *, card: bool) -> int:
    """Of readings that add up alike, how much speaks against one: the rows' words, and on a card their number where no heading tells."""
    if not card:
        return 0
    told = testimony(solution.entries, solution.amounts, owed=True)
    sections = "heading" in solution.ways and all(map(_one_side, solution.tables))
    paid = not sections and 2 * solution.sides.rows_in > len(solution.amounts)
    overpaid = solution.opening is not None and solution.closing is not None and min(solution.opening, solution.closing) > 0
    return (told.against > told.agree) * 2 + overpaid * 2 + paid


def _one_side(table: Table) -> bool:
    """Do its figures all have the same sign, as those of a section do?"""
    return len({figure.sign for entry in table.entries for role, figure in entry.figures.items() if role == "amount"}) < 2


def _solutions(draft: Draft, calendar: Calendar, *, card: bool) -> Iterator[Solution]:
    usual, copies = sorted_out(draft.tables, calendar)
    above = [table for table in usual if table not in below_closing(draft)]
    choices = [usual, *([[*usual, *copies]] if copies else []), *([above] if 0 < len(above) < len(usual) else [])]
    for tables in choices:
        left_out = tuple(table for table in draft.tables if table not in tables)
        entries = _in_order(tables, draft)
        backwards = newest_first(entries, calendar)
        for owed in (True, False) if card and _signed(draft) else (card,):
            for opening, closing in _balances(draft, owed=owed):
                yield from _read(draft, tables, entries, left_out, opening, closing, backwards=backwards, card=card, owed=owed)


def _signed(draft: Draft) -> bool:
    """Are balances of a debt printed with a sign, so that they may be meant as printed?"""
    return any(one.figure is not None and one.figure.printed < 0 for one in draft.of("opening", "closing", "brought", "carried"))


def _balances(draft: Draft, *, owed: bool) -> Iterator[tuple[Decimal | None, Decimal | None]]:
    openings = _values(draft.of("opening"), owed=owed) or _values(draft.brought_in, owed=owed)
    closings = _values(draft.of("closing"), owed=owed) or _values(draft.carried_out, owed=owed)
    unknown: list[Decimal | None] = [None]
    yield from itertools.product(openings[:MOST_CHOICES] or unknown, closings[:MOST_CHOICES] or unknown)


def _values(seen: Sequence[Seen], *, owed: bool) -> list[Decimal]:
    return list(dict.fromkeys(owed_value(one.figure, owed=owed) for one in seen if one.figure is not None))


def _read(
    draft: Draft,
    tables: Sequence[Table],
    entries: list[Entry],
    left_out: tuple[Table, ...],
    opening: Decimal | None,
    closing: Decimal | None,
    *,
    backwards: bool,
    card: bool,
    owed: bool,
) -> Iterator[Solution]:
    balance_of = _balance_reader(owed=owed)
    balances = [balance_of(entry) for entry in entries]
    for ways, amounts in _amounts(tables, entries, opening, balance_of, backwards=backwards, card=card):
        start, end = _from_rows(entries, amounts, balances, opening, closing, backwards=backwards)
        solution = Solution(entries, amounts, balances, start, end, backwards, ways, left_out, tuple(tables))
        _follow(solution)
        count_totals(solution, draft, card=card)
        yield solution


def _in_order(tables: Sequence[Table], draft: Draft) -> list[Entry]:
    """The tables' rows as they are printed."""
    order = {id(entry): index for index, entry in enumerate(draft.entries)}
    return sorted((entry for table in tables for entry in table.entries), key=lambda entry: order[id(entry)])


def _balance_reader(*, owed: bool) -> Callable[[Entry], Decimal | None]:
    def balance_of(entry: Entry) -> Decimal | None:
        figure = entry.figures.get("balance")
        return None if figure is None else owed_value(figure, owed=owed)

    return balance_of


def _amounts(
    tables: Sequence[Table],
    entries: Sequence[Entry],
    opening: Decimal | None,
    balance_of: Callable[[Entry], Decimal | None],
    *,
    backwards: bool,
    card: bool,
) -> Iterator[tuple[tuple[str, ...], list[Decimal | None]]]:
    """The amounts of the entries under each combination of ways; tables of one kind are read alike."""
    options = {id(table): ways_of(table, card=card) for table in tables}
    names = sorted({name for ways in options.values() for name in ways}, key=_rank(options.values()))
    home = {id(entry): table for table in tables for entry in table.entries}
    told: set[tuple[Decimal | None, ...]] = set()
    for favourite in names:
        chosen = {key: _choose(ways, favourite) for key, ways in options.items()}
        amounts = [options[id(home[id(entry)])][chosen[id(home[id(entry)])]](entry) for entry in entries]
        if tuple(amounts) not in told:
            told.add(tuple(amounts))
            yield tuple(dict.fromkeys(chosen.values())), amounts
    running = by_balance(tables, entries[::-1] if backwards else entries, opening, balance_of)
    if running is not None and tuple(running) not in told:
        yield ("balance",), list(reversed(running)) if backwards else list(running)


def _rank(options: Iterable[Mapping[str, Way]]) -> Callable[[str], int]:
    """The order in which the tables themselves would try the ways."""
    places: dict[str, int] = {}
    for ways in options:
        for place, name in enumerate(("columns", "type", "heading", "plus", *(name for name in ways if name in {"printed", "reversed"}))):
            places[name] = max(place, places.get(name, 0))
    return lambda name: places[name]


def _choose(ways: Mapping[str, Way], favourite: str) -> str:
    return favourite if favourite in ways else next(iter(ways))


def _from_rows(
    entries: Sequence[Entry],
    amounts: Sequence[Decimal | None],
    balances: Sequence[Decimal | None],
    opening: Decimal | None,
    closing: Decimal | None,
    *,
    backwards: bool,
) -> tuple[Decimal | None, Decimal | None]:
    """Balances that follow from a printed running balance, where no label prints them."""
    if not entries:
        return opening, closing
    first, last = (-1, 0) if backwards else (0, -1)
    reached, amount = balances[first], amounts[first]
    if opening is None and reached is not None and amount is not None:
        opening = reached - amount
    if closing is None:
        closing = balances[last]
    return opening, closing


def _follow(solution: Solution) -> None:
    """Walk the rows in the order of time and compare every printed balance."""
    count = len(solution.entries)
    running = solution.opening
    for index in reversed(range(count)) if solution.newest_first else range(count):
        amount, balance = solution.amounts[index], solution.balances[index]
        running = None if running is None or amount is None else running + amount
        if balance is None:
            continue
        if running is not None and running != balance:
            solution.breaks.append(index)
        elif running is not None:
            solution.follows += 1
        running = balance
