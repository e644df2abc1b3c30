"""What a scan of the rows knows at each of them: the header in force, the open table, the last row, and what was seen."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.entries import Entry, Seen, Table
from reconciliation.reading.scanning.lines import NO_HEADER, continues, stands_under
from reconciliation.reading.scanning.page_context import PageContext
from reconciliation.reading.scanning.sign_columns import printed_side
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.tokens.number_style import NumberStyle
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.overdrafts import owed_behind
from reconciliation.reading.vocabulary.phrases import OWED

MOSTLY = 0.6  # of the entries
NAMED_FROM = 2  # rows above a figure
BALANCES = frozenset({"opening", "closing", "brought", "carried", "dated"})
ROWS_AND_BALANCES = BALANCES | {"entry", "stray", "loose", "total"}


class ScanState:
    """The state of the pass, and how a thing that was seen is recorded."""

    def __init__(self, context: PageContext, style: NumberStyle, *, by_place: Header = NO_HEADER, heed_headings: bool = True) -> None:
        """`by_place` is the header that is in force until another is printed, or always, if headings are not heeded."""
        self.context, self.rows, self.style = context, context.rows, style
        self.seen: list[Seen] = []
        self.heed_headings, self.headed = heed_headings, False
        self.groups: list[tuple[float, float, Header]] = []
        self.header = self.by_place = by_place
        self.table = Table(heading="", header=by_place)
        self.headings: list[Printed] = []
        self.last: Entry | None = None
        self.last_row: Row | None = None
        self.above_row: list[Row] = []  # lines of text that belong to the row below them
        self.waiting: Entry | None = None  # a dated row whose figures are on a row below
        self.waiting_under: Entry | None = None  # the entry right above it
        self.waiting_row: Printed | None = None  # where it is printed
        self.unfinished: list[tuple[Seen, Entry, Entry | None, int]] = []  # those without figures, with the entry above and their place
        self.parted = False  # a balance is between the last row and here
        self.begins = False  # a first page is between the last headings and here
        self.words_below = 0  # the page on which other words are below the last row
        self.heading_day: Day | None = None  # the day alone above the rows
        self.latest: Table | None = None  # that of the last row of the account, also below a total
        self.opening_day: Day | None = None  # the day beside the balance that opens the table, above its first row
        self.doubted_day: Day | None = None  # the one below which a line began with another: either may be that of the next rows
        self.days_head = False  # a day alone has been above rows
        self.days_lead_under = NO_HEADER  # the headings of rows that began with their day
        self.days_under = NO_HEADER  # the headings of rows whose day was on the line right below them
        self.open = False
        self.ended = True  # a total or a balance closed the section
        self.totalled = False  # a total is below the last row
        self.of_rates = False  # below a closed table, the days and rates by which interest is worked out are listed
        self.interest_page = 0  # the page of the last such list
        self.forwarded = False  # a balance carried forward, and nothing else, closed it
        self.last_page = self.place = 0
        self.ends: dict[tuple[tuple[str, int], ...], set[tuple[str, int]]] = defaultdict(set)  # of figures under headings alike
        self.first_pages = set(context.first_pages)

    def _rows_below(self, count: int) -> Sequence[Printed]:
        return self.rows[self.place + 1 : self.place + 1 + count]

    def _header_at(self, index: int) -> tuple[Header, int] | None:
        return self.context.header_at(index) if self.heed_headings else None

    def _see(self, kind: str, row: Printed, figure: Figure | None = None, *, label: str = "", **more: Any) -> None:
        """Record what a row says. A figure without a sign or mark that words before it, or behind a balance, call a debt is one."""
        day = None
        if figure is not None:
            above = self.rows[max(0, self.place - NAMED_FROM) : self.place]
            named = (day for line in above for day in line.days if fold(line.row.text[day.start : day.end]) in label)
            day = row.day_beside(figure) or next(named, None)
            owed = OWED.search(label) or (kind in BALANCES and owed_behind(row, figure))
            figure = replace(figure, mark="DR") if owed and not (figure.sign or figure.mark) else figure
        self.seen.append(Seen(kind, row.row.page, figure, day, label, printed=row, **{"table": self.table, **more}))

    def _add(self, entry: Entry, printed: Printed) -> None:
        """Record a row of the open table, with the lines above that belong to it."""
        self._forget()
        entry.texts[:0] = [" ".join(line.text.split()) for line in self._lines_above()]
        entry.words[:0] = [word for line in self._lines_above() for word in line.words]
        entry.table_id, entry.side = id(self.table), printed_side(printed, self.table.header)
        self.table.entries.append(entry)
        self.last, self.last_row, self.open = entry, printed.row, True
        self.latest, self.headings, self.ended, self.totalled = self.table, [], False, False
        self.last_page, self.parted, self.words_below = printed.row.page, False, 0
        self._see("entry", printed, entry=entry)

    def _lines_above(self) -> list[Row]:
        return self.above_row if self.above_row and self.above_row[-1] is self.rows[self.place - 1].row else []

    def _forget(self) -> None:
        """End the last row, though it may still wait for its figures."""
        if self.waiting_row is not None and self.waiting is not None:
            unread = Seen("stray", self.waiting_row.row.page, table=self.table, printed=self.waiting_row)
            self.unfinished.append((unread, self.waiting, self.waiting_under, len(self.seen)))
        self.last = self.waiting = self.waiting_row = self.waiting_under = None

    def _settle_unfinished(self) -> None:
        """Join dated lines without figures with the rows above, if most rows have one, or on the next page. Others are unread."""
        counts = Counter(above.table_id for *_, above, _ in self.unfinished if above is not None)
        sizes = Counter(one.entry.table_id for one in self.seen if one.entry is not None)
        for unread, line, above, place in reversed(self.unfinished):
            below = next((one for one in self.seen[place:] if one.kind in ROWS_AND_BALANCES), unread)
            on_next_page = below.page == unread.page + 1 and below.table is unread.table
            if above is not None and counts[above.table_id] >= MOSTLY * sizes[above.table_id]:
                above.days.setdefault("value", next(iter(line.days.values())))
                above.texts += line.texts
                above.worded += line.worded
                above.words += line.words
            elif on_next_page and below.entry is not None and below.entry.carried:
                borrowed, below.entry.carried = below.entry.days, False
                below.entry.texts[:0] = line.texts
                for one in self.seen:
                    if one.entry is not None and one.page == below.page and one.entry.days is borrowed:
                        one.entry.days = line.days
            else:
                self.seen.insert(place, unread)

    def _in_details(self, printed: Printed) -> bool:
        """True if the row goes on with the words of the last entry, perhaps as its second line, under its day."""
        if self.last is None or printed.figures:
            return False
        second = printed.begins_with_day and stands_under(printed.row, self.last_row)
        return second or continues(printed.row, self.last_row, self.header)

    def _begin_by_place(self) -> None:
        """Put printed headings aside: the rows below are read by place, if columns can be found so."""
        self.header = self.by_place
        if self.by_place.columns:
            self.table = Table(heading="", header=self.by_place)

    def _is_parted(self) -> bool:
        """True if a balance, or a line of words on this page, is between the last row and here."""
        return self.parted or self.words_below == self.rows[self.place].row.page

    def _days_above(self) -> dict[str, Day]:
        """The day of the row above, also below the same headings on the next page, unless two days might be meant or it is parted."""
        if self._is_parted():
            return {}
        if self.heading_day is not None:
            return {} if self.heading_day is self.doubted_day else {"date": self.heading_day}
        if self.table.entries:
            return self.table.entries[-1].days
        header, page = self.header, self.rows[self.place].row.page
        again = header.row is not None and header.row.row.page == page == self.last_page + 1
        if self.latest is not None and again and header.signature == self.latest.header.signature:
            return self.latest.entries[-1].days
        return {"date": self.opening_day} if self.opening_day is not None else {}
