"""The table of rows: days, texts, figures, balances; the lines at the end and the beginning of a page."""

import datetime as dt
from collections.abc import Callable, Sequence
from decimal import Decimal

from tests.reading.making.bank import Bank, Entry
from tests.reading.making.columns import MONEY, Columns
from tests.reading.making.figures_at_fault import as_no_number
from tests.reading.making.paper import BOX, RIGHT, Paper
from tests.reading.making.row_columns import day_text, row_columns
from tests.reading.making.texts import lines_of
from tests.reading.making.truth import Account, sums


class Rows:
    """One account's table, or one section of it."""

    def __init__(
        self, bank: Bank, paper: Paper, account: Account, entries: Sequence[Entry], *, title: str = "", opening: Decimal | None = None
    ) -> None:
        self.bank, self.habits, self.paper, self.account, self.title = bank, bank.habits, paper, account, title
        self.entries = list(reversed(entries)) if self.habits["order"] == "newest" else list(entries)
        self.page_entries: list[Entry] = []
        self.shown: set[int] = self._balances_shown(entries)
        self.columns = Columns(
            paper, self.habits, row_columns(bank, account, self.entries, opening), right=RIGHT - (BOX if self.habits.has("box") else 0)
        )

    def _balances_shown(self, entries: Sequence[Entry]) -> set[int]:
        """Return the ids of the entries whose balances are printed."""
        if self.habits["balances"] == "every":
            return {id(entry) for entry in entries}
        if self.habits["balances"] == "none":
            return set()
        last = {entry.movement.day: entry for entry in entries}
        return {id(entry) for entry in last.values()}

    def write(self, before: Callable[[], None] | None = None) -> None:
        """Write headings and rows, over as many pages as they take; `before` writes the text between them."""
        self.paper.room(6 * self.paper.row_height)
        self._head()
        if before:
            before()
        day: dt.date | None = None
        for place, entry in enumerate(self.entries):
            if self.paper.full(self._height(entry)) and place:
                self._turn(entry)
            day = self._entry(place, entry, day)
            self.page_entries.append(entry)

    def _height(self, entry: Entry) -> float:
        """Return the height that must fit on this page: of the whole row, or of its first line if rows go on over pages."""
        lines = 1 if self.habits.has("row_breaks") else len(lines_of(self.bank, entry.movement, self._fits()))
        return lines * self.paper.line_height + 2 * self.paper.row_height

    def _head(self, *, again: bool = False) -> None:
        if self.title:
            self.paper.line(f"{self.title} ({self.bank.word('continued')})" if again else self.title, bold=True, size=self.paper.size + 1)
        if not again or not self.habits.has("headings_once"):
            self.columns.headings()

    def _turn(self, entry: Entry) -> None:
        """End this page and begin the next, with the lines that this bank prints there."""
        newest = self.habits["order"] == "newest"
        balance = entry.balance if newest else entry.balance - entry.movement.amount
        end = self.habits["page_end"]
        if end == "forward":
            self.label_row(self.bank.word("carried"), balance)
        if end == "subtotal":
            self._total(self.bank.word("page_total"), self.page_entries)
        self.paper.turn()
        self.page_entries = []
        self._head(again=True)
        if end == "forward":
            self.label_row(self.bank.word("brought"), balance)

    def label_row(self, name: str, balance: Decimal, day: dt.date | None = None) -> None:
        """A balance by its name, in the column of balances or, without one, of amounts."""
        if self.habits.running:
            cells = {"balance": self.bank.balance(self.account, balance)}
        elif self.habits["way"] == "columns":
            cells = self.bank.amount_cells(self.account, balance)
        else:
            cells = {"amount": self.bank.balance(self.account, balance)}
        cells["text"] = name
        if day and self.habits["date_on"] != "heading":
            cells["date"] = day_text(self.bank, day, "00:00")
        self.columns.row(cells, bold=False)
        self.paper.down(self.paper.row_height)

    def total(self) -> None:
        """Write the lines that this bank prints below the rows."""
        if self.habits["totals"] == "total":
            self._total(self.bank.word("total"), self.entries)
        elif self.habits["totals"] == "items" and self.entries:
            self._total(self.bank.country.words["items"].format(n=len(self.entries)), self.entries)

    def _total(self, name: str, entries: Sequence[Entry]) -> None:
        into, out = sums(tuple(entry.movement for entry in entries))
        if self.habits["way"] == "columns":
            cells = {"debit": self.bank.money.unsigned(out), "credit": self.bank.money.unsigned(into)}
        elif self.habits["way"] in {"signed", "sections"}:
            cells = self.bank.amount_cells(self.account, into - out)
        else:
            return
        self.columns.row({"text": name, **cells}, bold=True)
        self.paper.down(self.paper.row_height)

    def _entry(self, place: int, entry: Entry, before: dt.date | None) -> dt.date:
        habits, movement, bank = self.habits, entry.movement, self.bank
        entry.page = self.paper.page
        self._day_heading(movement.day, before)
        cells = bank.amount_cells(self.account, movement.amount)
        if entry.moved:
            cells = {{"debit": "credit", "credit": "debit"}.get(role, role): text for role, text in cells.items()}
        if entry.garbled:
            cells |= {role: as_no_number(text, entry.garbled) for role, text in cells.items() if role in MONEY}
        if id(entry) in self.shown:
            cells["balance"] = bank.balance(self.account, entry.balance)
        if (habits["date_on"] != "carried" or movement.day != before) and not entry.undated:
            cells["date"] = day_text(self.bank, movement.day, movement.time)
        cells["other"] = bank.days.row(movement.other)
        cells["side"] = str(place + 1) if habits["side_column"] == "serial" else f"{7001 + 13 * place:08}"
        self._lines(lines_of(bank, movement, self._fits()), cells)
        self.paper.rows += 1
        return movement.day

    def _day_heading(self, day: dt.date, before: dt.date | None) -> None:
        style, bank = self.habits["date_on"], self.bank
        if style == "heading" and day != before:
            text = bank.days.label(day)
            name = bank.country.words["weekdays"][day.weekday()] + " " if self.habits["date_extra"] == "weekday" else ""
            self.paper.line(name + text, bold=True, step=self.paper.row_height)
        if style == "month" and (before is None or (day.year, day.month) != (before.year, before.month)):
            self.paper.line(bank.days.month(day), bold=True, step=self.paper.row_height)

    def _fits(self) -> tuple[Paper, float]:
        return self.paper, self.columns.at["text"].width

    def _lines(self, lines: Sequence[str], cells: dict[str, str]) -> None:
        """Write the row's lines; its day is on the first or beside its figures."""
        style = self.habits["lines"]
        figures = {"last": len(lines) - 1, "middle": (len(lines) - 1) // 2}.get(style, 0)
        dated = figures if style == "middle" else 0
        for level, text in enumerate(lines):
            if level and self.habits.has("row_breaks") and self.paper.last_line:
                self.paper.turn()
                self._head(again=True)
            here = {"text": text}
            here |= {role: cell for role, cell in cells.items() if (dated if role in {"date", "other", "side"} else figures) == level}
            self.columns.row(here)
            self.paper.down(self.paper.line_height if level + 1 < len(lines) else self.paper.row_height)
