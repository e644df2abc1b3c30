"""One pass over the rows, top to bottom: which are entries, which are balances and totals, which only text."""

import itertools
import re
from dataclasses import replace

from reconciliation.reading.document.metadata import account_number, is_title, kind_of, number_of_title
from reconciliation.reading.document.paper import listed_number
from reconciliation.reading.headings.header import Header, groups_of, with_zones
from reconciliation.reading.scanning import lines
from reconciliation.reading.scanning.entries import ScanItem, Table
from reconciliation.reading.scanning.lines import BOTH_SIDES, MOVING, NO_HEADER, columns_of, continues, date_columns, names_day, own_days
from reconciliation.reading.scanning.rows import RowScan
from reconciliation.reading.scanning.unknown_dates import forget_lost, forget_unreadable
from reconciliation.reading.scanning.unnamed_columns import with_marks
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary import labels
from reconciliation.reading.vocabulary.phrases import ACTIVITY_NONE, DATE_ROLES, direction

MOST_BELOW = 100  # rows that tell where a header's figures are
JOINT = 5  # characters between two days that begin a row
LABELLED = re.compile(r"[^\d.,]+[\d x*]+")  # words and the number that they name


class Scan(RowScan):
    """The pass."""

    def run(self) -> list[ScanItem]:
        """Return what the rows say, in printed order."""
        index = 0
        while index < len(self.rows):
            header, count = self._header_at(index) or (None, 1)
            latest = next((item.kind for item in reversed(self.items) if item.kind in {"entry", "closing"}), "")
            below_rows = latest == "closing" or (bool(self.table.entries) and not self.open)
            if below_rows and labels.names_interest(self.rows[index]):
                self.header, self.table, self.of_rates = NO_HEADER, Table(heading="", header=NO_HEADER), True
                self.interest_page = self.rows[index].row.page
            elif header is not None and not labels.names_plan(self.rows[index]):
                self.headed = self.headed or bool(BOTH_SIDES & set(header.roles))
                self._start(header, index + count)
            else:
                count, self.place, row = 1, index, self.rows[index]
                overview = self.context.overviews.get(row)
                in_list_of_rates = self.of_rates and row.row.page == self.interest_page and bool(row.figures)
                if row in self.context.terms:  # a card's
                    self._notice(row)
                    self._balances(row, {}, labels.labels_above(self.rows, index))
                elif overview is not None:  # the balances of an account in a list of all of them
                    self._forget()
                    for kind, figure in overview.balances.items():
                        self._see("overview", row, figure, label=overview.number, role=kind)
                elif row not in self.context.to_come and not in_list_of_rates:
                    self._row(row)
            index += count
        self._forget()
        self._settle_unfinished()
        forget_unreadable(self.items)
        forget_lost(self.items, self.rows)
        return self.items

    def _start(self, header: Header, index: int) -> None:
        """Begin a table with a header, or go on with the one before it. Its columns are where the figures and marks are on the rows below
        it, up to the next header or to what is only announced."""
        last, announced = min(index + MOST_BELOW, len(self.rows)), self.context.announced
        end = next((place for place in range(index, last) if self._header_at(place) or self.rows[place] in announced), last)
        dated = [place for place in range(index, end) if own_days(self.rows[place], header)]
        filled = [line for place in dated for line in (self.rows[place], lines.figures_below(self.rows, place)) if line is not None]
        header = with_zones(header, filled)
        below = [(printed, columns_of(printed, header)) for printed in self.rows[index:end]]
        header = with_marks(header, [printed for printed, columns in below if columns.keys() - {"balance"}])
        ends = self.ends[header.signature]
        ends |= {(role, round(figure.x1)) for _, columns in below for role, figure in columns.items() if not figure.whole}
        header = replace(header, ends=frozenset(ends))
        heading = header.section or self._heading_above(header.row or self.rows[self.place])
        alike = bool(self.table.header.columns) and self.table.header.signature == header.signature
        if alike and header.roles.count("date") > 1 and header.stands_as(self.table.header):
            header = replace(header, columns=self.table.header.columns)
        goes_on = alike and not self.begins and self._same_section(heading, header)
        self.parted = self.parted and not (goes_on and not self.ended)
        self.groups = groups_of(header)
        self.header, self.open, self.ended = header, True, False
        self.begins = self.of_rates = False
        self.headings = []
        self.last = None
        if not goes_on:
            self._forget()
            self.table, self.heading_day = Table(heading=heading, header=header), None
        elif not self.table.entries:  # headings are between its name and its first row
            self.table.header, self.table.turned = header, False

    def _same_section(self, heading: str, header: Header) -> bool:
        """True for a header printed again, under the same heading or at the top of a page that only names the account; but not below an
        account's number in the middle of a page."""
        since = itertools.takewhile(lambda item: item.kind != "entry", reversed(self.items)) if self.table.entries else ()
        if any(item.kind == "number" and header.row and item.page == header.row.row.page == self.last_page for item in since):
            return False
        if heading in {"", self.table.heading}:
            over = (self.ended and not self.forwarded) or self.totalled
            return set(header.roles) >= BOTH_SIDES or not (over and heading == "" and direction(self.table.heading))
        page = header.row.row.page if header.row is not None else self.last_page
        kind = kind_of(heading)
        kinds = {kind, kind_of(self.table.heading)} - {None}
        if kind and not any(kind_of(row.plain) == kind for row in self.rows if row.row.page < page and not row.figures):
            return False  # a kind of account that no page before names, not even in the bank's own name
        return self.last_page != page and (self.forwarded or not self.ended) and direction(heading) == 0 and len(kinds) < 2

    def _row(self, row: Printed) -> None:
        """Read a row that is no header, with the numbers without decimals that are where the table's amounts are."""
        header, printed, announced = self.header, row, row in self.context.announced
        if not self.groups and (self.open or header.by_place):
            under_row = self.last is not None and not self.ended and continues(row.row, self.last_row or row.row, header)
            printed = lines.with_round_sums(row, header, waited=self.waiting is not None or under_row)
        self._notice(printed)
        if self.groups and lines.groups_end(printed, self.header):
            self._begin_by_place()
            self.groups, self.open = [], False
        # There may be nothing on the row but a day, or no word but the days of an open table's columns above a figure.
        own = own_days(printed, self.header) if self.open and not (printed.figures or any(map(str.isalpha, printed.folded))) else {}
        only_days = bool(own) and own.keys() <= DATE_ROLES and lines.figures_below(self.rows, self.place) is not None
        begins = (only_days or names_day(printed)) and row not in self.context.page_heads
        if announced:
            self._forget()
            self.headings = []
            self.items.append(self.context.announced[row])
        elif self.groups and self._side_by_side(printed):
            return
        elif printed.figures:
            undated = self.open and not date_columns(self.header)
            if labels.heading_text(printed) != printed.plain and not printed.days and not (undated and columns_of(printed, self.header)):
                self._section(printed)
            self._figures(printed, self.header)
        elif begins or not labels.is_furniture(printed):
            under_days = self.by_place.columns and not date_columns(self.by_place) and names_day(printed)
            if under_days and date_columns(self.header):  # a day over rows read by place, below a table with a column of days
                self._begin_by_place()
            self._text(printed)
        elif self._in_details(printed):
            self.last_row = printed.row

    def _notice(self, printed: Printed) -> None:
        """Record the periods, first pages and account numbers that a row names, and that there was no activity."""
        for span in self.context.spans.get(printed, ()) if not self._begins_with_period(printed) else ():
            if span.named or not self._in_details(printed):
                self._see("period", printed, period=(span.first, span.last), label=span.label or printed.folded)
                # Rows follow only below the headings of the open table, if these are printed again below the period on top of a page.
                page = itertools.takewhile(lambda place: self.rows[place].row.page == printed.row.page, range(self.place, len(self.rows)))
                again, _ = next(filter(None, map(self._header_at, page)), (NO_HEADER, 0)) if self.open else (NO_HEADER, 0)
                on_top = printed.row.page > self.last_page > 0
                self.open = self.open and not (on_top and again.signature == self.header.signature)
        if printed.row.page in self.first_pages or printed in self.context.other_titles:
            self.first_pages.discard(printed.row.page)
            self._see("page_one", printed, role="only" if self.context.paper.numbers.get(printed.row.page) == (1, 1) else "")
            self.parted, self.heading_day, self.begins = True, None, True
        if not (printed.begins_with_day and printed.figures) and not self._in_details(printed):
            in_table = self.open and bool(columns_of(printed, self.header))  # where an IBAN without a label is a payer's, or no IBAN
            number = account_number(printed, labelled=in_table) or listed_number(printed, self.context.overviews.values())
            titled = "" if number else number_of_title(printed)
            above = [row for row in self.rows[max(0, self.place - 2) : self.place] if row.row.page == self.rows[self.place].row.page]
            if any(number in printed.row.text[figure.start : figure.end] for figure in columns_of(printed, self.header).values()):
                number = ""  # an amount behind the word for a card, as of a payment by it
            if number and not (above and LABELLED.fullmatch(above[-1].plain)):  # else another number is between it and its title
                above = above[-1:]
            if number or titled:
                self._see("number", printed, label=number or titled, role="titled" if titled or any(map(is_title, above)) else "")
        if ACTIVITY_NONE.search(printed.plain):
            self._see("nothing", printed)

    def _begins_with_period(self, printed: Printed) -> bool:
        """True if a row below the table's closing begins with a period and has figures, as in a list of rates."""
        if self.open or not self.last_page or not printed.figures or not self.context.spans.get(printed):
            return False
        joined = printed.begins_with_day and len(date_columns(self.header)) < 2 <= len(printed.days)
        return joined and printed.days[1].start - printed.days[0].end <= JOINT

    def _side_by_side(self, printed: Printed) -> bool:
        """Read a row of tables side by side. False if none of its parts has a figure."""
        parts = [(part, header) for x0, x1, header in self.groups if (part := lines.part_of(printed, x0, x1, self.style)) is not None]
        parts = [(lines.with_round_sums(part, header, waited=bool(part.days)), header) for part, header in parts]
        if not any(part.figures for part, _ in parts):
            return False
        for part, header in parts:
            self._figures(part, header)
        return True

    def _figures(self, printed: Printed, header: Header) -> None:
        """Read a row with figures: a balance, a total or a row of the table, or none of it."""
        own, columns = own_days(printed, header), columns_of(printed, header)
        amounts = columns.keys() - {"balance"}
        above = {} if own and columns else labels.labels_around(self.rows, self.place)
        if above and labels.of_points(self.rows, self.place):
            self._see("outside", printed)
            return
        goes_on = self.last is not None and self.open and not self.ended
        row = not above and lines.is_row(printed, own, columns, header, goes_on=goes_on)
        row = row or ((bool(own) or (goes_on and "balance" in columns)) and labels.total_label(printed) and self._moves_balance(columns))
        if not row and (self._balances(printed, columns, above) or self._total(printed, own, columns, header)):
            return
        if not header.columns or self.rows[self.place] in self.context.page_heads or self._begins_with_period(printed):
            if header.columns or not self.of_rates:  # else in a list of days and rates
                self._see("outside", printed)
        elif own and columns and (amounts or not MOVING & set(header.roles)):
            self._entry(printed, own, columns)
        elif own and date_columns(header):
            in_words = all(figure.whole or printed.among_words(figure.start, figure.end) for figure in printed.figures)
            if columns or not (in_words or self._figure_below(printed, header)):
                self._see("stray", printed)
            else:  # its figure is below, or it is more words of another row, though they name money
                self._dated_line(printed, own)
        elif self.open and not self.ended:
            self._undated(printed, columns)
        else:
            self._see("loose" if amounts else "outside", printed)
