"""Which tables of an account are its movements: not those of daily balances, of sums aside, or that repeat others."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.vocabulary.phrases import ASIDE, DAILY


def sorted_out(tables: Sequence[Table], calendar: Calendar) -> tuple[list[Table], list[Table]]:
    """Return the tables of movements, and those that only repeat them; tables of daily balances are neither."""
    moving = [table for table in tables if not is_daily(table) and not is_aside(table)]
    copies = [table for place, table in enumerate(moving) if _is_copy(table, moving[:place], moving, calendar)]
    return [table for table in moving if table not in copies], copies


def below_closing(draft: Draft) -> list[Table]:
    """Return the tables that begin below the closing of the first one."""
    above: set[int] = set()
    for seen in draft.seen:
        if seen.kind == "closing" and above:
            return [table for table in draft.tables if id(table.entries[0]) not in above]
        if seen.entry is not None:
            above.add(id(seen.entry))
    return []


def sizes_in(table: Table) -> list[Decimal]:
    """Return its movements as printed."""
    return [figure.printed for entry in table.entries for role, figure in entry.figures.items() if role != "balance"]


def is_daily(table: Table) -> bool:
    """True if the table lists balances by day."""
    return bool(DAILY.search(table.heading)) or {role for entry in table.entries for role in entry.figures} == {"balance"}


def is_aside(table: Table) -> bool:
    """True if the heading says that these movements are not in the balances."""
    return bool(ASIDE.search(table.heading))


def _is_copy(table: Table, earlier: Sequence[Table], tables: Sequence[Table], calendar: Calendar) -> bool:
    """True if every row of it is in larger tables, or in earlier ones that together are no smaller, with the same size and always the same
    one of its days."""
    size = len(table.entries)
    if not earlier or not size:
        return False
    no_smaller = sum(len(other.entries) for other in earlier) >= size
    others = [entry for other in tables if len(other.entries) > size or (no_smaller and other in earlier) for entry in other.entries]
    rows = Counter(_day_and_size(entry, "", calendar) for entry in table.entries)
    roles = {"", *(role for entry in others for role in entry.days)}
    return any(not rows - Counter(_day_and_size(entry, role, calendar) for entry in others) for role in roles)


def _day_and_size(entry: Entry, role: str, calendar: Calendar) -> tuple[tuple[int, int] | None, Decimal]:
    """Return the row's day in this role, or its first, whether its year is printed or not; and its size."""
    day = entry.days.get(role) or next(iter(entry.days.values()), None)
    size = next((figure.size for role, figure in entry.figures.items() if role != "balance" and figure.size), Decimal(0))
    return calendar.month_and_day(day) if day else None, size
