"""One pass over the rows, top to bottom: which are entries, which are balances and totals, which only text."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from reconciliation.reading.amounts import Figure, NumberStyle
from reconciliation.reading.announced import announced
from reconciliation.reading.calendar import Calendar
from reconciliation.reading.cells import (
    columns_of,
    continues,
    groups_end,
    has_no_day,
    indented,
    is_row,
    leads,
    names_day,
    own_days,
    part_of,
    stands_under,
    starts_with_day,
    with_round_sums,
)
from reconciliation.reading.dates import Day
from reconciliation.reading.entries import Entry, Seen, Table
from reconciliation.reading.headers import Header, groups_of, header_of
from reconciliation.reading.labels import (
    balance_kind,
    heading_of,
    heading_text,
    is_furniture,
    is_heading,
    label_near,
    labels_above,
    total_label,
)
from reconciliation.reading.metadata import account_number
from reconciliation.reading.numbering import first_pages
from reconciliation.reading.printed import Printed
from reconciliation.reading.rows import Row
from reconciliation.reading.spans import spans_of
from reconciliation.reading.vocabulary import ACTIVITY_NONE, BALANCE_OF_DAY, BARE_BALANCE, DATE_ROLES, OWED, TOTAL, direction
from reconciliation.reading.zones import with_zones

MOST_BELOW = 100  # rows that tell where a header's figures stand
MOSTLY = 0.6  # of the entries


class Scan:
    """The state of the pass: the header in force, the open table, the last entry."""

    def __init__(
        self,
        rows: Sequence[Printed],
        calendar: Calendar,
        style: NumberStyle,
        *,
        by_place: Header | None = None,
        heed_headings: bool = True,
    ) -> None:
        """`by_place` is the header that is in force until another is printed, or always, where headings are not heeded."""
        self.rows, self.calendar, self.style = rows, calendar, style
        self.seen: list[Seen] = []
        self.heed_headings, self.headed = heed_headings, False
        self.header = by_place
        self.groups: list[tuple[float, float, Header]] = []
        self.table = None if by_place is None else Table(heading="", header=by_place)
        self.heading = ""
        self.headings: list[Printed] = []
        self.last: Entry | None = None
        self.last_row: Row | None = None
        self.waiting: Entry | None = None  # a dated row whose figures stand on a row below
        self.waiting_under: Entry | None = None  # the entry right above it
        self.waits: Printed | None = None  # where it stands
        self.parted = False  # a balance stands between the last row and here
        self.words_below = 0  # the page on which other words stand below the last row
        self.heading_day: Day | None = None  # the day that stands alone above the rows
        self.under: list[tuple[Entry, Entry, Printed, int]] = []  # entries, the dated lines right under them, and when they were seen
        self.open = False
        self.ended = True  # a total or a balance closed the section
        self.last_page = self.place = 0
        self.first_pages = first_pages(rows)
        self.announced = announced(rows)
        self.spans = spans_of(rows, calendar)

    def run(self) -> list[Seen]:
        """The pass over all rows."""
        index = 0
        while index < len(self.rows):
            found = header_of(self.rows, index) if self.heed_headings else None
            if found is not None:
                self.headed = self.headed or bool({"debit", "credit"} & set(found[0].roles))
                below = self.rows[index + found[1] : index + found[1] + MOST_BELOW]
                self._start(with_zones(found[0], [one for one in below if own_days(one, found[0])]))
                index += found[1]
                continue
            self._row(index)
            index += 1
        self._forget()
        self._settle_under()
        return self.seen

    def _settle_under(self) -> None:
        """Where most entries have a dated line under them, it is the second line of a row; elsewhere it is a row that was not read."""
        counts = Counter(entry.table_id for entry, *_ in self.under)
        sizes = Counter(one.entry.table_id for one in self.seen if one.entry is not None)
        for entry, line, printed, place in reversed(self.under):
            if counts[entry.table_id] >= MOSTLY * sizes[entry.table_id]:
                entry.days.setdefault("value", next(iter(line.days.values())))
                entry.texts += line.texts
                entry.words += line.words
            else:
                self.seen.insert(place, self._sight("stray", printed))

    def _start(self, header: Header) -> None:
        """A header begins a table, or goes on with the one before it."""
        heading = header.section or self._heading_above()
        goes_on = self.table is not None and self.table.header.signature == header.signature and self._same_section(heading, header)
        self.parted = self.parted and not (goes_on and not self.ended)
        self.groups = groups_of(header)
        self.header, self.open, self.ended = header, True, False
        self.headings = []
        self.last = None
        if not goes_on or self.table is None:
            self._forget()
            self.heading, self.heading_day = heading, None
            self.table = Table(heading=heading, header=header)

    def _same_section(self, heading: str, header: Header) -> bool:
        """A header printed again, under the same heading or at the top of a page that only names the account."""
        if heading in {"", self.heading}:
            return not (self.ended and heading == "" and direction(self.heading))
        new_page = header.row is not None and self.last_page != header.row.row.page
        return new_page and not self.ended and direction(heading) == 0

    def _heading_above(self) -> str:
        """The nearest short rows of text above a header."""
        return heading_of([one for one in self.headings[-2:] if not one.days and not is_furniture(one)])

    def _row(self, index: int) -> None:
        self.place = index
        printed = with_round_sums(self.rows[index], self.header if self.open and not self.groups else None, waited=self.waiting is not None)
        self._notice(printed)
        if self.groups and groups_end(printed, self.header):
            self.groups, self.header, self.open = [], None, False
        if self.groups and printed.figures and self.rows[index] not in self.announced:
            for x0, x1, header in self.groups:
                part = part_of(printed, x0, x1, self.style)
                if part is not None:
                    self._figures(part, index, header)
            return
        if self.rows[index] in self.announced:
            self._announce(self.rows[index])
        elif printed.figures:
            if heading_text(printed) != printed.plain and not printed.days:
                self._section(printed)
            self._figures(printed, index, self.header)
        elif names_day(printed) or not is_furniture(printed):
            self._text(printed)

    def _announce(self, printed: Printed) -> None:
        """A row of what is not booked stands in a table of its own, whatever table is open."""
        self._forget()
        self.headings = []
        table = self.announced[printed]
        days, figures = {"date": printed.days[0]}, {"amount": printed.figures[0]}
        text = printed.text_outside(printed.figures, printed.days[:1])
        entry = Entry(printed.row.page, days, figures, [text], list(printed.row.words), table_id=id(table))
        self.seen.append(replace(self._sight("announced", printed), table=table, entry=entry))

    def _notice(self, printed: Printed) -> None:
        for span in self.spans.get(printed, ()):
            if span.named or not self._in_details(printed):
                self._see("period", printed, period=(span.first, span.last), label=printed.folded)
        if printed.row.page in self.first_pages:
            self.first_pages.discard(printed.row.page)
            self._see("page_one", printed)
        number = account_number(printed)
        if number and not self._in_details(printed):
            self._see("number", printed, label=number)
        if ACTIVITY_NONE.search(printed.plain):
            self._see("nothing", printed)

    def _in_details(self, printed: Printed) -> bool:
        """Does the row go on with what the last entry says?"""
        return (
            self.last is not None
            and self.last_row is not None
            and not printed.figures
            and continues(printed.row, self.last_row, self.header)
        )

    def _figures(self, printed: Printed, index: int, header: Header | None) -> None:
        own = own_days(printed, header)
        columns = columns_of(printed, header)
        goes_on = self.last is not None and self.open and not self.ended
        above = {} if own else labels_above(self.rows, index)
        if above or not is_row(printed, own, columns, header, goes_on=goes_on):
            if self._balances(printed, index, columns, above):
                return
            no_row = not own and header is not None and "balance" not in header.roles
            if total_label(printed, anywhere=no_row) and not (own and "balance" in columns):
                self._totals(printed, columns, own)
                return
        if header is None or self.table is None:
            self._see("outside", printed)
            return
        if (own and set(columns) - {"balance"}) or (own and columns and not ({"amount", "debit", "credit"} & set(header.roles))):
            self._entry(printed, own, columns)
        elif own and not columns and self._in_area(header) and self._figure_below(printed, header):
            self._wait(printed, own)
        elif own and self._in_area(header):
            self._see("stray", printed)
        elif self.open and not self.ended:
            self._undated(printed, columns)
        else:
            self._see("loose" if set(columns) - {"balance"} else "outside", printed)

    def _balances(self, printed: Printed, index: int, columns: dict[str, Figure], above: dict[int, str]) -> bool:
        """Balance labels on the row, each with its figure. False if there is none."""
        whole = balance_kind(printed.folded) or ("dated" if printed.days and BARE_BALANCE.fullmatch(printed.folded) else "")
        if whole and columns.get("balance") is not None:
            self._see(whole, printed, figure=columns["balance"], label=printed.folded, inside=True)
            for role in sorted({"debit", "credit"} & set(columns)):
                self._see("total", printed, figure=columns[role], role=role, label=printed.folded, inside=starts_with_day(printed))
            if starts_with_day(printed) and "amount" in columns and columns["amount"].size:
                self._see("stray", printed)
            self._close_if(whole)
            return True
        if self._balance_of_day(printed, columns):
            return True
        found = False
        for figure in printed.figures:
            label = (
                above.get(id(figure))
                or printed.label(figure)
                or (printed.folded if len(printed.figures) == 1 else "")
                or (label_near(self.rows, index, figure) if len(printed.figures) == 1 else "")
            )
            kind = balance_kind(label)
            if kind:
                inside = self.header is not None and self.open and bool(columns)
                self._see(kind, printed, figure=self._sided(figure, columns), label=label, inside=inside)
                self._close_if(kind)
                found = True
            elif label and TOTAL.search(label) and found:
                self._see("total", printed, figure=figure, label=label)
            elif label and (not self.open or above):
                self._see("summary", printed, figure=figure, label=label)
        return found

    def _sided(self, figure: Figure, columns: dict[str, Figure]) -> Figure:
        """A balance in the column of debits, where none is for balances, is on that side."""
        sided = self.header is not None and "balance" not in self.header.roles and {"debit", "credit"} <= set(self.header.roles)
        return replace(figure, mark="DR") if sided and columns.get("debit") is figure and not (figure.mark or figure.sign) else figure

    def _balance_of_day(self, printed: Printed, columns: dict[str, Figure]) -> bool:
        """A row that tells the balance at the end of a day belongs to the last row before it."""
        if not BALANCE_OF_DAY.fullmatch(printed.folded) or len(printed.figures) != 1 or self.last is None:
            return False
        self.last.figures.setdefault("balance", columns.get("balance", printed.figures[0]))
        return True

    def _close_if(self, kind: str) -> None:
        self.ended = kind in {"closing", "carried"}
        if kind in {"opening", "closing"}:
            self.parted, self.heading_day = True, None
        if kind == "closing" and self.open and self.table is not None and not self.table.entries:
            self.ended = False
        elif kind == "closing":
            self.open = False
        self._forget()

    def _totals(self, printed: Printed, columns: dict[str, Figure], own: dict[str, Day]) -> None:
        """A total ends its rows; one that leads the rows of a day, or of one direction in it, is their heading."""
        roles = {id(figure): role for role, figure in columns.items()}
        for figure in printed.figures:
            self._see("total", printed, figure=figure, role=roles.get(id(figure), ""), label=printed.folded, inside=self.open)
        if own and self.header is not None and "balance" not in self.header.roles:
            self.heading_day, self.parted, self.open = next(iter(own.values())), False, True
        self.ended = self.heading_day is None
        if not self.ended and self.header is not None and direction(printed.folded):
            self.table = Table(heading=printed.folded, header=self.header)
        self._forget()

    def _forget(self) -> None:
        """The last row is over; a dated row that still waits for its figure is an unread one."""
        if self.waits is not None and self.waiting is not None:
            if self.waiting_under is not None:
                self.under.append((self.waiting_under, self.waiting, self.waits, len(self.seen)))
            else:
                self._see("stray", self.waits)
        self.last = self.waiting = self.waits = self.waiting_under = None

    def _entry(self, printed: Printed, days: dict[str, Day], columns: dict[str, Figure]) -> None:
        if self.table is None:
            return
        text = printed.text_outside(tuple(columns.values()), tuple(days.values()))
        days = self._with_booking_day(days)
        strays = [figure for figure in printed.figures if self._is_stray(figure, columns)]
        edge = min((figure.x0 for figure in columns.values()), default=0.0)
        in_words = sum(figure.x1 < edge for figure in strays)
        entry = Entry(printed.row.page, days, columns, [text], list(printed.row.words), strays=len(strays), strays_in_words=in_words)
        self._add(entry, printed)

    def _is_stray(self, figure: Figure, columns: dict[str, Figure]) -> bool:
        """A figure in the words of a row that is none of its columns', none told aside, no round sum and not the amount again."""
        if figure in columns.values() or (figure.whole and self.style.decimals) or self.header is None:
            return False
        column = self.header.column_of(figure)
        repeats = any(figure.size == other.size for role, other in columns.items() if role != "balance")
        return not repeats and (column is None or column.role != "aside")

    def _with_booking_day(self, days: dict[str, Day]) -> dict[str, Day]:
        """A row that prints only its value date was booked on the day above."""
        if "date" in days or "transaction" in days or self.header is None or "value" not in days:
            return days
        above = self.heading_day or (self._days_above().get("date") if "date" in self.header.roles else None)
        return days | {"date": above} if above else days

    def _undated(self, printed: Printed, columns: dict[str, Figure]) -> None:
        """A figure without a day of its own: the rest of a waiting row, a balance alone, or a row whose day stands above."""
        amounts = set(columns) - {"balance"}
        if self.waiting is not None and amounts:
            entry, self.waiting, self.waits = self.waiting, None, None
            entry.figures.update(columns)
            entry.texts.append(printed.text_outside(tuple(columns.values()), ()))
            entry.words.extend(printed.row.words)
            self._add(entry, printed)
        elif self.last is not None and columns and not amounts and "balance" not in self.last.figures and not printed.folded:
            self.last.figures.update(columns)
            self.last.words.extend(printed.row.words)
        elif {"debit", "credit"} <= amounts and all(columns[role].size for role in ("debit", "credit")):
            self._totals(printed, columns, {})
        elif amounts and self._days_above():
            text = printed.text_outside(tuple(columns.values()), ())
            self._add(Entry(printed.row.page, self._days_above(), columns, [text], list(printed.row.words), carried=True), printed)
        elif amounts and self.header is not None and not self._in_area(self.header) and not self._is_parted() and self._day_below(printed):
            text = printed.text_outside(tuple(columns.values()), ())
            self._add(Entry(printed.row.page, {}, columns, [text], list(printed.row.words)), printed)
        elif amounts and has_no_day(printed, self.header):
            text = printed.text_outside(tuple(columns.values()), ())
            self._add(Entry(printed.row.page, {}, columns, [text.lstrip("-\u2013\u2014 ")], list(printed.row.words)), printed)
        elif columns and self.header is not None and self._in_area(self.header):
            self._see("loose" if self._is_parted() else "stray", printed)
        else:
            if self.last_row is None or not continues(printed.row, self.last_row, self.header):
                self._see("outside", printed)
            self._text(printed)

    def _day_below(self, printed: Printed) -> bool:
        """Does the next line of the same block begin with a day?"""
        place = self.place + 1
        below = self.rows[place] if place < len(self.rows) else None
        return below is not None and not below.figures and starts_with_day(below) and stands_under(below.row, printed.row)

    def _in_area(self, header: Header) -> bool:
        return bool(DATE_ROLES & set(header.roles))

    def _is_parted(self) -> bool:
        """Does a balance, or a line of words on this page, stand between the last row and here?"""
        return self.parted or self.words_below == self.rows[self.place].row.page

    def _days_above(self) -> dict[str, Day]:
        """The day of the row above, unless a balance told there that something else begins."""
        if self._is_parted():
            return {}
        if self.heading_day is not None:
            return {"date": self.heading_day}
        return self.table.entries[-1].days if self.table is not None and self.table.entries else {}

    def _add(self, entry: Entry, printed: Printed) -> None:
        if self.table is None:
            return
        self._forget()
        entry.table_id = id(self.table)
        self.table.entries.append(entry)
        self.last, self.last_row, self.open = entry, printed.row, True
        self.headings, self.ended, self.last_page, self.parted, self.words_below = [], False, printed.row.page, False, 0
        self.seen.append(Seen("entry", printed.row.page, table=self.table, entry=entry, printed=printed))

    def _text(self, printed: Printed) -> None:
        """A row without figures: the description goes on, or a day waits for its figures, or a heading."""
        own = self._leading_days(printed)
        if own and self.last is not None and not self.last.days and self.last_row is not None and stands_under(printed.row, self.last_row):
            self.last.days = own
            self.last.texts.append(printed.text_outside((), tuple(own.values())))
            self.last.words.extend(printed.row.words)
            self.last_row = printed.row
            return
        if own and self.table is not None:
            above = self.last if self.last_row is not None and stands_under(printed.row, self.last_row) else None
            self._wait(printed, own)
            if names_day(printed):
                self.heading_day, self.parted, self.words_below, self.ended, self.open = printed.days[0], False, 0, False, True
            self.waiting_under = above
            return
        target = self.waiting or self.last
        named = self.heed_headings and header_of(self.rows, self.place + 1) if self.place + 1 < len(self.rows) else None
        if target is not None and self.last_row is not None and not named and continues(printed.row, self.last_row, self.header):
            target.texts.append(" ".join(printed.row.text.split()))
            target.words.extend(printed.row.words)
            self.last_row = printed.row
            return
        if is_heading(printed) and not printed.figures:
            self._section(printed)
        elif len(printed.plain) > 90:
            self.open = False
        if printed.row.page == self.last_page and not indented(printed.row, self.header):
            self.words_below = self.last_page
        self._forget()

    def _wait(self, printed: Printed, own: dict[str, Day]) -> None:
        """A dated row whose figure stands below it; those in its own words are told of it."""
        self._forget()
        self.waits = printed if leads(own, self.header) and not names_day(printed) else None
        strays = sum(not figure.whole for figure in printed.figures)
        text = printed.text_outside((), tuple(own.values()))
        self.waiting = Entry(printed.row.page, own, {}, [text], list(printed.row.words), strays=strays)
        self.last_row = printed.row

    def _figure_below(self, printed: Printed, header: Header) -> bool:
        """Do the figures of its columns stand on the next line, which has no day of its own?"""
        below = self.rows[self.place + 1] if self.place + 1 < len(self.rows) else None
        if below is None or not continues(below.row, printed.row, header) or own_days(below, header):
            return False
        return bool(set(columns_of(below, header)) - {"balance"})

    def _leading_days(self, printed: Printed) -> dict[str, Day]:
        told = self.header is not None and self.header.by_place and names_day(printed)
        if not (self.open or told) or self.groups:
            return {}
        return {"date": printed.days[0]} if names_day(printed) else own_days(printed, self.header)

    def _section(self, printed: Printed) -> None:
        """A heading between two rows of a table begins a section of it; one right under its headings names its first."""
        self.headings.append(printed)
        if not self.open or self.header is None or self.table is None or self.groups:
            return
        heading = self._heading_above()
        if not heading or not direction(heading):
            return
        self.heading = heading
        if self.table.entries:
            self.table = Table(heading=heading, header=self.header)
        else:
            self.table.heading = heading

    def _see(
        self,
        kind: str,
        printed: Printed,
        *,
        figure: Figure | None = None,
        label: str = "",
        role: str = "",
        inside: bool = False,
        period: tuple[dt.date, dt.date] | None = None,
    ) -> None:
        seen = self._sight(kind, printed)
        self.seen.append(
            replace(
                seen,
                figure=replace(figure, sign=-1) if figure and not figure.sign and OWED.search(label) else figure,
                day=printed.day_beside(figure) if figure else None,
                label=label,
                role=role,
                period=period,
                inside=inside,
            )
        )

    def _sight(self, kind: str, printed: Printed) -> Seen:
        return Seen(kind, printed.row.page, table=self.table, printed=printed)
