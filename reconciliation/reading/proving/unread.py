"""Every number on the pages of the rows is accounted for: what is left over forbids a proof."""

import re
from collections.abc import Iterator, Sequence, Set
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.accounted import edges_of, in_column, stand_as_amounts
from reconciliation.reading.proving.broken_down import parts_of_totals
from reconciliation.reading.proving.copies import end_of_days
from reconciliation.reading.proving.known_sizes import balances_in, known_sizes
from reconciliation.reading.proving.odd_cells import odd_cells
from reconciliation.reading.proving.stated import sides_told
from reconciliation.reading.scanning.cells import columns_of
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.statement import UnreadRow
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.prose import going_on
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.limits import names_limit
from reconciliation.reading.vocabulary.phrases import CARD_TERMS, NO_BALANCE, OTHER_YEAR, TOTAL

BALANCE_ON = re.compile(r"\b(?:balance|saldo|solde|kontostand) (?:on|as (?:of|at)|au|al|am|per|op)$")  # of something else, as of a pot
RATE = re.compile(r"\b(?:apr|aer|ear|balance|purchases?|advances?|transfers?)\b.*\d% ?(?:\([vf]\))?")  # what an account bears, no movement
EXCHANGE = re.compile(r"^1(?:00?|000)? ?[a-z]{3} ?=(?: ?\d+[.,]\d{3,6})? [a-z]{3}$")
TIER = re.compile(
    r"^(?:less than|under|below|up to|from|first|next|over|above|more than|and (?:over|above|more))\b"
)  # of balances, at a rate
PERIOD_AND_RATE = re.compile(r"\d\d?\.\d\d?\.(?:\d{2,4})? ?[-\u2013] ?\d\d?\.\d\d?\.(?:\d{2,4})?\s.*\d ?%")  # of interest
SENTENCE = re.compile(r", ?(?:[^\W\d_]+ ){3}")
WORDS = re.compile(r",? (?:[^\W\d_]+[ .,]*){2}")
LEFT_OVER = frozenset({"summary", "outside", "stray", "loose"})
LONGEST_LABEL = 70  # characters; what is longer is prose


def unread_rows(draft: Draft, best: Solution, unaccounted: Sequence[Printed | None]) -> list[UnreadRow]:
    """Every row with a number that nothing accounts for, in printed order: offered to a person."""
    entries, edges = zip(best.entries, best.amounts, strict=True), edges_of(best)
    found = [
        UnreadRow(page=entry.page, box=entry.box, text=entry.text)
        for entry, amount in entries
        if amount is None or entry.strays or stand_as_amounts(entry, edges)
    ]
    strays = (one.printed for one in draft.of("stray"))
    others = dict.fromkeys([*strays, *unaccounted])
    found += [_offered(printed) for printed in others if printed is not None]
    return sorted(found, key=lambda row: (row.page, row.box[1]))


def _offered(printed: Printed) -> UnreadRow:
    return UnreadRow(page=printed.row.page, box=printed.row.box, text=printed.row.text.replace("\t", "  "))


def any_unread(best: Solution, unaccounted: Sequence[Printed | None]) -> bool:
    """Is there a number on the pages of the rows that is neither row nor balance nor total nor named otherwise?"""
    follows, edges = best.by_row, edges_of(best)
    if any(amount is None for amount in best.amounts) or any(entry.strays > follows * entry.strays_in_words for entry in best.entries):
        return True
    if not follows and any(stand_as_amounts(entry, edges) for entry in best.entries):
        return True
    return bool(unaccounted)


def unaccounted_for(draft: Draft, best: Solution, paper: Paper, calendar: Calendar) -> list[Printed | None]:
    """The rows with such a number. None: a row that is not known."""
    found = [
        *odd_cells(best, paper, _closings(draft, best)),
        *figures_outside(draft, best, paper.rows, calendar),
        *more_than_balances(draft, best, paper.rows),
        *of_missing_size(draft, best),
    ]
    if _all_told(draft, best):  # the sums of both sides leave no room for another amount, but one may hold the day of a row
        carried = any(entry.carried for entry in best.entries)
        return [one for one in found if carried and (one is None or one.days)]
    return found


def of_missing_size(draft: Draft, best: Solution) -> Iterator[Printed]:
    """Yield the lines below the first row that print what the rows differ by. One may be a row, as a card's interest without a day."""
    first = next((place for place, one in enumerate(draft.seen) if one.kind == "entry"), len(draft.seen))
    lines = {one.printed: None for one in draft.seen[first:] if one.kind in LEFT_OVER and one.printed is not None}
    if best.difference:
        yield from (line for line in lines if any(figure.size == abs(best.difference) for figure in line.figures))


def _closings(draft: Draft, best: Solution) -> set[Printed]:
    """The lines of the table that print the balance the rows lead to, by whatever name."""
    ends = set() if best.closing is None else {best.closing, -best.closing}
    return {one.printed for one in draft.of("closing", "carried") if one.inside and one.printed is not None and one.value in ends}


def figures_outside(draft: Draft, best: Solution, rows: Sequence[Printed], calendar: Calendar) -> Iterator[Printed | None]:
    """With a figure around the tables that is neither row nor balance nor total, and that nothing names. None: its row is not known."""
    edges, known = edges_of(best), known_sizes(draft, best) | balances_in(rows) | set(end_of_days(best, calendar).values())
    moved = {abs(amount) for amount in best.amounts if amount}
    pages = {entry.page for entry in best.entries}
    of_periods = {one.printed for one in draft.of("period")}
    parts = parts_of_totals(draft, best)
    for one in _between_rows(draft):
        if not (one in parts or _repeats_balance(one, known) or (one.printed in of_periods and not _has_figures(one))):
            yield one.printed
    prose = _prose_below(draft, best, rows)
    named = {seen.printed for seen in draft.of("opening", "closing", "brought", "carried")}
    ends = {abs(balance) for balance in (best.opening, best.closing) if balance is not None}
    for one in _around_rows(draft):
        if _of_interest(one, draft) or _repeats_balance(one, known):
            continue
        if one.printed is not None and one.printed in named and all(figure.size in ends for figure in one.printed.figures):
            continue
        if best.entries and _beside_day_due(one, draft, calendar):
            continue
        told = known - moved if one.kind == "stray" else known  # what looks like a row may be one of them once more
        if one.printed not in of_periods and one.printed not in prose and one not in parts and _counts(one, edges, told, pages):
            yield one.printed


def _repeats_balance(one: Seen, known: Set[Decimal]) -> bool:
    """True if the line's only figure, and its only number, is a known balance in the balance column."""
    if one.kind != "stray" or one.printed is None or one.table is None or any(map(str.isdigit, one.printed.folded)):
        return False
    columns = columns_of(one.printed, one.table.header)
    return list(columns) == ["balance"] and len(one.printed.figures) == 1 and columns["balance"].size in known


def _all_told(draft: Draft, best: Solution) -> bool:
    """Are both balances printed, and all money in and all money out by name, and do the rows come to just that?"""
    ends = draft.has("opening", "brought") and draft.has("closing", "carried")
    return ends and best.difference == 0 and not best.totals_wrong and sides_told(draft, best)


def _beside_day_due(one: Seen, draft: Draft, calendar: Calendar) -> bool:
    """Is it a sum of one side in a summary above all rows, and the day beside it, in another cell, later than the period? No row is."""
    printed, last = one.printed, draft.period[1] if draft.period else None
    above = one.kind == "outside" and draft.seen.index(one) < draft.seen.index(draft.of("entry")[0])
    if printed is None or last is None or not above:
        return False
    days = [calendar.date(day) for day in printed.days if day.year is not None]
    named = [told for told in draft.of("summary") if told.printed is printed and direction(told.label)]
    apart = "\t" in printed.row.text[printed.days[0].end : printed.figures[0].start] if printed.days and printed.figures else False
    return apart and bool(named) and len(days) == len(printed.days) and all(day is not None and day > last for day in days)


def _of_interest(one: Seen, draft: Draft) -> bool:
    """Does it begin with a period and name a rate, below the rows and their closing? A movement has one day."""
    closed = one in draft.since_entry and any(other.inside for other in draft.since_entry if other.kind == "closing")
    return closed and one.printed is not None and PERIOD_AND_RATE.match(one.printed.row.text) is not None


def _prose_below(draft: Draft, best: Solution, rows: Sequence[Printed]) -> set[Printed]:
    """Lines that go on with a paragraph below the last row and what ends it: a closing, a total, a list of days and balances."""
    counted = {id(entry) for entry in best.entries}
    last = max((index for index, one in enumerate(draft.seen) if id(one.entry) in counted), default=len(draft.seen))
    below, closed = [], False
    for one in draft.seen[last + 1 :]:
        closed = closed or one.kind in {"closing", "total", "entry"}
        if closed and one.kind in {"stray", "outside"} and one.printed is not None:
            below.append(one.printed)
    return set(below) & set(going_on(rows)) if below else set()


def _around_rows(draft: Draft) -> Iterator[Seen]:
    """What may be a row: in a money column before the first one, anywhere from there to a closing in the table;
    elsewhere what begins with a day, or was near to be one."""
    places = [index for index, one in enumerate(draft.seen) if one.kind == "entry"] or [0]
    rest = range(places[-1] + 1, len(draft.seen))
    closed = next((index for index in rest if draft.seen[index].kind == "closing" and draft.seen[index].inside), len(draft.seen))
    for index, one in enumerate(draft.seen):
        in_table = index < closed and (index >= places[0] or one.kind == "loose")
        in_area = in_table or one.printed is None or one.printed.begins_with_day
        if one.kind == "stray" or (one.kind in {"loose", "outside"} and in_area):
            yield one


def _between_rows(draft: Draft) -> list[Seen]:
    """A figure between two rows is a row, whatever its words say."""
    places = [index for index, one in enumerate(draft.seen) if one.kind == "entry"]
    return [one for one in draft.seen[places[0] : places[-1]] if one.kind in {"stray", "loose"}] if places else []


def _has_figures(one: Seen) -> bool:
    return one.printed is not None and bool(one.printed.figures)


def _counts(one: Seen, edges: set[int], known: set[Decimal], pages: set[int]) -> bool:
    printed = one.printed
    if printed is None:
        return True
    if EXCHANGE.match(printed.folded) or (TIER.match(printed.folded) and printed.plain.endswith("%")) or _is_sentence(printed):
        return False
    if one.kind == "stray" and printed.days:
        return not (printed.figures and _lists_balances(printed, known))
    if printed.begins_with_day and any(figure.size for figure in printed.figures):
        return not _lists_balances(printed, known)
    if one.page not in pages and not printed.folded:
        return False
    telling = [figure for figure in printed.figures if not figure.whole and figure.size not in known and not _named(printed, figure)]
    return any(printed.days or one.kind == "stray" or in_column(figure.x1, edges) for figure in telling)


def _lists_balances(printed: Printed, known: set[Decimal]) -> bool:
    """Nothing but days and balances that the rows lead to."""
    return not printed.folded and all(figure.size in known for figure in printed.figures)


def _is_sentence(printed: Printed) -> bool:
    """Does it go on behind its day with a comma and words, and behind its figure with more: "01/31/24, you may have to pay $40.00 and"?"""
    text = printed.row.text
    return (
        "\t" not in text
        and printed.begins_with_day
        and bool(printed.figures)
        and SENTENCE.match(text[printed.days[0].end :]) is not None
        and WORDS.match(text[printed.figures[-1].end :]) is not None
    )


def _named(printed: Printed, figure: Figure) -> bool:
    """Do the words before it say that it is no movement of this account and period? Prose is no row."""
    if len(printed.plain) > LONGEST_LABEL:
        return True
    label = printed.label(figure)
    patterns = (NO_BALANCE, OTHER_YEAR, CARD_TERMS, TOTAL, BALANCE_ON)
    return (
        names_limit(label) or any(pattern.search(label) for pattern in patterns) or (not printed.days and bool(RATE.search(printed.plain)))
    )


def more_than_balances(draft: Draft, best: Solution, rows: Sequence[Printed]) -> Iterator[Printed]:
    """Where no row was read: with any figure besides the balances; where words say that there is none, beside a day or in a table."""
    if best.entries:
        return
    known, to_come = known_sizes(draft, best) | balances_in(rows), {one.printed for one in draft.of("announced")}
    rows = [row for row in rows if row not in to_come]
    if draft.of("nothing") and best.difference == 0:
        in_tables = {one.printed for one in draft.of("stray", "loose")}
        rows = [row for row in rows if row.days or row in in_tables]
    yield from (row for row in rows if any(figure.size not in known and not _named(row, figure) for figure in row.figures))
