"""Rows of a table: with a day of their own, under a day, or waiting for their figures; and the lines of words among them."""

import re
from dataclasses import replace
from itertools import pairwise

from reconciliation.reading.headings.header import Column, Header
from reconciliation.reading.scanning import lines
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.scanning.lines import NO_HEADER, columns_of, figures_in_words, fills_both_sides, in_line
from reconciliation.reading.scanning.open_table import TableScan
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary import labels
from reconciliation.reading.vocabulary.phrases import CARD_TERMS, MOVING, part_of

NEAR_HEADING, NEAR_DASH = 24.0, 30.0  # most points between the heading of days and a day, or a dash, under it
TIME = re.compile(r"[Tt]\d\d[.:]\d\d")  # a time of day right behind a day: a stamp among a row's details
UNDER = 12.0  # most points between the right edges of a figure and of its mark below
FEWEST_HEADINGS = 3  # fewest headings that begin another table
MOST_LINES = 4  # most lines of a row's text above its day
LONGEST_TITLE = 90  # most characters of a title; a longer line is prose and ends a table
SLIGHTLY = 1.08  # letters of a bold section name, in heights of a row's letters
LEVEL = 2.0  # most points between the left edges of a row's lines
NEARER = 1.5  # least points by which lines of one row are closer than two rows are
MOST_SEEN = 100  # most items before a row that it is compared with


class RowScan(TableScan):
    """The rows of the open table and their lines of words."""

    def _entry(self, printed: Printed, days: dict[str, Day], columns: dict[str, Figure]) -> None:
        """Record a row with a day of its own. One that prints only its value date was booked on the day above."""
        of_parts = tuple(lines.cells_of(printed, self.header).values()) if self.header.parts else ()
        text = printed.text_outside((*columns.values(), *of_parts), tuple(days.values()))
        booked = None
        if "value" in days and not {"date", "transaction"} & days.keys():
            booked = self.heading_day or (self._days_above().get("date") if "date" in self.header.roles else None)
        if printed.begins_with_day:
            self.days_lead_under = self.header
        entry = Entry(printed.row.page, days | ({"date": booked} if booked else {}), columns, [text], list(printed.row.words))
        self._count_strays(entry, printed)
        entry.carried = booked is not None
        self._add(entry, printed)
        if "date" in days:  # the day of a heading above is over
            self.heading_day = None

    def _count_strays(self, entry: Entry, printed: Printed) -> None:
        """Count the figures on the line of a row's amount that are in none of its columns."""
        others = list[Figure]()
        for figure in printed.figures:
            # Round sums, other currencies, and the amount or, behind it, the balance once more are no strays.
            foreign = figure.currency and any(not other.currency for role, other in entry.figures.items() if role in MOVING)
            if figure in entry.figures.values() or foreign or (figure.whole and self.style.decimals):
                continue
            column = self.header.column_of(figure)
            repeated = [other.end for other in entry.figures.values() if other.size == figure.size]
            again = any(not any(end <= day.start < figure.start for day in printed.days) for end in repeated)
            if (not again or printed.is_printed_over(figure)) and (column is None or column.role != "aside"):
                others.append(figure)
        entry.worded += tuple(
            figure for figure in others if printed.among_words(figure.start, figure.end) and not printed.is_printed_over(figure)
        )
        strays = [figure for figure in others if figure not in entry.worded]
        edge = min((figure.x0 for figure in entry.figures.values()), default=0.0)
        entry.strays += len(strays)
        entry.strays_in_words += sum(figure.x1 < edge for figure in strays)

    def _undated(self, printed: Printed, columns: dict[str, Figure]) -> None:
        """Read a figure without a day of its own: the rest of a waiting row, a sum, or a row whose day is above."""
        amounts = columns.keys() - {"balance"}
        money = {figure.currency for figure in columns.values()}
        above = {figure.currency for role, figure in self.last.figures.items() if role in MOVING} if self.last is not None else set()
        text = printed.text_outside(tuple(columns.values()), ())
        if self.waiting is not None and amounts:
            entry, self.waiting, self.waiting_row = self.waiting, None, None
            self.days_lead_under = self.header
            entry.figures.update(columns)
            entry.texts.append(text)
            entry.words.extend(printed.row.words)
            self._count_strays(entry, printed)
            self._add(entry, printed)
        elif fills_both_sides(columns):
            self._totals(printed, columns, {})
        elif self._read_as_sum(printed, columns):
            return
        elif amounts and above and all(money | above) and not money & above:  # such as the sum before an exchange of currency
            self._text(printed)
        elif amounts and self._is_apart(printed, columns):
            self._see("loose", printed)
        elif amounts and (days := self._days_around(printed)) is not None:
            text = text if days else text.lstrip("-\u2013\u2014 ")
            entry = Entry(printed.row.page, days, columns, [text], list(printed.row.words), carried=bool(days))
            self._count_strays(entry, printed)
            self._add(entry, printed)
        elif (
            (balance := None if amounts else columns.get("balance"))
            and (self.last is not None and "balance" not in self.last.figures)
            and lines.continues(printed.row, self.last_row, self.header)
        ):  # beside the row's last line of words
            self.last.figures["balance"] = balance
            self.last.texts.append(text)
            self.last.words.extend(printed.row.words)
            self.last_row = printed.row
        elif (
            (lines.date_columns(self.header) or self.heading_day is not None)
            and not CARD_TERMS.search(printed.folded)
            and (columns or (self.header.by_order and not all(printed.among_words(figure.start, figure.end) for figure in printed.figures)))
        ):  # a figure is in a column of rows with days or under days, or their order tells the columns, and their number is another
            self._see("loose" if self._is_parted() else "stray", printed)
        else:
            if kind := "part" if part_of(printed.folded) else "" if lines.continues(printed.row, self.last_row, self.header) else "outside":
                self._see(kind, printed)
            self._text(printed)

    def _is_apart(self, printed: Printed, columns: dict[str, Figure]) -> bool:
        """True if no figure is in line with those above in the table or its other sections, as in a list of fees or of points; or if words
        that begin under the days go on to the figure, as those of a company's capital in a footer do."""
        rows = [item for item in self.items[-MOST_SEEN:] if item.table and (item.table is self.table or item.table.header is self.header)]
        above = [item.entry.figures for item in rows if item.entry is not None]
        in_column = {role: [figures[role] for figures in above if role in figures] for role in columns}
        if above and not any(in_line(figure, in_column[role]) for role, figure in columns.items()):
            return True
        leads = bool(lines.date_columns(self.header)) and not (lines.behind_words(self.header) or lines.indented(printed.row, self.header))
        first = len(printed.row.text.split("\t")[0])
        return leads and all(figure.end <= first and printed.among_words(figure.start, figure.end) for figure in printed.figures)

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

    def _days_around(self, printed: Printed) -> dict[str, Day] | None:
        """The day above that a row shares; empty if its own is below or a dash alone in its place; None if it is no row."""
        first = printed.row.words[0]
        dash = first.text.strip("-\u2013\u2014") in {"", "n/a"}
        dash = dash and any(abs(first.x0 - column.x0) < NEAR_DASH for column in lines.date_columns(self.header)[:1])
        if dash and printed.row.text[len(first.text) :].startswith("\t"):
            return {}
        above, below = self._days_above(), self._day_below(printed)
        under = self.days_under is self.header and not any(entry.carried for entry in self.table.entries)  # as every row so far has its day
        own_below = below
        if below and lines.names_day(self.rows[self.place + 1]):  # a day alone may be the next row's, if that is nearer
            line, *after = self._rows_below(2)
            last = not after or after[0].row.page != line.row.page
            own_below = under and (last or self._gap_below(self.place) + NEARER <= self._gap_below(self.place + 1))
        if above and not own_below and not CARD_TERMS.search(printed.folded):
            return {} if under and len(self.table.entries) > 1 else above
        return {} if below or dash else None

    def _day_below(self, printed: Printed) -> bool:
        """True if the first dated line of the block below begins a row, in a table without a column of days or rows led by theirs."""
        led = lines.date_columns(self.header) or self.days_lead_under.signature == self.header.signature
        if led or (self._is_parted() and self.table.entries):
            return False
        for above, below in pairwise((printed, *self._rows_below(MOST_LINES))):
            if below.figures or (self.days_head and lines.names_day(below)) or not lines.stands_under(below.row, above.row):
                return False
            if below.days:
                return below.begins_with_day
        return False

    def _text(self, printed: Printed) -> None:
        """Read a row without figures: a day that waits for its figures, more words of a row, or a heading."""
        heads = lines.names_day(printed) and not lines.indented(printed.row, self.header)
        begins = self.header.by_place and (heads or (printed.begins_with_day and lines.figures_below(self.rows, self.place) is not None))
        stamped = bool(printed.days) and TIME.match(printed.row.text, printed.days[0].end)
        if (self.open or begins) and not self.groups and not stamped:
            own = {"date": printed.days[0]} if heads else lines.own_days(printed, self.header)
            if own:
                self._dated_line(printed, own)
                return
        if self._marks_last(printed):
            return
        if self._other_headings(printed):
            self.header, self.table = NO_HEADER, Table(heading="", header=NO_HEADER)
            self.of_rates = labels.names_plan(printed)
        if self._begins_row(printed):
            self.above_row = [*self._lines_above(), printed.row]
            return
        entry = self.waiting or self.last
        apart = (self._rows_below(1) and self._header_at(self.place + 1) is not None) or self._names_section(printed)
        if entry is not None and not apart and lines.continues(printed.row, self.last_row, self.header):
            entry.texts.append(" ".join(printed.row.text.split()))
            entry.words.extend(printed.row.words)
            self.last_row = printed.row
            return
        # Its cells may name the figures without words right under them; those that count items have the items' sum there.
        heading = labels.is_heading(printed) and not printed.figures
        bare = heading and any(below.figures and not any(map(str.isalpha, below.folded)) for below in self._rows_below(1))
        cells = printed.row.text.split("\t")[1:] if bare else []
        names_figures = bool(cells) and not any(labels.COUNTED.match(fold(cell)) for cell in cells)
        if heading and not names_figures and printed not in self.context.prose:
            self._section(printed)
        elif len(printed.plain) > LONGEST_TITLE:
            self.open = False
        if printed.row.page == self.last_page and not lines.indented(printed.row, self.header):
            self.words_below = self.last_page
        self._forget()

    def _dated_line(self, printed: Printed, own: dict[str, Day]) -> None:
        """Go on with the row above, or begin a row of the table whose figures are to come, or the rows of a day under their heading."""
        above = self.last if lines.stands_under(printed.row, self.last_row) else None
        worded, text = figures_in_words(printed), printed.text_outside((), tuple(own.values()))
        below = self.header.below if above is not None and self.header.below not in above.days else ""
        if above is not None and (not above.days or (below and not self._figure_below(printed, self.header))):
            # The row has no day yet, or its headings name a second day under its first and no figure below is the line's own.
            if above.days:
                above.days[below] = next(iter(own.values()))
            else:
                above.days, self.days_under = own, self.header
            above.texts.append(text)
            above.words.extend(printed.row.words)
            above.worded += worded
            self.last_row = printed.row
            return
        second = above is not None and "date" in above.days and not above.carried and self.heading_day is None
        heads = lines.names_day(printed) and not second
        self._forget()
        strays = sum(not figure.whole for figure in printed.figures) - len(worded)
        self.waiting = Entry(printed.row.page, own, {}, [text], list(printed.row.words), strays=strays, worded=worded)
        distances = [abs(column.x0 - printed.days[0].x0) for column in lines.date_columns(self.header)]
        leads = printed.begins_with_day and printed.days[0] in own.values() and min(distances, default=0.0) <= NEAR_HEADING
        self.waiting_under, self.last_row, self.waiting_row = above, printed.row, printed if leads and not heads else None
        if not heads and self.header.columns and self.heading_day is not None and printed.begins_with_day:
            day, edge = printed.days[0], max(column.x1 for column in self.header.columns)  # all else is right of the table
            beside = [word for word, offset in zip(printed.row.words, printed.row.offsets, strict=True) if offset >= day.end]
            heads = abs(day.x0 - self.heading_day.x0) <= LEVEL and all(word.x0 > edge for word in beside)
        if heads:
            self.heading_day, self.parted, self.words_below = printed.days[0], False, 0
            self.days_head = True
        else:
            self.doubted_day = self.heading_day
        if heads or not self.open or (self.ended and self._figure_below(printed, self.header)):
            self.ended, self.open = False, True

    def _figure_below(self, printed: Printed, header: Header) -> bool:
        """True if an undated line that goes on with the row has figures in its columns."""
        for above, below in pairwise((printed, *self._rows_below(MOST_LINES))):
            if not lines.continues(below.row, above.row, header) or lines.own_days(below, header):
                return False
            if columns_of(lines.with_round_sums(below, header, waited=True), header).keys() - {"balance"}:
                return True
        return False

    def _marks_last(self, printed: Printed) -> bool:
        """Mark the last row's amount, if the line is nothing but the mark of a side right under it."""
        mark = printed.row.text.strip().upper()
        if self.last is None or mark not in {"CR", "DR"} or not lines.goes_on(printed.row, self.last_row):
            return False
        for role in sorted(MOVING & self.last.figures.keys()):
            figure = self.last.figures[role]
            if not figure.mark and abs(figure.x1 - printed.row.words[-1].x1) <= UNDER:
                self.last.figures[role] = replace(figure, mark=mark)
                self.last.words.extend(printed.row.words)
                return True
        return False

    def _other_headings(self, printed: Printed) -> bool:
        """True for the names of other columns over the money of a closed table, or of a plan of instalments below any rows."""
        phrases = labels.phrases_of(printed) if self.table.entries else []
        if not self.header.columns or len(phrases) < FEWEST_HEADINGS:
            return False
        places: list[Column | Figure] = [*self.header.money, *(figure for below in self._rows_below(1) for figure in below.figures)]
        over = any(x0 < place.x1 and place.x0 < x1 for _, x0, x1 in phrases for place in places)
        below_rows = not self.open and not self.header.by_place
        return labels.names_plan(printed) or (over and below_rows and not any(map(str.isdigit, printed.plain)))

    def _names_section(self, printed: Printed) -> bool:
        """True if it names a side alone in larger letters than the rows, above a day that heads rows, or nearer to the row below."""
        row, above = printed.row, self.last_row
        if above is None or not labels.names_side_alone(printed.plain):
            return False
        if row.height > SLIGHTLY * above.height:
            return True
        for below in self._rows_below(1):
            nearer = above.page == row.page == below.row.page and row.top - above.bottom > below.row.top - row.bottom + NEARER
            return lines.names_day(below) or bool(below.begins_with_day and below.figures and nearer)
        return False

    def _begins_row(self, printed: Printed) -> bool:
        """True if it is nearer to the row below than to that above, and that has a day, or is level and shares the day of the row above."""
        if self.waiting is not None or not lines.indented(printed.row, self.header):
            return False
        names_side = labels.names_side_alone(printed.plain) and not any(map(str.isdigit, printed.plain))
        if names_side and self.named_above is not self.table:
            return False
        first = not self.place or self.rows[self.place - 1].row.page != printed.row.page
        gap_above = float("inf") if first else self._gap_below(self.place - 1)
        for place, below in enumerate(self._rows_below(MOST_LINES), start=self.place):
            if self._gap_below(place) > gap_above - NEARER or labels.balance_kind(below.folded):
                return False
            level = abs(below.row.left - printed.row.left) <= LEVEL and not below.days
            if below.figures and (lines.own_days(below, self.header) or (level and not labels.total_label(below) and self._days_above())):
                return bool(columns_of(below, self.header).keys() - {"balance"})
        return False

    def _gap_below(self, place: int) -> float:
        row, below = self.rows[place].row, self.rows[place + 1].row
        return below.top - row.bottom if row.page == below.page else 0.0
