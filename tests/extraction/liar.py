"""A model that points at rows as they are, and now and then lies, by chance."""

import json
import random
from collections.abc import Callable, Iterator, Sequence

from assistant.contract import Request, Turn, Unstreamed
from assistant.scripted import says
from reconciliation.extraction.locate import Owner
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.solving.solve import Scanned
from reconciliation.reading.tokens.printed import Printed
from tests.extraction.papers import Json, asked_lines

DIRECTIONS = ("in", "out", "unknown")


class Liar(Unstreamed):
    """Knows the rows; a `share` of them it tells otherwise, and so much of the pages it tells in part."""

    name = model = "liar"

    def __init__(self, scanned: Scanned, rows: Sequence[Json], chance: random.Random, share: float) -> None:
        self._scanned, self._rows = scanned, rows
        self._chance, self._share = chance, share

    def generate(self, request: Request) -> Turn:
        chance, lines = self._chance, [number for number, _ in asked_lines(request)]
        if "columns" in (request.output_schema or {})["properties"]:
            return says(json.dumps(self._columns()))
        told = [self._perhaps_changed(row, lines) for row in self._rows if row["line"] in lines]
        if told and chance.random() < self._share:  # without some that follow on one another
            first = chance.randrange(len(told))
            told[first : chance.randrange(first, len(told)) + 1] = []
        dropped = [row for row in told if chance.random() >= self._share / 4]
        doubled = [row for row in dropped if chance.random() < self._share / 4]
        return says(json.dumps({"rows": dropped + doubled, "balances": list(self._balances(lines))}))

    def _perhaps_changed(self, row: Json, lines: list[int]) -> Json:
        if self._chance.random() >= self._share:
            return row
        printed = self._scanned.printed[row["line"]]
        figures = [str(figure.size) for figure in printed.figures] or [row["amount"]]
        days = [_text_of(printed, day.start, day.end) for day in printed.days] or [row["date"]]
        lies: list[Callable[[], Json]] = [
            lambda: {"line": self._chance.choice(lines)},
            lambda: self._day_of(self._chance.choice(self._rows)),
            lambda: {"date": self._chance.choice(days), "date_line": None},
            lambda: {"amount": self._chance.choice(figures)},
            lambda: {"balance": self._chance.choice([None, *figures])},
            lambda: {"amount": row["balance"] or row["amount"], "balance": row["amount"]},
            lambda: {"direction": self._chance.choice(DIRECTIONS)},
        ]
        return row | self._chance.choice(lies)()

    def _day_of(self, other: Json) -> Json:
        return {"date": other["date"], "date_line": other.get("date_line") or other["line"]}

    def _balances(self, lines: list[int]) -> Iterator[Json]:
        for kind in ("opening", "closing"):
            line = self._chance.choice(lines)
            figures = self._scanned.printed[line].figures
            if figures and self._chance.random() < self._share:
                yield {"kind": kind, "line": line, "figure": str(self._chance.choice(figures).size)}

    def _columns(self) -> Json:
        """Places where columns often are, and others."""
        columns = [
            {"role": "date", "x0": 30, "x1": 110},
            {"role": "amount", "x0": 300, "x1": 470},
            {"role": "balance", "x0": 480, "x1": 560},
        ]
        for column in columns:
            if self._chance.random() < self._share:
                left = self._chance.randrange(20, 500)
                column |= {"x0": left, "x1": left + self._chance.randrange(10, 90)}
        return {"columns": columns, "unsigned": self._chance.choice(DIRECTIONS)}


def _text_of(printed: Printed, start: int, end: int) -> str:
    return printed.row.text[start:end]


def rows_seen(scanned: Scanned) -> Iterator[Json]:
    """Every row that code can see on the page, as a model would tell it."""
    owner = Owner(scanned)
    for one in scanned.items:
        if one.entry is not None and one.printed is not None and one.entry.days:
            yield from _row(one.entry, owner.line_of(one), scanned)


def _row(entry: Entry, line: int, scanned: Scanned) -> Iterator[Json]:
    amount = next(((role, figure) for role, figure in entry.figures.items() if role != "balance"), None)
    if amount is None:
        return
    day = next(iter(entry.days.values()))
    date_line = next((number for number in range(line, -1, -1) if day in scanned.printed[number].days), line)
    balance = entry.figures.get("balance")
    yield {
        "line": line,
        "date_line": date_line,
        "date": _text_of(scanned.printed[date_line], day.start, day.end),
        "amount": str(amount[1].size),
        "balance": str(balance.size) if balance else None,
        "direction": {"debit": "out", "credit": "in"}.get(amount[0], "unknown"),
    }
