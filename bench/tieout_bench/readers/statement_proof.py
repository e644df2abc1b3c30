"""statementproof: its verdict VERIFIED is a claim of proof."""

import json
import sys
from decimal import Decimal

from statementproof.extract import find_balances, parse
from statementproof.validate import validate


def read(path: str) -> dict[str, object]:
    """Return the rows of the file as one statement, with the balances that it found."""
    opening, closing = find_balances(path)
    rows, _ = parse(path, balance_hints=(opening, closing))
    statement = {
        "opening": _money(opening),
        "closing": _money(closing),
        "proved": validate(rows, opening, closing).verdict == "VERIFIED",
        "rows": [[row.date, _money(row.amount_cents)] for row in rows],
    }
    return {"statements": [statement]}


def _money(cents: int | None) -> str | None:
    return None if cents is None else str(Decimal(cents).scaleb(-2))


if __name__ == "__main__" and sys.argv[1] != "--version":
    print(json.dumps(read(sys.argv[1])))
