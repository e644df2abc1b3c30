"""Lines without a day of their own: a charge on a debt, which is of the period's last day, and the sum of a group, which is no row."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import accumulate, groupby

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.scanning.lines import MOVING, columns_of
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.vocabulary.phrases import INTEREST, PART_IN_ROWS, TOTAL

UNREAD = frozenset({"loose", "outside", "stray"})


def _last_day(draft: Draft) -> dict[str, Day]:
    """Return the period's last day, as of a row; empty if no period is printed."""
    last = draft.period[1] if draft.period else None
    return {} if last is None else {"date": Day(last.day, last.month, last.year, 0, 0, named=True)}


def date_charges(draft: Draft) -> None:
    """Date interest on a debt that has the day of the row above it with the period's last day, if every other row has a day of its own."""
    undated, days = [entry for entry in draft.entries if entry.carried], _last_day(draft)
    for entry in undated if days and all(INTEREST.search(fold(entry.description)) for entry in undated) else ():
        entry.days, entry.carried = days, False


def other_readings(draft: Draft, best: Solution, *, owed: bool) -> Iterator[list[ScanItem]]:
    """Yield what was seen with other lines as rows, if the rows do not lead from one balance to the other."""
    if best.difference:
        yield from _with_charges(draft, abs(best.difference)) if owed else ()
        yield from _without_sums(draft)


def _with_charges(draft: Draft, missing: Decimal) -> Iterator[list[ScanItem]]:
    """Yield it with the charges of a section as rows: lines named as such under such a name, which come to what is missing and to a figure
    that another line names so."""
    days, named = _last_day(draft), [one for one in draft.of("summary", "total") if PART_IN_ROWS.search(one.label)]
    lines = [one for one in draft.seen if one.kind in UNREAD and one.table and PART_IN_ROWS.search(one.table.heading)]
    for _, section in groupby(lines, key=lambda one: id(one.table)) if days else ():
        rows = {id(one): row for one in section if (row := _charge(one, days)) is not None}
        of_rows = {row.printed for row in rows.values()}
        printed = any(one.figure and one.figure.size == missing and one.printed not in of_rows for one in named)
        if printed and sum(figure.size for row in rows.values() if row.entry for figure in row.entry.figures.values()) == missing:
            yield [rows.get(id(one), one) for one in draft.seen]


def _charge(one: ScanItem, days: dict[str, Day]) -> ScanItem | None:
    """Return the line as a row of this day, if it names a charge and nothing but one figure."""
    line, table = one.printed, one.table
    columns = columns_of(line, table.header) if line is not None and table is not None else {}
    figures = {role: figure for role, figure in columns.items() if role in MOVING and figure.size}
    if line is None or len(figures) != 1 or len(line.figures) != 1 or line.days or TOTAL.search(line.folded):
        return None
    if not PART_IN_ROWS.search(line.folded):
        return None
    text = line.text_outside(line.figures, ())
    return replace(one, kind="entry", entry=Entry(one.page, days, figures, [text], list(line.row.words), table_id=id(table)))


def _without_sums(draft: Draft) -> Iterator[list[ScanItem]]:
    """Yield it with undated rows as sums, if every other row has a day of its own and each of them is the sum of several rows right above,
    or of all below it up to the next; of one row only if a summary prints it too."""
    rows, sums = [(one, one.entry) for one in draft.seen if one.entry is not None and one.kind == "entry"], dict[int, ScanItem]()
    undated = [place for place, (_, entry) in enumerate(rows) if entry.carried or not entry.days]
    sizes = [sum(figure.printed for role, figure in entry.figures.items() if role in MOVING) for _, entry in rows]
    summed = {one.figure.size for one in draft.of("summary") if one.figure is not None}
    for start, place, end in zip([-1, *undated], undated, [*undated[1:], len(rows)], strict=False):
        (row, entry), below, above = rows[place], sizes[place + 1 : end], list(accumulate(sizes[start + 1 : place][::-1]))
        leads = sum(below) == sizes[place] and (len(below) > 1 or abs(sizes[place]) in summed)
        if not sizes[place] or not (leads or sizes[place] in above[1:]):
            return
        kind, label = "summary" if leads else "total", fold(entry.description)
        figure = next(figure for role, figure in entry.figures.items() if role in MOVING)
        sums[id(row)] = replace(row, kind=kind, figure=figure, label=label, role="amount", entry=None, inside=not leads)
    if sums:
        yield [sums.get(id(one), one) for one in draft.seen]
