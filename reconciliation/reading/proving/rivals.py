"""Other readings of the same page that would add up as well: a closed list, each a function that is true if its rival holds.

A left-out or doubled table, a joined line, a lost digit and another balance are rivals only where no printed figure tells them apart.
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from operator import mul

from reconciliation.reading.proving.sums import NOTHING, Case
from reconciliation.reading.solving.signs import ways_of
from reconciliation.reading.solving.solution import Solution, is_aside, is_daily, sides_of, sizes_in, sorted_out
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.phrases import SUM_OR_BALANCE, TOTAL

MOST_TABLES = 12  # most tables of which every combination is tried; beyond it, single tables and pairs are tried
MOST_LINES = 8  # most lines of one row that are tried with either sign


def several_readings(case: Case) -> bool:
    """True if another reading than the first, with other amounts or balances, adds up as well. The mirror of it is weighed apart."""
    best, own = case.best, _figures(case.best)
    for other in (other for other in case.solutions[1:] if other.difference == 0 and not other.breaks):
        pairs = zip((*other.amounts, other.opening, other.closing), (*best.amounts, best.opening, best.closing), strict=False)
        mirrors = len(other.amounts) == len(best.amounts) and all(a is not None and b is not None and a == -b for a, b in pairs)
        if not mirrors and _figures(other) != own:
            return True
    return False


def _figures(solution: Solution) -> tuple[list[Decimal], Decimal | None, Decimal | None]:
    return sorted(amount for _, amount in solution.known()), solution.opening, solution.closing


def joined_lines(case: Case) -> bool:
    """True if two or more lines with a day and a figure were joined to one row, and their figures cancel out with some signs."""
    entry_of = {id(word): entry for entry in case.best.entries for word in entry.words}
    sizes: dict[int, list[Decimal]] = {}
    for line in case.section.rows:
        if line.begins_with_day and line.figures:
            entry = next((entry_of[id(word)] for word in line.row.words if id(word) in entry_of), None)
            if entry is not None and not set(line.figures) & set(entry.figures.values()):
                sizes.setdefault(id(entry), []).append(line.figures[-1].size)
    for joined in (joined for joined in sizes.values() if len(joined) > 1):
        every_sign = itertools.product((-1, 0, 1), repeat=len(joined)) if len(joined) <= MOST_LINES else ()
        if len(joined) > MOST_LINES or any(any(signs) and sum(map(mul, signs, joined)) == 0 for signs in every_sign):
            return True
    return False


def zero_rows(case: Case) -> bool:
    """True if a row comes to nothing though it prints no day of its own, or some other figure than its balance: no sum would miss it."""
    zeros = [entry for entry, amount in case.best.known() if amount == 0]
    moving = any(figure.size for entry in zeros for role, figure in entry.figures.items() if role != "balance")
    return moving or any(entry.carried or entry.strays or entry.worded for entry in zeros)


def figures_broken(case: Case) -> bool:
    """True if a figure may have lost its thousands to a gap."""
    figures = [figure for entry in case.best.entries for figure in entry.figures.values()]
    ends = case.draft.of("opening", "closing", "brought", "carried")
    return any(figure.broken for figure in [*figures, *(item.figure for item in ends if item.figure)])


def table_without_trace(case: Case) -> bool:
    """True if some of the tables add up to nothing, or some of those set aside, so that no sum tells whether they belong. One of nothing
    but rows of nothing changes none, and one is vouched for if each of its rows prints a balance that follows."""
    best = case.best
    moving = {entry.table_id for entry, amount in best.known() if amount}
    bare = {entry.table_id for entry, reached in zip(best.entries, best.balances, strict=True) if reached is None}
    vouched = set() if best.breaks else moving - bare
    free = [sides.net for table, sides in best.sides_of_tables.items() if table in moving - vouched]
    if _some_are_nothing(free, whole=len(free) == len(moving)):
        return True
    aside = [table for table in best.left_out if is_aside(table)]
    cancels = any(sides_of(map(way, table.entries)).net == 0 for table in aside for way in ways_of(table, card=False).values())
    return cancels or _some_are_nothing([sum(sizes_in(table), NOTHING) for table in aside], whole=False)


def _some_are_nothing(sums: Sequence[Decimal], *, whole: bool) -> bool:
    """True if some of them come to nothing. All together may, where they are `whole`: then the account did not move."""
    most = len(sums) if len(sums) <= MOST_TABLES else 2
    counts = (count for count in range(1, most + 1) if not (whole and count == len(sums)))
    return any(sum(some, NOTHING) == 0 for count in counts for some in itertools.combinations(sums, count))


def tables_cancel(case: Case) -> bool:
    """True if two tables have the same sizes with opposite signs: they add nothing, and one may be a copy."""
    sizes: dict[int, Counter[Decimal]] = {}
    for entry, amount in case.best.known():
        sizes.setdefault(entry.table_id, Counter())[abs(amount)] += 1
    nets = {table: sides.net for table, sides in case.best.sides_of_tables.items()}
    return any(sizes[way] == sizes[other] and nets[way] == -nets[other] for way, other in itertools.combinations(sizes, 2))


def table_left_out(case: Case) -> bool:
    """True if a table of movements was left out below the closing that does not show one of the rows by its parts."""
    usual, _ = sorted_out(case.draft.tables, case.calendar)
    sizes = {abs(amount) for amount in case.best.amounts if amount}
    return any(abs(sum(sizes_in(table), NOTHING)) not in sizes for table in usual if table in case.best.left_out)


def trades_left_out(case: Case) -> bool:
    """True if a trade is listed that is no row, and no balance confirms every row: the trades may move the cash, and cancel out."""
    others = Counter(case.traded) - Counter(abs(amount) for _, amount in case.best.known())
    return bool(others) and not (case.best.entries and case.best.by_row)


def copy_counted(case: Case) -> bool:
    """True if counted rows are in other tables too, on the same days with the same amounts: they may be printed twice."""
    _, copies = sorted_out(case.draft.tables, case.calendar)
    counted = {id(entry) for table in copies if table in case.best.tables for entry in table.entries}
    rows = list(zip(case.best.entries, case.best.amounts, strict=True))
    others = Counter(amount for entry, amount in rows if id(entry) not in counted)
    return bool(counted) and not Counter(amount for entry, amount in rows if id(entry) in counted) - others


def copy_with_balances(case: Case) -> bool:
    """True if a table was left out as a copy though its rows print balances, as those do that count. A list of the same rows has none."""
    copies = (table for table in case.best.left_out if not is_daily(table))
    return any("balance" in entry.figures for table in copies for entry in table.entries)


def told_as_total(case: Case) -> bool:
    """True if a row may be a sum: it is named as one and equals the sum of the rows above it. Or if a line among the rows was taken for a
    total, or for the sum of the following rows, though it has the name of the row above it: it may be such a row itself."""
    names = {id(entry): fold(entry.text) for entry in case.best.entries}
    above = ""
    for item in case.draft.items:
        among_rows = item.kind in {"total", "summary"} and (item.inside or item.role)
        if item.entry is not None:
            above = names.get(id(item.entry), "")
        elif among_rows and item.label and item.label in above and not TOTAL.search(item.label):
            return True
    # A row called a sum or a balance equals the sum of several rows above it, by side or together, or the balance reached there.
    best = case.best
    start, step = (best.closing, -1) if best.newest_first else (best.opening, 1)
    rows = list(best.known())
    for place, (entry, amount) in enumerate(rows):
        if place > 1 and amount and SUM_OR_BALANCE.search(fold(entry.description)):
            sides = sides_of(amount for _, amount in rows[:place])
            if amount in {sides.net, sides.into, -sides.out} or (start is not None and amount == start + step * sides.net):
                return True
    return False
