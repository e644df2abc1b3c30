"""One pass over the rows, top to bottom: which are entries, which are balances and totals, which only text."""

import itertools
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from itertools import dropwhile, pairwise

from reconciliation.documents.pages import Word
from reconciliation.reading.document.metadata import account_number, is_title, kind_of, number_of_title
from reconciliation.reading.document.paper import listed_number
from reconciliation.reading.headings.header import Header, groups_of, with_zones
from reconciliation.reading.scanning import lines
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.scanning.lines import BOTH_SIDES, NO_HEADER, columns_of, continues, date_columns, names_day, own_days
from reconciliation.reading.scanning.rows import RowScan
from reconciliation.reading.scanning.unnamed_columns import with_marks
from reconciliation.reading.tokens.dates import WEEKDAYS, Day, fold, months
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import WIDE_GAP, runs_of
from reconciliation.reading.vocabulary import labels
from reconciliation.reading.vocabulary.phrases import ACTIVITY_NONE, DATE_ROLES, MOVING, direction

SLACK = 3.0  # points by which a position may differ
ROLES = ("date", "transaction", "value", "second")  # day columns in order; the first printed one gives the row's day
NUMBER, DIGIT = re.compile(r"\d+"), re.compile(r"\d")
WORD, LETTERS = re.compile(r"[^\W_]+"), re.compile(r"[^\W\d_]+")
NO_DAY = re.compile(r"[\W_]*|\d{1,2}[:h]\d\d(?::\d\d)?(?: ?[ap]m)?|id|do|dto|ditto|idem")  # a mark of repetition or a time
LEVEL = 2.0  # most points between the edges of two headings
LONGER = 3  # most characters by which a damaged heading may differ in length
ALIKE = 0.75  # least similarity of the shapes of two headings, of 1
SHORT, NEARLY = 2, 0.75  # most letters of a word that may be a damaged number; least similarity of a damaged name, of 1

DatedRow = tuple[Entry, Printed, Day]


def forget_unreadable(items: Sequence[ScanItem]) -> None:
    """Clear the days of rows that print other text where the days of their table are, and those of rows that repeat such a day."""
    tables: dict[Table, list[tuple[Entry, Printed]]] = defaultdict(list)
    for item in items:
        if item.kind == "entry" and item.entry is not None and item.printed is not None and item.table is not None:
            tables[item.table].append((item.entry, item.printed))
            role = next(iter(item.entry.days)) if len(item.entry.days) == 1 else ""
            better = ROLES[: ROLES.index(role)] if role in ROLES else ()  # days that count before the only one
            columns = [column for column in item.table.header.columns if column.role in better]
            if any(_is_other(text) for column in columns for text in _cells(item.entry.words, column.x0 - SLACK, column.x1)):
                item.entry.days = {}
    dated = {table: _rows_with_own_day(rows, table.header) for table, rows in tables.items()}
    carried = sum(entry.carried for rows in tables.values() for entry, _ in rows)
    repeated = sum(
        entry.page == below.page and (day.first, day.second, day.year) == (again.first, again.second, again.year)
        for _, own in dated.values()
        for (entry, _, day), (below, _, again) in pairwise(own)
    )
    for table, rows in tables.items():
        _forget_in_table(rows, *dated[table], repeats=repeated >= max(1, carried))


def _rows_with_own_day(rows: Sequence[tuple[Entry, Printed]], header: Header) -> tuple[str, list[DatedRow]]:
    """Return the role of the days that count, and the rows that print such a day: beside their figures, or on a line above them in a
    column of days."""

    def is_own(day: Day, printed: Printed) -> bool:
        left = [column for column in header.columns if column.x0 - SLACK <= day.x0]  # a weekday may lead past the heading's end
        in_place = any(_is_other(text) for text in _cells(printed.row.words, day.x0 - SLACK, day.x1))  # under a day alone above the rows
        return day in printed.days or (bool(left) and max(left, key=lambda column: column.x0).role in ROLES and not in_place)

    dated = [(entry, row) for entry, row in rows if not entry.carried and any(is_own(day, row) for day in entry.days.values())]
    role = next((role for role in ROLES if 2 * sum(role in entry.days for entry, _ in dated) >= len(dated)), "")
    return role, [(entry, row, entry.days[role]) for entry, row in dated if role in entry.days and is_own(entry.days[role], row)]


def _forget_in_table(rows: Sequence[tuple[Entry, Printed]], role: str, own: Sequence[DatedRow], *, repeats: bool) -> None:
    """Forget torn days: those without a year if most have one, and those without their nought. `repeats` if no row leaves out the day of
    the one above."""
    printed_days = [(entry, day, NUMBER.findall(row.row.text[day.start : day.end])) for entry, row, day in own if day in row.days]
    parts = [(entry, part, (len(numbers), place)) for entry, _, numbers in printed_days for place, part in enumerate(numbers)]
    noughts = {place for _, part, place in parts if re.fullmatch(r"0\d", part)}
    yearly = len(printed_days) <= 2 * sum(day.year is not None for _, day, _ in printed_days)
    torn = {id(entry) for entry, part, place in parts if len(part) == 1 and place in noughts}
    torn |= {id(entry) for entry, day, _ in printed_days if yearly and day.year is None}
    if not own or not (torn or any(role not in entry.days or entry.carried for entry, _ in rows)):
        return
    x0, x1 = min(day.x0 for *_, day in own) - SLACK, max(day.x1 for *_, day in own)
    unread: Day | None = None
    for entry, printed in rows:
        if not entry.days or (role in entry.days and not entry.carried and id(entry) not in torn):
            continue
        day = entry.days.get(role)
        cells = list(_cells(printed.row.words if entry.carried else entry.words, x0, x1))
        left_out = repeats and entry.carried and not cells
        if id(entry) in torn or left_out or (day is not None and day is unread) or any(map(_is_other, cells)):
            unread, entry.days = day, {}


def _cells(words: Sequence[Word], x0: float, x1: float) -> Iterator[str]:
    """Yield the cells that begin between x0 and x1, after a weekday if there is one, and the cells whose last word is a number there."""
    for cell in runs_of(words, lambda word, behind: behind.x0 < word.x0 or behind.x0 - word.x1 > WIDE_GAP * (word.y1 - word.y0)):
        named = list(dropwhile(lambda word: fold(word.text).strip(" .,") in WEEKDAYS, cell))
        places = [cell[0].x0, *(word.x0 for word in named[:1]), *(word.x0 for word in named[-1:] if any(map(str.isdigit, word.text)))]
        if named and any(x0 <= place < x1 for place in places):
            yield " ".join(word.text for word in named)


def _is_other(text: str) -> bool:
    """True if the text is neither a time, nor a mark that repeats the day above."""
    return NO_DAY.fullmatch(fold(text).strip(" .,")) is None


def forget_lost(items: Sequence[ScanItem], rows: Sequence[Printed]) -> None:
    """Clear the day of a heading, above or below its row, if the heading right above the row is one that cannot be read."""
    headings = {id(printed.days[0]): place for place, printed in enumerate(rows) if names_day(printed)}
    under = [
        (item.entry, item.printed, headings[key]) for item in items if item.entry and (key := id(item.entry.days.get("date"))) in headings
    ]
    known = list({_shape(rows[place]): rows[place] for *_, place in under}.values())
    damaged = [place for place, printed in enumerate(rows) if any(_is_damaged(printed, heading) for heading in known)]
    places = {id(printed.row): place for place, printed in enumerate(rows)}
    lost, read = [-1, *damaged], [-1, *sorted(headings.values())]
    for entry, printed, _ in under if damaged else ():
        own = places.get(id(printed.row), 0) if printed else 0
        if lost[bisect_left(lost, own) - 1] > read[bisect_left(read, own) - 1]:
            entry.days = {}


def _is_damaged(printed: Printed, heading: Printed) -> bool:
    """True if a row is no heading of days but at the place of one and made like it: digits, words and points in the same order."""
    row, like, text = printed.row, heading.row, f" {printed.row.text} "
    level = abs(row.left - like.left) <= LEVEL or abs(row.words[-1].x1 - like.words[-1].x1) <= LEVEL  # one edge stays
    if not level or abs(len(row.text) - len(like.text)) > LONGER or names_day(printed):
        return False
    if any(text[figure.start].isspace() and text[figure.end + 1].isspace() for figure in printed.figures):  # an amount, no piece of a day
        return False
    shape, model = _shape(printed), _shape(heading)
    same = sum(map(str.__eq__, shape, model)) / max(len(shape), len(model))  # in its place, or in order
    if len(shape.split()) != len(model.split()) or max(same, SequenceMatcher(None, shape, model).ratio()) < ALIKE:
        return False
    words = [word for word in WORD.findall(fold(row.text)) if len(word) > SHORT and word.isalpha()]
    return all(get_close_matches(word, (*months(), *WEEKDAYS), n=1, cutoff=NEARLY) for word in words)


def _shape(printed: Printed) -> str:
    """Return the row's text with every digit as 0 and every word as a: "2?-01-2023" is 0?-00-0000."""
    return LETTERS.sub("a", DIGIT.sub("0", printed.row.text))


MOST_BELOW = 100  # most rows below a header that show where its figures are
JOINT = 5  # most characters between two days that begin a row
LABELLED = re.compile(r"[^\d.,]+[\d x*]+")  # words and the number that they name


class Scan(RowScan):
    """One pass over the rows of a document."""

    def run(self) -> list[ScanItem]:
        """Return the items of the rows, in printed order."""
        index = 0
        while index < len(self.rows):
            header, count = self._header_at(index) or (None, 1)
            latest = next((item.kind for item in reversed(self.items) if item.kind in {"entry", "closing"}), "")
            below_rows = latest == "closing" or (bool(self.table.entries) and not self.open)
            of_parts = header is not None and bool(header.parts) and self.table.header.signature in {(), header.signature}
            if below_rows and not of_parts and labels.names_interest(self.rows[index]):
                self.header, self.table, self.of_rates = NO_HEADER, Table(heading="", header=NO_HEADER), True
                self.interest_page = self.rows[index].row.page
            elif header is not None and (of_parts or not labels.names_plan(self.rows[index])):
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
                elif row in self.context.page_feet:
                    self._notice(row)
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
        it, up to the next header or to announced rows."""
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
        """Read a row with figures: a balance, a total, a row of the table, or something else."""
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
