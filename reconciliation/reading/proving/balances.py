"""The first and the last balance, and those that the document prints beside them: one that the rows do not lead to contradicts them."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

from reconciliation.reading.accounts.classify import testimony
from reconciliation.reading.accounts.drafts import first_date
from reconciliation.reading.accounts.parting import NAMED_BALANCE
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.proving.sums import NOTHING, Case
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.scanning.lines import in_line
from reconciliation.reading.solving.solution import Solution, is_daily
from reconciliation.reading.tokens.alternatives import phrases
from reconciliation.reading.tokens.printed import Printed, continued_lines
from reconciliation.reading.vocabulary.labels import in_rewards, names_balance
from reconciliation.reading.vocabulary.phrases import DAILY, DATED, MOVING

END = re.compile(rf"^\W*(?:{phrases('statements', 'ends')})\W*$")
ROWS_TO_END = 6  # most rows between a balance and the line that ends the statement, with the further lines of the row


def opening_unnamed(case: Case) -> bool:
    """True if nothing names the first balance: no label, no totals, no page count; or only a brought-forward line does, which may continue
    an earlier page: it is not of the first day, and on no first page or sheet."""
    draft, best = case.draft, case.best
    if draft.has("opening") or (best.by_row and case.sums.whole_sides_printed):
        return False
    totals_in_columns = {"credit", "debit"} <= {item.role for item in draft.of("total")}
    if best.by_row and best.entries and is_counted(case) and not totals_in_columns and _first_row_stands(case, in_words=True):
        # The file has all its pages, and the balances beside the rows follow in one order of the rows alone.
        steps = pairwise(list(zip(best.amounts, best.balances, strict=True))[:: -1 if best.newest_first else 1])
        if not all(moved is not None and after is not None and before == after + moved for (moved, before), (_, after) in steps):
            return False
    if not draft.brought_in:
        return True
    brought = draft.brought_in[0]
    if is_counted(case) or case.sums.whole_sides_printed or _is_dated(brought, case, end=0, slack=dt.timedelta(days=1)):
        return False
    if draft.newest_first and brought in draft.since_entry:
        return not _on_last_page(case, brought)
    return not (case.paper.counts_sheets or any(number == 1 for page, (number, _) in case.paper.numbers.items() if page <= brought.page))


def opening_computed(case: Case) -> bool:
    """True if the opening balance is the balance beside the first row less that row, because no line prints it."""
    is_printed = any(item.figure is not None for item in (*case.draft.of("opening"), *case.draft.brought_in))
    return bool(case.best.entries) and case.best.opening is not None and not is_printed


def first_row_unconfirmed(case: Case) -> bool:
    """True if the opening follows from the first row's own balance, and neither totals nor the print of that row confirm it."""
    named = case.draft.has("opening") or case.draft.brought_in or case.best.opening is None or not case.best.entries
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


def says_end(entries: Sequence[Entry], section: Sequence[Printed]) -> bool:
    """True if words below the first line of the last row, on its page, say that the statement ends there."""
    page, top = max((entry.page, entry.box[1]) for entry in entries)
    below = [line for line in section if line.row.page == page and line.row.top > top]
    return any(END.search(line.plain) for line in below[:ROWS_TO_END])


def is_counted(case: Case) -> bool:
    """True if the file holds every page that it counts, numbered from the first to the last of so many."""
    pages = case.paper.pages
    return pages > 0 and case.paper.numbers == {page: (page, pages) for page in range(1, pages + 1)}


def _is_dated(forward: ScanItem, case: Case, *, end: int, slack: dt.timedelta) -> bool:
    """True if the balance is dated at most `slack` from the first (`end` 0) or the last day (`end` 1) of the printed period."""
    day, period = case.calendar.date(forward.day) if forward.day else None, case.draft.period
    return period is not None and day is not None and abs(day - period[end]) <= slack


def _on_last_page(case: Case, forward: ScanItem) -> bool:
    """True if a page from there on is numbered as the last."""
    return any(number == count for page, (number, count) in case.paper.numbers.items() if page >= forward.page)


def _first_row_stands(case: Case, *, in_words: bool = False) -> bool:
    """True if the first row's figure is whole, in line with others of its column, on a side that a heading, or a sign or mark as others
    bear, prints, and its words do not name the other side. A figure that is alone under its heading, or `in_words`, needs words that
    name the same."""
    first, *others = case.entries_in_time
    role, figure = next(((role, cell) for role, cell in first.figures.items() if role in MOVING and cell.size), ("", None))
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


def daily_differs(case: Case) -> bool:
    """True if a table of daily balances lists one that the rows do not lead to at the end of its day."""
    moved = end_of_days(case.best, case.calendar)
    for entry in (entry for table in case.best.left_out if is_daily(table) for entry in table.entries):
        expected = _at_end_of(first_date(entry, case.calendar), moved, case.best)
        if not moved or any(figure.printed != expected for figure in entry.figures.values()):
            return True
    return False


def balance_unreached(case: Case) -> bool:
    """True if the rows of an only account do not lead to a figure beside words for a balance, or in a list of days below such words."""
    moved = {abs(balance) for balance in end_of_days(case.best, case.calendar).values()}
    if len(case.section.rows) < len(case.paper.rows) or (case.best.entries and not moved):
        return False
    others = [item.figure.size for item in case.draft.of("summary") if item.figure is not None and NAMED_BALANCE.search(item.label)]
    known = case.sums.known_sizes | case.sums.of_rows | moved | {abs(case.best.closing or NOTHING) + size for size in others}
    prose, listed = set(continued_lines(case.section.rows)), False
    for place, line in enumerate(case.section.rows):
        bare = not any(map(str.isalpha, line.folded))
        if not line.figures:
            listed = names_balance(line.folded) or DAILY.search(line.plain) is not None or (listed and bool(line.days or bare))
        elif not (line in prose or case.sums.is_of_rows(line) or in_rewards(case.section.rows, place, line.figures[-1])):
            if any(_is_outside(date, case) for date in map(case.calendar.date, line.days) if date is not None):
                continue
            listed = listed and bare
            for figure in line.figures:
                own = [line.folded] if len(line.figures) == 1 else [line.label(figure)] if "\t" in line.row.text else []
                named = (listed and line.days) or any(map(names_balance, [*own, line.cell_before(figure)]))
                if named and figure.size not in known:
                    return True
    return False


def _is_outside(date: dt.date, case: Case) -> bool:
    """True if the day is outside the printed period and not its eve."""
    period = case.draft.period
    return period is not None and not period[0] - dt.timedelta(days=1) <= date <= period[1]


def _at_end_of(date: dt.date | None, moved: Mapping[dt.date, Decimal], best: Solution) -> Decimal | None:
    """Return the balance at the end of a day, by those on which something moved."""
    before = [day for day in moved if date is not None and day <= date]
    return moved[max(before)] if before else best.opening


def end_of_days(best: Solution, calendar: Calendar) -> dict[dt.date, Decimal]:
    """Return the balance at the end of each day on which something moved; empty if a day, an amount or the opening is not known."""
    if best.opening is None:
        return {}
    by_day: dict[dt.date, Decimal] = {}
    for entry, amount in zip(best.entries, best.amounts, strict=True):
        date = first_date(entry, calendar)
        if date is None or amount is None:
            return {}
        by_day[date] = by_day.get(date, NOTHING) + amount
    running = best.opening
    return {day: (running := running + by_day[day]) for day in sorted(by_day)}


def other_balance(case: Case) -> bool:
    """True if a balance is printed, beside the opening and the closing, that is not the one reached at its place, or at none."""
    best, reached = case.best, {key: abs(balance) for key, balance in _reached(case).items()}
    for item in case.draft.of("opening", "closing", "brought", "carried"):
        if item.figure is None or item.figure.size == reached.get(id(item)):
            continue
        ends = {"opening": [best.opening], "closing": [best.closing]}.get(item.kind, [best.opening, best.closing])
        known = any(end is None or item.figure.size == abs(end) for end in ends)
        if item.kind == "closing":
            known = known or _of_its_day(item, item.figure.size, case)
        elif item.kind != "opening":
            known = id(item) not in reached and (known or item.figure.size in reached.values())
        if not known:
            return True
    return False


def _of_its_day(item: ScanItem, size: Decimal, case: Case) -> bool:
    """True if it is a balance by no more than its day, and the one reached at the end of that day or of another period; or, below the
    closing, before or after a row of that day that is printed once more below it, as before a settlement."""
    days = end_of_days(case.best, case.calendar)
    date = case.calendar.date(item.day) if item.day is not None and DATED.search(item.label) else None
    if date is None or not days:
        return False
    after, reached = case.draft.since_entry, _reached(case)
    place = after.index(item) if item in after else 0
    closed = any(other.kind == "closing" and other.value == case.best.closing for other in after[:place])
    for row in (other for other in case.sums.between if closed and other.entry and first_date(other.entry, case.calendar) == date):
        amount = case.best.amount_of.get(id(row.entry), NOTHING) * (-1 if case.best.newest_first else 1)
        again = any(figure.size == abs(amount) for other in after[place:] if other.printed for figure in other.printed.figures)
        if again and id(row) in reached and size in {abs(reached[id(row)]), abs(reached[id(row)] - amount)}:
            return True
    at_end = _at_end_of(date, days, case.best)
    return at_end is not None and (_is_outside(date, case) or size == abs(at_end))


def _reached(case: Case) -> dict[int, Decimal]:
    """Return the balance at each thing between the first and the last row, up to a row of unknown amount, by identity."""
    best = case.best
    running = best.closing if best.newest_first else best.opening
    unknown = {id(entry) for entry, amount in zip(best.entries, best.amounts, strict=True) if amount is None}
    reached: dict[int, Decimal] = {}
    for item in case.sums.between:
        if running is None or id(item.entry) in unknown:
            break
        amount = best.amount_of.get(id(item.entry), NOTHING)
        running += -amount if best.newest_first else amount
        reached[id(item)] = running
    return reached
