"""The open table of a scan: the facts known and recorded at each row, and the balances, totals and sections that end or begin it."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from reconciliation.reading.headings.header import Header
from reconciliation.reading.scanning import lines
from reconciliation.reading.scanning.context import PageContext
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.scanning.lines import BOTH_SIDES, NO_HEADER, columns_of, continues, fills_both_sides, own_days
from reconciliation.reading.scanning.unnamed_columns import printed_side
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.amounts import Figure, NumberStyle
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.tokens.rows import LARGE, Row
from reconciliation.reading.vocabulary import labels
from reconciliation.reading.vocabulary import phrases as terms
from reconciliation.reading.vocabulary.labels import in_rewards, owed_behind

MOSTLY = 0.6  # least share of the entries
NAMED_FROM = 2  # most rows between a figure and its name above
BALANCES = frozenset({"opening", "closing", "brought", "carried", "dated"})
ROWS_AND_BALANCES = BALANCES | {"entry", "stray", "loose", "total"}
ENDS = frozenset({"closing", "nothing"})
WAYS = {"debit": -1, "credit": 1}
LONG_WORD = 6  # fewest letters of a long word
MANY = 4  # fewest rows whose sum no other row equals by chance
MOST_ABOVE, MOST_BELOW = 20, 100  # most rows of a list between headings and total; of a section whose sum is beside its name
OF_A_PERIOD = words_of(r"this (?:period|statement|month|cycle)|for the (?:period|month)")
SAME_EDGE = 3.0  # most points between the right edges of a heading and of a figure under it


class TableScan:
    """The state of the pass, how an item is recorded, and balances, totals and sections."""

    def __init__(self, context: PageContext, style: NumberStyle, *, by_place: Header = NO_HEADER, heed_headings: bool = True) -> None:
        """`by_place` is the header that is in force until another is printed, or always, if headings are not heeded."""
        self.context, self.rows, self.style = context, context.rows, style
        self.items: list[ScanItem] = []
        self.heed_headings, self.headed = heed_headings, False
        self.groups: list[tuple[float, float, Header]] = []
        self.header = self.by_place = by_place
        self.table = Table(heading="", header=by_place)
        self.headings: list[Printed] = []
        self.last: Entry | None = None
        self.last_row: Row | None = None
        self.above_row: list[Row] = []  # lines of text that belong to the row below them
        self.waiting: Entry | None = None  # a dated row whose figures are on a row below
        self.waiting_under: Entry | None = None  # the entry right above it
        self.waiting_row: Printed | None = None  # where it is printed
        self.unfinished: list[tuple[ScanItem, Entry, Entry | None, int]] = []  # those without figures, with the entry above and their place
        self.parted = False  # a balance is between the last row and here
        self.begins = False  # a first page is between the last headings and here
        self.words_below = 0  # the page on which other words are below the last row
        self.heading_day: Day | None = None  # the day alone above the rows
        self.latest: Table | None = None  # that of the last row of the account, also below a total
        self.opening_day: Day | None = None  # the day beside the balance that opens the table, above its first row
        self.doubted_day: Day | None = None  # the one below which a line began with another: either may be that of the next rows
        self.days_head = False  # a day alone has been above rows
        self.days_lead_under = NO_HEADER  # the headings of rows that began with their day
        self.named_above: Table | None = None  # whose rows have had a line of words above their day
        self.days_under = NO_HEADER  # the headings of rows whose day was on the line right below them
        self.open = False
        self.ended = True  # a total or a balance closed the section
        self.totalled = False  # a total is below the last row
        self.of_rates = False  # below a closed table, the days and rates by which interest is worked out are listed
        self.interest_page = 0  # the page of the last such list
        self.forwarded = False  # a balance carried forward, and nothing else, closed it
        self.last_page = self.place = 0
        self.ends: dict[tuple[tuple[str, int], ...], set[tuple[str, int]]] = defaultdict(set)  # of figures under headings alike
        self.first_pages = set(context.first_pages)

    def _rows_below(self, count: int) -> Sequence[Printed]:
        return self.rows[self.place + 1 : self.place + 1 + count]

    def _header_at(self, index: int) -> tuple[Header, int] | None:
        return self.context.header_at(index) if self.heed_headings else None

    def _see(self, kind: str, row: Printed, figure: Figure | None = None, *, label: str = "", **more: Any) -> None:
        """Record an item of a row. A figure without a sign or mark that words before it, or behind a balance, call a debt is one."""
        day = None
        if figure is not None:
            above = self.rows[max(0, self.place - NAMED_FROM) : self.place]
            named = (day for line in above for day in line.days if fold(line.row.text[day.start : day.end]) in label)
            day = row.day_beside(figure) or next(named, None)
            owed = terms.OWED.search(label) or (kind in BALANCES and owed_behind(row, figure))
            figure = replace(figure, mark="DR") if owed and not (figure.sign or figure.mark) else figure
        self.items.append(ScanItem(kind, row.row.page, figure, day, label, printed=row, **{"table": self.table, **more}))

    def _add(self, entry: Entry, printed: Printed) -> None:
        """Record a row of the open table, with the lines above that belong to it."""
        self._forget()
        self.named_above = self.table if self._lines_above() else self.named_above
        entry.texts[:0] = [" ".join(line.text.split()) for line in self._lines_above()]
        entry.words[:0] = [word for line in self._lines_above() for word in line.words]
        entry.table_id, entry.side = id(self.table), printed_side(printed, self.table.header)
        self.table.entries.append(entry)
        self.last, self.last_row, self.open = entry, printed.row, True
        self.latest, self.headings, self.ended, self.totalled = self.table, [], False, False
        self.last_page, self.parted, self.words_below = printed.row.page, False, 0
        self._see("entry", printed, entry=entry)

    def _lines_above(self) -> list[Row]:
        return self.above_row if self.above_row and self.above_row[-1] is self.rows[self.place - 1].row else []

    def _forget(self) -> None:
        """End the last row, though it may still wait for its figures."""
        if self.waiting_row is not None and self.waiting is not None:
            unread = ScanItem("stray", self.waiting_row.row.page, table=self.table, printed=self.waiting_row)
            self.unfinished.append((unread, self.waiting, self.waiting_under, len(self.items)))
        self.last = self.waiting = self.waiting_row = self.waiting_under = None

    def _settle_unfinished(self) -> None:
        """Join dated lines without figures with the rows above, if most rows have one, or on the next page. Others are unread."""
        counts = Counter(above.table_id for *_, above, _ in self.unfinished if above is not None)
        sizes = Counter(item.entry.table_id for item in self.items if item.entry is not None)
        for unread, line, above, place in reversed(self.unfinished):
            below = next((item for item in self.items[place:] if item.kind in ROWS_AND_BALANCES), unread)
            on_next_page = below.page == unread.page + 1 and below.table is unread.table
            if above is not None and counts[above.table_id] >= MOSTLY * sizes[above.table_id]:
                above.days.setdefault("value", next(iter(line.days.values())))
                above.texts += line.texts
                above.worded += line.worded
                above.words += line.words
            elif on_next_page and below.entry is not None and below.entry.carried:
                borrowed, below.entry.carried = below.entry.days, False
                below.entry.texts[:0] = line.texts
                for item in self.items:
                    if item.entry is not None and item.page == below.page and item.entry.days is borrowed:
                        item.entry.days = line.days
            else:
                self.items.insert(place, unread)

    def _in_details(self, printed: Printed) -> bool:
        """True if the row goes on with the words of the last entry, perhaps as its second line, under its day."""
        if self.last is None or printed.figures:
            return False
        second = printed.begins_with_day and lines.stands_under(printed.row, self.last_row)
        return second or continues(printed.row, self.last_row, self.header)

    def _begin_by_place(self) -> None:
        """Put printed headings aside: the rows below are read by place, if columns can be found so."""
        self.header = self.by_place
        if self.by_place.columns:
            self.table = Table(heading="", header=self.by_place)

    def _balances(self, printed: Printed, columns: dict[str, Figure], above: dict[int, str]) -> bool:
        """Record the balances that names on a row, or `above` its figures, tell. False if none does, or for the sums of both sides."""
        kind = labels.balance_kind(printed.folded)
        if kind in {"carried", "brought"} and "balance" not in columns and fills_both_sides(columns):
            return False
        kind = kind or ("dated" if self._is_bare(printed, printed.folded) else "")
        named = sum(any(map(str.isalpha, printed.label(figure))) for figure in printed.figures)
        if kind and "balance" in columns and named <= 1:
            # The day of a balance that opens a table is that of undated rows below.
            self._see(kind, printed, columns["balance"], label=printed.folded, inside=True)
            for role in sorted(BOTH_SIDES & columns.keys()):
                self._see("total", printed, columns[role], role=role, label=printed.folded, inside=printed.begins_with_day)
            if printed.begins_with_day and "amount" in columns and columns["amount"].size:
                self._see("stray", printed)
            self._close_if(kind)
            opens = kind in {"opening", "brought"} and not self.table.entries and printed.begins_with_day
            self.opening_day, self.parted = printed.days[0] if opens else None, self.parted and not opens
        elif terms.BALANCE_OF_DAY.fullmatch(printed.folded) and len(printed.figures) == 1 and self.last is not None:
            shown = columns.get("balance", printed.figures[0])
            if self.last.figures.setdefault("balance", shown).size != shown.size and not printed.days:
                self._see("stray", printed)
        elif printed.figures and terms.BALANCE_ASIDE.fullmatch(printed.folded.strip(" *:-")):
            self._see("summary", printed, printed.figures[0], label=printed.folded)
        else:
            return self._balances_of_figures(printed, columns, above)
        return True

    def _balances_of_figures(self, printed: Printed, columns: dict[str, Figure], above: dict[int, str]) -> bool:
        """Record each figure with a name of its own: a balance, a total behind one, or an item of a summary. True if one is a balance."""
        named, sides = False, {terms.direction(printed.label(figure)) for figure in printed.figures}
        for figure in printed.figures:
            label = above.get(id(figure)) or printed.label(figure)
            if not label and len(printed.figures) == 1:
                lone = not (printed.begins_with_day and figure in columns.values())  # no heading tells which day it is of
                label = printed.folded or (labels.label_near(self.rows, self.place, figure) if lone else "")
            kind = "" if sides >= {1, -1} and terms.direction(label) else self._kind_of(label, figure, printed, columns, behind=named)
            among_rows = self.open and (not self.header.by_place or bool(self.table.entries))
            if kind:
                shown = figure
                if columns.get("debit") is figure and not (figure.mark or figure.sign or self.header.by_place):
                    # A balance under debits is a debt, if the headings are of its own account and name no balances.
                    since = [item.kind for item in self.items if item.table is self.table]
                    end = next((place for place, sight in enumerate(since) if sight in ENDS), len(since))
                    other_account = bool({"number", "period"} & set(since)) or "opening" in [*since, kind][end + 1 :]
                    only_sides = set(self.header.roles) >= BOTH_SIDES and "balance" not in self.header.roles
                    shown = replace(figure, mark="DR") if only_sides and not other_account else figure
                self._see(kind, printed, shown, label=label, inside=self.open and bool(columns))
                self._close_if(kind)
                named = True
            elif label and terms.TOTAL.search(label) and named:
                self._see("total", printed, figure, label=label)
            elif label and (above or not among_rows):
                self._see("summary", printed, figure, label=label)
        return named

    def _kind_of(self, label: str, figure: Figure, printed: Printed, columns: dict[str, Figure], *, behind: bool) -> str:
        """The balance that a label names; empty if it names none, or one of rewards."""
        last = self.table.entries[-1].figures.get("balance") if self.table.entries else None
        again = last is not None and columns.get("balance") is figure and figure.printed == last.printed
        bare = self._is_bare(printed, label, behind=behind) or (again and any(terms.role_of(word) == "balance" for word in label.split()))
        beside = labels.balance_kind(printed.cell_before(figure)) if label == printed.label(figure) else ""
        kind = labels.balance_kind(label) or ("dated" if bare else beside if beside in {"opening", "closing"} else "")
        if kind == "dated" and columns.get("balance") is figure and not printed.folded and terms.role_of(label) == "balance":  # its column
            return ""
        return "" if kind in {"opening", "closing"} and in_rewards(self.rows, self.place, figure) else kind

    def _is_bare(self, printed: Printed, label: str, *, behind: bool = False) -> bool:
        """True if a label only says balance: with a day, `behind` another, right under the totals, or below a row without balances."""
        below_row = self.last is not None and self.header.columns and "balance" not in self.header.roles
        return bool(printed.days or behind or self.totalled or below_row) and terms.BARE_BALANCE.fullmatch(label) is not None

    def _close_if(self, kind: str) -> None:
        self.ended = kind in {"closing", "carried"} or (kind == "dated" and bool(self.table.entries))
        self.forwarded = kind == "carried"
        if kind in {"opening", "closing"}:
            self.parted, self.heading_day, self.latest = True, None, None
        if kind == "closing" and self.open and not self.table.entries:
            self.ended = False
        elif kind == "closing":
            self.open = False
        self._forget()

    def _section(self, printed: Printed) -> None:
        """Begin a section at a heading between two rows of a table. One right under the table's headings names its first."""
        self.headings.append(printed)
        if not (self.open or self.header.by_place) or self.groups:
            return
        if not labels.names_side_alone(printed.plain) and (not self.open or lines.indented(printed.row, self.header)):
            return
        heading = self._heading_above(printed)
        if not terms.direction(heading):
            return
        if heading == self.table.heading and self.table.entries:
            self.ended = self.ended and not labels.CONTINUED.search(printed.plain)
            return
        as_text = any(column.role == "text" and abs(printed.row.left - column.x0) <= lines.INDENT for column in self.header.columns)
        turned = as_text and not self.totalled and terms.direction(heading) * terms.direction(self.table.heading) < 0
        if self.table.entries:
            self.table = Table(heading=heading, header=self.header)
        self.table.heading, self.table.turned = heading, turned

    def _heading_above(self, below: Printed) -> str:
        """Return the name above a line. Words on another page in much larger type, as of a stamp below its rows, name nothing here."""
        near = (
            heading for heading in self.headings if heading.row.page == below.row.page or heading.row.height <= LARGE * below.row.height
        )
        names = [
            heading
            for heading in [*near][-2:]
            if (not heading.days or terms.ASIDE.search(heading.plain)) and not labels.is_furniture(heading)
        ]
        return labels.heading_of(names)

    def _total(self, printed: Printed, own: dict[str, Day], columns: dict[str, Figure], header: Header) -> bool:
        """Record the totals of a row. False if it names none. A total over the rows it sums up begins their section."""
        no_row = not own and bool(header.columns) and "balance" not in header.roles
        if not labels.total_label(printed, anywhere=no_row) or (own and "balance" in columns and not columns.keys() >= BOTH_SIDES):
            return False
        if own or self._is_sum(columns) or not self._begins_with_its_sum(printed, columns):
            self._totals(printed, columns, own)
        return True

    def _totals(self, printed: Printed, columns: dict[str, Figure], own: dict[str, Day]) -> None:
        """Record totals, which end their rows. One that leads the rows of a day, or of one terms.direction in it, is their heading."""
        roles, inside, header = {id(figure): role for role, figure in columns.items()}, self.open, self.header
        above = next((row for row in self.rows[max(0, self.place - MOST_ABOVE) : self.place][::-1] if not row.figures), None)
        here = self.rows[self.place]
        if not columns and len(here.figures) == 2 and not here.days and above and not above.days and above.row.page == here.row.page:
            # The headings of a list without days name the sides right above the two figures of its total.
            edges = {terms.role_of(fold(phrase)): x1 for phrase, _, x1 in labels.phrases_of(above)}
            named = BOTH_SIDES & edges.keys()
            sides = {role: figure for role in named for figure in here.figures if abs(figure.x1 - edges[role]) <= SAME_EDGE}
            roles = {id(figure): role for role, figure in sides.items()}
            roles = roles if len(roles) == 2 else {}
        if own and header.columns and "balance" not in header.roles:
            self.heading_day, self.parted, self.open = next(iter(own.values())), False, True
        self.ended, self.forwarded, self.totalled = self.heading_day is None, False, True
        leads = not self.ended and bool(header.columns) and terms.direction(printed.folded) != 0
        if leads:
            self.table = Table(heading=printed.folded, header=header)
        for figure in printed.figures:
            self._see("total", printed, figure, role=roles.get(id(figure), ""), label=printed.folded, inside=inside, leads=leads)
        self._forget()

    def _read_as_sum(self, printed: Printed, columns: dict[str, Figure]) -> bool:
        """Record an undated row that is the sum of no rows, of the rows below, or of those above: of many, or named so."""
        word, of_section = (text.replace(":", " ").split()[:1] for text in (printed.folded, self.table.heading))
        by_section = word == of_section and len("".join(word)) >= LONG_WORD
        named = by_section or (terms.direction(printed.folded) and OF_A_PERIOD.search(printed.folded))
        is_name = not lines.indented(printed.row, self.header) and printed.row.text.count("\t") == 1 and not self._has_rows_under_days()
        of_none = len(printed.figures) > 1 or is_name
        if of_none and not any(figure.size for figure in printed.figures):
            self._see("outside", printed)
        elif self._begins_with_its_sum(printed, columns, unnamed=True):
            return True
        elif (named or len(self.table.entries) >= MANY) and not self._has_rows_under_days() and self._is_sum(columns):
            self._totals(printed, columns, {})
        else:
            return False
        return True

    def _begins_with_its_sum(self, printed: Printed, columns: dict[str, Figure], *, unnamed: bool = False) -> bool:
        """Begin a section at its name with its sum: that of the dated rows below; else False. They end at the next undated figure, and may
        end at the next heading. A line with the amount of one of them may be its twin: it is a sum only if its name tells a direction and
        has no number, and no other figure is on it."""
        figure, header, named = columns.get("amount"), self.header, terms.direction(printed.folded) != 0
        if figure is None or not (named or unnamed) or self._has_rows_under_days():
            return False
        parts: list[Decimal] = []
        for below in self._rows_below(MOST_BELOW):
            part = columns_of(below, header).get("amount")
            is_next = len(parts) > 1 and labels.is_heading(below) and not (below.figures or lines.indented(below.row, header))
            if (part is not None and not own_days(below, header)) or (is_next and abs(sum(parts)) == figure.size):
                break
            parts += [part.printed] if part is not None else []
        only_name = named and len(printed.figures) == 1 and not any(map(str.isdigit, printed.folded))
        if not figure.size or abs(sum(parts)) != figure.size or not (only_name or figure.size not in map(abs, parts)):
            return False
        self._see("summary", printed, figure, role="amount", label=printed.folded)
        self._forget()
        self.table = Table(heading=printed.folded, header=header)
        self.open, self.ended, self.parted, self.words_below = True, False, False, 0
        return True

    def _is_sum(self, columns: dict[str, Figure]) -> bool:
        """True if the row's only movement is the sum of those above it in its column, of many on one side."""
        role, *others = [role for role in columns if role in terms.MOVING] or [""]
        above = [] if others else [figure.printed for figure in self.table.figures(role)]
        return len(above) >= (1 if role == "amount" else MANY) and abs(sum(above)) == columns[role].size

    def _moves_balance(self, columns: dict[str, Figure]) -> bool:
        """True if the row's figure on one side is a part of the step from the last balance beside a row to the next one printed."""
        last = next((place for place, entry in enumerate(reversed(self.table.entries)) if "balance" in entry.figures), None)
        below = [columns, *(columns_of(row, self.header) for row in self._rows_below(MOST_ABOVE))]
        end = next((place for place, figures in enumerate(below, start=1) if "balance" in figures), 0)
        own = any(figure.size for role, figure in columns.items() if role in WAYS)
        if last is None or not end or not own or fills_both_sides(columns):
            return False
        *since, before = [entry.figures for entry in self.table.entries[: -last - 2 : -1]]
        moved = sum(figures[role].size * way for figures in (*since, *below[:end]) for role, way in WAYS.items() if role in figures)
        return abs(below[end - 1]["balance"].printed - before["balance"].printed) == abs(moved)

    def _has_rows_under_days(self) -> bool:
        return self.heading_day is not None or any(entry.carried for entry in self.table.entries)
