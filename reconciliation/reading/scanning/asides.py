"""What rows tell apart from those of the open table: periods, numbers, lists of accounts, what is not booked."""

import re
from dataclasses import replace

from reconciliation.reading.document.metadata import account_number, is_title, number_of_title
from reconciliation.reading.document.paper import listed_number
from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.scanning.rows import RowsSeen
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES
from reconciliation.reading.vocabulary.labels_near import labels_above
from reconciliation.reading.vocabulary.phrases import ACTIVITY_NONE

LABELLED = re.compile(r"[^\d.,]+[\d x*]+")  # words and the number that they name
JOINT = 5  # characters between two days that begin a row


class AsidesSeen(RowsSeen):
    """The rows that are none of the open table, and what any row tells beside its figures."""

    def _told_apart(self, printed: Printed) -> bool:
        """A row of a list of all accounts: the balances of the account of that number, wherever its rows stand. Or a card's terms, or
        what is due in the months to come."""
        if printed in self.ground.terms:
            self._notice(printed)
            self._balances(printed, self.place, {}, labels_above(self.rows, self.place))
            return True
        told = self.overviews.get(printed)
        if told is None:
            return printed in self.ground.to_come
        self._forget()
        for kind, figure in told.balances.items():
            self._see("overview", printed, figure=figure, label=told.number, role=kind)
        return True

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
        for span in self.spans.get(printed, ()) if not self._tells_a_period(printed) else ():
            if span.named or not self._in_details(printed):
                self._see("period", printed, period=(span.first, span.last), label=printed.folded)
        if printed.row.page in self.first_pages or printed in self.ground.other_titles:
            self.first_pages.discard(printed.row.page)
            self._see("page_one", printed, role="only" if self.ground.paper.numbers.get(printed.row.page) == (1, 1) else "")
            self.parted, self.heading_day, self.begins = True, None, True
        is_entry = printed.begins_with_day and printed.figures
        number = "" if is_entry else account_number(printed) or listed_number(printed, self.overviews.values())
        titled = "" if is_entry or number else number_of_title(printed)
        if (number or titled) and not self._in_details(printed):
            self._see("number", printed, label=number or titled, role="titled" if titled or self._under_title() else "")
        if ACTIVITY_NONE.search(printed.plain):
            self._see("nothing", printed)

    def _tells_a_period(self, printed: Printed) -> bool:
        """Does a row below the table's closing begin with a period, as a list of rates does?"""
        spans = self.spans.get(printed, ())
        closed = not self.open and bool(self.last_page)
        dated = [role for role in self.header.roles if role in DATE_ROLES] if self.header is not None else []
        joined = printed.begins_with_day and len(dated) < 2 <= len(printed.days)
        led = joined and printed.days[1].start - printed.days[0].end <= JOINT
        return closed and bool(spans and printed.figures) and led

    def _under_title(self) -> bool:
        """Does the row above name a kind of account, or the one above that, with another number between them?"""
        above = [one for one in self.rows[max(0, self.place - 2) : self.place] if one.row.page == self.rows[self.place].row.page]
        return any(map(is_title, above[-1:])) or (any(map(is_title, above[:-1])) and LABELLED.fullmatch(above[-1].plain) is not None)

    def _outside(self, printed: Printed, header: Header | None) -> None:
        """A figure of no table, unless it stands in a list of days and rates."""
        if header is not None or not self.of_rates:
            self._see("outside", printed)
