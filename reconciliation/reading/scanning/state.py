"""What a scan of the rows knows at each of them: the header in force, the open table, the last row, and what was seen."""

import datetime as dt
from collections import Counter, defaultdict
from dataclasses import replace

from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.entries import Entry, Seen, Table
from reconciliation.reading.scanning.ground import Ground
from reconciliation.reading.scanning.lines import continues, stands_under
from reconciliation.reading.scanning.sides import side_told
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.tokens.number_style import NumberStyle
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.column_names import DATE_ROLES
from reconciliation.reading.vocabulary.overdrafts import owed_behind
from reconciliation.reading.vocabulary.phrases import OWED

MOSTLY = 0.6  # of the entries
NAMED_FROM = 2  # rows above a figure
BALANCES = frozenset({"opening", "closing", "brought", "carried", "dated"})
ROWS_AND_BALANCES = BALANCES | {"entry", "stray", "loose", "total"}


class ScanState:
    """The state of the pass, and how a thing that was seen is kept."""

    def __init__(
        self,
        ground: Ground,
        style: NumberStyle,
        *,
        by_place: Header | None = None,
        heed_headings: bool = True,
    ) -> None:
        """`by_place` is the header that is in force until another is printed, or always, where headings are not heeded."""
        self.ground, self.rows, self.style = ground, ground.rows, style
        self.seen: list[Seen] = []
        self.heed_headings, self.headed = heed_headings, False
        self.header = self.by_place = by_place
        self.groups: list[tuple[float, float, Header]] = []
        self.table = None if by_place is None else Table(heading="", header=by_place)
        self.heading = ""
        self.headings: list[Printed] = []
        self.last: Entry | None = None
        self.last_row: Row | None = None
        self.above_row: list[Row] = []  # lines of text that belong to the row below them
        self.waiting: Entry | None = None  # a dated row whose figures stand on a row below
        self.waiting_under: Entry | None = None  # the entry right above it
        self.waits: Printed | None = None  # where it stands
        self.cut: list[tuple[Seen, Entry]] = []  # those that no figure followed
        self.parted = False  # a balance stands between the last row and here
        self.begins = False  # a first page stands between the last headings and here
        self.words_below = 0  # the page on which other words stand below the last row
        self.heading_day: Day | None = None  # the day that stands alone above the rows
        self.latest: Entry | None = None  # the last row of the account, also below a total
        self.latest_header: Header | None = None  # the headings above it
        self.opening_day: Day | None = None  # the day beside the balance that opens the table, above its first row
        self.doubted_day: Day | None = None  # the one below which a line began with another: whose the next rows are, nothing tells
        self.days_head = False  # a day has stood alone above rows
        self.under: list[tuple[Entry, Entry, Printed, int]] = []  # entries, the dated lines right under them, and when they were seen
        self.days_lead_under: Header | None = None  # the headings of rows that began with their day
        self.open = False
        self.ended = True  # a total or a balance closed the section
        self.totalled = False  # a total stands below the last row
        self.of_rates = False  # below a closed table, the days and rates by which interest is worked out are listed
        self.interest_page = 0  # the page of the last such list
        self.forwarded = False  # a balance carried forward, and nothing else, closed it
        self.last_page = self.place = 0
        self.ends: dict[tuple[tuple[str, int], ...], set[tuple[str, int]]] = defaultdict(set)  # of figures under headings alike
        self.first_pages = set(ground.first_pages)
        self.announced, self.overviews, self.spans = ground.announced, ground.overviews, ground.spans

    def _header_at(self, index: int) -> tuple[Header, int] | None:
        """The header that starts at a row, where headings are heeded."""
        return self.ground.header_at(index) if self.heed_headings else None

    def _see(
        self,
        kind: str,
        printed: Printed,
        *,
        figure: Figure | None = None,
        label: str = "",
        role: str = "",
        inside: bool = False,
        leads: bool = False,
        period: tuple[dt.date, dt.date] | None = None,
    ) -> None:
        self.seen.append(
            Seen(
                kind,
                printed.row.page,
                table=self.table,
                printed=printed,
                figure=replace(figure, mark="DR") if figure and _is_owed(kind, figure, printed, label) else figure,
                day=(printed.day_beside(figure) or self._day_above(label)) if figure else None,
                label=label,
                role=role,
                period=period,
                inside=inside,
                leads=leads,
            )
        )

    def _day_above(self, label: str) -> Day | None:
        """The day in the words that name a figure from above it."""
        above = self.rows[max(0, self.place - NAMED_FROM) : self.place]
        days = [(fold(printed.row.text[day.start : day.end]), day) for printed in above for day in printed.days]
        return next((day for text, day in days if text in label), None)

    def _sight(self, kind: str, printed: Printed) -> Seen:
        return Seen(kind, printed.row.page, table=self.table, printed=printed)

    def _forget(self) -> None:
        """The last row is over; a dated row that still waits for its figure is an unread one."""
        if self.waits is not None and self.waiting is not None:
            if self.waiting_under is not None:
                self.under.append((self.waiting_under, self.waiting, self.waits, len(self.seen)))
            else:
                self._see("stray", self.waits)
                self.cut.append((self.seen[-1], self.waiting))
        self.last = self.waiting = self.waits = self.waiting_under = None

    def _settle_over_pages(self) -> None:
        """A dated line whose figure begins the next page of its table is one row with that."""
        for line, waiting in self.cut:
            place = self.seen.index(line)
            below = next((one for one in self.seen[place + 1 :] if one.kind in ROWS_AND_BALANCES), None)
            if below is None or below.entry is None or not below.entry.carried:
                continue
            if below.page != line.page + 1 or below.table is not line.table:
                continue
            borrowed, below.entry.carried = below.entry.days, False
            below.entry.texts[:0] = waiting.texts
            for one in self.seen:
                if one.entry is not None and one.page == below.page and one.entry.days is borrowed:
                    one.entry.days = waiting.days
            self.seen.remove(line)

    def _settle_under(self) -> None:
        """Where most entries have a dated line under them, it is the second line of a row; elsewhere it is a row that was not read."""
        counts = Counter(entry.table_id for entry, *_ in self.under)
        sizes = Counter(one.entry.table_id for one in self.seen if one.entry is not None)
        for entry, line, printed, place in reversed(self.under):
            if counts[entry.table_id] >= MOSTLY * sizes[entry.table_id]:
                entry.days.setdefault("value", next(iter(line.days.values())))
                entry.texts += line.texts
                entry.worded += line.worded
                entry.words += line.words
            else:
                self.seen.insert(place, self._sight("stray", printed))
                self.cut.append((self.seen[place], line))

    def _add(self, entry: Entry, printed: Printed) -> None:
        if self.table is None:
            return
        self._forget()
        entry.texts[:0] = [" ".join(line.text.split()) for line in self._lines_above()]
        entry.words[:0] = [word for line in self._lines_above() for word in line.words]
        entry.table_id = id(self.table)
        entry.side = side_told(printed, self.table.header)
        self.table.entries.append(entry)
        self.last, self.last_row, self.open = entry, printed.row, True
        self.latest, self.latest_header = entry, self.table.header
        self.headings, self.ended, self.totalled = [], False, False
        self.last_page, self.parted, self.words_below = printed.row.page, False, 0
        self.seen.append(Seen("entry", printed.row.page, table=self.table, entry=entry, printed=printed))

    def _lines_above(self) -> list[Row]:
        """The lines right above here that belong to the row below them."""
        return self.above_row if self.above_row and self.above_row[-1] is self.rows[self.place - 1].row else []

    def _gap_below(self, place: int) -> float:
        """The distance between a row and the next one of its page."""
        row, below = self.rows[place].row, self.rows[place + 1].row
        return below.top - row.bottom if place >= 0 and row.page == below.page else 0.0

    def _in_details(self, printed: Printed) -> bool:
        """Does the row go on with what the last entry says, perhaps as its second line, under its day?"""
        if self.last is None or self.last_row is None or printed.figures:
            return False
        under = printed.begins_with_day and stands_under(printed.row, self.last_row)
        return under or continues(printed.row, self.last_row, self.header)

    def _begin_by_place(self) -> None:
        """The headings do not count any more: what follows is read by place, if columns are told so."""
        self.header = self.by_place
        if self.by_place is not None:
            self.table = Table(heading="", header=self.by_place)

    def _in_area(self, header: Header) -> bool:
        return bool(DATE_ROLES & set(header.roles))

    def _is_parted(self) -> bool:
        """Does a balance, or a line of words on this page, stand between the last row and here?"""
        return self.parted or self.words_below == self.rows[self.place].row.page

    def _days_above(self) -> dict[str, Day]:
        """The day of the row above, unless a balance told there that something else begins, or two days might be meant."""
        if self._is_parted():
            return {}
        if self.heading_day is not None:
            return {} if self.heading_day is self.doubted_day else {"date": self.heading_day}
        if self.table is not None and self.table.entries:
            return self.table.entries[-1].days
        if self.latest is not None and self._goes_on_over_page():
            return self.latest.days
        return {"date": self.opening_day} if self.opening_day is not None else {}

    def _goes_on_over_page(self) -> bool:
        """True if the headings of the latest row's table stand once more, on the page after it."""
        before, header, page = self.latest_header, self.header, self.rows[self.place].row.page
        printed = header is not None and header.row is not None and header.row.row.page == page == self.last_page + 1
        return printed and before is not None and header is not None and before.signature == header.signature


def _is_owed(kind: str, figure: Figure, printed: Printed, label: str) -> bool:
    """Has the figure no sign or mark, but words before it, or behind a balance, that call it a debt?"""
    told = OWED.search(label) is not None or (kind in BALANCES and owed_behind(printed, figure))
    return told and not (figure.sign or figure.mark)
