"""What forbids a proof, whatever the sums say: each doubt is a code that can be told."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from reconciliation.reading.accounts.periods import Period, period_of
from reconciliation.reading.accounts.posting import untold
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.spans import spans_of
from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.copies import (
    cancelling_tables,
    copy_counted,
    copy_with_balances,
    pages_repeated,
    table_below_differs,
    told_as_total,
    unexplained_table,
)
from reconciliation.reading.proving.counts import count_differs
from reconciliation.reading.proving.ends import closing_unnamed, first_row_unconfirmed, opening_unnamed
from reconciliation.reading.proving.headings_unread import under_unread
from reconciliation.reading.proving.joined_lines import joined_lines_cancel
from reconciliation.reading.proving.names_above import against_names_above
from reconciliation.reading.proving.orientation import oriented
from reconciliation.reading.proving.overdrawn import side_untold
from reconciliation.reading.proving.rivals import other_balance, other_reading, table_without_trace
from reconciliation.reading.proving.stated import sides_told, total_differs, whole_figure_differs
from reconciliation.reading.proving.summaries import summary_differs
from reconciliation.reading.proving.unheaded import against_named_sides, sides_unsure
from reconciliation.reading.proving.unread import any_unread
from reconciliation.reading.proving.whole import of_a_supplier, page_missing, two_accounts, two_statements
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.solving.signs import against_marks, against_type, signed_against
from reconciliation.reading.solving.solution import owed_value
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.labels import names_instalment
from reconciliation.reading.vocabulary.phrases import CLOSING, OPENING

APART = dt.timedelta(days=300)  # between two days of one statement that follow each other, if no period is printed
LATE = dt.timedelta(days=100)  # by which the day of a document may follow its last row
BEFORE = dt.timedelta(days=12)  # by which the day of a row may lie before the period; after it none may


BESIDE_CERTIFICATE = frozenset(
    {
        "of_a_supplier",
        "several_readings",
        "figures_broken",
        "table_without_trace",
        "tables_cancel",
        "page_repeated",
    }
)
"""Remarks beside balances that follow, or totals that are the rows': there they were never the only thing that stopped a false proof."""


def doubts_of(case: Case) -> set[str]:
    """The reasons why this account may not be called proved."""
    found = case.draft.doubts | {code for code, holds in CHECKS if holds(case)}
    if "segments" in found and _summary_spans(case):
        found = found - {"segments"}
    if sides_told(case.draft, case.best):
        several_days = any(len(entry.days) > 1 for entry in case.best.entries)
        return found - BESIDE_CERTIFICATE - (set() if several_days else {"no_headings"})
    return found - BESIDE_CERTIFICATE if case.best.entries and case.best.by_row else found


def _page_unread(case: Case) -> bool:
    return not case.whole


def _figures_unaccounted(case: Case) -> bool:
    return any_unread(case.best, case.unaccounted)


def _dates_uncertain(case: Case) -> bool:
    """A day that is unknown, that may be a month, whose year is that of a far day, or that lies outside the period, or without one far
    from all others, unless an instalment names the day of its purchase."""
    first, last = case.period
    open_days, yearless, dates = False, False, [day for day in case.period if day]
    for entry in case.best.entries:
        day = _main_day(entry)
        date = case.calendar.date(day, first=first, last=last) if day else None
        bought = case.kind.card and day is not None and day.year is not None and names_instalment(entry.text)
        if day is None or date is None:
            return True
        if (first and date < first - BEFORE and not bought) or (last and date > last):
            return True
        dates += [] if bought else [date]
        open_days = open_days or not (day.named or day.first == day.second)
        yearless = yearless or day.year is None
    if yearless and dates and not (first or last) and case.calendar.latest and case.calendar.latest - max(dates) > LATE:
        return True
    if not (first and last) and any(later - day > APART for day, later in pairwise(sorted(dates))):
        return True
    return open_days and not (case.calendar.certain or _told_by_period(case))


def _main_day(entry: Entry) -> Day | None:
    return next((entry.days[role] for role in ("date", "transaction", "value", "second") if role in entry.days), None)


def _told_by_period(case: Case) -> bool:
    """Do all days lie in the printed period in this order of day and month, and not all in the other, in which the period is read too?"""
    other = replace(case.calendar, day_first=not case.calendar.day_first)
    return _all_inside(case, case.calendar, case.period) and not _all_inside(case, other, _period_in(case, other))


def _period_in(case: Case, calendar: Calendar) -> Period | None:
    """The printed period under another order of day and month; None where it is none then."""
    known = (*case.draft.of("period"), *case.draft.said_before)
    printed = next((one.printed for one in known if one.period == case.period), None)
    if printed is None:
        return period_of(case.draft, case.section.rows, case.paper.rows, calendar)
    spans = spans_of(case.paper.rows, calendar).get(printed, ())
    return next(((span.first, span.last) for span in spans), None)


def _all_inside(case: Case, calendar: Calendar, period: Period | None) -> bool:
    """Do all days of the rows lie in the period? One without an end holds no day back there."""
    if period is None:
        return False
    first, last = period
    days = [day for entry in case.best.entries if (day := _main_day(entry))]
    dates = [calendar.date(day, first=first, last=last) for day in days]
    return all(date is not None and (first or date) - BEFORE <= date <= (last or date) for date in dates)


def _orientation(case: Case) -> bool:
    return not oriented(case.draft, case.best, case.section, case.kind) or _against_headings(case)


def _against_headings(case: Case) -> bool:
    """Do rows run against what their section's heading says, without a balance on each to bear them out?"""
    best, card = case.best, case.kind.owed
    if "heading" in best.ways and not card and any(signed_against(table) for table in best.tables):
        return True
    if "heading" in best.ways or (best.entries and best.follows == len(best.entries)):
        return False
    ways = {id(table): _says_way(table.heading, card=card) for table in best.tables}
    headed = [table for table in best.tables if table.header.by_place or not _in_columns(table)]
    return any(best.amount_of.get(id(entry), 0) * ways[id(table)] < 0 for table in headed for entry in table.entries)


def _says_way(heading: str, *, card: bool) -> int:
    """The direction that it names; none where it names opening, closing and all that lies between, as the headings of a summary do."""
    return 0 if OPENING.search(heading) and CLOSING.search(heading) else direction(heading, card=card)


def _against_types(case: Case) -> bool:
    """Does a type column call a row the other direction than the sums need?"""
    return any(against_type(table, entry, case.best.amount_of.get(id(entry))) for table in case.best.tables for entry in table.entries)


def _in_columns(table: Table) -> bool:
    return bool({"debit", "credit"} & {role for entry in table.entries for role in entry.figures})


def _page_missing(case: Case) -> bool:
    """True if the page numbers show that a page is missing. It has no rows if both balances are labelled and the printed totals of both
    sides equal the sums of the rows."""
    draft = case.draft
    if draft.has("opening") and draft.has("closing") and sides_told(draft, case.best):
        return False
    return page_missing(draft, case.best.entries, case.paper.numbers, in_file=case.paper.pages)


def _total_differs(case: Case) -> bool:
    return total_differs(case.draft, case.best, card=case.kind.owed) or whole_figure_differs(case.best, case.section.rows)


def _zero_rows(case: Case) -> bool:
    """Does a row come to nothing though it prints no day of its own, or some other figure than its balance, which no sum would miss?"""
    empty = (entry for entry, amount in zip(case.best.entries, case.best.amounts, strict=True) if amount == 0)
    return any(
        entry.carried or entry.strays or entry.worded or any(figure.size for role, figure in entry.figures.items() if role != "balance")
        for entry in empty
    )


def _figures_broken(case: Case) -> bool:
    """May a figure have lost its thousands to a gap?"""
    figures = [figure for entry in case.best.entries for figure in entry.figures.values()]
    figures += [one.figure for one in case.draft.of("opening", "closing", "brought", "carried") if one.figure is not None]
    return any(figure.broken for figure in figures)


def _summary_spans(case: Case) -> bool:
    """Does a summary above the rows print the closing that all the rows together lead to?"""
    seen = case.draft.seen
    first_entry = next((index for index, one in enumerate(seen) if one.kind == "entry"), 0)
    closings = [one.figure for one in seen[:first_entry] if one.kind == "closing" and one.figure is not None and not one.inside]
    return case.best.difference == 0 and case.best.closing in {owed_value(figure, owed=case.kind.owed) for figure in closings}


CHECKS: tuple[tuple[str, Callable[[Case], bool]], ...] = (
    ("page_unread", _page_unread),
    ("joined_lines", lambda case: joined_lines_cancel(case.best, case.section.rows)),
    ("ink_unread", lambda case: bool(case.marks)),
    ("no_headings", lambda case: sides_unsure(case.draft, case.best, case.paper.rows)),
    ("under_unread", lambda case: under_unread(case.best)),
    ("against_sides", lambda case: against_named_sides(case.best, case.section.rows)),
    ("figures_unaccounted", _figures_unaccounted),
    ("several_readings", lambda case: other_reading(case.solutions)),
    ("opening_unnamed", opening_unnamed),
    ("closing_unnamed", closing_unnamed),
    ("first_row_unconfirmed", first_row_unconfirmed),
    ("dates_uncertain", _dates_uncertain),
    ("days_untold", lambda case: untold(case.best.tables, case.calendar)),
    ("orientation", _orientation),
    ("against_names", lambda case: against_names_above(case.best, case.section, owed=case.kind.owed)),
    ("against_types", _against_types),
    ("against_marks", lambda case: against_marks(case.best.tables, case.best.entries, case.best.amounts, card=case.kind.owed)),
    ("side_untold", lambda case: side_untold(case.draft, case.best, case.section.rows)),
    ("page_missing", _page_missing),
    ("two_accounts", lambda case: two_accounts(case.draft)),
    ("two_statements", lambda case: two_statements(case.section.rows, case.draft, case.calendar)),
    ("of_a_supplier", lambda case: of_a_supplier(case.section.rows, case.draft)),
    ("zero_rows", _zero_rows),
    ("figures_broken", _figures_broken),
    ("daily_differs", lambda case: unexplained_table(case.best, case.calendar)),
    ("table_left_out", lambda case: table_below_differs(case.draft, case.best, case.calendar)),
    ("summary_differs", lambda case: summary_differs(case.draft, case.best, card=case.kind.owed)),
    ("total_differs", _total_differs),
    ("count_differs", lambda case: count_differs(case.best, case.section.rows, card=case.kind.owed)),
    ("table_without_trace", lambda case: table_without_trace(case.best)),
    ("other_balance", lambda case: other_balance(case.draft, case.best)),
    ("page_repeated", lambda case: pages_repeated(case.best)),
    ("copy_counted", lambda case: copy_counted(case.draft, case.best, case.calendar)),
    ("copy_with_balances", lambda case: copy_with_balances(case.best)),
    ("told_as_total", lambda case: told_as_total(case.draft, case.best)),
    ("tables_cancel", lambda case: cancelling_tables(case.best)),
)
