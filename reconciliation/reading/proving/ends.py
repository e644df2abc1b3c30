"""Evidence for both ends: a label, totals, a count of pages, or a row that none can lie beyond. Otherwise rows may be missing there."""

import datetime as dt
from itertools import pairwise

from reconciliation.reading.document.numbering import counted_through
from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.parts import says_end
from reconciliation.reading.scanning.entries import ScanItem
from reconciliation.reading.scanning.lines import MOVING, in_line
from reconciliation.reading.solving.signs import testimony


def opening_unnamed(case: Case) -> bool:
    """True if nothing names the first balance: no label, no totals, no page count; or only a page's forward line does."""
    draft, best = case.draft, case.best
    if draft.has("opening"):
        return False
    totals_in_columns = {"credit", "debit"} <= {one.role for one in draft.of("total")}
    begins_in_file = is_counted(case) and not totals_in_columns and _begins_in_sight(case)
    if best.by_row and (case.sums.whole_sides_printed or begins_in_file):
        return False
    return not draft.brought_in or _only_brought_forward(case)


def _only_brought_forward(case: Case) -> bool:
    """True if the opening is a brought-forward line that may continue an earlier page: not of the first day, on no first page or sheet."""
    draft, brought = case.draft, case.draft.brought_in
    if is_counted(case) or case.sums.whole_sides_printed or _is_dated(brought[0], case, end=0, slack=dt.timedelta(days=1)):
        return False
    if draft.newest_first and brought[0] in draft.since_entry:
        return not _on_last_page(case, brought[0])
    return not (case.paper.counts_sheets or any(number == 1 for page, (number, _) in case.paper.numbers.items() if page <= brought[0].page))


def first_row_unconfirmed(case: Case) -> bool:
    """True if the opening follows from the first row's own balance, and neither totals nor the print of that row confirm it."""
    named = case.draft.has("opening") or case.draft.brought_in or not case.best.entries
    return not (named or _first_row_stands(case) or case.sums.both_sides_printed)


def closing_unnamed(case: Case) -> bool:
    """True if nothing names the last balance: no label, totals, page count or words for the end; or only a page's forward line does."""
    draft, best = case.draft, case.best
    if draft.has("closing"):
        return False
    last = best.balances[0 if best.newest_first else -1] if best.balances else None
    in_sight = last is not None and last == best.closing and not best.breaks
    ends_in_file = in_sight and (is_counted(case) or (not best.newest_first and says_end(best.entries, case.section.rows)))
    if not (draft.carried_out or case.sums.tell_all() or ends_in_file):
        return True
    carried = draft.of("carried")[-1:]
    if not carried or is_counted(case) or case.sums.whole_sides_printed:
        return False
    return not (_is_dated(carried[0], case, end=1, slack=dt.timedelta(0)) or _on_last_page(case, carried[0]))


def is_counted(case: Case) -> bool:
    """True if the file holds every page that it counts."""
    return counted_through(case.paper.numbers, in_file=case.paper.pages)


def _is_dated(forward: ScanItem, case: Case, *, end: int, slack: dt.timedelta) -> bool:
    """True if its day is no farther from the first or the last of the printed period."""
    day, period = case.calendar.date(forward.day) if forward.day else None, case.draft.period
    return period is not None and day is not None and abs(day - period[end]) <= slack


def _on_last_page(case: Case, forward: ScanItem) -> bool:
    """True if a page from there on is numbered as the last."""
    return any(number == count for page, (number, count) in case.paper.numbers.items() if page >= forward.page)


def _begins_in_sight(case: Case) -> bool:
    """True if a balance follows beside every row, in one order of the rows alone, and the first row's own figure and words confirm it."""
    best = case.best
    if not (best.entries and best.by_row and _first_row_stands(case, in_words=True)):
        return False
    steps = pairwise(list(zip(best.amounts, best.balances, strict=True))[:: -1 if best.newest_first else 1])
    return not all(None not in {moved, after} and before == (after or 0) + (moved or 0) for (moved, before), (_, after) in steps)


def _first_row_stands(case: Case, *, in_words: bool = False) -> bool:
    """True if the first row's figure is whole, in line with others of its column, on a side that a heading, or a sign or mark as others
    bear, prints, and its words do not name the other side. A figure that is alone under its heading, or `in_words`, needs words that
    name the same."""
    first, *others = case.entries_in_time
    role, figure = next(((role, one) for role, one in first.figures.items() if role in MOVING and one.size), ("", None))
    column = [other.figures[role] for other in others if role in other.figures]
    words = testimony([first], [case.best.amount_of.get(id(first))], owed=case.kind.owed)
    if figure is None or figure.broken or words.against or (in_words and not words.agree):
        return False
    if not column and not in_words:
        return role != "amount" and bool(words.agree)
    if not column or not in_line(figure, column):
        return False
    if role != "amount":
        return any((other.sign, other.mark) == (figure.sign, figure.mark) for other in column)
    signed = any(other.sign or other.mark for other in column) or (bool(figure.sign or figure.mark) and bool(words.agree))
    return bool(first.side) or signed
