"""The search: of all the ways to read an account, the one that makes its printed figures add up."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from reconciliation.reading.amounts import IN_MARKS, Figure
from reconciliation.reading.calendar import Calendar
from reconciliation.reading.drafts import Draft, newest_first
from reconciliation.reading.entries import Entry, Seen, Table
from reconciliation.reading.signs import Way, by_balance, ways_of
from reconciliation.reading.testimony import testimony
from reconciliation.reading.vocabulary import ASIDE, DAILY, OTHER_SPAN, direction

OF_A_PART = re.compile(r"\b(?:fees?|interest|charges?|overdraft|returned|gebuhren|zinsen|frais|interets|comisiones|intereses)\b")
FEWEST_READINGS, MOST_READINGS, MOST_WORK = 6, 256, 200_000  # readings tried; rows looked at in all of them
MOST_CHOICES = 6


@dataclass(eq=False)
class Solution:
    """One way to read an account, and what adds up in it."""

    entries: list[Entry]  # in printed order
    amounts: list[Decimal | None]
    balances: list[Decimal | None]
    opening: Decimal | None
    closing: Decimal | None
    newest_first: bool
    ways: tuple[str, ...]
    left_out: tuple[Table, ...] = ()
    tables: tuple[Table, ...] = ()
    follows: int = 0  # printed balances that follow
    breaks: list[int] = field(default_factory=list)
    totals_right: int = 0
    totals_wrong: int = 0

    @property
    def movement(self) -> Decimal:
        return sum((amount for amount in self.amounts if amount is not None), Decimal(0))

    @property
    def difference(self) -> Decimal | None:
        if self.opening is None or self.closing is None:
            return None
        return self.closing - self.opening - self.movement

    @property
    def score(self) -> float:
        """What adds up counts for the reading, what contradicts it against."""
        worth = 0.0
        if self.difference is not None:
            worth += 12 if self.difference == 0 else -6
        worth += 3 * self.follows - 4 * len(self.breaks) + 2 * self.totals_right - 2 * self.totals_wrong
        return worth - 3 * sum(amount is None for amount in self.amounts)


def owed_value(figure: Figure, *, owed: bool) -> Decimal:
    """A balance from the holder's side: on a card what is printed plainly is owed, CR is in the holder's favour."""
    if not owed:
        return figure.printed
    if figure.mark in IN_MARKS or figure.sign < 0:
        return figure.size
    return -figure.size


def solve(draft: Draft, calendar: Calendar, *, card: bool) -> list[Solution]:
    """The readings of one account, best first."""
    most = max(FEWEST_READINGS, min(MOST_READINGS, MOST_WORK // (1 + len(draft.entries))))
    found = list(itertools.islice(_solutions(draft, calendar, card=card), most))
    return sorted(found, key=lambda solution: (-solution.score, _unlikely(solution, card=card)))


def _unlikely(solution: Solution, *, card: bool) -> int:
    """Of readings that add up alike, how much speaks against one: the rows' words, and on a card their number where no heading tells."""
    if not card:
        return 0
    told = testimony(solution.entries, solution.amounts, owed=True)
    sections = "heading" in solution.ways and all(map(_one_side, solution.tables))
    paid = not sections and 2 * sum((amount or 0) > 0 for amount in solution.amounts) > len(solution.amounts)
    overpaid = min(solution.opening or 0, solution.closing or 0) > 0
    return (told.against > told.agree) * 2 + overpaid * 2 + paid


def _one_side(table: Table) -> bool:
    """Do its figures all have the same sign, as those of a section do?"""
    return len({figure.sign for entry in table.entries for role, figure in entry.figures.items() if role == "amount"}) < 2


def _solutions(draft: Draft, calendar: Calendar, *, card: bool) -> Iterator[Solution]:
    usual, copies = _sorted_out(draft.tables, calendar)
    for tables in [usual, [*usual, *copies]] if copies else [usual]:
        left_out = tuple(table for table in draft.tables if table not in tables)
        for owed in (True, False) if card and _signed(draft) else (card,):
            for opening, closing in _balances(draft, owed=owed):
                yield from _read(draft, tables, left_out, opening, closing, calendar, card=card, owed=owed)


def _signed(draft: Draft) -> bool:
    """Are balances of a debt printed with a sign, so that they may be meant as printed?"""
    return any(one.figure is not None and one.figure.printed < 0 for one in draft.of("opening", "closing", "brought", "carried"))


def _sorted_out(tables: Sequence[Table], calendar: Calendar) -> tuple[list[Table], list[Table]]:
    """Tables of movements, and those that only repeat them; tables of daily balances are neither."""
    moving = [table for table in tables if not is_daily(table) and not is_aside(table)]
    copies = [table for table in moving if _is_copy(table, moving, calendar)]
    return [table for table in moving if table not in copies], copies


def is_daily(table: Table) -> bool:
    """Does the table list balances by day?"""
    roles = {role for entry in table.entries for role in entry.figures}
    return bool(DAILY.search(table.heading)) or roles == {"balance"}


def is_aside(table: Table) -> bool:
    """Does the heading say that these movements are not in the balances?"""
    return bool(ASIDE.search(table.heading))


def _is_copy(table: Table, tables: Sequence[Table], calendar: Calendar) -> bool:
    """Every row of it stands in larger tables, or in earlier ones of its size, with the same size and always the same one of its days."""
    place, size = tables.index(table), len(table.entries)
    others = [
        entry
        for index, other in enumerate(tables)
        if len(other.entries) > size or (index < place and len(other.entries) == size)
        for entry in other.entries
    ]
    if not place or not size:
        return False
    mine = Counter(_key(entry, "", calendar) for entry in table.entries)
    roles = {"", *(role for entry in others for role in entry.days)}
    return any(not mine - Counter(_key(entry, role, calendar) for entry in others) for role in roles)


def _key(entry: Entry, role: str, calendar: Calendar) -> tuple[tuple[int, int] | None, Decimal]:
    """The row's day in this role, or its first, whether its year is printed or not; and its size."""
    day = entry.days.get(role) or next(iter(entry.days.values()), None)
    size = next((figure.size for role, figure in entry.figures.items() if role != "balance" and figure.size), Decimal(0))
    return calendar.month_and_day(day) if day else None, size


def _balances(draft: Draft, *, owed: bool) -> Iterator[tuple[Decimal | None, Decimal | None]]:
    openings = _values(draft.of("opening"), owed=owed) or _values(draft.of("brought")[:1], owed=owed)
    closings = _values(draft.of("closing"), owed=owed) or _values(draft.carried_out, owed=owed)
    unknown: list[Decimal | None] = [None]
    yield from itertools.product(openings[:MOST_CHOICES] or unknown, closings[:MOST_CHOICES] or unknown)


def _values(seen: Sequence[Seen], *, owed: bool) -> list[Decimal]:
    return list(dict.fromkeys(owed_value(one.figure, owed=owed) for one in seen if one.figure is not None))


def _read(
    draft: Draft,
    tables: Sequence[Table],
    left_out: tuple[Table, ...],
    opening: Decimal | None,
    closing: Decimal | None,
    calendar: Calendar,
    *,
    card: bool,
    owed: bool,
) -> Iterator[Solution]:
    entries = [entry for table in tables for entry in table.entries]
    order = {id(entry): index for index, entry in enumerate(draft.entries)}
    entries.sort(key=lambda entry: order[id(entry)])
    backwards = newest_first(entries, calendar)
    balance_of = _balance_reader(owed=owed)
    balances = [balance_of(entry) for entry in entries]
    for ways, amounts in _amounts(tables, entries, opening, balance_of, backwards=backwards, card=card):
        start, end = _from_rows(entries, amounts, balances, opening, closing, backwards=backwards)
        solution = Solution(entries, amounts, balances, start, end, backwards, ways, left_out, tuple(tables))
        _follow(solution)
        _count_totals(solution, draft)
        yield solution


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
    running = by_balance(entries[::-1] if backwards else entries, opening, balance_of)
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


def _count_totals(solution: Solution, draft: Draft) -> None:
    """Printed totals against what their rows sum to: those of their table, those since its last total, or all of them; of a total that
    leads its rows, those below it."""
    amount_of = {id(entry): amount for entry, amount in zip(solution.entries, solution.amounts, strict=True)}
    everything, by_table, since, leading = Sums(), dict[int, Sums](), dict[int, Sums](), list[Seen]()
    for one in draft.seen:
        if one.entry is not None:
            amount = amount_of.get(id(one.entry))
            everything.add(amount)
            for sums in (by_table, since):
                sums.setdefault(id(one.table), Sums()).add(amount)
        elif one.kind == "total" and one.leads:
            leading.append(one)
        elif one.kind == "total" and one.figure is not None:
            latest = since.pop(id(one.table), Sums())
            if not _repeats_balance(one, everything, solution):
                _compare(one, [by_table.get(id(one.table), Sums()), latest, everything], solution)
    for one in leading:
        _compare(one, [by_table.get(id(one.table), Sums())], solution)
    for one in draft.of("summary"):
        way = direction(one.label)
        if one.figure is not None and one.figure.size and way and one.figure.size == (everything.plus if way > 0 else everything.minus):
            solution.totals_right += 1


def _repeats_balance(total: Seen, sums: "Sums", solution: Solution) -> bool:
    """Does a row of totals print the balance that its rows lead to, in the column of balances or as the sum of a card's rows with it?"""
    if total.role not in {"balance", "amount"} or total.figure is None or solution.opening is None or solution.newest_first:
        return False
    return total.figure.size == abs(solution.opening + sums.plus - sums.minus)


@dataclass(slots=True)
class Sums:
    """What some rows come to: money in, money out."""

    plus: Decimal = Decimal(0)
    minus: Decimal = Decimal(0)
    rows: int = 0
    before: set[Decimal] = field(default_factory=set)  # what they came to above each of them

    def add(self, amount: Decimal | None) -> None:
        if amount is not None:
            self.rows += 1
            self.before.add(self.plus - self.minus)
            self.plus += max(amount, Decimal(0))
            self.minus += max(-amount, Decimal(0))

    def last_come_to(self, size: Decimal) -> bool:
        """Do some of the last rows come to a sum of this size?"""
        net = self.plus - self.minus
        return net - size in self.before or net + size in self.before


def _compare(total: Seen, sums: Sequence[Sums], solution: Solution) -> None:
    rows = [one for one in sums if one.rows]
    if total.figure is None or not rows:
        return
    role = {1: "credit", -1: "debit"}.get(direction(total.label), total.role)
    sides = {"debit": ("minus", "net"), "credit": ("plus", "net")}.get(role, ("plus", "minus", "net"))
    possible = {abs(one.plus - one.minus) if side == "net" else getattr(one, side) for one in rows for side in sides}
    if total.figure.size in possible:
        solution.totals_right += 1
    elif (
        (not total.figure.size and OF_A_PART.search(total.label))
        or _told_aside(total)
        or any(one.last_come_to(total.figure.size) for one in rows)
    ):
        return
    elif total.inside and total.role and not OTHER_SPAN.search(total.label):
        solution.totals_wrong += 1


def _told_aside(total: Seen) -> bool:
    """Does it name what its table tells aside, as what a card pays back?"""
    return total.table is not None and any(column.role == "aside" and column.name in total.label for column in total.table.header.columns)
