"""Checks that the opening and the closing balance are labelled. Before or after one that is not, the document may lack rows."""

import datetime as dt

from reconciliation.reading.document.numbering import counted_through
from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.in_sight import begins_in_sight, ends_in_sight, first_row_stands
from reconciliation.reading.proving.stated import sides_told, totals_of_sides, totals_tell_all
from reconciliation.reading.proving.whole import says_end
from reconciliation.reading.scanning.entries import Seen

ONE_DAY = dt.timedelta(days=1)


def opening_unnamed(case: Case) -> bool:
    """True if nothing names the first balance: no label, no totals, no page count; or only a page's forward line does."""
    draft, best = case.draft, case.best
    if draft.has("opening"):
        return False
    if best.by_row and (sides_told(draft, best) or _begins_in_file(case)):
        return False
    return not draft.of("opening", "brought") or _only_brought_forward(case)


def _begins_in_file(case: Case) -> bool:
    """True if the file holds every page that it counts, and the first row prints the balance that it begins from."""
    return _is_counted(case) and begins_in_sight(case.best, owed=case.kind.owed) and not totals_of_sides(case.draft)


def _only_brought_forward(case: Case) -> bool:
    """True if the opening is a brought-forward line that may continue an earlier page: not dated on the first day, not on a first page."""
    brought = case.draft.brought_in
    if not brought or _is_counted(case) or sides_told(case.draft, case.best):
        return False
    start, day = case.draft.period[0] if case.draft.period else None, _date_of(case, brought[0])
    if start is not None and day is not None and abs(day - start) <= ONE_DAY:
        return False
    below = case.draft.newest_first and brought[0] in case.draft.since_entry
    return not (_on_last_page(case, brought[0]) if below else _on_first_page(case, brought[0]))


def first_row_unconfirmed(case: Case) -> bool:
    """True if the opening follows from the first row's own balance, and neither totals nor the print of that row confirm it."""
    if case.draft.of("opening", "brought") or not case.best.entries:
        return False
    return not (first_row_stands(case.best, owed=case.kind.owed) or sides_told(case.draft, case.best))


def closing_unnamed(case: Case) -> bool:
    """True if nothing names the last balance: no label, no totals, no page count, no words that end the statement; or only a page's
    forward line does."""
    if case.draft.has("closing"):
        return False
    named = case.draft.carried_out or totals_tell_all(case.draft, case.best) or _ends_in_file(case)
    return not named or _only_carried_forward(case)


def _ends_in_file(case: Case) -> bool:
    """True if the last row prints the balance, and the file holds every page that it counts or says that the statement ends there."""
    if not ends_in_sight(case.best):
        return False
    return _is_counted(case) or (not case.best.newest_first and says_end(case.best.entries, case.section.rows))


def _only_carried_forward(case: Case) -> bool:
    """True if the closing is a carried-forward line that a later page may continue: not dated on the last day, not on a last page."""
    carried = case.draft.of("carried")[-1:]
    if not carried or _is_counted(case) or sides_told(case.draft, case.best):
        return False
    end, day = case.draft.period[1] if case.draft.period else None, _date_of(case, carried[0])
    return (day is None or day != end) and not _on_last_page(case, carried[0])


def _date_of(case: Case, forward: Seen) -> dt.date | None:
    return case.calendar.date(forward.day) if forward.day else None


def _is_counted(case: Case) -> bool:
    return counted_through(case.paper.numbers, in_file=case.paper.pages)


def _on_first_page(case: Case, forward: Seen) -> bool:
    """True if a page up to there calls itself the first."""
    return any(number == 1 for page, (number, _) in case.paper.numbers.items() if page <= forward.page)


def _on_last_page(case: Case, forward: Seen) -> bool:
    """True if a page from there on calls itself the last."""
    return any(number == count for page, (number, count) in case.paper.numbers.items() if page >= forward.page)
