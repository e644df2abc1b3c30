"""The data of a run: made statements as PDFs with their truth, and books with planted differences. A seed gives the same data each time."""

import csv
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.reading.making.leavings import realistic
from tests.reading.making.losses import LOSSES
from tests.reading.making.maker import Document, make, spoiled
from tests.reading.making.truth import Account, Movement

CLEAN_BOOKS = 0.5  # the share of books without a difference
MOST_PLANTED = 3
FEWEST_ROWS = 4  # of a statement that is reconciled
Record = dict[str, Any]
Planted = list[tuple[str, Movement | None, Movement | None]]
"""Differences: the kind, the row at the bank, the entry in the books; None where one of them has none."""


def write(folder: Path, *, statements: int, seed: int) -> None:
    """Write the statements without a fault, half as many with a printed fault, and as many books: each a line of its manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_lines(folder / "statements.jsonl", _statements(folder, statements, seed))
    _write_lines(folder / "books.jsonl", _books(folder, statements, seed))


def _write_lines(path: Path, records: Iterator[Record]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def _statements(folder: Path, statements: int, seed: int) -> Iterator[Record]:
    for number in range(seed, seed + statements):
        yield _statement(folder, f"statement-{number}.pdf", realistic(number))
    number, faulty = seed, 0
    while faulty < statements // 2:
        document = spoiled(number)
        if not document.made.whole and document.made.fault not in LOSSES:  # the print contradicts itself
            faulty += 1
            yield _statement(folder, f"fault-{number}.pdf", document)
        number += 1


def _statement(folder: Path, name: str, document: Document) -> Record:
    """Write the PDF and return its truth. The first account of a statement with a fault has no proof."""
    (folder / name).write_bytes(document.sheet.pdf())
    fault = "" if document.made.whole else document.made.fault
    accounts = [
        account(one, provable=one.telling.provable and not (fault and place == 0)) for place, one in enumerate(document.made.accounts)
    ]
    return {"file": name, "pages": len(document.sheet.pages), "fault": fault, "accounts": accounts}


def account(truth: Account, *, provable: bool) -> Record:
    """Return an account's truth; a balance that is not printed is None."""
    opening, closing = truth.printed
    return {
        "opening": None if opening is None else str(opening),
        "closing": None if closing is None else str(closing),
        "provable": provable,
        "rows": [[str(row.day), str(row.amount)] for row in truth.movements],
    }


def _books(folder: Path, statements: int, seed: int) -> Iterator[Record]:
    """Write a statement of one account, proved by its print, with its books, and return what was planted in them."""
    number, written = seed, 0
    while written < statements:
        document = make(number)
        chance = random.Random(number)  # noqa: S311  made data
        accounts = document.made.accounts
        if len(accounts) == 1 and accounts[0].telling.provable and len(accounts[0].movements) >= FEWEST_ROWS:
            written += 1
            rows = list(accounts[0].movements)
            planted = [] if chance.random() < CLEAN_BOOKS else _planted(chance, rows)
            (folder / f"books-{number}.pdf").write_bytes(document.sheet.pdf())
            _write_csv(folder / f"books-{number}.csv", _entries(rows, planted))
            yield {
                "file": f"books-{number}.pdf",
                "books": f"books-{number}.csv",
                "opening": str(accounts[0].opening),
                "planted": [{"kind": kind, "row": _pair(row), "entry": _pair(entry)} for kind, row, entry in planted],
            }
        number += 1


def _planted(chance: random.Random, rows: list[Movement]) -> Planted:
    """Return one to three differences, each of another row."""
    places = chance.sample(range(len(rows)), min(len(rows), chance.randint(1, MOST_PLANTED)))
    return [_difference(chance, rows[place]) for place in places]


def _difference(chance: random.Random, row: Movement) -> tuple[str, Movement | None, Movement | None]:
    changed: dict[str, Callable[[Decimal], Decimal]] = {
        "cent": lambda amount: amount + Decimal(1).scaleb(int(row.amount.as_tuple().exponent)),  # the smallest unit
        "sign": lambda amount: -amount,
        "amount": lambda amount: amount + Decimal(chance.randint(2, 40)),
    }
    kind = chance.choice(("not_in_books", "not_at_bank", "doubled", *changed))
    if kind == "not_in_books":
        return kind, row, None
    if kind == "not_at_bank":
        amount = -row.amount - Decimal(chance.randint(1, 99))
        other = replace(row, amount=amount, text="Other payee", day=row.day + timedelta(days=1), check="")
        return kind, None, other
    if kind == "doubled":
        return kind, None, row
    return kind, row, replace(row, amount=changed[kind](row.amount))


def _entries(rows: list[Movement], planted: Planted) -> list[Movement]:
    """Return the books: the rows, each with the difference that was planted in it."""
    entries = list(rows)
    for _, row, entry in planted:
        if row is not None:
            entries.remove(row)
        if entry is not None:
            entries.append(entry)
    return sorted(entries, key=lambda entry: entry.day)


def _write_csv(path: Path, entries: list[Movement]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(("date", "amount", "description"))
        lines.writerows((entry.day, entry.amount, f"Check {entry.check} {entry.text}" if entry.check else entry.text) for entry in entries)


def _pair(movement: Movement | None) -> list[str] | None:
    return None if movement is None else [str(movement.day), str(movement.amount)]
