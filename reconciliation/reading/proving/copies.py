"""Tables beside the rows: daily balances, copies, pages that stand twice."""

import datetime as dt
import itertools
from collections import Counter
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft, first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.scanning.entries import Table
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.tables import is_daily, sizes_in, sorted_out
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.phrases import TOTAL


def unexplained_table(best: Solution, calendar: Calendar) -> bool:
    """Was a table of daily balances left out whose balances the rows do not lead to?"""
    daily = [table for table in best.left_out if is_daily(table)]
    return any(not _daily_agrees(table, best, calendar) for table in daily)


def table_below_differs(draft: Draft, best: Solution, calendar: Calendar) -> bool:
    """Was a table of movements left out below the closing that does not tell one of the rows by its parts?"""
    usual, _ = sorted_out(draft.tables, calendar)
    sizes = {abs(amount) for amount in best.amounts if amount}
    return any(abs(sum(sizes_in(table), Decimal(0))) not in sizes for table in usual if table in best.left_out)


def _daily_agrees(table: Table, best: Solution, calendar: Calendar) -> bool:
    """Each listed balance is that of the end of its day."""
    moved = end_of_days(best, calendar)
    if not moved:
        return False
    for entry in table.entries:
        date = first_date(entry, calendar)
        before = [day for day in moved if date is not None and day <= date]
        expected = moved[max(before)] if before else best.opening
        if any(figure.printed != expected for figure in entry.figures.values()):
            return False
    return True


def end_of_days(best: Solution, calendar: Calendar) -> dict[dt.date, Decimal]:
    """The balance at the end of each day on which something moved; empty where a day, an amount or the opening is not known."""
    if best.opening is None:
        return {}
    by_day: dict[dt.date, Decimal] = {}
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        date = first_date(entry, calendar)
        if date is None or amount is None:
            return {}
        by_day[date] = by_day.get(date, Decimal(0)) + amount
    days = sorted(by_day)
    reached = itertools.accumulate((by_day[day] for day in days), initial=best.opening)
    return dict(zip(days, itertools.islice(reached, 1, None), strict=True))


def pages_repeated(best: Solution) -> bool:
    """Two pages with the same rows: one may be the other's copy."""
    pages: dict[int, list[str]] = {}
    for entry in best.entries:
        pages.setdefault(entry.page, []).append(entry.text)
    told = [tuple(texts) for texts in pages.values()]
    return len(set(told)) < len(told)


def copy_counted(draft: Draft, best: Solution, calendar: Calendar) -> bool:
    """Do rows count that stand in other tables too, on the same days with the same signed amounts? They may be said twice, while as much
    is missing elsewhere."""
    _, copies = sorted_out(draft.tables, calendar)
    counted = {id(entry) for table in copies if table in best.tables for entry in table.entries}
    pairs = list(zip(best.entries, best.amounts, strict=True))
    others = Counter(amount for entry, amount in pairs if id(entry) not in counted)
    return bool(counted) and not Counter(amount for entry, amount in pairs if id(entry) in counted) - others


def copy_with_balances(best: Solution) -> bool:
    """Was a table left out as a copy though its rows print balances, as those do that count? A list that tells rows once more has none."""
    copies = (table for table in best.left_out if not is_daily(table))
    return any("balance" in entry.figures for table in copies for entry in table.entries)


def told_as_total(draft: Draft, best: Solution) -> bool:
    """Was a line among the rows taken for a total, or for the sum of what follows, though it is named as the row above it is? It may be
    such a row itself."""
    names = {id(entry): fold(entry.text) for entry in best.entries}
    above = ""
    for one in draft.seen:
        if one.entry is not None:
            above = names.get(id(one.entry), "")
        elif one.kind in {"total", "summary"} and (one.inside or one.role) and _names_row(one.label, above):
            return True
    return False


def _names_row(label: str, row: str) -> bool:
    return bool(label) and label in row and not TOTAL.search(label)


def cancelling_tables(best: Solution) -> bool:
    """Two tables of the same sizes with opposite signs add nothing: one may be the other's copy."""
    sizes: dict[int, Counter[Decimal]] = {}
    for entry, amount in best.known():
        sizes.setdefault(entry.table_id, Counter())[abs(amount)] += 1
    nets = {key: sides.net for key, sides in best.sides_of_tables.items()}
    return any(sizes[one] == sizes[other] and nets[one] == -nets[other] for one, other in itertools.combinations(sizes, 2))
