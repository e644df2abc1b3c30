"""Which tables of an account tell its movements: not those of daily balances, of what is told aside, or that repeat others."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.vocabulary.phrases import ASIDE, DAILY


def sorted_out(tables: Sequence[Table], calendar: Calendar) -> tuple[list[Table], list[Table]]:
    """Tables of movements, and those that only repeat them; tables of daily balances are neither."""
    moving = [table for table in tables if not is_daily(table) and not is_aside(table)]
    copies = [table for table in moving if _is_copy(table, moving, calendar)]
    return [table for table in moving if table not in copies], copies


def below_closing(draft: Draft) -> list[Table]:
    """The tables that begin below the closing of the first one."""
    above: set[int] = set()
    for one in draft.seen:
        if one.kind == "closing" and above:
            return [table for table in draft.tables if id(table.entries[0]) not in above]
        if one.entry is not None:
            above.add(id(one.entry))
    return []


def sizes_in(table: Table) -> list[Decimal]:
    """Its movements as printed."""
    return [figure.printed for entry in table.entries for role, figure in entry.figures.items() if role != "balance"]


def is_daily(table: Table) -> bool:
    """Does the table list balances by day?"""
    roles = {role for entry in table.entries for role in entry.figures}
    return bool(DAILY.search(table.heading)) or roles == {"balance"}


def is_aside(table: Table) -> bool:
    """Does the heading say that these movements are not in the balances?"""
    return bool(ASIDE.search(table.heading))


def _is_copy(table: Table, tables: Sequence[Table], calendar: Calendar) -> bool:
    """Every row of it stands in larger tables, or in earlier ones that together are no smaller, with the same size and always the same one
    of its days."""
    place, size = tables.index(table), len(table.entries)
    if not place or not size:
        return False
    earlier = tables[:place] if sum(len(other.entries) for other in tables[:place]) >= size else []
    others = [entry for other in tables if other in earlier or len(other.entries) > size for entry in other.entries]
    mine = Counter(_key(entry, "", calendar) for entry in table.entries)
    roles = {"", *(role for entry in others for role in entry.days)}
    return any(not mine - Counter(_key(entry, role, calendar) for entry in others) for role in roles)


def _key(entry: Entry, role: str, calendar: Calendar) -> tuple[tuple[int, int] | None, Decimal]:
    """The row's day in this role, or its first, whether its year is printed or not; and its size."""
    day = entry.days.get(role) or next(iter(entry.days.values()), None)
    size = next((figure.size for role, figure in entry.figures.items() if role != "balance" and figure.size), Decimal(0))
    return calendar.month_and_day(day) if day else None, size
