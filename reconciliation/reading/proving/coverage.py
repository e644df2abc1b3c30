"""Coverage: every number on the pages of the rows is a row, a balance, a total or another named figure."""

import re
from collections.abc import Iterator, Sequence, Set
from decimal import Decimal
from itertools import dropwhile

from reconciliation.printed.statement import UnreadRow
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.balances import end_of_days
from reconciliation.reading.proving.sums import NOTHING, AccountSums, Case, balances_in
from reconciliation.reading.proving.unrecognised_cells import unrecognised_cells
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.scanning.lines import columns_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.printed import Printed, continued_lines
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.phrases import CARD_TERMS, NO_BALANCE, OTHER_YEAR, TOTAL, direction, names_limit

BALANCE_ON = re.compile(r"\b(?:balance|saldo|solde|kontostand) (?:on|as (?:of|at)|au|al|am|per|op)$")  # a pot's dated balance
EXCHANGE = re.compile(r"^1(?:00?|000)? ?[a-z]{3} ?=(?: ?\d+[.,]\d{3,6})? [a-z]{3}$")
TIER = re.compile(r"^(?:less than|under|below|up to|from|first|next|over|above|more than|and (?:over|above|more))\b")  # a tier of rates
RATE = re.compile(r"\b(?:apr|aer|ear|balance|purchases?|advances?|transfers?)\b.*\d ?%")  # a rate, not a movement
PERIOD_AND_RATE = re.compile(r"\d\d?\.\d\d?\.(?:\d{2,4})? ?[-\u2013] ?\d\d?\.\d\d?\.(?:\d{2,4})?\s.*\d ?%")  # a period's interest rate
SENTENCE = re.compile(r", ?(?:[^\W\d_]+ ){3}")
WORDS = re.compile(r",? (?:[^\W\d_]+[ .,]*){2}")
IN_YEAR = re.compile(r"\b(?:in|im|en|nel|em|w|i|under) (?:19|20)\d\d$")  # the end of the name of a year's sum
UNREAD = frozenset({"loose", "stray", "outside"})
LEFT_OVER = UNREAD | {"summary"}
LONGEST_LABEL = 70  # most characters of a label; a longer line is prose


def figures_unaccounted(case: Case) -> bool:
    """True if there is a number on the pages of the rows that is neither row nor balance nor total nor named otherwise."""
    best = case.best
    if None in best.amounts or case.unaccounted:
        return True
    if not _totals_tell(case.sums) and any(entry.strays > best.by_row * entry.strays_in_words for entry in best.entries):
        return True
    return not best.by_row and any(_stands_as_amount(entry, case.sums) for entry in best.entries)


def unread_rows(sums: AccountSums, unaccounted: Sequence[Printed | None]) -> list[UnreadRow]:
    """Return every row with a number that nothing accounts for, in printed order: offered to a person."""
    lines = dict.fromkeys([*(item.printed for item in sums.draft.of("stray")), *unaccounted])
    rows: list[Entry | Row] = [line.row for line in lines if line is not None]
    for entry, amount in zip(sums.best.entries, sums.best.amounts, strict=True):
        rows += [entry] if amount is None or entry.strays or _stands_as_amount(entry, sums) else []
    return [unread_row(row) for row in sorted(rows, key=lambda row: (row.page, row.box[1]))]


def unread_row(row: Entry | Row) -> UnreadRow:
    return UnreadRow(page=row.page, box=row.box, text=row.text.replace("\t", "  "))


def _stands_as_amount(entry: Entry, sums: AccountSums) -> bool:
    """True if a figure among the row's words ends where the rows' own figures end, or is the row's amount once more behind another day."""
    own = {figure.size for figure in entry.figures.values()}
    return any(sums.in_column(figure.x1) or figure.size in own for figure in entry.worded)


def unaccounted_for(sums: AccountSums, paper: Paper, calendar: Calendar) -> list[Printed | None]:
    """Return the lines with a number that is no row, balance, total or other named figure; None for a line that is not known. If printed
    totals confirm the sums, such a line counts only if it may hold a row's day. If no row was read, every figure besides the balances
    counts; if the document says that there are no rows, only those on a line with a day or in a table."""
    draft, best = sums.draft, sums.best
    missing, below = abs(best.difference or NOTHING), [*sums.between, *draft.since_entry] if sums.between else []
    left_over = dict.fromkeys(item.printed for item in below if item.kind in LEFT_OVER and item.printed)
    lines = [*unrecognised_cells(sums, paper), *_figures_outside(sums, paper.rows, calendar)]
    if not best.entries:
        known, to_come = sums.known_sizes | balances_in(paper.rows), {item.printed for item in draft.of("announced")}
        in_tables = {item.printed for item in draft.of("stray", "loose")}
        bare = bool(draft.of("nothing")) and best.difference == 0
        others = (line for line in paper.rows if line not in to_come and (line.days or line in in_tables or not bare))
        lines += [line for line in others if any(figure.size not in known and not _named(line, figure) for figure in line.figures)]
    lines += [line for line in left_over if missing and any(figure.size == missing for figure in line.figures)]  # as interest without a day
    if _totals_tell(sums):  # a line may still hold the day of a row
        carried = any(entry.carried for entry in best.entries)
        return [line for line in lines if carried and (line is None or line.days)]
    return lines


def _totals_tell(sums: AccountSums) -> bool:
    """True if both balances and the sums of both sides are printed and agree with the rows: no other amount can be missing."""
    ends_printed = sums.draft.has("opening", "brought") and sums.draft.has("closing", "carried")
    return ends_printed and sums.best.difference == 0 and not sums.best.totals_wrong and sums.both_sides_printed


def _figures_outside(sums: AccountSums, lines: Sequence[Printed], calendar: Calendar) -> Iterator[Printed | None]:
    """Yield lines around the tables with a figure that is neither row, balance nor total, and that nothing names: between two rows each
    such line, elsewhere stray ones, and other figures in the table's area, up to its closing, or beside a day."""
    draft, best, last_day = sums.draft, sums.best, sums.draft.period[1] if sums.draft.period else None
    known = sums.known_sizes | balances_in(lines) | set(end_of_days(best, calendar).values())
    movements = {abs(amount) for amount in best.amounts if amount}
    of_periods = {item.printed for item in draft.of("period")}
    parts = _parts_of_totals(sums)
    for item in sums.between:
        bare_period = item.printed in of_periods and not (item.printed and item.printed.figures)
        limit = item.kind == "loose" and item.printed and all(names_limit(item.printed.label(figure)) for figure in item.printed.figures)
        if item.kind in {"stray", "loose"} and not (item in parts or _repeats_balance(item, known) or bare_period or limit):
            yield item.printed
    balances = {item.printed for item in draft.of("opening", "closing", "brought", "carried")}
    ends = {abs(balance) for balance in (best.opening, best.closing) if balance is not None}
    # A paragraph may go on below the last row and its end: a closing, a total, a list of days and balances.
    counted = set(map(id, best.entries))
    last = max((index for index, item in enumerate(draft.items) if id(item.entry) in counted), default=len(draft.items))
    below = dropwhile(lambda item: item.kind not in {"closing", "total", "entry"}, draft.items[last + 1 :])
    prose = {item.printed for item in below if item.kind in {"stray", "outside"}} & set(continued_lines(lines))
    accounted = of_periods | prose | {item.printed for item in parts}
    accounted |= {line for line in balances if line and all(figure.size in ends for figure in line.figures)}
    accounted |= {item.printed for item in sums.leading if item.printed and not item.printed.days}
    above, closed = set(sums.above), set(dropwhile(lambda item: not (item.kind == "closing" and item.inside), draft.since_entry))
    for item in draft.items:
        line = item.printed
        in_area = item not in closed and (item.kind == "loose" or item not in above)
        if item.kind != "stray" and not (item.kind in UNREAD and (in_area or line is None or line.begins_with_day)):
            continue
        of_interest = item in closed and line is not None and PERIOD_AND_RATE.match(line.row.text)
        due = False
        if item in above and item.kind == "outside" and line is not None and last_day is not None and line.days and line.figures:
            # A sum of one side in a summary may be beside a day, in another cell, that is later than the period.
            days = [calendar.date(day) if day.year is not None else None for day in line.days]
            named = any(summary.printed is line and direction(summary.label) for summary in draft.of("summary"))
            due = named and "\t" in line.row.text[line.days[0].end : line.figures[0].start]
            due = due and all(day is not None and day > last_day for day in days)
        sizes = known - movements if item.kind == "stray" else known  # what looks like a row may be one of them once more
        if not (line in accounted or of_interest or due or _repeats_balance(item, known)) and _counts(item, sums, sizes):
            yield line


def _repeats_balance(item: ScanItem, known: Set[Decimal]) -> bool:
    """True if the line's only figure, and its only number, is a known balance in the balance column."""
    if item.kind != "stray" or item.printed is None or item.table is None or any(map(str.isdigit, item.printed.folded)):
        return False
    columns = columns_of(item.printed, item.table.header)
    return list(columns) == ["balance"] and len(item.printed.figures) == 1 and columns["balance"].size in known


def _counts(item: ScanItem, sums: AccountSums, known: set[Decimal]) -> bool:
    """True if the line may be a row: it has a figure of a size that nothing accounts for, and no words that name it."""
    line = item.printed
    if line is None:
        return True
    text = line.row.text
    goes_on = line.begins_with_day and line.figures and "\t" not in text and SENTENCE.match(text[line.days[0].end :])
    if (
        EXCHANGE.match(line.folded)
        or (RATE.search(line.plain) and not line.days)
        or (TIER.match(line.folded) and line.plain.endswith("%"))
        or (goes_on and WORDS.match(text[line.figures[-1].end :]))  # a sentence: "01/31/24, you may pay $40.00 and"
    ):
        return False
    lists_balances = not line.folded and all(figure.size in known for figure in line.figures)
    if item.kind == "stray" and line.days:
        return not (line.figures and lists_balances)
    if line.begins_with_day:
        return not lists_balances
    pages = {entry.page for entry in sums.best.entries} | {carried.page for carried in sums.draft.of("carried")}
    if not line.folded and item.page not in pages:
        return False
    telling = [figure for figure in line.figures if not figure.whole and figure.size not in known and not _named(line, figure)]
    return any(line.days or item.kind == "stray" or sums.in_column(figure.x1) for figure in telling)


def _named(line: Printed, figure: Figure) -> bool:
    """True if the words before it say that it is no movement of this account and period. Prose is no row."""
    if len(line.plain) > LONGEST_LABEL:
        return True
    label = line.label(figure)
    if names_limit(label) or (not line.days and IN_YEAR.search(label)):
        return True
    return any(words.search(label) for words in (NO_BALANCE, OTHER_YEAR, CARD_TERMS, TOTAL, BALANCE_ON))


def _parts_of_totals(sums: AccountSums) -> list[ScanItem]:
    """Return the lines right above a total of a side that come to it, each of one figure, one sign and no day, as of holders of a card."""
    things = [item for item in sums.draft.items if item.kind != "summary"] if sums.best.difference == 0 else []
    parts: list[ScanItem] = []
    for index, total in enumerate(things):
        rest = total.figure.size if total.kind == "total" and total.figure else NOTHING
        lines: dict[ScanItem, int] = {}
        for item in reversed(things[:index]) if rest in sums.of_rows else ():
            if rest <= 0 or item.kind not in UNREAD or item.printed is None or len(item.printed.figures) != 1 or item.printed.days:
                break
            lines[item] = item.printed.figures[0].sign
            rest -= item.printed.figures[0].size
        parts += lines if rest == 0 and len(lines) > 1 and len(set(lines.values())) == 1 else ()
    return parts
