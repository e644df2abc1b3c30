"""The least that can be tried: each row of the statement is matched with the entry of the same amount and the nearest day, up to a week.
The rows are those of `pdftotext -layout` and a pattern."""

import csv
import datetime as dt
import json
import sys
from decimal import Decimal
from pathlib import Path

from bench.tieout_bench.readers.pdftotext import read

NEAR = dt.timedelta(days=7)


def reconciled(path: str, books: str) -> dict[str, object]:
    """Return `matched` if each row and each entry has its match."""
    with Path(books).open(encoding="utf-8", newline="") as file:
        left = [(dt.date.fromisoformat(entry["date"]), Decimal(entry["amount"])) for entry in csv.DictReader(file)]
    statement = read(path)["statements"][0]
    unmatched = []
    for text, amount in statement["rows"]:
        day = iso(text)
        same = [entry for entry in left if abs(entry[1]) == abs(Decimal(amount)) and (day is None or abs(entry[0] - day) <= NEAR)]
        if same:
            left.remove(min(same, key=lambda entry: abs(entry[0] - (day or entry[0]))))
        else:
            unmatched.append([str(day or text), amount])
    rest = [[str(day), str(amount)] for day, amount in left]
    return {"verdict": "differs" if unmatched or rest else "matched", "rows": unmatched, "entries": rest, "questions": 0}


def iso(text: str) -> dt.date | None:
    """Return the day if it is printed in full, day before month; None if not."""
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%y", "%d/%m/%y", "%d %b %Y", "%d %B %Y"):
        try:
            return dt.datetime.strptime(text, form).date()  # noqa: DTZ007  a day has no zone
        except ValueError:
            continue
    return None


if __name__ == "__main__" and sys.argv[1] != "--version":
    print(json.dumps(reconciled(*sys.argv[1:3])))
