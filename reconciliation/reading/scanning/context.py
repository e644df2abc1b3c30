"""The rows of a document, and the facts known of each before a scan: lists of announced rows, periods, overviews, headers."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise, takewhile

from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.furniture import repeated_feet, repeated_heads
from reconciliation.reading.document.paper import Paper, overviews_in, terms_in
from reconciliation.reading.document.spans import other_titles, spans_of
from reconciliation.reading.headings.header import Column, Header
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.scanning.lines import date_columns
from reconciliation.reading.tokens.dates import months
from reconciliation.reading.tokens.printed import Printed, continued_lines
from reconciliation.reading.vocabulary.labels import is_heading, names_interest
from reconciliation.reading.vocabulary.phrases import ASIDE, DATE_ROLES

WIDEST_STEP = 1.7  # most line heights between a heading and its list
SAME_STEP = 1.0  # most points by which the steps of a list may differ
CELL_START = re.compile(r"(?:^|(?<=\t))")
NOT_LETTER = re.compile(r"[^a-z]")


class PageContext:
    """The rows, their periods, lists and headers. No scan changes it."""

    def __init__(self, paper: Paper, calendar: Calendar) -> None:
        self.paper, self.rows = paper, paper.rows
        rows = self.rows
        self.first_pages = {page for page, (number, _) in paper.numbers.items() if number == 1} - {printed.row.page for printed in rows[:1]}
        self.announced = _announced(rows)
        self.to_come: set[Printed] = (
            set()
        )  # the rows right under such a heading, or its list, with a month or bills to come before each figure
        for above, row in pairwise(rows):
            if row.figures and (above in self.announced or above in self.to_come or _announces(above)):
                labels = [row.label(figure) for figure in row.figures]
                named = (not months().keys().isdisjoint(NOT_LETTER.split(label)) or ASIDE.search(label) for label in labels)
                self.to_come |= {row} if all(named) else set()
        self.overviews = overviews_in(rows)
        self.terms = terms_in(rows)
        self.prose = frozenset(continued_lines(rows))
        self.spans = spans_of(rows, calendar)
        self.other_titles = frozenset(other_titles(rows, self.spans))
        # The rows under a header may hide it on the next page, if it is on one row that names no column of days, or on several.
        self.headers_by_words = defaultdict[tuple[str, int, int], list[Header]](list)
        for index, printed in enumerate(rows):
            header, count = paper.header_at(index) or (None, 0)
            if header is not None and (count > 1 or not date_columns(header)):
                self.headers_by_words[_place(printed)].append(header)
        self.page_heads = repeated_heads(rows, lambda index: self.header_at(index) is not None)
        self.page_feet = repeated_feet(rows)

    def header_at(self, index: int) -> tuple[Header, int] | None:
        """Return the header that starts at a row and its number of rows. Words and places of another page's headings are one, too."""
        header, printed = self.paper.header_at(index), self.rows[index]
        if header is not None or printed.figures or printed.days:
            return header
        others = self.headers_by_words.get(_place(printed), [])
        if not others or any(other.row is not None and other.row.row.page == printed.row.page for other in others):
            return None
        return replace(others[0], row=printed), 1

    @cached_property
    def lists_aside(self) -> frozenset[Printed]:
        """The rows that do not tell where amounts are: announced, or under headings of nothing but days and balances, or days and rates."""
        headers = [(index, *(self.header_at(index) or (None, 0))) for index in range(len(self.rows))]
        starts = [index + count for index, header, count in headers if header and set(header.roles) <= DATE_ROLES | {"balance"}]
        starts += [index + 1 for index, printed in enumerate(self.rows) if names_interest(printed)]
        return frozenset(self.announced).union(*(takewhile(lambda row: row.begins_with_day, self.rows[start:]) for start in starts))


def _place(printed: Printed) -> tuple[str, int, int]:
    return printed.folded, round(printed.row.left), round(printed.row.words[-1].x1)


def _announced(rows: Sequence[Printed]) -> dict[Printed, ScanItem]:
    """Return the rows that are announced and not booked, in tables of their own: under a heading that says so, without column headings.
    They are rows of a day and a figure, or several such, at steady steps right under the heading or the names of parts, not right of
    them."""
    announced: dict[Printed, ScanItem] = {}
    for index, heading in enumerate(rows):
        above, listed, widest = heading, list[Printed](), WIDEST_STEP * heading.row.height
        for printed in rows[index + 1 :] if _announces(heading) else ():
            step = printed.row.top - above.row.bottom
            if above is heading and "\t" in printed.row.text and not printed.figures and step <= widest:
                above = printed  # the names of parts
                continue
            starts = {cell.start() for cell in CELL_START.finditer(printed.row.text)}
            lone = printed.begins_with_day and len(printed.figures) == max(1, sum(day.start in starts for day in printed.days))
            if not lone or printed.row.page != above.row.page or step > widest or printed.row.left < heading.row.left - SAME_STEP:
                break
            listed.append(printed)
            above, widest = printed, step + SAME_STEP
        if listed:
            day, figure = listed[0].days[0], listed[0].figures[0]
            columns = (Column("date", day.x0, day.x1), Column("amount", figure.x0, figure.x1))
            table = Table(heading=heading.plain, header=Header(columns, by_place=True))
            for row in listed:
                days, figures, text = {"date": row.days[0]}, {"amount": row.figures[0]}, row.text_outside(row.figures, row.days[:1])
                entry = Entry(row.row.page, days, figures, [text], list(row.row.words), table_id=id(table))
                announced[row] = ScanItem("announced", row.row.page, table=table, entry=entry, printed=row)
    return announced


def _announces(printed: Printed) -> bool:
    return not printed.figures and not printed.days and is_heading(printed) and ASIDE.search(printed.plain) is not None
