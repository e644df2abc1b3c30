"""Equal rows of one question of which the books lack some."""

from collections.abc import Mapping
from typing import Any

from reconciliation.matching.rows import wording
from reconciliation.models import StatementLine

Json = Mapping[str, Any]


def lacking(group: Json, lines: Mapping[int, StatementLine]) -> int:
    """Return how many entries the books lack for these rows of one question, or 0 if the rows are not equal: of the same amount and payee,
    each with a day, and some of them in the books."""
    rows = [lines[number] for number in group["lines"] if number in lines]
    surplus = len(rows) - len(group["transactions"])
    is_equal = len({(line.amount, wording(line.description).payee) for line in rows}) == 1 and all(line.date for line in rows)
    is_of_equal_rows = group.get("doubt") == "ambiguous_rows" and group["amount"] is not None
    return surplus if is_of_equal_rows and is_equal and group["transactions"] and surplus > 0 else 0
