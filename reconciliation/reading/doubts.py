"""What forbids a proof, whatever the sums say: each doubt is a code that can be told."""

import datetime as dt
import itertools
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.documents.pages import OpenedDocument
from reconciliation.reading.calendar import Calendar
from reconciliation.reading.classify import DocumentKind
from reconciliation.reading.drafts import Draft, first_date
from reconciliation.reading.labels import PAGE_OF
from reconciliation.reading.orientation import oriented
from reconciliation.reading.printed import Printed
from reconciliation.reading.entries import Table
from reconciliation.reading.solve import Solution, is_daily, owed_value
from reconciliation.reading.summaries import summary_differs
from reconciliation.reading.vocabulary import direction


def doubts_of(
    draft: Draft,
    solutions: Sequence[Solution],
    rows: Sequence[Printed],
    document: OpenedDocument,
    calendar: Calendar,
    kind: DocumentKind,
) -> set[str]:
    """The reasons why this account may not be called proved."""
    best = solutions[0]
    found = set(draft.doubts)
    if document.incomplete:
        found.add("page_unread")
    if any(table.header.by_place for table in best.tables) and best.follows < len(best.entries):
        found.add("no_headings")
    if _strays_between(draft) or any(amount is None for amount in best.amounts):
        found.add("figures_unaccounted")
    if _strays(draft, best):
        found.add("figures_unaccounted")
    if _second_solution(solutions):
        found.add("several_readings")
    if _opening_from_rows(draft) or _closing_from_rows(draft):
        found.add("balance_not_printed")
    if any(date is None for date in _dates(best, calendar)) or not calendar.certain:
        found.add("dates_uncertain")
    if "segments" in found and _summary_spans(draft, best, card=kind.card):
        found.discard("segments")
    if not oriented(best, draft, rows, kind) or _against_headings(best, card=kind.card):
        found.add("orientation")
    if _pages_missing(rows, draft, best):
        found.add("page_missing")
    if any(amount == 0 for amount in best.amounts):
        found.add("zero_rows")
    if _unexplained_tables(best, calendar):
        found.add("table_left_out")
    if summary_differs(draft, best, card=kind.card):
        found.add("summary_differs")
    if _pages_repeated(best):
        found.add("page_repeated")
    if _figures_broken(draft, best):
        found.add("figures_broken")
    if _cancelling_tables(best):
        found.add("tables_cancel")
    return found


def _summary_spans(draft: Draft, best: Solution, *, card: bool) -> bool:
    """Does a summary above the rows print the opening and the closing that the rows together lead to?"""
    first_entry = next((index for index, one in enumerate(draft.seen) if one.kind == "entry"), 0)
    above = [one for one in draft.seen[:first_entry] if one.figure is not None and not one.inside]
    closings = {owed_value(one.figure, owed=card) for one in above if one.kind == "closing" and one.figure}
    return best.closing in closings and best.difference == 0


def _against_headings(best: Solution, *, card: bool) -> bool:
    """Do rows run against what their section's heading says?"""
    if best.entries and best.follows == len(best.entries):
        return False
    return "heading" not in best.ways and any(direction(table.heading, card=card) for table in best.tables if not _in_columns(table))


def _in_columns(table: Table) -> bool:
    return bool({"debit", "credit"} & {role for entry in table.entries for role in entry.figures})


def _opening_from_rows(draft: Draft) -> bool:
    return not draft.of("opening", "brought")


def _closing_from_rows(draft: Draft) -> bool:
    return not draft.of("closing", "carried")


def _strays_between(draft: Draft) -> bool:
    """Is there a figure in the row area that is neither row nor balance nor total?"""
    places = [index for index, one in enumerate(draft.seen) if one.kind == "entry"]
    if not places:
        return bool(draft.of("stray"))
    tables = {id(one.table) for one in draft.of("entry")}
    if any(one.kind in {"stray", "loose"} for one in draft.seen[places[0] : places[-1]]):
        return True
    return any(id(one.table) in tables for one in draft.of("stray"))


def _strays(draft: Draft, best: Solution) -> bool:
    return any(entry.strays for entry in best.entries)


def _second_solution(solutions: Sequence[Solution]) -> bool:
    """Another reading, with other amounts, that adds up as well."""
    best = solutions[0]
    told = sorted(amount for amount in best.amounts if amount is not None)
    for other in solutions[1:]:
        if other.difference == 0 and not other.breaks and sorted(amount for amount in other.amounts if amount is not None) != told:
            return True
        if other.difference == 0 and not other.breaks and (other.opening, other.closing) != (best.opening, best.closing):
            return True
    return False


def _dates(best: Solution, calendar: Calendar) -> list[object]:
    return [first_date(entry, calendar) for entry in best.entries]


def _pages_missing(rows: Sequence[Printed], draft: Draft, best: Solution) -> bool:
    """Is a page missing between the first and the last row, by the pages' own numbering?"""
    numbers: dict[int, int] = {}
    for printed in rows:
        match = PAGE_OF.search(printed.plain)
        if match and int(match[1]) <= int(match[2]):
            numbers.setdefault(printed.row.page, int(match[1]))
    if not best.entries:
        return False
    first, last = min(entry.page for entry in best.entries), max(entry.page for entry in best.entries)
    inside = [numbers[page] for page in sorted(numbers) if first <= page <= last]
    gaps = any(after - before != 1 for before, after in zip(inside, inside[1:], strict=False))
    return gaps


def _pages_repeated(best: Solution) -> bool:
    """Two pages with the same rows: one may be the other's copy."""
    pages: dict[int, list[str]] = {}
    for entry in best.entries:
        pages.setdefault(entry.page, []).append(entry.text)
    told = [tuple(texts) for texts in pages.values()]
    return len(set(told)) < len(told)


def _figures_broken(draft: Draft, best: Solution) -> bool:
    """May a figure have lost its thousands to a gap?"""
    figures = [figure for entry in best.entries for figure in entry.figures.values()]
    figures += [one.figure for one in draft.of("opening", "closing", "brought", "carried") if one.figure is not None]
    return any(figure.broken for figure in figures)


def _unexplained_tables(best: Solution, calendar: Calendar) -> bool:
    """A table that was left out and neither repeats rows nor lists the balances that follow."""
    for table in best.left_out:
        if is_daily(table):
            if not _daily_agrees(table, best, calendar):
                return True
    return False


def _daily_agrees(table: Table, best: Solution, calendar: Calendar) -> bool:
    """Each listed balance is that of the end of its day."""
    by_day: dict[dt.date, Decimal] = {}
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        date = first_date(entry, calendar)
        if date is None or amount is None:
            return False
        by_day[date] = by_day.get(date, Decimal(0)) + amount
    ends = dict(
        zip(sorted(by_day), itertools.accumulate((by_day[day] for day in sorted(by_day)), initial=best.opening or Decimal(0)), strict=False)
    )
    moved = {day: ends[day] + by_day[day] for day in ends}
    for entry in table.entries:
        date = first_date(entry, calendar)
        before = [day for day in moved if date is not None and day <= date]
        expected = moved[max(before)] if before else best.opening
        if any(figure.printed != expected for figure in entry.figures.values()):
            return False
    return True


def _cancelling_tables(best: Solution) -> bool:
    """Two tables of the same sizes with opposite signs add nothing: one may be the other's copy."""
    by_table: dict[int, Counter[Decimal]] = {}
    amounts = dict(zip(map(id, best.entries), best.amounts, strict=True))
    sums: dict[int, Decimal] = {}
    for entry in best.entries:
        by_table.setdefault(entry.table_id, Counter())[abs(amounts[id(entry)] or Decimal(0))] += 1
        sums[entry.table_id] = sums.get(entry.table_id, Decimal(0)) + (amounts[id(entry)] or Decimal(0))
    keys = list(by_table)
    return any(
        by_table[one] == by_table[other] and sums[one] == -sums[other] for index, one in enumerate(keys) for other in keys[index + 1 :]
    )
