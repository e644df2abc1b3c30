"""Rows of a table: with a day of their own, under a day, or the rest of one that waits for its figures."""

from reconciliation.reading.scanning.cells import MOVING, in_line
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.scanning.lines import continues, stands_under
from reconciliation.reading.scanning.own_days import has_no_day, names_day
from reconciliation.reading.scanning.words import WordsSeen
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.phrases import CARD_TERMS

MOST_LINES = 4  # of a row above its day
MOST_SEEN = 100  # of what was seen before that rows are held against


class RowsSeen(WordsSeen):
    """The rows of the open table."""

    def _entry(self, printed: Printed, days: dict[str, Day], columns: dict[str, Figure]) -> None:
        if self.table is None:
            return
        text = printed.text_outside(tuple(columns.values()), tuple(days.values()))
        own, days = days, self._with_booking_day(days)
        if printed.begins_with_day:
            self.days_lead_under = self.header
        others = [figure for figure in printed.figures if self._is_stray(figure, columns, printed)]
        worded = tuple(one for one in others if printed.among_words(one.start, one.end) and not printed.is_printed_over(one))
        strays = [figure for figure in others if figure not in worded]
        edge = min((figure.x0 for figure in columns.values()), default=0.0)
        before = sum(figure.x1 < edge for figure in strays)
        entry = Entry(printed.row.page, days, columns, [text], list(printed.row.words), worded=worded, carried=len(own) < len(days))
        entry.strays, entry.strays_in_words = len(strays), before
        self._add(entry, printed)
        if "date" in own:  # the day of a heading above is over
            self.heading_day = None

    def _is_stray(self, figure: Figure, columns: dict[str, Figure], printed: Printed) -> bool:
        """A figure in the words of a row that is none of its columns', none told aside, no round sum, in no other currency than the
        amount, and neither the amount again nor, behind it, the balance. Behind another day it is another row's amount."""
        if figure in columns.values() or (figure.whole and self.style.decimals) or self.header is None:
            return False
        if figure.currency and any(not other.currency for role, other in columns.items() if role in MOVING):
            return False
        column = self.header.column_of(figure)
        others = (other for role, other in columns.items() if role != "balance" or MOVING & set(columns))
        again = [other for other in others if figure.size == other.size and not printed.has_day_between(other, figure)]
        repeats = bool(again) and not printed.is_printed_over(figure)
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
            self.days_lead_under = self.header
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
        elif amounts and self._in_other_money(columns):
            self._text(printed)
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

    def _in_other_money(self, columns: dict[str, Figure]) -> bool:
        """Is all that it prints in another currency than the row above, as what was paid there before it was exchanged?"""
        above = [figure for role, figure in self.last.figures.items() if role in MOVING] if self.last is not None else []
        here, there = {figure.currency for figure in columns.values()}, {figure.currency for figure in above}
        return all(here) and all(there) and bool(there) and not here & there

    def _may_be_row(self, printed: Printed, columns: dict[str, Figure]) -> bool:
        """Has it a figure in a column of a table with days, or of rows under days that stand alone; or, where figures are told by their
        order, another number of them?"""
        if self.header is None or not (self._in_area(self.header) or self.heading_day is not None):
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

    def _days_lead(self) -> bool:
        """Has a row under these headings begun with its day? Then a day below a row begins the next one."""
        return self.header is not None and self.days_lead_under is self.header

    def _day_below(self, printed: Printed) -> bool:
        """In a table without a column of days, none of whose rows began with its day: does a next line of the same block begin with a day,
        and head no rows as others did?"""
        if self.header is None or self._in_area(self.header) or (self._is_parted() and self.table is not None and self.table.entries):
            return False
        if self._days_lead():
            return False
        above = printed
        for below in self.rows[self.place + 1 : self.place + 1 + MOST_LINES]:
            if below.figures or (self.days_head and names_day(below)) or not stands_under(below.row, above.row):
                return False
            if below.days:
                return below.begins_with_day
            above = below
        return False
