"""Rows of both sides that the verdict leaves open, to be matched by hand."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.models import Statement
from reconciliation.presentation.statement_page.rows import Json, StatementRow, printed_row
from reconciliation.presentation.statement_page.sections import RowSection

OPEN = ("choice", "differing", "new", "investigate", "outstanding")


@dataclass(frozen=True, slots=True)
class ByHand:
    """Open rows, each once, in the order of the page."""

    lines: list[StatementRow]
    entries: list[StatementRow]

    def __bool__(self) -> bool:
        return bool(self.lines or self.entries)


@dataclass(frozen=True, slots=True)
class Cancelling:
    """Two printed rows of opposite amounts that the books lack; `value` names both in a form."""

    value: str
    rows: tuple[StatementRow, StatementRow]


def cancelling(verdict: Json, statement: Statement) -> list[Cancelling]:
    """Return the pairs that may cancel, each once, also if both rows are of this statement."""
    here = (str(statement.statement_import_id), statement.number)
    return [
        Cancelling(_value(row["line"], other), (printed_row(row, row["amount"]), printed_row(other, -Decimal(row["amount"]))))
        for row in verdict["new"]
        for other in row.get("opposites", ())
        if (other["import"], other["statement"]) != here or other["line"] > row["line"]
    ]


def _value(line: int, other: Json) -> str:
    return f"{line}:{other['import']}:{other['statement']}:{other['line']}"


def by_hand(sections: Iterable[RowSection]) -> ByHand:
    lines: dict[int, StatementRow] = {}
    entries: dict[str, StatementRow] = {}
    for item in (item for section in sections if section.anchor in OPEN for item in section.items):
        lines.update({row.line: row for row in item.bank if row.line is not None})
        entries.update({row.entry: row for row in item.books if row.entry})
    return ByHand(list(lines.values()), list(entries.values()))
