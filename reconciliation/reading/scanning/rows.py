"""Rows of a table: with a day of their own, under a day, waiting for their figures, or going on with the row above."""

from dataclasses import replace

from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.cells import (
    MOVING,
    columns_of,
    figures_in_words,
    has_no_day,
    in_line,
    leads,
    names_day,
    only_in_words,
    own_days,
    with_round_sums,
)
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.scanning.lines import continues, figures_below, goes_on, indented, stands_under
from reconciliation.reading.scanning.sections import SectionsSeen
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import (
    balance_kind,
    is_heading,
    names_side_alone,
    phrases_of,
    total_label,
)
from reconciliation.reading.vocabulary.phrases import CARD_TERMS, RATES

UNDER = 12.0  # points between the right edges of a figure and of its mark below
FEWEST_OF_RATES = 2  # of the headings under which interest is worked out
FEWEST_HEADINGS = 3  # of another table
MOST_SEEN = 100  # of what was seen before that rows are held against
MOST_LINES = 4  # of a row's text above its day
SLIGHTLY = 1.08  # times the letters of a row: a section in bold
LEVEL = 2.0  # points between the left edges of a row's lines
NEARER = 1.5  # points by which lines of one row stand closer than two rows do


class RowsSeen(SectionsSeen):
    """The rows of the open table."""

    def _entry(self, printed: Printed, days: dict[str, Day], columns: dict[str, Figure]) -> None:
        if self.table is None:
            return
        text = printed.text_outside(tuple(columns.values()), tuple(days.values()))
        own, days = days, self._with_booking_day(days)
        others = [figure for figure in printed.figures if self._is_stray(figure, columns)]
        worded = tuple(figure for figure in others if printed.among_words(figure.start, figure.end))
        strays = [figure for figure in others if figure not in worded]
        edge = min((figure.x0 for figure in columns.values()), default=0.0)
        before = sum(figure.x1 < edge for figure in strays)
        entry = Entry(printed.row.page, days, columns, [text], list(printed.row.words), worded=worded, carried=len(own) < len(days))
        entry.strays, entry.strays_in_words = len(strays), before
        self._add(entry, printed)

    def _is_stray(self, figure: Figure, columns: dict[str, Figure]) -> bool:
        """A figure in the words of a row that is none of its columns', none told aside, no round sum, in no other currency than the
        amount, and neither the amount again nor, behind it, the balance."""
        if figure in columns.values() or (figure.whole and self.style.decimals) or self.header is None:
            return False
        if figure.currency and any(not other.currency for role, other in columns.items() if role in MOVING):
            return False
        column = self.header.column_of(figure)
        repeats = any(figure.size == other.size for role, other in columns.items() if role != "balance" or MOVING & set(columns))
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
        elif self._told_as_sum(printed, columns):
            return
        elif amounts and self._stands_apart(columns):
            self._see("loose", printed)
        elif amounts and (days := self._days_around(printed)) is not None:
            text = printed.text_outside(tuple(columns.values()), ())
            text = text if days else text.lstrip("-\u2013\u2014 ")
            self._add(Entry(printed.row.page, days, columns, [text], list(printed.row.words), carried=bool(days)), printed)
        elif self._may_be_row(printed, columns) and not CARD_TERMS.search(printed.folded):
            self._see("loose" if self._is_parted() else "stray", printed)
        else:
            if self.last_row is None or not continues(printed.row, self.last_row, self.header):
                self._see("outside", printed)
            self._text(printed)

    def _may_be_row(self, printed: Printed, columns: dict[str, Figure]) -> bool:
        """Has it a figure in a column of a table with days, or, where figures are told by their order, another number of them?"""
        if self.header is None or not self._in_area(self.header):
            return False
        return bool(columns) or (self.header.by_order and not all(printed.among_words(one.start, one.end) for one in printed.figures))

    def _stands_apart(self, columns: dict[str, Figure]) -> bool:
        """Does no figure stand in line with those above, as in a list of fees or of points?"""
        tables = [one for one in self.seen[-MOST_SEEN:] if one.table is not None and self._is_this(one.table)]
        above = [one.entry.figures for one in tables if one.entry is not None]
        return bool(above) and not any(in_line(figure, [told[role] for told in above if role in told]) for role, figure in columns.items())

    def _is_this(self, table: Table) -> bool:
        """Is it the open table, or another section of it?"""
        return table is self.table or table.header is self.header

    def _days_around(self, printed: Printed) -> dict[str, Day] | None:
        """The day above that a row shares; nothing where its own stands below or a dash in its place; None where it is no row."""
        if self._days_above() and not self._day_in_words_below(printed) and not CARD_TERMS.search(printed.folded):
            return self._days_above()
        return {} if self._day_below(printed) or has_no_day(printed, self.header) else None

    def _day_in_words_below(self, printed: Printed) -> bool:
        """Does the row's own second line begin with its day, and go on with words?"""
        return self._day_below(printed) and not names_day(self.rows[self.place + 1])

    def _day_below(self, printed: Printed) -> bool:
        """In a table without a column of days: does the next line of the same block begin with a day?"""
        if self.header is None or self._in_area(self.header) or (self._is_parted() and self.table is not None and self.table.entries):
            return False
        place = self.place + 1
        below = self.rows[place] if place < len(self.rows) else None
        return below is not None and not below.figures and below.begins_with_day and stands_under(below.row, printed.row)

    def _text(self, printed: Printed) -> None:
        """A row without figures: the description goes on, or a day waits for its figures, or a heading."""
        own = self._leading_days(printed)
        if (own and self._dated_words(printed, own)) or self._marks_last(printed):
            return
        if self._other_headings(printed):
            self.header = self.table = None
            self.of_rates = len(set(RATES.findall(printed.plain))) >= FEWEST_OF_RATES
        if self._begins_row(printed):
            self.above_row = [*self._lines_above(), printed.row]
            return
        target = self.waiting or self.last
        heads = self.place + 1 < len(self.rows) and self._header_at(self.place + 1) is not None
        named = heads or self._names_section(printed)
        if target is not None and self.last_row is not None and not named and continues(printed.row, self.last_row, self.header):
            target.texts.append(" ".join(printed.row.text.split()))
            target.words.extend(printed.row.words)
            self.last_row = printed.row
            return
        if is_heading(printed) and not printed.figures and not self._names_figures(printed):
            self._section(printed)
        elif len(printed.plain) > 90:
            self.open = False
        if printed.row.page == self.last_page and not indented(printed.row, self.header):
            self.words_below = self.last_page
        self._forget()

    def _marks_last(self, printed: Printed) -> bool:
        """Is the line nothing but the mark of a side, right under the last row's amount?"""
        mark = printed.row.text.strip().upper()
        if self.last is None or self.last_row is None or mark not in {"CR", "DR"} or not goes_on(printed.row, self.last_row):
            return False
        role = next((role for role in sorted(MOVING & set(self.last.figures))), "")
        figure = self.last.figures.get(role)
        if figure is None or figure.mark or abs(figure.x1 - printed.row.words[-1].x1) > UNDER:
            return False
        self.last.figures[role] = replace(figure, mark=mark)
        self.last.words.extend(printed.row.words)
        return True

    def _without_its_figure(self, printed: Printed, own: dict[str, Day], header: Header) -> bool:
        """Does a dated row's figure stand below it, or is it more words of a row, though they speak of money?"""
        if self._figure_below(printed, header):
            self._wait(printed, own)
            self.ended, self.open = False, True
            return True
        return only_in_words(printed) and self._dated_words(printed, own)

    def _dated_words(self, printed: Printed, own: dict[str, Day]) -> bool:
        """Is it a dated line whose figures are words: of the row above, or of one that waits for its figure?"""
        return self._first_day(printed, own) or self._second_day(printed, own) or self._waits(printed, own)

    def _other_headings(self, printed: Printed) -> bool:
        """Do the names of other columns, one of them over the money, stand below a table that is closed?"""
        if self.open or self.header is None or self.header.by_place or self.table is None or not self.table.entries:
            return False
        phrases = phrases_of(printed)
        over = any(x0 < column.x1 and column.x0 < x1 for _, x0, x1 in phrases for column in self.header.money)
        return len(phrases) >= FEWEST_HEADINGS and over and not any(map(str.isdigit, printed.plain))

    def _names_figures(self, printed: Printed) -> bool:
        """Are its cells the names of what stands under them, figures without a word?"""
        below = self.rows[self.place + 1] if self.place + 1 < len(self.rows) else None
        words = below is None or any(letter.isalpha() for letter in below.folded)
        return "\t" in printed.row.text and not words and below is not None and bool(below.figures)

    def _first_day(self, printed: Printed, own: dict[str, Day]) -> bool:
        """Is it the next line of a row that has no day yet?"""
        if self.last is None or self.last.days or self.last_row is None or not stands_under(printed.row, self.last_row):
            return False
        self.last.days = own
        self._add_line(self.last, printed, own)
        return True

    def _waits(self, printed: Printed, own: dict[str, Day]) -> bool:
        """Is it a row of the table whose figures are to come, or the heading over the rows of a day?"""
        if self.table is None:
            return False
        above = self.last if self.last_row is not None and stands_under(printed.row, self.last_row) else None
        self._wait(printed, own)
        if names_day(printed):
            self.heading_day, self.parted, self.words_below = printed.days[0], False, 0
        if names_day(printed) or not self.open or (self.ended and self.header is not None and self._figure_below(printed, self.header)):
            self.ended, self.open = False, True
        self.waiting_under = above
        return True

    def _names_section(self, printed: Printed) -> bool:
        """Does it name a side alone, in larger letters than the rows or right above a day that stands alone?"""
        if self.last_row is None or not names_side_alone(printed.plain):
            return False
        below = self.rows[self.place + 1 : self.place + 2]
        return printed.row.height > SLIGHTLY * self.last_row.height or any(names_day(one) for one in below)

    def _second_day(self, printed: Printed, own: dict[str, Day]) -> bool:
        """Is it the second line of a row, of which the headings say that it begins with another day?"""
        below = self.header.below if self.header is not None else ""
        if (
            not below
            or self.last is None
            or below in self.last.days
            or self.last_row is None
            or not stands_under(printed.row, self.last_row)
        ):
            return False
        self.last.days[below] = next(iter(own.values()))
        self._add_line(self.last, printed, own)
        return True

    def _add_line(self, entry: Entry, printed: Printed, own: dict[str, Day]) -> None:
        """The dated second line of a row."""
        entry.texts.append(printed.text_outside((), tuple(own.values())))
        entry.words.extend(printed.row.words)
        entry.worded += figures_in_words(printed)
        self.last_row = printed.row

    def _begins_row(self, printed: Printed) -> bool:
        """Does it stand nearer to the row below than to what is above, and has that row a day or shares that of the row above?"""
        if self.waiting is not None or self.header is None or not indented(printed.row, self.header):
            return False
        if names_side_alone(printed.plain) and not any(map(str.isdigit, printed.plain)):
            return False
        first = not self.place or self.rows[self.place - 1].row.page != printed.row.page
        above = float("inf") if first else self._gap_below(self.place - 1)
        for place in range(self.place, min(self.place + MOST_LINES, len(self.rows) - 1)):
            below = self.rows[place + 1]
            if self._gap_below(place) > above - NEARER or balance_kind(below.folded):
                return False
            if below.figures and (own_days(below, self.header) or self._shares_day(below, printed)):
                return bool(set(columns_of(below, self.header)) - {"balance"})
        return False

    def _shares_day(self, below: Printed, printed: Printed) -> bool:
        """Is it a line of a row without a day of its own, level with the line above it?"""
        level = abs(below.row.left - printed.row.left) <= LEVEL
        return level and not below.days and not total_label(below) and bool(self._days_above())

    def _wait(self, printed: Printed, own: dict[str, Day]) -> None:
        """A dated row whose figure stands below it; those in its own words are told of it."""
        self._forget()
        self.waits = printed if leads(printed, own, self.header) and not names_day(printed) else None
        worded = figures_in_words(printed)
        text = printed.text_outside((), tuple(own.values()))
        strays = sum(not figure.whole for figure in printed.figures) - len(worded)
        self.waiting = Entry(printed.row.page, own, {}, [text], list(printed.row.words), strays=strays, worded=worded)
        self.last_row = printed.row

    def _figure_below(self, printed: Printed, header: Header) -> bool:
        """Do the figures of its columns stand on a line that goes on with it and has no day of its own?"""
        above = printed
        for below in self.rows[self.place + 1 : self.place + 1 + MOST_LINES]:
            if not continues(below.row, above.row, header) or own_days(below, header):
                return False
            if set(columns_of(with_round_sums(below, header, waited=True), header)) - {"balance"}:
                return True
            above = below
        return False

    def _leading_days(self, printed: Printed) -> dict[str, Day]:
        by_place = self.header is not None and self.header.by_place
        told = by_place and (names_day(printed) or (printed.begins_with_day and figures_below(self.rows, self.place) is not None))
        if not (self.open or told) or self.groups:
            return {}
        return {"date": printed.days[0]} if names_day(printed) else own_days(printed, self.header)
