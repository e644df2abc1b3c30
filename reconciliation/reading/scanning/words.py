"""Lines of a table without an amount: they go on with the row above, wait for their figures, begin the next row, or are a heading."""

import re
from dataclasses import replace

from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.cells import MOVING, columns_of, figures_in_words, only_in_words, with_round_sums
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.scanning.lines import continues, figures_below, goes_on, indented, stands_under
from reconciliation.reading.scanning.own_days import leads, names_day, own_days
from reconciliation.reading.scanning.sections import SectionsSeen
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import COUNTED, balance_kind, is_heading, names_plan, names_side_alone, total_label
from reconciliation.reading.vocabulary.labels_near import phrases_of

TIME = re.compile(r"[Tt]\d\d[.:]\d\d")  # of day, right behind a day: a stamp among a row's details
UNDER = 12.0  # points between the right edges of a figure and of its mark below
FEWEST_HEADINGS = 3  # of another table
MOST_LINES = 4  # of a row's text above its day
SLIGHTLY = 1.08  # times the letters of a row: a section in bold
LEVEL = 2.0  # points between the left edges of a row's lines
NEARER = 1.5  # points by which lines of one row stand closer than two rows do


class WordsSeen(SectionsSeen):
    """The lines of words of the open table."""

    def _text(self, printed: Printed) -> None:
        """A row without figures: the description goes on, or a day waits for its figures, or a heading."""
        own = self._leading_days(printed)
        if (own and self._dated_words(printed, own)) or self._marks_last(printed):
            return
        if self._other_headings(printed):
            self.header = self.table = None
            self.of_rates = names_plan(printed)
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
        if is_heading(printed) and not printed.figures and not self._names_figures(printed) and printed not in self.ground.prose:
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
        """Do the names of other columns, one of them over the money or all of interest, stand below a table that is closed? Or, below any
        rows, those of a plan of instalments?"""
        if self.header is None or self.table is None or not self.table.entries:
            return False
        phrases = phrases_of(printed)
        if names_plan(printed) and len(phrases) >= FEWEST_HEADINGS:
            return True
        if self.open:
            return False
        if self.header.by_place:
            return False
        over = any(x0 < column.x1 and column.x0 < x1 for _, x0, x1 in phrases for column in self.header.money)
        return len(phrases) >= FEWEST_HEADINGS and over and not any(map(str.isdigit, printed.plain))

    def _names_figures(self, printed: Printed) -> bool:
        """Are its cells the names of what stands under them, figures without a word?"""
        below = self.rows[self.place + 1] if self.place + 1 < len(self.rows) else None
        words = below is None or any(letter.isalpha() for letter in below.folded)
        counted = any(COUNTED.match(fold(cell)) for cell in printed.row.text.split("\t")[1:])  # whose sum stands on the next line
        return "\t" in printed.row.text and not (words or counted) and below is not None and bool(below.figures)

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
        heads = names_day(printed) or self._names_day_beside(printed)
        if heads:
            self.heading_day, self.parted, self.words_below = printed.days[0], False, 0
            self.days_head = True
        else:
            self.doubted_day = self.heading_day
        if heads or not self.open or (self.ended and self.header is not None and self._figure_below(printed, self.header)):
            self.ended, self.open = False, True
        self.waiting_under = above
        return True

    def _names_day_beside(self, printed: Printed) -> bool:
        """Does a day stand alone in line with the one above that heads rows, and all else on the line right of the table?"""
        if self.header is None or self.heading_day is None or not printed.begins_with_day:
            return False
        day, edge = printed.days[0], max(column.x1 for column in self.header.columns)
        others = [word for word, offset in zip(printed.row.words, printed.row.offsets, strict=True) if offset >= day.end]
        return abs(day.x0 - self.heading_day.x0) <= LEVEL and all(word.x0 > edge for word in others)

    def _names_section(self, printed: Printed) -> bool:
        """Does it name a side alone, in larger letters than the rows, right above a day that stands alone, or nearer to the row below than
        to the one above?"""
        if self.last_row is None or not names_side_alone(printed.plain):
            return False
        below = self.rows[self.place + 1 : self.place + 2]
        return (
            printed.row.height > SLIGHTLY * self.last_row.height
            or any(names_day(one) for one in below)
            or any(one.begins_with_day and one.figures and self._parts(printed, one) for one in below)
        )

    def _parts(self, printed: Printed, below: Printed) -> bool:
        """Is there more space above the line than between it and the row below?"""
        if self.last_row is None or not self.last_row.page == printed.row.page == below.row.page:
            return False
        return printed.row.top - self.last_row.bottom > below.row.top - printed.row.bottom + NEARER

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
        if not (self.open or told) or self.groups or (printed.days and TIME.match(printed.row.text, printed.days[0].end)):
            return {}
        return {"date": printed.days[0]} if names_day(printed) else own_days(printed, self.header)
