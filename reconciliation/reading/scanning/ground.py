"""What the rows of a document tell every scan of them alike: found once, whichever columns a scan goes by."""

import itertools
from collections import defaultdict
from dataclasses import replace
from functools import cached_property

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.furniture import repeated_heads
from reconciliation.reading.document.numbering import first_pages
from reconciliation.reading.document.paper import Paper, overviews_in, terms_in
from reconciliation.reading.document.spans import other_titles, spans_of
from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning.announced import announced, months_to_come
from reconciliation.reading.tokens.printed import Printed, continued_lines
from reconciliation.reading.vocabulary.column_names import DATE_ROLES
from reconciliation.reading.vocabulary.labels import names_interest


class Ground:
    """The rows, their periods, lists and headers. Nothing that a scan does changes it."""

    def __init__(self, paper: Paper, calendar: Calendar) -> None:
        self.paper, self.rows = paper, paper.rows
        rows = self.rows
        self.first_pages = frozenset(first_pages(paper.numbers)) - {printed.row.page for printed in rows[:1]}
        self.announced = announced(rows)
        self.to_come = months_to_come(rows)
        self.overviews = overviews_in(rows)
        self.terms = terms_in(rows)
        self.prose = frozenset(continued_lines(rows))
        self.spans = spans_of(rows, calendar)
        self.other_titles = frozenset(other_titles(rows, self.spans))

    def header_at(self, index: int) -> tuple[Header, int] | None:
        """The header that starts at a row."""
        return self.paper.header_at(index) or self._again(index)

    def _again(self, index: int) -> tuple[Header, int] | None:
        """The same words in the same places as the headings of other pages are headings, whatever stands under them."""
        printed = self.rows[index]
        others = [] if printed.figures or printed.days else self._short.get(_place(printed), [])
        if not others or any(header.row is not None and header.row.row.page == printed.row.page for header in others):
            return None
        return replace(others[0], row=printed), 1

    @cached_property
    def balances_of_days(self) -> frozenset[Printed]:
        """The rows right under headings of days and balances alone: such a list tells nothing of where the rows' figures stand."""
        found: set[Printed] = set()
        for index in range(len(self.rows)):
            header, count = self.header_at(index) or (None, 0)
            if header is not None and set(header.roles) <= DATE_ROLES | {"balance"}:
                found.update(itertools.takewhile(lambda printed: printed.begins_with_day, self.rows[index + count :]))
        return frozenset(found)

    @cached_property
    def lists_of_interest(self) -> frozenset[Printed]:
        """The rows with days right under headings of days and rates by which interest is worked out."""
        found: set[Printed] = set()
        for index, printed in enumerate(self.rows):
            if names_interest(printed):
                found.update(itertools.takewhile(lambda one: one.begins_with_day, self.rows[index + 1 :]))
        return frozenset(found)

    @cached_property
    def page_heads(self) -> frozenset[Printed]:
        """The rows of heads that pages repeat."""
        return repeated_heads(self.rows, lambda index: self.header_at(index) is not None)

    @cached_property
    def _short(self) -> dict[tuple[str, int, int], list[Header]]:
        """The first row of headings that what stands under it may hide: those on one row that name no column of days, those on several."""
        found: dict[tuple[str, int, int], list[Header]] = defaultdict(list)
        for index, printed in enumerate(self.rows):
            header, count = self.paper.header_at(index) or (None, 0)
            if header is not None and (count > 1 or not DATE_ROLES & set(header.roles)):
                found[_place(printed)].append(header)
        return found


def _place(printed: Printed) -> tuple[str, int, int]:
    return printed.folded, round(printed.row.left), round(printed.row.words[-1].x1)
