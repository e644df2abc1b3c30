"""One pass over the rows, top to bottom: which are entries, which are balances and totals, which only text."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from reconciliation.reading.document.metadata import kind_of
from reconciliation.reading.headings.header import Header, groups_of, with_zones
from reconciliation.reading.scanning.asides import AsidesSeen
from reconciliation.reading.scanning.beside import groups_end, part_of
from reconciliation.reading.scanning.borrowed_days import forget_unreadable
from reconciliation.reading.scanning.cells import columns_of, ends_of, is_row, with_round_sums
from reconciliation.reading.scanning.entries import Seen, Table
from reconciliation.reading.scanning.lines import continues, figures_below
from reconciliation.reading.scanning.lost_days import forget_lost
from reconciliation.reading.scanning.own_days import names_day, own_days
from reconciliation.reading.scanning.sides import with_marks
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.labels import heading_text, is_furniture, names_interest, names_plan, total_label
from reconciliation.reading.vocabulary.labels_near import labels_around, of_points

SIDES = frozenset({"debit", "credit"})  # of which a row fills one, and a total both
MOST_BELOW = 100  # rows that tell where a header's figures stand


class Scan(AsidesSeen):
    """The pass."""

    def run(self) -> list[Seen]:
        """The pass over all rows."""
        index = 0
        while index < len(self.rows):
            found = self._header_at(index)
            if self._heads_interest(self.rows[index]):
                self.header, self.table, self.of_rates = None, None, True
                self.interest_page = self.rows[index].row.page
                index += found[1] if found else 1
                continue
            if found is not None and not names_plan(self.rows[index]):
                self.headed = self.headed or bool({"debit", "credit"} & set(found[0].roles))
                index += found[1]
                places = list(self._below(index))
                header = with_zones(found[0], list(self._of_days(places, found[0])))
                below = [self.rows[place] for place in places]
                columns = [columns_of(one, header) for one in below]
                header = with_marks(header, [one for one, own in zip(below, columns, strict=True) if own.keys() - {"balance"}])
                self.ends[header.signature] |= ends_of(columns)
                self._start(replace(header, ends=frozenset(self.ends[header.signature])))
                continue
            self._row(index)
            index += 1
        self._forget()
        self._settle_under()
        self._settle_over_pages()
        forget_unreadable(self.seen)
        forget_lost(self.seen, self.rows)
        return self.seen

    def _heads_interest(self, printed: Printed) -> bool:
        """True if the row heads a list of interest below a closed table or below the closing balance."""
        if not names_interest(printed):
            return False
        below_rows = self.table is not None and bool(self.table.entries) and not self.open
        return below_rows or next((one.kind == "closing" for one in reversed(self.seen) if one.kind in {"entry", "closing"}), False)

    def _is_of_interest(self, printed: Printed) -> bool:
        """True if a row with figures belongs to a list of interest: below its headings, on the same page."""
        return self.of_rates and printed.row.page == self.interest_page and bool(printed.figures)

    def _below(self, index: int) -> Iterator[int]:
        """Where the rows from here to the next header, or to those that are only announced, stand."""
        for place in range(index, min(index + MOST_BELOW, len(self.rows))):
            if self._header_at(place) is not None or self.rows[place] in self.announced:
                return
            yield place

    def _of_days(self, places: Sequence[int], header: Header) -> Iterator[Printed]:
        """The rows that begin with a day, and the lines with figures that go on with them."""
        for place in places:
            if own_days(self.rows[place], header):
                yield from (one for one in (self.rows[place], figures_below(self.rows, place)) if one is not None)

    def _start(self, header: Header) -> None:
        """A header begins a table, or goes on with the one before it."""
        heading = header.section or self._heading_above()
        alike = self.table is not None and self.table.header.signature == header.signature
        if alike and self.table is not None and header.roles.count("date") > 1 and header.stands_as(self.table.header):
            header = replace(header, columns=self.table.header.columns)
        goes_on = alike and not self.begins and self._same_section(heading, header)
        self.parted = self.parted and not (goes_on and not self.ended)
        self.groups = groups_of(header)
        self.header, self.open, self.ended = header, True, False
        self.begins = self.of_rates = False
        self.headings = []
        self.last = None
        if not goes_on or self.table is None:
            self._forget()
            self.heading, self.heading_day = heading, None
            self.table = Table(heading=heading, header=header)
        elif not self.table.entries:  # headings stand between its name and its first row
            self.table.turned = False

    def _same_section(self, heading: str, header: Header) -> bool:
        """A header printed again, under the same heading or at the top of a page that only names the account."""
        if heading in {"", self.heading}:
            sided = {"debit", "credit"} <= set(header.roles)
            over = (self.ended and not self.forwarded) or self.totalled
            return sided or not (over and heading == "" and direction(self.heading))
        new_page = header.row is not None and self.last_page != header.row.row.page
        kinds = {kind for kind in (kind_of(self.heading), kind_of(heading)) if kind}
        return new_page and (self.forwarded or not self.ended) and direction(heading) == 0 and len(kinds) < 2

    def _row(self, index: int) -> None:
        self.place = index
        if self._told_apart(self.rows[index]) or self._is_of_interest(self.rows[index]):
            return
        printed = self._with_round_sums(self.rows[index])
        self._notice(printed)
        if self.groups and groups_end(printed, self.header):
            self._begin_by_place()
            self.groups, self.open = [], False
        if self.groups and self.rows[index] not in self.announced and self._side_by_side(printed, index):
            return
        if self.rows[index] in self.announced:
            self._announce(self.rows[index])
        elif printed.figures:
            if heading_text(printed) != printed.plain and not printed.days and not self._is_undated_row(printed):
                self._section(printed)
            self._figures(printed, index, self.header)
        elif (self._begins_by_days(printed, index) and self.rows[index] not in self.ground.page_heads) or not is_furniture(printed):
            if self._ends_headings(printed):
                self._begin_by_place()
            self._text(printed)
        elif self._in_details(printed):
            self.last_row = printed.row

    def _begins_by_days(self, printed: Printed, index: int) -> bool:
        """True if there is nothing on the row but a day, or nothing but the days of an open table's columns above a figure."""
        if names_day(printed):
            return True
        several = self.open and self.header is not None and len(printed.days) > 1 and not printed.folded
        return several and set(own_days(printed, self.header)) <= DATE_ROLES and figures_below(self.rows, index) is not None

    def _ends_headings(self, printed: Printed) -> bool:
        """Is it a day over rows told by place, below a table with a column of days?"""
        over_rows = self.by_place is not None and not self._in_area(self.by_place) and names_day(printed)
        return over_rows and self.header is not None and self._in_area(self.header)

    def _is_undated_row(self, printed: Printed) -> bool:
        """Does it fill a column of an open table that has none for days?"""
        rows = self.open and self.header is not None and not self._in_area(self.header)
        return rows and bool(columns_of(printed, self.header))

    def _side_by_side(self, printed: Printed, index: int) -> bool:
        """A row of tables side by side; False where none of its parts has a figure."""
        parts = [(part_of(printed, x0, x1, self.style), header) for x0, x1, header in self.groups]
        told = [(with_round_sums(part, header, waited=bool(part.days)), header) for part, header in parts if part is not None]
        if not any(part.figures for part, _ in told):
            return False
        for part, header in told:
            self._figures(part, index, header)
        return True

    def _with_round_sums(self, printed: Printed) -> Printed:
        """The row with a number without decimals that stands where the table's amounts do."""
        header = self.header
        if header is None or self.groups or not (self.open or header.by_place):
            return printed
        under_row = self.last is not None and not self.ended and continues(printed.row, self.last_row or printed.row, header)
        return with_round_sums(printed, header, waited=self.waiting is not None or under_row)

    def _figures(self, printed: Printed, index: int, header: Header | None) -> None:
        own = own_days(printed, header)
        columns = columns_of(printed, header)
        goes_on = self.last is not None and self.open and not self.ended
        above = {} if own and columns else labels_around(self.rows, index)
        if above and of_points(self.rows, index):
            self._see("outside", printed)
            return
        if above or not is_row(printed, own, columns, header, goes_on=goes_on):
            if self._balances(printed, index, columns, above):
                return
            no_row = not own and header is not None and "balance" not in header.roles
            if total_label(printed, anywhere=no_row) and not (own and "balance" in columns and not set(columns) >= SIDES):
                self._total(printed, columns, own)
                return
        aside = self.rows[index] in self.ground.page_heads or self._tells_a_period(printed)
        if header is None or self.table is None or aside:
            self._outside(printed, header)
            return
        if (own and set(columns) - {"balance"}) or (own and columns and not ({"amount", "debit", "credit"} & set(header.roles))):
            self._entry(printed, own, columns)
        elif own and self._in_area(header):
            if columns or not self._without_its_figure(printed, own, header):
                self._see("stray", printed)
        elif self.open and not self.ended:
            self._undated(printed, columns)
        else:
            self._see("loose" if set(columns) - {"balance"} else "outside", printed)
