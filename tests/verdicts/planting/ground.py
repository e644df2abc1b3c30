"""The statements beside the project as a perfect reader gives them, and the books that agree: at once, with lags, in a chain."""

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import Any

from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement
from reconciliation.verification.books import AccountBooks, BookEntry
from reconciliation.verification.methods import BANK_ORIGINATED, method_of
from tests.shared_statements import STATEMENTS, documents

DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Ground:
    """One account: its statements in order of time, and its books, in which entry tN is line N of all lines in order."""

    name: str
    papers: tuple[PrintedStatement, ...]
    books: AccountBooks

    @property
    def lines(self) -> list[PrintedLine]:
        return [line for paper in self.papers for line in paper.lines]

    def home(self, row: int) -> tuple[int, int]:
        """(paper, line in it) of a row."""
        for place, paper in enumerate(self.papers):
            if row < len(paper.lines):
                return place, row
            row -= len(paper.lines)
        raise IndexError(row)

    def entry(self, row: int) -> BookEntry:
        return next(entry for entry in self.books.entries if entry.id == f"t{row}")

    def with_entries(self, entries: Sequence[BookEntry], **more: Any) -> "Ground":
        return replace(self, books=replace(self.books, entries=tuple(entries), **more))

    def with_entry(self, row: int, **changes: Any) -> "Ground":
        changed = [replace(entry, **changes) if entry.id == f"t{row}" else entry for entry in self.books.entries]
        return self.with_entries(changed)

    def with_line(self, row: int, **changes: Any) -> "Ground":
        """The row as it might have been printed; its paper's closing is left as it is."""
        paper, place = self.home(row)
        lines = list(self.papers[paper].lines)
        lines[place] = replace(lines[place], **changes)
        return self.with_paper(paper, lines=tuple(lines))

    def with_paper(self, paper: int, **changes: Any) -> "Ground":
        papers = list(self.papers)
        papers[paper] = replace(papers[paper], **changes)
        return replace(self, papers=tuple(papers))


def grounds() -> Iterator[Ground]:
    """Every account whose printed figures prove it: opening, rows and closing."""
    for document in documents():
        if document.get("truth"):
            accounts = json.loads((STATEMENTS / document["truth"]).read_text())["accounts"]
            for number, account in enumerate(accounts):
                if is_proved(account):
                    yield _ground(f"{document['path']} {number}", account)


def is_proved(account: dict[str, Any]) -> bool:
    whole = account.get("arithmetic_ok", True) and account["opening_balance"] and account["closing_balance"] and account["transactions"]
    if not whole or not all(row["date"] for row in account["transactions"]):
        return False
    total = sum((Decimal(row["amount"]) for row in account["transactions"]), Decimal(0))
    return Decimal(account["opening_balance"]) + total == Decimal(account["closing_balance"])


def _ground(name: str, account: dict[str, Any]) -> Ground:
    lines = tuple(
        PrintedLine(date=dt.date.fromisoformat(row["date"]), amount=Decimal(row["amount"]), description=row.get("description") or "")
        for row in account["transactions"]
    )
    days = [line.date for line in lines if line.date]
    printed = [dt.date.fromisoformat(day) for day in account.get("period") or () if day]
    paper = PrintedStatement(
        currency=account["currency"],
        period_start=min(*printed, *days),
        period_end=max(*printed, *days),
        opening_balance=Decimal(account["opening_balance"]),
        closing_balance=Decimal(account["closing_balance"]),
        integrity=Integrity(holds=True, difference=Decimal(0)),
        lines=lines,
    )
    books = AccountBooks(
        id="a",
        name="The account",
        kind="checking",
        currency=account["currency"] or "USD",
        opening_balance=paper.opening_balance,
        opening_date=paper.period_start,
        entries=tuple(
            BookEntry(id=f"t{row}", date=line.date, amount=line.amount, description=line.description)
            for row, line in enumerate(lines)
            if line.date
        ),
    )
    return Ground(name, (paper,), books)


def with_lags(ground: Ground, chance: Random) -> Ground:
    """Return the books with usual delays: each row booked up to three days before the bank has it, except charges that the bank knows
    first; older entries are brought forward."""
    opening = ground.books.opening_date
    entries = [replace(entry, date=entry.date - _lag(entry, chance) * DAY) for entry in ground.books.entries]
    return ground.with_entries([replace(entry, brought_forward=opening is not None and entry.date < opening) for entry in entries])


def _lag(entry: BookEntry, chance: Random) -> int:
    lag = chance.choice((0, 0, 1, 1, 2, 3))
    return 0 if method_of(entry, "checking") is BANK_ORIGINATED else lag


def in_three(ground: Ground) -> Ground:
    """The same rows on three statements in a row, cut where a third of the rows lies on either side."""
    (paper,) = ground.papers
    days = sorted(line.date for line in paper.lines if line.date)
    cuts = [days[len(days) // 3], days[2 * len(days) // 3]]
    first, last = paper.period_start, paper.period_end
    if first is None or last is None or not first < cuts[0] < cuts[1] <= last:
        raise ValueError("its days are too few to be cut in three")
    ends = [(first, cuts[0] - DAY), (cuts[0], cuts[1] - DAY), (cuts[1], last)]
    papers, entries, balance = [], [], paper.opening_balance or Decimal(0)
    for start, end in ends:
        rows = [(place, line) for place, line in enumerate(paper.lines) if line.date and start <= line.date <= end]
        lines = tuple(line for _, line in rows)
        closing = balance + sum((line.amount for line in lines), Decimal(0))
        papers.append(replace(paper, period_start=start, period_end=end, opening_balance=balance, closing_balance=closing, lines=lines))
        entries += [ground.entry(place) for place, _ in rows]
        balance = closing
    named = [replace(entry, id=f"t{row}") for row, entry in enumerate(entries)]
    return replace(ground, papers=tuple(papers)).with_entries(named)
