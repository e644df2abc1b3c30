"""Sections of a table: their names between the rows, and the sums that stand beside the names or below the rows."""

from decimal import Decimal

from reconciliation.reading.scanning.balances import BalancesSeen
from reconciliation.reading.scanning.cells import columns_of
from reconciliation.reading.scanning.entries import Table
from reconciliation.reading.scanning.lines import begins_as_text, indented
from reconciliation.reading.scanning.own_days import own_days
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.labels import CONTINUED, heading_of, is_furniture, names_side_alone
from reconciliation.reading.vocabulary.phrases import ASIDE

LONG_WORD = 6  # letters
MANY = 4  # rows whose sum no other row comes to by chance
MOST_BELOW = 100  # rows of a section whose sum stands beside its name
OF_A_PERIOD = words_of(r"this (?:period|statement|month|cycle)|for the (?:period|month)")


class SectionsSeen(BalancesSeen):
    """Sections and their sums."""

    def _section(self, printed: Printed) -> None:
        """A heading between two rows of a table begins a section of it; one right under its headings names its first."""
        self.headings.append(printed)
        if self.header is None or not (self.open or self.header.by_place) or self.table is None or self.groups:
            return
        if not names_side_alone(printed.plain) and (not self.open or indented(printed.row, self.header)):
            return
        heading = self._heading_above()
        if not direction(heading):
            return
        if heading == self.heading and self.table.entries:
            self.ended = self.ended and not CONTINUED.search(printed.plain)
            return
        opposite = direction(heading) * direction(self.table.heading) < 0
        turned = opposite and not self.totalled and begins_as_text(printed.row, self.header)
        self.heading = heading
        if self.table.entries:
            self.table = Table(heading=heading, header=self.header)
        else:
            self.table.heading = heading
        self.table.turned = turned

    def _heading_above(self) -> str:
        """The nearest short rows of text above a header."""
        return heading_of([one for one in self.headings[-2:] if (not one.days or ASIDE.search(one.plain)) and not is_furniture(one)])

    def _total(self, printed: Printed, columns: dict[str, Figure], own: dict[str, Day]) -> None:
        """A row of totals; one that leads the rows it sums up begins their section."""
        if own or self._is_sum(columns) or not self._heads_rows(printed, columns):
            self._totals(printed, columns, own)
        else:
            self._section_with_its_sum(printed, columns["amount"])

    def _told_as_sum(self, printed: Printed, columns: dict[str, Figure]) -> bool:
        """A row without a day that is the sum of the rows below, or of those above, or several nothings. False if it is none of them."""
        if len(printed.figures) > 1 and not any(figure.size for figure in printed.figures):
            self._see("outside", printed)
            return True
        if self._heads_rows(printed, columns, unnamed=True):
            self._section_with_its_sum(printed, columns["amount"])
            return True
        if self._sums_up(printed, columns):
            self._totals(printed, columns, {})
            return True
        return False

    def _heads_rows(self, printed: Printed, columns: dict[str, Figure], *, unnamed: bool = False) -> bool:
        """Is it the name of a section with its sum beside it: that of the dated rows below, of several where it may name no direction?"""
        figure, header, named = columns.get("amount"), self.header, direction(printed.folded) != 0
        if figure is None or header is None or not (named or unnamed) or self._under_a_day():
            return False
        total, count = Decimal(0), 0
        for below in self.rows[self.place + 1 : self.place + 1 + MOST_BELOW]:
            part = columns_of(below, header).get("amount")
            if part is not None and not own_days(below, header):
                break
            total += part.printed if part is not None else 0
            count += part is not None
        return bool(total) and abs(total) == figure.size and (named or count > 1)

    def _sums_up(self, printed: Printed, columns: dict[str, Figure]) -> bool:
        """Is it what the dated rows above come to: of many, named by direction and period, or begun as their section's name is?"""
        named = (direction(printed.folded) and OF_A_PERIOD.search(printed.folded)) or self._named_as_section(printed)
        many = self.table is not None and len(self.table.entries) >= MANY
        return bool(named or many) and not self._under_a_day() and self._is_sum(columns)

    def _named_as_section(self, printed: Printed) -> bool:
        """Does it begin with the word that the name of its section begins with?"""
        said, heading = (text.replace(":", " ").split()[:1] for text in (printed.folded, self.heading))
        return said == heading and len("".join(said)) >= LONG_WORD

    def _is_sum(self, columns: dict[str, Figure]) -> bool:
        """Is the amount what the rows of the table come to?"""
        figure, entries = columns.get("amount"), self.table.entries if self.table is not None else []
        figures = [entry.figures["amount"].printed for entry in entries if "amount" in entry.figures]
        return figure is not None and bool(figures) and abs(sum(figures)) == figure.size

    def _under_a_day(self) -> bool:
        """Does this table print rows without a day of their own?"""
        return self.heading_day is not None or (self.table is not None and any(entry.carried for entry in self.table.entries))

    def _section_with_its_sum(self, printed: Printed, figure: Figure) -> None:
        if self.header is None:
            return
        self._see("summary", printed, figure=figure, role="amount", label=printed.folded)
        self._forget()
        self.heading = printed.folded
        self.table = Table(heading=self.heading, header=self.header)
        self.open, self.ended, self.parted, self.words_below = True, False, False, 0
